internal import Foundation
internal import Synchronization

/// A file or folder that does not outlive what it is needed for: it is removed with the last reference, and when a signal ends the process.
package final class TemporaryItem: Sendable {
  package let path: String
  private let isKept = Atomic(false)

  private static let paths = Mutex<Set<String>>([])

  /// Takes care of what is or will be at `path`.
  package init(_ path: String) {
    self.path = path
    Self.paths.withLock { _ = $0.insert(path) }
  }

  /// Chooses a new name in the system's folder for temporary files; nothing is made there.
  package convenience init() {
    self.init(FileManager.default.temporaryDirectory.appending(path: "studbook-\(UUID().uuidString)").path)
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
    Self.paths.withLock { _ = $0.remove(path) }
    return true
  }

  /// Removes all of the process that are there.
  static func removeAll() { for path in paths.withLock({ $0 }) { remove(path) } }

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
