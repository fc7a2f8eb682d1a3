internal import AttributeValues
internal import Findings
internal import ObjectModel

/// Counts how well the attributes of an entity's objects are filled, one object after the other.
struct EntityProfile {
  private(set) var count = 0
  private(set) var filled: [Int]
  private var histograms: [Int: HistogramBuilder] = [:]

  init(_ entity: EntityDescription) {
    filled = Array(repeating: 0, count: entity.layout.attributes.count)
    for (slot, attribute) in entity.layout.attributes.enumerated() where attribute.attributeType.isNumeric {
      histograms[slot] = HistogramBuilder()
    }
  }

  /// Whether numbers are still drawn.
  var drawsHistograms: Bool { count < CompletenessProfile.mostObjectsForHistograms && !histograms.isEmpty }

  /// Counts an object.
  ///
  /// - Parameters:
  ///   - isFilled: Whether a slot has a value.
  ///   - value: The value in a slot; asked for numbers only, while histograms are drawn.
  mutating func add(isFilled: (Int) -> Bool, value: (Int) -> AttributeValue) {
    for slot in filled.indices where isFilled(slot) { filled[slot] &+= 1 }
    if drawsHistograms {
      for slot in histograms.keys {
        if let number = value(slot).number { histograms[slot]?.add(number) }
      }
    }
    count &+= 1
  }

  /// The histogram of a slot; `nil` if there is none, or if there are too many objects.
  func histogram(_ slot: Int) -> Histogram? {
    count <= CompletenessProfile.mostObjectsForHistograms ? histograms[slot]?.finished() : nil
  }
}
