/// How well one attribute is filled over all objects of its entity and, for numbers, how its values are spread.
///
/// ```swift
/// let heights = Histogram(start: 20, width: 20, counts: [90, 120, 50], minimum: 22.9, maximum: 81.3)
/// let profile = AttributeProfile(entity: "Breed", attribute: "heightMax", filled: 260, total: 277, histogram: heights)
/// let share = profile.share  // of the breeds that have a height
/// ```
public struct AttributeProfile: Sendable, Hashable, Codable {
  /// The entity's name.
  public var entity: String
  /// The attribute's name.
  public var attribute: String
  /// The objects that have a value.
  public var filled: Int
  /// The objects.
  public var total: Int
  /// How the values are spread; `nil` for attributes that are not numeric or have no values.
  public var histogram: Histogram?

  /// Makes a profile; `filled` of `total` objects have a value.
  public init(entity: String, attribute: String, filled: Int, total: Int, histogram: Histogram? = nil) {
    self.entity = entity
    self.attribute = attribute
    self.filled = filled
    self.total = total
    self.histogram = histogram
  }

  /// The filled part of all, from 0 to 1; 1 when there are no objects.
  public var share: Double { total > 0 ? Double(filled) / Double(total) : 1 }

  /// Whether no more values are filled than there are objects, and the histogram counts each of them once.
  public var balances: Bool {
    (0...max(total, 0)).contains(filled) && (histogram.map { $0.count == filled } ?? true)
  }

  /// What does not add up, as a sentence; `nil` when it `balances`.
  public var imbalance: String? {
    guard !balances else { return nil }
    let name = "\(entity).\(attribute)"
    guard let histogram, histogram.count != filled else {
      return "\(name): \(filled) values in \(total) objects"
    }
    return "\(name): \(filled) values, but the histogram counts \(histogram.count)"
  }
}

/// How many numbers fall into each of a row of ranges of equal width.
///
/// ```swift
/// let heights = Histogram(start: 20, width: 20, counts: [90, 120, 50], minimum: 22.9, maximum: 81.3)
/// let profile = AttributeProfile(entity: "Breed", attribute: "heightMax", filled: 260, total: 277, histogram: heights)
/// let share = profile.share  // of the breeds that have a height
/// ```
public struct Histogram: Sendable, Hashable, Codable {
  /// Where the first range begins.
  public var start: Double
  /// The width of each range; 0 when all values are the same and there is a single range.
  public var width: Double
  /// How many values each range holds. Its lower border belongs to a range, its upper one does not.
  public var counts: [Int]
  /// The least value.
  public var minimum: Double
  /// The greatest value.
  public var maximum: Double

  /// Makes a histogram of ranges of equal `width` from `start` on.
  public init(start: Double, width: Double, counts: [Int], minimum: Double, maximum: Double) {
    self.start = start
    self.width = width
    self.counts = counts
    self.minimum = minimum
    self.maximum = maximum
  }

  /// The number of values.
  public var count: Int { counts.reduce(0, +) }
}
