public import Findings

/// What the readers of XML documents, tables and repeated elements have in common: records one after the other.
///
/// ```swift
/// /// Works for XML, for tables and for repeated elements.
/// func firstValues(of reader: any MarkupRecordReader) throws -> [String] {
///   var record = MarkupRecord()
///   var values: [String] = []
///   while try reader.next(&record) { values.append(record.value(0) ?? "") }
///   return values
/// }
/// ```
public protocol MarkupRecordReader: AnyObject {
  /// Reads the next record.
  ///
  /// - Parameter record: Replaced by the next record; its memory is used again if nobody else has a copy.
  /// - Returns: `false` when there is none.
  /// - Throws: What keeps the document from being read on.
  func next(_ record: inout MarkupRecord) throws -> Bool

  /// What has been found wrong since the last call, in the order of the document.
  func takeFindings() -> [Finding]

  /// Where the name of a field stands in a header, or the header begins for `nil`; nothing where records have no header.
  func headerPlace(ofField field: Int?) -> (position: SourcePosition, excerpt: SourceExcerpt)?
}

extension MarkupRecordReader {
  /// Nothing, as for records without a header.
  public func headerPlace(ofField field: Int?) -> (position: SourcePosition, excerpt: SourceExcerpt)? { nil }
}

extension XMLRecordReader: MarkupRecordReader {}
extension HTMLTableReader: MarkupRecordReader {}
extension HTMLRecordReader: MarkupRecordReader {}
