internal import TextInput

/// Records that were read together, with the piece of the source that they stand in.
///
/// A batch never changes once a record of it has been handed out, so records may be kept, and read on any thread, without copying.
/// Places are kept as byte offsets and become lines and columns when someone asks: most records have nothing wrong.
final class MarkupBatch: @unchecked Sendable {
  // `@unchecked`: only the reader that fills the batch changes it, and only while no record refers to it (`isKnownUniquelyReferenced`).
  var content: Content

  init() { content = Content() }

  /// What is the same for all batches of a document until new names come up.
  final class Names: Sendable {
    let fileName: String
    let fieldNames: [String]
    /// The names that attributes' places refer to.
    let attributeNames: [NameTable.Name]
    let comparesWithoutCase: Bool
    /// Where the text stands in the file.
    let offsets: SourceOffsets

    init(
      fileName: String,
      fieldNames: [String] = [],
      attributeNames: [NameTable.Name] = [],
      comparesWithoutCase: Bool = false,
      offsets: SourceOffsets = SourceOffsets(measure: .utf8)
    ) {
      self.fileName = fileName
      self.fieldNames = fieldNames
      self.attributeNames = attributeNames
      self.comparesWithoutCase = comparesWithoutCase
      self.offsets = offsets
    }
  }

  struct Content: ~Copyable {
    /// The values of all fields of all records.
    var bytes = FlatBuffer<UInt8>(capacity: 1 << 10)
    var cells = FlatBuffer<Cell>(capacity: 64)
    /// The values of cells that have several.
    var values = FlatBuffer<Value>(capacity: 16)
    var records = FlatBuffer<Record>(capacity: 64)
    /// For each cell the number of its name, in batches whose records have fields of their own; else empty.
    var cellNames = FlatBuffer<Int32>(capacity: 16)
    var names = Names(fileName: "")
    var source = DocumentText()

    /// Forgets everything but the memory.
    mutating func removeAll() {
      bytes.removeLast(downTo: 0)
      cells.removeLast(downTo: 0)
      values.removeLast(downTo: 0)
      records.removeLast(downTo: 0)
      cellNames.removeLast(downTo: 0)
    }

    func value(_ cell: Cell, _ index: Int) -> Value {
      if cell.valueCount == 1 { return Value(start: cell.start, count: cell.count, place: cell.place) }
      return values[Int(cell.firstValue) + index]
    }

    func text(_ value: Value) -> String {
      String(decoding: bytes.elements[Int(value.start)..<(Int(value.start) + Int(value.count))], as: UTF8.self)
    }
  }

  /// A place in the source whose line and column are known, from which others are counted.
  struct Anchor: Sendable, Hashable, BitwiseCopyable {
    var line: Int
    var column: Int
    /// Bytes of the document, as UTF-8, before it.
    var offset: Int
    /// Where it is in the source of the batch.
    var sourceStart: Int
    /// Bytes of the file before it; -1 if that is not known.
    var fileOffset = -1
    /// Bytes of the file before its line; -1 if that is not known.
    var lineFileOffset = -1
  }

  /// A stretch of source.
  struct Place: Sendable, Hashable, BitwiseCopyable {
    var anchor: Int32 = 0
    /// The name of the attribute that is meant, or -1 for the element itself.
    var attribute: Int32 = -1
    /// Bytes from the anchor to the element.
    var start: Int32 = 0
    /// The length of the element in bytes.
    var count: Int32 = 0

    init() {}

    init(anchor: Int, attribute: Int32 = -1, start: Int, count: Int) {
      self.anchor = Int32(truncatingIfNeeded: anchor)
      self.attribute = attribute
      self.start = Int32(clamping: start)
      self.count = Int32(clamping: count)
    }
  }

  struct Cell: Sendable, Hashable, BitwiseCopyable {
    /// The joined values in `Content.bytes`.
    var start: UInt32 = 0
    var count: UInt32 = 0
    /// The first of its values in `Content.values` if it has several.
    var firstValue: UInt32 = 0
    /// 0 when the field is absent.
    var valueCount: UInt32 = 0
    var place = Place()
  }

  /// One of the values of a cell.
  struct Value: Sendable, Hashable, BitwiseCopyable {
    var start: UInt32
    var count: UInt32
    var place: Place
  }

  struct Record: Sendable, Hashable, BitwiseCopyable {
    var number: Int
    var firstCell: Int32
    var cellCount: Int32
    var place: Place
  }
}

extension MarkupBatch.Anchor {
  /// An anchor at a place that a cursor has reached.
  init(_ place: FileCursor, offset: Int, sourceStart: Int) {
    self.init(
      line: place.line,
      column: place.column,
      offset: offset,
      sourceStart: sourceStart,
      fileOffset: place.fileOffset ?? -1,
      lineFileOffset: place.lineFileOffset ?? -1
    )
  }
}
