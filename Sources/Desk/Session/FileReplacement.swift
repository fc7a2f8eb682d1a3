internal import Foundation
internal import ImportPipeline
internal import SystemErrors

/// A change of files with its way back.
protocol DeskWrite: Sendable {
  var path: String { get }

  /// Writes it.
  ///
  /// - Returns: What takes it back.
  /// - Throws: An error that reads well; nothing is written then.
  func carryOut() throws -> any DeskWrite
}

extension SourceRevision: DeskWrite {
  func carryOut() throws -> any DeskWrite { try apply() }
}

/// A small file that is written anew as a whole, such as the recipe.
struct FileReplacement: DeskWrite {
  let path: String
  /// What has to be there; `nil` for no file.
  let old: [UInt8]?
  /// What is there afterwards; `nil` for no file.
  let new: [UInt8]?

  func carryOut() throws -> any DeskWrite {
    let stamp = try FileStamp(path: path)
    guard try Files.contents(of: path) == old else { throw FileChangedError(path: path) }
    if let new {
      _ = try FileWriter.replace(path, ifStill: stamp) { try $0.write(new) }
    } else {
      try Files.removeFile(path)
    }
    return FileReplacement(path: path, old: new, new: old)
  }
}
