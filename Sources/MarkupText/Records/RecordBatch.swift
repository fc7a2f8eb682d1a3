/// Records that were read together, with the piece of the source that they stand in.
///
/// A batch never changes once a record of it has been handed out, so records may be kept, and read on any thread, without copying.
/// Places are kept as byte offsets and become lines and columns when someone asks: most records have nothing wrong.
final class RecordBatch: @unchecked Sendable {
  // Only the reader that fills the batch changes it, and only while no record refers to it.
  var content: Content

  init(_ content: Content) { self.content = content }

  struct Content {
    /// The values of all fields of all records.
    var bytes: [UInt8] = []
    var cells: [Cell] = []
    var values: [Value] = []
    var records: [Record] = []
    var anchors: [Anchor] = []
    /// The source around the records as UTF-8, after the tags of elements around them.
    var source: [UInt8] = []
    /// The names that attributes' places and discovered fields refer to.
    var attributeNames: [NameTable.Name] = []
    var fieldNames: [String] = []
    var fileName = ""
    var comparesNamesWithoutCase = false
    /// Bytes of the file before the first byte of the document; `nil` if the file is not in UTF-8.
    var fileOffset: Int? = 0

    /// Forgets everything but the memory.
    mutating func removeAll() {
      bytes.removeAll(keepingCapacity: true)
      cells.removeAll(keepingCapacity: true)
      values.removeAll(keepingCapacity: true)
      records.removeAll(keepingCapacity: true)
      anchors.removeAll(keepingCapacity: true)
      source.removeAll(keepingCapacity: true)
    }
  }

  /// A place in the source whose line and column are known, from which others are counted.
  struct Anchor: Sendable, Hashable {
    var line: Int
    var column: Int
    /// Bytes of the document, as UTF-8, before it.
    var offset: Int
    /// Where it is in `Content.source`.
    var sourceStart: Int
  }

  /// A stretch of source.
  struct Place: Sendable, Hashable {
    var anchor: Int32 = 0
    /// The name of the attribute that is meant, or -1 for the element itself.
    var attribute: Int32 = -1
    /// Bytes from the anchor to the element.
    var start = 0
    /// The length of the element in bytes.
    var count = 0
  }

  struct Cell: Sendable, Hashable {
    /// The first of its values in `Content.values`.
    var firstValue: Int32
    /// 0 when the field is absent.
    var valueCount: Int32
    /// The joined values in `Content.bytes`.
    var start: Int
    var count: Int
    /// The number of its name in `Content.fieldNames`.
    var name: Int32
    var place: Place
  }

  /// One of the values of a cell.
  struct Value: Sendable, Hashable {
    var start: Int
    var count: Int
    var place: Place
  }

  struct Record: Sendable, Hashable {
    var number: Int
    var firstCell: Int
    var cellCount: Int
    var place: Place
  }
}
