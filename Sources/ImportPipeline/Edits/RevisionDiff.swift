internal import Dispatch
internal import Synchronization
internal import TextInput

/// The changes of a revision as a unified diff, worked out while others go on: to number the lines, a file is read up to them.
package final class RevisionDiff: Sendable {
  private let group = DispatchGroup()
  private let found = Mutex("")

  /// - Parameter file: The file as it was before the changes; nobody else reads it.
  init(_ revision: SourceRevision, in file: sending InputFile, size: Int) {
    nonisolated(unsafe) let file = file
    DispatchQueue.global(qos: .utility).async(group: group) { [self] in
      // What cannot be read any more is not shown; the change itself has been made or refused, and that was said.
      let text = try? UnifiedDiff.text(revision.file, revision.edits, in: file, size: size, revision.encoding)
      found.withLock { $0 = (text ?? nil) ?? "" }
    }
  }

  /// The diff, once it is known; empty if the changed lines cannot be shown as text.
  package var text: String {
    group.wait()
    return found.withLock { $0 }
  }
}
