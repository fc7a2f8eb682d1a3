import Foundation
import ImportPipeline
import ReferenceExport
import Reports
import SystemErrors

/// A build that cannot begin, because the recipe or the form of a source is wrong: where its reports go, while what was published before stays as
/// it was.
struct UnusableBuild {
  /// The folder to publish in.
  let output: String
  /// The reference file's name.
  let name: String

  /// The folder, in that of the output, for the reports of a build that publishes nothing beside a release that is there.
  private static let folder = "unpublished"

  init(output: String, name: String) {
    self.output = output
    self.name = name
  }

  /// - Parameter recipePath: The recipe, which may be unreadable.
  ///
  /// - Throws: `ImportError` if the system does not let the recipe be read.
  init(output: String, recipePath: String) throws {
    try self.init(output: output, name: Self.referenceFile(ofRecipe: recipePath))
  }

  /// The reference file that a recipe makes; if it cannot be read, the one that has its name.
  static func referenceFile(ofRecipe path: String) throws -> String {
    do {
      return try RecipeReader.read(path: path).output.value
    } catch is RecipeError {
      // What is wrong with it is said when it is read for the build.
    }
    let name = (path as NSString).lastPathComponent as NSString
    return name.replacingOccurrences(of: ".recipe.yml", with: "") + ".sqlite"
  }

  /// Where the reports go, and how those of every build are called. A release's own reports are not replaced: its manifest speaks of them.
  func reports(_ options: ReportOptions) throws -> UnusableRunReports {
    let manifest = "\(output)/\(ReleaseManifest.fileName(forReferenceFile: name))"
    let isPublished = try Files.exists(manifest)
    return UnusableRunReports(
      options: options,
      folder: "\(output)/\(isPublished ? Self.folder : "reports")",
      stem: stem,
      always: [.html, .json]
    )
  }

  /// Keeps the reports of a build that changes more than it may, and is not published.
  ///
  /// - Parameter staged: The folder in which the build has written them.
  /// - Throws: `FileError`.
  func takeReports(from staged: String) throws {
    let folder = "\(output)/\(Self.folder)"
    try Files.makeFolder(folder)
    for name in try Files.names(in: staged) ?? [] { try Files.move("\(staged)/\(name)", to: "\(folder)/\(name)") }
  }

  /// Removes the reports of an earlier build that published nothing, once there is a release that they do not speak of.
  ///
  /// - Throws: `FileError` for one that cannot be removed.
  func removeReports() throws {
    let folder = "\(output)/\(Self.folder)"
    let reports = ReportFormat.allCases.compactMap { $0.fileName(stem) }
    for name in reports + ReleaseChanges.fileNames(stem) { try Files.removeFile("\(folder)/\(name)") }
    try Files.removeEmptyFolder(folder)
  }

  private var stem: String { ReleaseManifest.stem(ofReferenceFile: name) }
}

extension BuildCommand {
  /// Opens a session; a build that cannot begin has its reports written.
  func open(_ printer: CommandOutput, standIns: [String: String] = [:]) throws -> RecipeSession {
    let path = try recipe ?? RecipeSession.onlyRecipe()
    return try RecipeSession.open(
      path,
      hashesFrom: hashesFrom,
      standIns: standIns,
      printer: printer,
      reports: try UnusableBuild(output: output, recipePath: path).reports(reports)
    )
  }
}
