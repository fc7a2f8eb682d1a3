internal import DelimitedText
internal import JSONText
internal import MarkupText
internal import TextInput
internal import Worksheets

/// A source whose rejected records can be cut out of its file and written to another: what `Rejects` asks of it beyond reading.
protocol RejectableSource: RecordSource {
  /// The bytes of the file that the current record takes, its line break included; `nil` if they are not known.
  ///
  /// - Complexity: O(1).
  var byteRange: Range<Int>? { get }

  /// Whether records stand in a tree, out of which they have to be cut, or are lines that can be left out.
  var isTree: Bool { get }

  /// What a file of rejected records begins with, when records are lines: the byte order mark and the header.
  var rejectPreamble: [UInt8] { get }

  /// The line breaks that end a record, when records are lines, as bytes of the file; the one to add is the first.
  var lineBreaks: [[UInt8]] { get }
}

extension RejectableSource {
  var rejectPreamble: [UInt8] { [] }

  var lineBreaks: [[UInt8]] { [] }
}

extension DelimitedSource: RejectableSource {
  var byteRange: Range<Int>? { record.rawByteRange }

  var isTree: Bool { false }

  var rejectPreamble: [UInt8] { reader.byteOrderMark + reader.headerBytes }

  var lineBreaks: [[UInt8]] {
    let first = dialect.recordEnd == .carriageReturn ? "\r" : "\n"
    return [first, "\r\n", "\n", "\r"].compactMap { encoding.encode($0) }
  }
}

extension WorksheetSource: RejectableSource {
  // Rows are unpacked from the file's middle.
  var byteRange: Range<Int>? { nil }

  var isTree: Bool { false }

  var rejectPreamble: [UInt8] { Array((WorksheetRecord.line(fieldNames) + "\n").utf8) }

  var lineBreaks: [[UInt8]] { [[10]] }
}

extension MarkupSource: RejectableSource {
  var byteRange: Range<Int>? { record.byteRange }

  var isTree: Bool { true }
}

extension JSONSource: RejectableSource {
  // Records are cut out of the file by their bytes, which is done in UTF-8 only.
  var byteRange: Range<Int>? { reader.isUTF8 ? record.byteRange : nil }

  // Lines too are cut out as what stands in a text: a line may hold the records of several sources.
  var isTree: Bool { true }
}

/// What it says is about the current file, which `name` names.
extension JoinedSource: RejectableSource {
  var byteRange: Range<Int>? { current.byteRange }

  var isTree: Bool { current.isTree }

  var rejectPreamble: [UInt8] { current.rejectPreamble }

  var lineBreaks: [[UInt8]] { current.lineBreaks }
}
