/// Another place that belongs to a finding, with what it has to do with it.
///
/// ```swift
/// var finding = Finding(
///   GivenWords(.recordDuplicate, "There is a Beagle already"),
///   at: SourcePosition(file: "akc-breeds.csv", line: 12, column: 1),
///   excerpt: SourceExcerpt(text: "Beagle,Hound Group", line: 12, markStart: 0, markLength: 6)
/// )
/// finding.related = [RelatedPlace("the first one", at: SourcePosition(file: "akc-breeds.csv", line: 3))]
/// let place = finding.position?.description  // akc-breeds.csv:12:1
/// ```
public struct RelatedPlace: Sendable {
  /// Where it is.
  public var position: SourcePosition
  /// What it has to do with the finding.
  public var relation: Relation

  /// Makes the place of something that has to do with a finding.
  public init(_ relation: Relation, at position: SourcePosition) {
    self.position = position
    self.relation = relation
  }

  /// Makes a place with words of one's own, such as “the first one”.
  public init(_ message: String, at position: SourcePosition) { self.init(.given(message), at: position) }

  /// What it has to do with the finding, in words.
  public var message: String { relation.words }
}

extension RelatedPlace {
  /// What a place has to do with a finding.
  public enum Relation: Sendable {
    /// The first record with the value.
    case firstUse
    /// Another record's value for the same attribute.
    case otherValue
    /// The record with a similar value.
    case similarValue
    /// The recipe's entry that expects something else.
    case expectation
    /// The recipe's entry that asks for it.
    case request
    /// The recipe's source.
    case recipeSource
    /// The beginning of an element that has not ended.
    case beginning(element: String)
    /// Words that are not Studbook's own.
    case given(String)

    fileprivate var words: String {
      switch self {
      case .firstUse: "first used here"
      case .otherValue: "the other value"
      case .similarValue: "this one"
      case .expectation: "expected here"
      case .request: "asked for here"
      case .recipeSource: "the recipe's source"
      case .beginning(let element): "<\(element)> begins here"
      case .given(let words): words
      }
    }
  }
}

extension RelatedPlace: Hashable {
  /// Places that say the same are equal: one that was made, and one that was read from a report, which has the words only.
  public static func == (left: RelatedPlace, right: RelatedPlace) -> Bool {
    left.position == right.position && left.message == right.message
  }

  /// Hashes what `==` compares: the position and the words.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(position)
    hasher.combine(message)
  }
}

extension RelatedPlace: Codable {
  private enum CodingKeys: CodingKey { case position, message }

  /// Reads a place of a report.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try values.decode(String.self, forKey: .message),
      at: try values.decode(SourcePosition.self, forKey: .position)
    )
  }

  /// Writes the position and the words, as the JSON report has them; the relation itself is not written.
  ///
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(position, forKey: .position)
    try values.encode(message, forKey: .message)
  }
}
