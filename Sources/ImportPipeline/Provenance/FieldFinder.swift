package import Findings

/// A record that was looked for: its place, and the places and texts of the fields that its plan reads.
package struct FoundRecord: Sendable {
  package var position: SourcePosition
  /// In the order of the plan's numbers.
  package var fields: [ObjectProvenance.Field]

  /// Fields by their numbers in the plan.
  func fields(for numbers: [Int]) -> [ObjectProvenance.Field] { numbers.map { fields[$0] } }
}

/// Finds records again by their numbers: a source is read once more, as far as the last of them, or at the places where they are known to stand.
struct FieldFinder {
  let plan: ImportPlan
  var places: RecordPlaces?

  /// - Throws: The reader's error when a source cannot be read any more.
  func records(of origins: Set<RecordOrigin>) throws -> [RecordOrigin: FoundRecord] {
    var found: [RecordOrigin: FoundRecord] = [:]
    for (number, wanted) in Dictionary(grouping: origins, by: \.source) {
      let source = plan.sources[number]
      let numbers = Set(wanted.map(\.record))
      func keep(_ opened: any RecordSource, _ record: any PlacedRecord) {
        found[RecordOrigin(source: number, record: opened.recordNumber)] = Self.record(opened, record, source)
      }
      if numbers.count <= Self.mostPlaces, let places,
        try places.read(numbers, of: source, { keep($0, $0.place) })
      {
        continue
      }
      let opened = try source.open()
      try opened.forEachRecord(numbers.count, where: numbers.contains) { keep(opened, $0) }
    }
    return found
  }

  /// For more records, a source is read from its beginning.
  private static let mostPlaces = 100

  private static func record(_ opened: any RecordSource, _ record: any PlacedRecord, _ source: SourcePlan)
    -> FoundRecord
  {
    let fields = source.fieldNames.enumerated().map { field, name in
      ObjectProvenance.Field(
        name: name,
        position: record.located(field).position,
        text: opened.withField(field) { bytes in bytes.map { String(decoding: $0.trimmed, as: UTF8.self) } },
        isNumber: opened.isNumber(field)
      )
    }
    return FoundRecord(position: record.located(nil).position, fields: fields)
  }
}
