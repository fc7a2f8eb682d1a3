package import Findings
internal import ObjectModel
internal import TextInput

/// A change of a source that people ask for: a cell that says something else, a record more or less.
package enum SourceEdit: Sendable, Hashable {
  case cell(CellEdit)
  case insertion(RecordInsertion)
  case deletion(RecordDeletion)
  case text(TextEdit)

  /// The source's place in the recipe, from 0.
  package var source: Int {
    switch self {
    case .cell(let edit): edit.record.source
    case .insertion(let edit): edit.source
    case .deletion(let edit): edit.record.source
    case .text(let edit): edit.source
    }
  }
}

/// Where a record stands.
package struct RecordAddress: Sendable, Hashable {
  /// The source's place in the recipe, from 0.
  package var source: Int
  /// The record's number in its source, from 1, as findings have it.
  package var number: Int
  /// The file of the source, as findings name it; `nil` if there is only one, or for whoever counts records through all files.
  package var file: String?
  /// The record's bytes in its file, where they are known: the file need not be read up to the record then.
  package var byteRange: Range<Int>?

  package init(source: Int, number: Int, file: String? = nil, byteRange: Range<Int>? = nil) {
    self.source = source
    self.number = number
    self.file = file
    self.byteRange = byteRange
  }
}

/// A cell that is to say something else. Only its own bytes are other ones afterwards.
package struct CellEdit: Sendable, Hashable {
  package var record: RecordAddress
  /// The field, as the source names it: a column, or the path by which the recipe reads it.
  package var field: String
  /// The field's bytes in its file, where they are known, as the places of findings have them.
  package var byteRange: Range<Int>?
  /// What the editor has seen there; `nil` for a field that the record does not have.
  package var expected: String?
  /// What is to stand there; `nil` for no value, which formats write in their own ways.
  package var text: String?

  package init(_ record: RecordAddress, field: String, byteRange: Range<Int>? = nil, expected: String?, text: String?) {
    self.record = record
    self.field = field
    self.byteRange = byteRange
    self.expected = expected
    self.text = text
  }
}

extension CellEdit {
  /// A typed text as it takes the place of another one: what is the same keeps the line breaks that it has there, which forms write in their own way, and
  /// new ones have the form of the first.
  package static func text(_ typed: String, over seen: String) -> String {
    let bytes = Array(seen.utf8)
    // A valid text has no bytes that are none.
    guard let (part, written) = try? ShownText(bytes, .utf8).difference(from: typed) else { return seen }
    return String(decoding: bytes[..<part.lowerBound] + written.utf8 + bytes[part.upperBound...], as: UTF8.self)
  }
}

/// A record that is to be added.
package struct RecordInsertion: Sendable, Hashable {
  /// The source's place in the recipe, from 0.
  package var source: Int
  /// The record after which it comes; 0 for the first, `nil` for the last of the source.
  package var after: Int?
  /// The values by the fields' names; fields that are not named are empty.
  package var values: [String: String]

  package init(source: Int, after: Int? = nil, values: [String: String]) {
    self.source = source
    self.after = after
    self.values = values
  }
}

/// A record that is to go.
package struct RecordDeletion: Sendable, Hashable {
  package var record: RecordAddress
  /// What the editor has seen in some of its fields.
  package var expected: [String: String]

  package init(_ record: RecordAddress, expected: [String: String] = [:]) {
    self.record = record
    self.expected = expected
  }
}

/// A stretch of a file that is to be written otherwise, as it stands there: for records whose form is broken, and for what no cell holds.
package struct TextEdit: Sendable, Hashable {
  /// The source's place in the recipe, from 0.
  package var source: Int
  /// The file, as findings name it.
  package var file: String
  package var byteRange: Range<Int>
  /// What the editor has seen there, line breaks as they are.
  package var expected: String
  /// What is to stand there. Bytes before and after what differs stay; line breaks in another form do not differ.
  package var text: String

  package init(source: Int, file: String, byteRange: Range<Int>, expected: String, text: String) {
    self.source = source
    self.file = file
    self.byteRange = byteRange
    self.expected = expected
    self.text = text
  }
}

extension SourceEdit {
  /// Whether records have other numbers afterwards.
  package var renumbers: Bool {
    if case .cell = self { return false }
    return true
  }
}

extension ImportPlan {
  /// The source that a finding is about, by its place in the recipe; `nil` if it is about none, or if its place is in no file that is read as it stands.
  package func source(of finding: Finding) -> Int? {
    guard let file = finding.position?.file else { return nil }
    let fitting = sources.filter { source in source.file(named: file) != nil }
    // Several sources may be made from one file.
    return
      (fitting.first { $0.entity.name == finding.entity && (finding.field.map($0.fieldNames.contains) ?? true) }
      ?? fitting.first { $0.entity.name == finding.entity } ?? fitting.first)?.number
  }
}
