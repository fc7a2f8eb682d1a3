internal import Foundation

/// A folder of its own for one test; it is removed with the value.
public final class TemporaryFolder: Sendable {
  /// The folder's path.
  public let path: String

  public init() throws {
    path = NSTemporaryDirectory() + "studbook-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in the folder.
  public func file(_ name: String) -> String { path + "/" + name }

  /// Writes a text to a file of the folder, making the folders that it needs, and returns its path.
  @discardableResult
  public func write(_ text: String, to name: String) throws -> String {
    let url = URL(fileURLWithPath: file(name))
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
    return url.path
  }

  /// The text of a file of the folder.
  public func text(of name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: file(name))), as: UTF8.self)
  }

  /// The names of everything in the folder and below it, hidden files too, sorted.
  public func names() -> [String] {
    (FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []).sorted()
  }
}
