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
      whole; any other folder has to be empty.

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
      try Files.makeFolder(writeTemplates)
      for (name, text) in SiteTemplates.builtIn { try FileWriter.replace("\(writeTemplates)/\(name)", with: text.utf8) }
      return try printer.finish()
    }
    guard let release, let output else { return }
    let file = try ReleaseFile.referenceFile(release, name: nil)
    let opened = try OpenedStore(file, model: model)
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
    if let recipe {
      let session = try RecipeSession.open(recipe, printer: printer)
      writer.facts = try SiteOrigins(session, releaseOf: file, printer).places(in: opened.store, opened.model)
    }
    let place = try SitePlace(output)
    let count = try writer.write(into: place.staging, about: about(file))
    try place.publish()
    printer.note("\(count.counting("page")) in \(output)/index.html")
    try opened.tellOfMissingFiles(printer)
    try printer.finish()
  }

  /// What the manifest of the release says.
  private func about(_ file: String) throws -> SiteWriter.About {
    var about = SiteWriter.About()
    let name = (file as NSString).lastPathComponent
    about.facts.append(("File", name))
    let path = ReleaseFile.sibling(of: file, ReleaseManifest.fileName(forReferenceFile: name))
    guard let manifest = try ReleaseManifest.usable(at: path) else { return about }
    if let digest = manifest.outputs.first(where: { $0.path == name }) {
      about.facts.append(("SHA-256", digest.sha256))
    }
    if let date = manifest.date { about.facts.append(("Date", date)) }
    about.facts.append(("Made by", "Studbook \(manifest.toolVersion), from \(manifest.recipe)"))
    for entity in manifest.entities { about.facts.append((entity.entity, "\(entity.objects)")) }
    about.inputs = manifest.inputs.map { ($0.path, $0.licence, $0.origin, $0.sha256) }
    return about
  }
}

/// The folder of a site: pages are written beside it, and take its place as a whole.
private struct SitePlace {
  let staging: String
  private let output: String
  private let item: TemporaryItem
  /// The file by which a site is known again.
  private static let mark = ".studbook-site"

  init(_ output: String) throws {
    var path = output.count > 1 && output.hasSuffix("/") ? String(output.dropLast()) : output
    // A link stays one.
    if try Files.status(of: path, followsLinks: false)?.kind == .link { path = try Files.realPath(path) ?? path }
    if let kind = try Files.status(of: path)?.kind, kind != .folder {
      throw CommandFailure("\(output) is no folder; name one for the pages, or one that is not there yet")
    }
    if let names = try Files.names(in: path), !names.isEmpty, !names.contains(Self.mark) {
      throw CommandFailure(
        "\(output) is a folder that holds other files; name an empty one, or one that this command has written"
      )
    }
    self.output = path
    item = TemporaryItem(beside: path)
    staging = item.path
    try Files.makeFolder(staging)
    try FileWriter.replace("\(staging)/\(Self.mark)", with: "studbook site\n".utf8)
  }

  func publish() throws {
    if try Files.exists(output), try Files.exchange(staging, with: output) {
      // What is there now is the site before.
      try Files.removeTree(staging)
      return item.keep()
    }
    let old = TemporaryItem("\(staging)-old")
    if try Files.exists(output) { try Files.move(output, to: old.path) }
    do {
      try Files.move(staging, to: output)
    } catch {
      if try Files.exists(old.path) { try Files.move(old.path, to: output) }
      throw error
    }
    item.keep()
    try Files.removeTree(old.path)
  }
}
