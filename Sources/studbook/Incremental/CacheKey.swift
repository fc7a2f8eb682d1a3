import Foundation
import SystemErrors

/// The secret of a user by which a cache is known to be one that this user's own builds have left: a cache that came with a download, or that somebody else
/// wrote, is not believed.
enum CacheKey {
  private static let size = 32

  /// The file of the key: in `$XDG_STATE_HOME/studbook`, or in `~/.local/state/studbook`; `nil` if there is no home.
  static var path: String? {
    if let folder = CommandOutput.environment("XDG_STATE_HOME"), folder.hasPrefix("/") {
      return "\(folder)/studbook/cache.key"
    }
    guard let home = CommandOutput.environment("HOME"), home.hasPrefix("/") else { return nil }
    return "\(home)/.local/state/studbook/cache.key"
  }

  /// The key.
  ///
  /// - Parameter isMade: Whether to make one if there is none.
  /// - Returns: `nil` if there is none, or if others may read or change it.
  static func read(isMade: Bool) throws -> [UInt8]? {
    guard let path else { return nil }
    let folder = (path as NSString).deletingLastPathComponent
    if isMade, try !Files.exists(path) {
      try Files.makeFolder((folder as NSString).deletingLastPathComponent)
      // Nobody else looks into the folder, so that the file in it is as safe as a file of this user alone.
      try Files.makeFolder(folder, mode: 0o700)
      var generator = SystemRandomNumberGenerator()
      let key = (0..<size).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
      try FileWriter.replace(path) { try $0.write(key) }
    }
    guard let status = try Files.systemStatus(of: folder), status.st_uid == geteuid(), status.st_mode & 0o077 == 0,
      let key = try Files.contents(of: path), key.count == size
    else { return nil }
    return key
  }
}
