internal import SystemErrors
internal import TextInput

/// One file with other bytes in some places, and the way back.
package struct SourceRevision: Sendable {
  /// The file as the recipe names it.
  package let file: String
  package let path: String
  /// The changes, in the file's order; all else stays as it is.
  package internal(set) var edits: [SourceFix.Edit]
  /// How the file's characters are written as bytes.
  var encoding = TextEncoding.utf8
  /// The file as it has to be for the edits to fit; `nil` if that is not known.
  package internal(set) var state: FileState?
  /// What was written, where the system has not told the file's state since.
  private(set) var written: FileStamp?

  /// The changes as a unified diff; empty if the changed lines cannot be shown as text.
  ///
  /// - Throws: `SourceEditError` if the file has changed, `InputError` if it cannot be read.
  package func diff() throws -> String {
    guard !edits.isEmpty else { return "" }
    let (source, state) = try opened()
    return try UnifiedDiff.text(file, edits, in: source, size: state.size, encoding) ?? ""
  }

  /// The changes as a unified diff that is worked out while the revision is written, and after that.
  ///
  /// - Throws: As `diff()`.
  package func diffAside() throws -> RevisionDiff? {
    guard !edits.isEmpty else { return nil }
    let (source, state) = try opened()
    return RevisionDiff(self, in: source, size: state.size)
  }

  /// Puts the file with its edits in the place of the other: wholly or not at all, with the same permissions; a link stays and leads to the new file.
  ///
  /// - Returns: What undoes it.
  /// - Throws: `SourceEditError` if the file is another one by now; `FileWriteError`, `InputError` if it cannot be written or read. Nothing is written then.
  package func apply() throws -> SourceRevision {
    guard !edits.isEmpty else { return self }
    // Taken before the file is looked at: what comes between is noticed by one or the other.
    let stamp = try FileStamp(path: path)
    let (source, state) = try opened()
    let written: FileStamp
    do {
      written = try FileWriter.replace(path, ifStill: stamp) { try write(source, size: state.size, to: $0) }
    } catch is FileChangedError {
      throw changed
    }
    var back = SourceRevision(file: file, path: path, edits: reversed, encoding: encoding)
    // The file is written: if the system does not tell its state now, it is asked when the state is needed.
    do { back.state = try Self.state(of: path, ifStill: written) } catch { back.written = written }
    return back
  }

  /// Writes the file with its edits somewhere else, to be read.
  ///
  /// - Throws: As `apply()`.
  func write(to copy: String) throws {
    let (source, state) = try opened()
    let writer = try FileWriter(path: copy)
    try write(source, size: state.size, to: writer)
    try writer.finish()
  }

  private func write(_ source: InputFile, size: Int, to file: FileWriter) throws {
    var position = 0
    for edit in edits {
      try source.read(position..<edit.range.lowerBound) { try file.write($0) }
      guard try source.bytes(in: edit.range) == edit.before else { throw changed }
      try file.write(edit.after)
      position = edit.range.upperBound
    }
    try source.read(position..<size) { try file.write($0) }
  }

  /// The state of a file that is as it was written; `nil` if it is not.
  private static func state(of path: String, ifStill written: FileStamp) throws(FileError) -> FileState? {
    // The stamp is looked at after the state: that of a file that came in between is not taken for our own.
    let state = try FileState(ofFile: path)
    return try FileStamp(path: path) == written ? state : nil
  }

  /// The state that the file has to have; `nil` if it is another one.
  private func requiredState() throws(FileError) -> FileState? {
    if state == nil, let written { try Self.state(of: path, ifStill: written) } else { state }
  }

  /// The same edits of a file that has been written since, and has the bytes that it had before by now.
  package func rebased(on newest: SourceRevision) -> SourceRevision {
    var revision = self
    revision.state = newest.state
    revision.written = newest.written
    return revision
  }

  /// Whether both are edits of the same state of the file.
  ///
  /// - Throws: `FileError` if the system cannot tell.
  package func isAbout(stateOf other: SourceRevision) throws -> Bool {
    try state != nil && state == other.requiredState()
  }

  /// The edits that lead from the new file to the old one.
  private var reversed: [SourceFix.Edit] {
    var shift = 0
    return edits.map { edit in
      let start = edit.range.lowerBound + shift
      shift += edit.after.count - edit.range.count
      return SourceFix.Edit(range: start..<start + edit.after.count, before: edit.after, after: edit.before)
    }
  }

  private func opened() throws -> (InputFile, FileState) {
    guard let state = try requiredState() else { throw changed }
    let source = try InputFile(path)
    guard try FileState(source) == state else { throw changed }
    return (source, state)
  }

  private var changed: SourceEditError { SourceEditError(.changedFile, file: file) }
}
