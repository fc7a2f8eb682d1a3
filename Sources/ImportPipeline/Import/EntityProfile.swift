internal import AttributeValues
internal import Findings
internal import ObjectModel

/// Counts an entity's objects, and how well their attributes are filled, one object after the other.
struct EntityProfile {
  /// How many objects the run has made.
  private(set) var inserted = 0
  /// How many objects have a value, by slot.
  private(set) var filled: [Int]
  private var histograms: [(slot: Int, builder: HistogramBuilder)] = []

  /// Entities with more objects get no histograms.
  static let mostObjectsForHistograms = 200_000

  /// - Parameter draws: Whether histograms are drawn of the objects as they are made.
  init(_ entity: EntityDescription, draws: Bool) {
    filled = Array(repeating: 0, count: entity.layout.attributes.count)
    guard draws else { return }
    for (slot, attribute) in entity.layout.attributes.enumerated() where attribute.attributeType.isNumeric {
      histograms.append((slot, HistogramBuilder()))
    }
  }

  /// Whether numbers are still drawn.
  var drawsHistograms: Bool { !histograms.isEmpty && inserted < Self.mostObjectsForHistograms }

  /// Counts the values of an object that was there before the run.
  mutating func addValues(of row: [AttributeValue]) {
    for slot in filled.indices where !row[slot].isNull { filled[slot] &+= 1 }
  }

  /// Counts a new object.
  mutating func insert(_ row: [AttributeValue]) {
    addValues(of: row)
    if drawsHistograms { draw(row) }
    inserted &+= 1
  }

  /// Counts the new objects of prechecked records. The precheck has to have kept numbers while histograms are drawn.
  ///
  /// - Parameter left: The records that make none.
  mutating func insert(_ prechecked: PrecheckedBatch, without left: [Int]) {
    for slot in filled.indices {
      filled[slot] += prechecked.filledCount(slot: slot) - left.count { prechecked.isFilled(slot: slot, of: $0) }
    }
    guard drawsHistograms else { return inserted += prechecked.count - left.count }
    var leaving = left[...]
    for record in 0..<prechecked.count {
      if leaving.first == record {
        leaving.removeFirst()
        continue
      }
      if drawsHistograms {
        for (index, number) in prechecked.numbers(of: record).enumerated() where !number.isNaN {
          histograms[index].builder.add(number)
        }
      }
      inserted &+= 1
    }
  }

  /// Counts new objects that are taken over from an earlier run.
  ///
  /// - Parameter filled: How many of them have a value, by slot.
  mutating func keep(_ count: Int, filled: [Int]) {
    for slot in self.filled.indices { self.filled[slot] += filled[slot] }
    inserted += count
  }

  /// Counts a change of an attribute. A record only ever adds values, so that none is ever taken away.
  mutating func update(_ slot: Int, old: AttributeValue) { if old.isNull { filled[slot] &+= 1 } }

  private mutating func draw(_ row: [AttributeValue]) {
    for index in histograms.indices {
      if let number = row[histograms[index].slot].number { histograms[index].builder.add(number) }
    }
  }

  /// The histogram of a slot; `nil` if there is none, or if there are too many objects.
  func histogram(_ slot: Int) -> Histogram? {
    guard inserted <= Self.mostObjectsForHistograms else { return nil }
    return histograms.first { $0.slot == slot }?.builder.finished()
  }
}
