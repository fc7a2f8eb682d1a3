import ArgumentParser
import Findings
import Foundation
import Reports
import SystemErrors

extension ReportFormat: ExpressibleByArgument {}

/// A list of report formats as one argument: `html,sarif`.
struct ReportFormatList: ExpressibleByArgument {
  let formats: [ReportFormat]

  init(formats: [ReportFormat]) { self.formats = formats }

  init?(argument: String) {
    let names = argument.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    let formats = names.compactMap(ReportFormat.init(rawValue:))
    guard !names.isEmpty, formats.count == names.count else { return nil }
    self.formats = formats
  }

  var defaultValueDescription: String { formats.map(\.rawValue).joined(separator: ",") }

  static var defaultCompletionKind: CompletionKind { .list(ReportFormat.allCases.map(\.rawValue)) }

  /// What there is, for the help.
  static let help = ReportFormat.allCases.map(\.rawValue).joined(separator: ", ")
}

/// Where a run's findings go besides the terminal.
struct ReportOptions: ParsableArguments {
  @Option(
    name: .customLong("report"),
    help: ArgumentHelp(
      "Write reports in these formats: \(ReportFormatList.help); several with commas between them.",
      valueName: "formats"
    )
  )
  var lists: [ReportFormatList] = []

  @Option(
    help: ArgumentHelp(
      "The recipe's folder in the repository, for formats that name files to a platform. (default: from the path given)",
      valueName: "folder"
    ),
    completion: .directory
  )
  var repositoryFolder: String?

  /// The formats, each once.
  var formats: [ReportFormat] {
    var seen: Set<ReportFormat> = []
    return lists.flatMap(\.formats).filter { seen.insert($0).inserted }
  }

  /// The folder to name to platforms, for a recipe in `folder`.
  func platformFolder(_ folder: String) -> String {
    repositoryFolder ?? (folder.hasPrefix("/") ? "" : folder == "." ? "" : folder)
  }
}

/// Writes the reports of a run.
struct ReportFiles {
  /// Where the files go.
  let folder: String
  /// The folder of the recipe in its repository.
  let platformFolder: String
  /// The name that the files share; `nil` to print all of them.
  let stem: String?
  /// The paths of files that must not be replaced, because the run has read them.
  var inputs: [String] = []

  /// Platforms know files by paths that begin with a name.
  private var folderInRepository: String { platformFolder == "." ? "" : platformFolder }

  /// Writes each of `formats`: those for people and CI logs are printed, the others become files of their usual names in `folder`.
  ///
  /// With `github`, the Markdown report also goes to the step's summary where the platform has one.
  ///
  /// - Returns: The files that were written.
  /// - Throws: `CommandFailure` if one of them is an input or cannot be written.
  @discardableResult
  func write(
    _ formats: [ReportFormat],
    _ summary: RunSummary,
    _ findings: [Finding],
    printer: CommandOutput
  ) throws -> [String] {
    var written: [String] = []
    let inputs = Set(inputs.map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().path })
    for format in formats {
      guard let name = stem.flatMap(format.fileName) else {
        try format.write(summary, findings, folder: folderInRepository) {
          try printer.write(String(decoding: $0, as: UTF8.self))
        }
        if format == .github { try writeStepSummary(summary, findings) }
        continue
      }
      let path = "\(folder)/\(name)"
      guard !inputs.contains(URL(fileURLWithPath: path).resolvingSymlinksInPath().path) else {
        throw CommandFailure(
          "the report \(path) would replace a file that the recipe reads; name another folder with --output"
        )
      }
      let parent = (path as NSString).deletingLastPathComponent
      do { try Files.makeFolder(parent) } catch {
        throw CommandFailure("the folder \(error.path) cannot be made: \(error.reason)")
      }
      try Self.write(to: path, isReplacing: true) { file in
        try format.write(summary, findings, folder: folderInRepository) { try file.write($0) }
      }
      written.append(path)
    }
    return written
  }

  /// Adds the Markdown report to the file that GitHub Actions shows on the run's page, with the number of findings that have no annotation.
  private func writeStepSummary(_ summary: RunSummary, _ findings: [Finding]) throws {
    guard let path = CommandOutput.environment("GITHUB_STEP_SUMMARY"), !path.isEmpty else { return }
    try Self.write(to: path, isReplacing: false) { file in
      try ReportFormat.markdown.write(summary, findings) { try file.write($0) }
      if let remainder = GitHubAnnotations(folder: folderInRepository).remainder(summary) {
        try file.write("\n\(remainder)\n".utf8)
      }
    }
  }

  /// Opens `path` for `body`, either as a new file that takes its place when it is whole, or at its end.
  ///
  /// - Throws: `CommandFailure` if it cannot be written; what `body` throws.
  static func write(to path: String, isReplacing: Bool, _ body: (FileWriter) throws -> Void) throws {
    do {
      if isReplacing { return try FileWriter.replace(path, body) }
      let file = try FileWriter(path: path, isAppending: true)
      try body(file)
      try file.finish()
    } catch let error as FileWriteError {
      throw CommandFailure("\(path) cannot be written: \(SystemReason.text(of: error))")
    }
  }
}
