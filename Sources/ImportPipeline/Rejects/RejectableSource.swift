internal import DelimitedText
internal import TextInput

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

extension ReaderSource: RejectableSource {
  var byteRange: Range<Int>? { reader.byteRange(of: record) }

  var isTree: Bool { reader.rejectHeader == nil }

  var rejectPreamble: [UInt8] { reader.rejectHeader ?? [] }

  var lineBreaks: [[UInt8]] { isTree ? [] : [[10]] }
}

/// What it says is about the current file, which `name` names.
extension JoinedSource: RejectableSource {
  var byteRange: Range<Int>? { current.byteRange }

  var isTree: Bool { current.isTree }

  var rejectPreamble: [UInt8] { current.rejectPreamble }

  var lineBreaks: [[UInt8]] { current.lineBreaks }
}
