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

  /// The changes as a unified diff; empty if the changed lines cannot be shown as text.
  ///
  /// - Throws: `SourceEditError` if the file has changed, `InputError` if it cannot be read.
  package func diff() throws -> String {
    guard !edits.isEmpty else { return "" }
    return try UnifiedDiff.text(file, edits, in: opened(), size: state?.size ?? 0, encoding) ?? ""
  }

  /// The changes as a unified diff that is worked out while the revision is written, and after that.
  ///
  /// - Throws: As `diff()`.
  package func diffAside() throws -> RevisionDiff? {
    edits.isEmpty ? nil : RevisionDiff(self, in: try opened(), size: state?.size ?? 0)
  }

  /// Puts the file with its edits in the place of the other: wholly or not at all, with the same permissions; a link stays and leads to the new file.
  ///
  /// - Returns: What undoes it.
  /// - Throws: `SourceEditError` if the file is another one by now; `FileWriteError`, `InputError` if it cannot be written or read.
  package func apply() throws -> SourceRevision {
    guard !edits.isEmpty else { return self }
    // Taken before the file is looked at: what comes between is noticed by one or the other.
    let stamp = try FileStamp(path: path)
    let source = try opened()
    let written: FileStamp
    do {
      written = try FileWriter.replace(path, ifStill: stamp) { file in
        var position = 0
        for edit in edits {
          try source.read(position..<edit.range.lowerBound) { try file.write($0) }
          guard try source.bytes(in: edit.range) == edit.before else { throw changed }
          try file.write(edit.after)
          position = edit.range.upperBound
        }
        try source.read(position..<(state?.size ?? position)) { try file.write($0) }
      }
    } catch is FileChangedError {
      throw changed
    }
    // The state is looked at after the stamp: one of a file that came in between is not taken for our own.
    let newState = try FileState(ofFile: path)
    let isOurs = try FileStamp(path: path) == written
    return SourceRevision(
      file: file,
      path: path,
      edits: reversed,
      encoding: encoding,
      state: isOurs ? newState : nil
    )
  }

  /// The same edits of a file that has been written since, and has the bytes that it had before by now.
  package func rebased(on newest: SourceRevision) -> SourceRevision {
    var revision = self
    revision.state = newest.state
    return revision
  }

  /// Whether both are edits of the same state of the file.
  package func isAbout(stateOf other: SourceRevision) -> Bool { state == other.state && state != nil }

  /// The edits that lead from the new file to the old one.
  private var reversed: [SourceFix.Edit] {
    var shift = 0
    return edits.map { edit in
      let start = edit.range.lowerBound + shift
      shift += edit.after.count - edit.range.count
      return SourceFix.Edit(range: start..<start + edit.after.count, before: edit.after, after: edit.before)
    }
  }

  /// Whether the file is still as it has to be.
  ///
  /// - Throws: `FileError` if the system cannot tell.
  package func fits() throws -> Bool { try FileState(ofFile: path) == state && state != nil }

  private func opened() throws -> InputFile {
    let source = try InputFile(path)
    guard try FileState(source) == state, state != nil else { throw changed }
    return source
  }

  private var changed: SourceEditError { SourceEditError(.changedFile, file: file) }
}
