internal import ObjectModel
internal import Findings

/// Finds the places of records and fields after their sources have been read: a source is read once more, as far as the last record that is asked
/// for. Only who has findings pays for it.
struct PlaceFinder {
  /// A field, or a record as a whole.
  struct Request: Sendable, Hashable {
    var origin: RecordOrigin
    /// The attribute or relationship that the field fills; `nil` for the record.
    var property: String?
  }

  /// Where it stands.
  struct Place: Sendable {
    var place: SourcePlace
    var field: String?
    /// The field's text.
    var text: String?
  }

  let plan: ImportPlan

  /// The places of `requests`; a record that is no longer there has none.
  ///
  /// - Throws: The reader's error when a source cannot be read any more.
  func places(of requests: Set<Request>) throws -> [Request: Place] {
    var places: [Request: Place] = [:]
    for (number, ofSource) in Dictionary(grouping: requests, by: \.origin.source) {
      let source = plan.sources[number]
      let byRecord = Dictionary(grouping: ofSource, by: \.origin.record)
      let opened = try source.open()
      try opened.forEachRecord(byRecord.count, where: byRecord.keys.contains) { record in
        for request in byRecord[opened.recordNumber] ?? [] {
          let field = request.property.flatMap { source.mainField(of: $0) }
          places[request] = Place(
            place: record.located(field),
            field: field.map { source.fieldNames[$0] },
            text: field.flatMap { number in
              opened.withField(number) { bytes in bytes.map { String(decoding: $0.trimmed, as: UTF8.self) } }
            }
          )
        }
      }
    }
    return places
  }
}

extension SourcePlan {
  /// The field that an attribute or relationship is filled from, if it is.
  func mainField(of property: String) -> Int? {
    if let attribute = attributes.first(where: { $0.attribute.name == property }) { return attribute.input.mainField }
    return relationships.first { $0.relationship.name == property }?.input.mainField
  }
}
