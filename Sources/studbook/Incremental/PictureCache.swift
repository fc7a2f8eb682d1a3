import Digests
import Foundation
import ImportPipeline
import Synchronization
import SystemErrors

/// The pictures that builds have made fit, beside the output: a file for each, named by a digest of the original, what was asked, and the library's version.
///
/// A picture is believed if a code in front of it, which needs this user's key of caches, is right for its name and its bytes. Everything here may be deleted
/// at any time.
final class PictureCache: FittedPictures {
  private let folder: String
  private let key: [UInt8]
  private let used = Mutex<Set<String>>([])
  private static let codeSize = 32

  /// - Parameters:
  ///   - name: The reference file's name.
  ///   - output: The folder that it is published in.
  /// - Returns: `nil` if there can be no key, or the cache's folder is a link.
  /// - Throws: `FileError`.
  init?(of name: String, in output: String) throws {
    let cache = IncrementalBuild.folder(of: name, in: output)
    folder = "\(cache)/pictures"
    guard let key = try CacheKey.read(isMade: true) else { return nil }
    self.key = key
    // Links that came with the output may lead anywhere.
    for path in [cache, folder] {
      guard try Files.status(of: path, followsLinks: false)?.kind ?? .folder == .folder else { return nil }
      try Files.makeFolder(path)
    }
  }

  private func path(of name: String) -> String { "\(folder)/\(name)" }

  private func code(of picture: some Collection<UInt8>, named name: String) -> [UInt8] {
    MessageAuthentication.code(of: Array(name.utf8) + picture, key: key).bytes
  }

  func picture(named name: String) -> [UInt8]? {
    used.withLock { _ = $0.insert(name) }
    // What cannot be read is made again.
    guard let status = try? Files.status(of: path(of: name), followsLinks: false), status.kind == .file,
      let bytes = try? Files.contents(of: path(of: name), size: status.size), bytes.count > Self.codeSize
    else { return nil }
    let picture = Array(bytes[Self.codeSize...])
    return code(of: picture, named: name).elementsEqual(bytes[..<Self.codeSize]) ? picture : nil
  }

  func keep(_ picture: [UInt8], named name: String) {
    let staged = TemporaryItem(beside: path(of: name))
    // Half a picture after a loss of power has no right code, so that nobody waits for the disk.
    do {
      let file = try FileWriter(path: staged.path)
      try file.write(code(of: picture, named: name))
      try file.write(picture)
      try file.finish()
      try Files.move(staged.path, to: path(of: name))
      staged.keep()
    } catch {
      // A picture that is not kept is made again the next time.
    }
  }

  /// Removes the pictures that the build has not asked for. What cannot be removed stays for the next build.
  func removeUnused() {
    let used = used.withLock(\.self)
    for name in (try? Files.names(in: folder)) ?? [] where !used.contains(name) {
      try? Files.removeFile(path(of: name))  // It is as good as one of the next build.
    }
  }
}
