internal import FoundationEssentials

/// Why a source is not changed as was asked. Nothing has been written then.
package struct SourceEditError: LocalizedError, Sendable, Hashable, CustomStringConvertible {
  package enum Kind: Sendable, Hashable {
    /// Something else stands in the cell than the editor has seen.
    case otherText(expected: String?, found: String?)
    /// The file is another one than was looked at.
    case changedFile
    /// There is no such record, or no such field in it.
    case missing
    /// The format cannot say it there, or the file cannot be changed in place; the reason is in the description.
    case obstacle
  }

  package let kind: Kind
  /// The file, as the recipe names it.
  package let file: String
  private let reason: String

  init(_ kind: Kind, file: String, _ reason: String = "") {
    self.kind = kind
    self.file = file
    self.reason = reason
  }

  /// The error for a file that another program has changed.
  package static func changed(_ file: String) -> SourceEditError { SourceEditError(.changedFile, file: file) }

  package var description: String {
    switch kind {
    case .otherText(let expected, let found):
      "\(file) says \(Self.quoted(found)) there by now, where \(Self.quoted(expected)) was seen"
    case .changedFile: "\(file) has been changed by another program since it was read"
    case .missing, .obstacle: "\(file): \(reason)"
    }
  }

  package var errorDescription: String? { description }

  private static func quoted(_ text: String?) -> String { text.map { "“\($0)”" } ?? "nothing" }
}
