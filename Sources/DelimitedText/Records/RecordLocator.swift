public import Findings
package import TextInput

/// Where a field stands, and the line around it.
///
/// ```swift
/// let place: FieldPlace = record.place(ofField: 1)
/// let line = place.position.line  // 2
/// let text = place.excerpt.text  // the line, with the field marked
/// ```
public struct FieldPlace: Sendable, Hashable {
  /// The field's place.
  public var position: SourcePosition
  /// The line, with the field marked.
  public var excerpt: SourceExcerpt

  /// Says that something is wrong here.
  func finding(_ kind: any FindingKind, _ severity: Severity, record: Int? = nil, field: String? = nil) -> Finding {
    Finding(kind, severity: severity, at: position, record: record, field: field, excerpt: excerpt)
  }
}

/// Finds the places of fields in a record's raw bytes, later and elsewhere than it was read.
///
/// Looking for a place costs a new scan of the record, so that reading costs nothing for places that nobody asks for.
package struct RecordLocator: Sendable {
  let dialect: DelimitedDialect
  let encoding: TextEncoding
  let fileName: String

  /// Makes a locator for records that were read with this dialect and encoding; `fileName` stands in the positions.
  package init(dialect: DelimitedDialect, encoding: TextEncoding, fileName: String) {
    self.dialect = dialect
    self.encoding = encoding
    self.fileName = fileName
  }

  /// Where field `field` stands, quotes included; the end of the record if it has no such field.
  ///
  /// - Parameters:
  ///   - record: The record's bytes as they stand in the file, its line break included.
  ///   - startLine: The line on which it starts, from 1.
  ///   - startByte: The offset of its first byte in the file.
  /// - Complexity: O(*n*) in the record's bytes.
  package func place(
    ofField field: Int,
    in record: UnsafeBufferPointer<UInt8>,
    startLine: Int,
    startByte: Int
  ) -> FieldPlace {
    let text = RecordText(record, encoding: encoding)
    let fields = text.fields(dialect)
    let range = field < fields.count ? fields[field] : text.contentEnd(dialect)..<text.contentEnd(dialect)
    return text.place(of: range, self, startLine: startLine, startByte: startByte)
  }

  /// As the other one, for bytes in an array.
  package func place(ofField field: Int, in record: [UInt8], startLine: Int, startByte: Int) -> FieldPlace {
    record.withUnsafeBufferPointer { place(ofField: field, in: $0, startLine: startLine, startByte: startByte) }
  }
}
