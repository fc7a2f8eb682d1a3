internal import Foundation

/// The folder of shared example files, which is not part of the package.
public enum Corpus {
  /// The path of `name` in the corpus, such as `csv/csv-spectrum`.
  ///
  /// The corpus is where the environment variable `STUDBOOK_CORPUS` says, else in `../shared/corpus` beside the package.
  /// `nil` where there is none; tests that need it are then skipped, saying so.
  public static func folder(_ name: String) -> String? {
    let root: URL
    if let given = ProcessInfo.processInfo.environment["STUDBOOK_CORPUS"], !given.isEmpty {
      root = URL(fileURLWithPath: given)
    } else {
      // Tests/TestSupport/Corpus.swift
      let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
      root = package.deletingLastPathComponent().appendingPathComponent("shared/corpus")
    }
    let folder = root.appendingPathComponent(name)
    return FileManager.default.fileExists(atPath: folder.path) ? folder.path : nil
  }

  /// What a skipped test says.
  public static let absence = "the example files are not here; set STUDBOOK_CORPUS to their folder"
}
