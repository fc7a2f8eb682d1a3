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

  /// Counts an object.
  ///
  /// - Parameters:
  ///   - isFilled: Whether there is a value, by slot.
  ///   - row: The values by slot; numbers have to be there while histograms are drawn.
  mutating func add(isFilled: [Bool], row: [AttributeValue]) {
    for slot in filled.indices where isFilled[slot] { filled[slot] &+= 1 }
    if drawsHistograms {
      for index in histograms.indices {
        if let number = row[histograms[index].slot].number { histograms[index].builder.add(number) }
      }
    }
    count &+= 1
  }

  /// The histogram of a slot; `nil` if there is none, or if there are too many objects.
  func histogram(_ slot: Int) -> Histogram? {
    guard count <= CompletenessProfile.mostObjectsForHistograms else { return nil }
    return histograms.first { $0.slot == slot }?.builder.finished()
  }
}
