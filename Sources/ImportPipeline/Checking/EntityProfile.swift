internal import AttributeValues
internal import Findings
internal import ObjectModel

/// Counts how well the attributes of an entity's objects are filled, one object after the other.
struct EntityProfile {
  private(set) var count = 0
  private(set) var filled: [Int]
  private var histograms: [(slot: Int, builder: HistogramBuilder)] = []

  init(_ entity: EntityDescription) {
    filled = Array(repeating: 0, count: entity.layout.attributes.count)
    for (slot, attribute) in entity.layout.attributes.enumerated() where attribute.attributeType.isNumeric {
      histograms.append((slot, HistogramBuilder()))
    }
  }

  /// Whether numbers are still drawn.
  var drawsHistograms: Bool { count < CompletenessProfile.mostObjectsForHistograms && !histograms.isEmpty }

  /// Counts an object by its values.
  mutating func add(_ row: [AttributeValue]) {
    for slot in filled.indices where !row[slot].isNull { filled[slot] &+= 1 }
    if drawsHistograms { draw(row[...]) }
    count &+= 1
  }

  /// Counts an object of a record that has passed the screen. The screen has to have kept values while histograms are drawn.
  mutating func add(_ record: Int, of screened: ScreenedRecords) {
    screened.addFilled(of: record, to: &filled)
    if drawsHistograms, let row = screened.row(record) { draw(row) }
    count &+= 1
  }

  private mutating func draw(_ row: ArraySlice<AttributeValue>) {
    for index in histograms.indices {
      if let number = row[row.startIndex + histograms[index].slot].number { histograms[index].builder.add(number) }
    }
  }

  /// The histogram of a slot; `nil` if there is none, or if there are too many objects.
  func histogram(_ slot: Int) -> Histogram? {
    guard count <= CompletenessProfile.mostObjectsForHistograms else { return nil }
    return histograms.first { $0.slot == slot }?.builder.finished()
  }
}
