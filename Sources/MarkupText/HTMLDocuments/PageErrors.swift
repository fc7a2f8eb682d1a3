internal import Findings

/// Bytes of a page that are no text in its encoding. In a record they are an error, and the record is not to be trusted; elsewhere in the page they are
/// a warning, for nothing is lost.
struct PageErrors {
  private var left: [(offset: Int, finding: Finding)]

  init(_ document: HTMLDocument) { left = document.faults }

  var isEmpty: Bool { left.isEmpty }

  /// The findings about those in a record.
  ///
  /// - Parameter isScattered: Whether the record's fields stand in several elements, of which its own place is only the first.
  /// - Complexity: O(*n*) in the faults that are left, times the fields of the record if it has any fault.
  mutating func take(of record: MarkupRecord, isScattered: Bool) -> [Finding] {
    guard !left.isEmpty else { return [] }
    let fields = (0..<record.fieldCount).map { record.sourceRange(ofField: $0) }
    let whole = isScattered ? nil : record.sourceRange
    var taken: [Finding] = []
    left.removeAll { offset, finding in
      let field = fields.firstIndex { $0.contains(offset) }
      guard field != nil || whole?.contains(offset) == true else { return false }
      var finding = finding
      finding.severity = .error
      finding.record = record.number
      finding.field = field.map { record.fieldNames[$0] }
      taken.append(finding)
      return true
    }
    return taken
  }

  /// The findings about those that stand in no record, after the last one.
  mutating func takeRest() -> [Finding] {
    defer { left = [] }
    return left.map(\.finding)
  }
}
