internal import Foundation
internal import Synchronization

#if canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A file or folder that does not outlive what it is needed for: it is removed with the last reference, and when a signal ends the process.
package final class TemporaryItem: Sendable {
  package let path: String
  private let isKept = Atomic(false)

  private static let paths = Mutex<(all: Set<String>, isEnding: Bool)>(([], false))

  /// Takes care of what is or will be at `path`. While a signal ends the process, this does not return: what is made then would be left.
  package init(_ path: String) {
    self.path = path
    let isEnding = Self.paths.withLock { paths in
      paths.all.insert(path)
      return paths.isEnding
    }
    while isEnding { pause() }
  }

  /// Chooses a new name in the system's folder for temporary files; nothing is made there.
  package convenience init() {
    self.init(FileManager.default.temporaryDirectory.appending(path: "studbook-\(UUID().uuidString)").path)
  }

  /// Chooses a new name in the folder of what is or will be at `path`; nothing is made there.
  package convenience init(beside path: String) { self.init(Self.name(beside: path)) }

  /// A name in the folder of what is or will be at `path`, that no other process chooses.
  package static func name(beside path: String) -> String {
    "\(path).studbook-\(String(UInt64.random(in: .min ... .max), radix: 36))"
  }

  deinit { remove() }

  /// Removes what is at the path now, if it was not kept. A second call does nothing.
  package func remove() {
    guard end() else { return }
    Self.remove(path)
  }

  /// Leaves what is at the path alone from now on, because it has been moved, or is to stay.
  package func keep() { _ = end() }

  private func end() -> Bool {
    guard isKept.compareExchange(expected: false, desired: true, ordering: .relaxed).exchanged else { return false }
    Self.paths.withLock { _ = $0.all.remove(path) }
    return true
  }

  /// Removes all of the process that are there, for its end.
  ///
  /// Other threads run until then, and one may be about to make what it has said that it would, so it is looked for again.
  static func removeAll() {
    let all = paths.withLock { paths in
      paths.isEnding = true
      return paths.all
    }
    for _ in 0..<3 {
      for path in all { remove(path) }
      usleep(5_000)
    }
    for path in all { remove(path) }
  }

  private static func remove(_ path: String) {
    // Other threads may be making files in a folder at this moment. What cannot be removed in the end is a leftover, and no reason to fail.
    for _ in 0..<10 {
      do {
        return try FileManager.default.removeItem(atPath: path)
      } catch {
        if !FileManager.default.fileExists(atPath: path) { return }
      }
    }
  }
}
