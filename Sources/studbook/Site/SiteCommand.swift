import ArgumentParser
import Findings
import Foundation
import ManagedObjects
import ReferenceExport
import ReferenceSite
import SystemErrors

/// Writes a release as a folder of pages.
struct SiteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "site",
    abstract: "Write a release, or any store, as a folder of web pages that needs no server.",
    discussion: """
      Example:
        studbook site Output --output Site

      The pages lead from the entities to their objects, and from each object to those that it is related to, with its pictures. They search \
      in the page itself, load nothing from elsewhere, and work from any folder or address. A folder that this command has written is replaced as a \
      whole, if nothing else is in it; any other folder has to be empty.

      With --recipe, the sources are read again, and each object's page says where its values come from: file, line, field, and the text there.

      Templates are Mustache. --write-templates writes those that are built in; --templates takes the ones of a folder in their place.
      """
  )

  @Argument(
    help: "The release: its folder, its manifest or its file; or any store that carries its model.",
    completion: .file()
  )
  var release: String?

  @Option(help: "The folder for the pages.", completion: .directory)
  var output: String?

  @Option(help: "The name of the site. (default: the file's name)")
  var title: String?

  @Option(
    help: "A folder with templates of one's own, by the names of those that are built in.",
    completion: .directory
  )
  var templates: String?

  @Option(help: "Write the built-in templates into this folder, and no pages.", completion: .directory)
  var writeTemplates: String?

  @Option(help: "The model. (default: the one that the store carries)", completion: .file())
  var model: String?

  @Option(
    help: "The recipe of the release, for pages that say where values come from. (default: they do not)",
    completion: .file(extensions: ["yml", "yaml"])
  )
  var recipe: String?

  @OptionGroup var outputOptions: OutputOptions

  func validate() throws {
    guard writeTemplates == nil else { return }
    if release == nil { throw ValidationError("Name a release, as in “studbook site Output --output Site”.") }
    if output == nil { throw ValidationError("Say with --output into which folder the pages go.") }
  }

  func run() throws {
    let printer = CommandOutput(outputOptions)
    if let writeTemplates {
      try write(SiteTemplates.builtIn, into: writeTemplates)
      return try printer.finish()
    }
    guard let release, let output else { return }
    let file = try ReleaseFile.referenceFile(release, name: nil)
    let place = try SitePlace(output, madeFrom: [file] + [recipe, templates, model].compactMap(\.self))
    let statements = try about(file)
    let opened = try OpenedStore(file, model: model, noticesChanges: true)
    // It was only read.
    defer { try? opened.store.close() }
    let name = (file as NSString).lastPathComponent
    let title = title ?? ReleaseManifest.stem(ofReferenceFile: name)
    let writer = SiteWriter(
      store: opened.store,
      model: opened.model,
      templates: try SiteTemplates(folder: templates),
      title: title
    )
    let count = try opened.read {
      if let recipe {
        let session = try RecipeSession.open(recipe, printer: printer)
        writer.facts = try SiteOrigins(session, releaseOf: file, printer).places(in: opened.store, opened.model)
      }
      try place.begin()
      return try writer.write(into: place.staging, about: statements)
    }
    try place.publish()
    printer.note("\(count.counting("page")) in \(output)/index.html")
    try opened.tellOfMissingFiles(printer)
    try printer.finish()
  }

  /// Writes templates, unless others stand there.
  private func write(_ templates: [(name: String, text: String)], into folder: String) throws {
    for (name, text) in templates {
      if let bytes = try Files.contents(of: "\(folder)/\(name)"), bytes != Array(text.utf8) {
        throw CommandFailure(
          "\(folder)/\(name) is there and is not the built-in one; move it elsewhere, or name another folder with --write-templates"
        )
      }
    }
    try Files.makeFolder(folder)
    for (name, text) in templates { try FileWriter.replace("\(folder)/\(name)", with: text.utf8) }
  }

  /// What the manifest of the release says.
  ///
  /// - Throws: `CommandFailure` if it says it of another file.
  private func about(_ file: String) throws -> SiteWriter.About {
    var about = SiteWriter.About()
    let name = (file as NSString).lastPathComponent
    about.facts.append(("File", name))
    let path = ReleaseFile.sibling(of: file, ReleaseManifest.fileName(forReferenceFile: name))
    guard let manifest = try ReleaseManifest.usable(at: path) else { return about }
    if let published = manifest.outputs.first(where: { $0.path == name }) {
      guard try FileDigest(of: file, as: name).sha256 == published.sha256 else {
        throw CommandFailure(
          "\(file) is not the file that its manifest describes; take the release as it was published"
        )
      }
      try ReleaseFile.requireNoJournal(
        beside: file,
        whatItIs: "holds a part of it; close the program that has it open, or export the store"
      )
      about.facts.append(("SHA-256", published.sha256))
    }
    if let date = manifest.date { about.facts.append(("Date", date)) }
    about.facts.append(("Made by", "Studbook \(manifest.toolVersion), from \(manifest.recipe)"))
    for entity in manifest.entities { about.facts.append((entity.entity, "\(entity.objects)")) }
    about.inputs = manifest.inputs.map { ($0.path, $0.licence, $0.origin, $0.sha256) }
    return about
  }
}
