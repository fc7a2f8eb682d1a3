package import Findings
package import ImageFiles

/// What a recipe asks of one property of an entity, beyond what the model says.
package struct CheckRecipe: Sendable {
  package var entity: Located<String>
  /// The attribute or relationship; `*` for every attribute that holds text.
  package var property: Located<String>
  package var kind: CheckKind
  /// Where the check's setting stands in the recipe.
  package var position: SourcePosition
  /// Replaces the rule's own severity.
  package var severity: Severity?
  /// Replaces the rule's own words.
  package var message: String?
}

/// The kinds of checks.
package enum CheckKind: Sendable {
  /// The value is one of a list.
  case oneOf([String], ignoresCase: Bool)
  /// There is a value where the predicate holds.
  case requiredWhen(Located<String>)
  /// The date or number lies between two others; `nil` leaves a side open.
  case between(Located<String>?, Located<String>?)
  /// The text has a shape.
  case shape(TextShape)
  /// The text is tidy: the rules of the family `text` to check.
  case text(Set<RuleCode>)
  /// These numbers stand for unknown ones.
  case placeholders([Located<String>])
  /// The value is not greater than that of another attribute.
  case notAbove(Located<String>)
  /// The value is near those of its peers.
  case outliers(PeerRecipe)
  /// All sources say the same.
  case agree(Agreement)
  /// The values follow each other.
  case sequence(SequenceOrder)
  /// No two objects have the same value.
  case distinct(Distinctness)
  /// No two objects have almost the same value: at most so many letters differ.
  case similar(Int)
  /// At least this share of the objects has a value, between 0 and 1, and how the recipe writes it.
  case filled(Double, text: String)
  /// There are at least so many related objects.
  case atLeast(Int)
  /// The bytes are a picture as it is wanted.
  case image(ImageDemands)
}

/// What is asked of a picture, as it is before anything is made of it. Without any demand it has to be one that is whole and does nothing but show itself.
package struct ImageDemands: Sendable {
  /// A range of which either end may be open.
  package struct Limits: Sendable {
    package var least: Int?
    package var most: Int?
  }

  /// The kinds of files; empty for any picture.
  package var types: [MediaType] = []
  package var colours: [ImageFacts.Colour] = []
  package var width = Limits()
  package var height = Limits()
  package var bytes = Limits()
  /// Whether transparency is fine.
  package var allowsAlpha = true
  /// Whether movement is fine.
  package var allowsAnimation = false
  /// Whether all of it is decoded.
  package var decodes = false
  /// How many of 64 features may differ between two pictures that count as the same; `nil` if they are not compared.
  package var similarity: Int?
}

/// Shapes that texts can have.
package enum TextShape: String, Sendable, CaseIterable {
  case url, email
  case languageTag = "language-tag"
}

/// How values follow each other.
package enum SequenceOrder: String, Sendable, CaseIterable {
  /// Whole numbers from the least to the greatest, each at least once, in any order.
  case gapFree = "gap-free"
  /// Each record's value is greater than the one before.
  case rising
  /// Each record's value is less than the one before.
  case falling
}

/// When two values are the same.
package enum Distinctness: String, Sendable, CaseIterable {
  /// When they are equal.
  case exact
  /// When they are equal but for case, accents, spaces and punctuation.
  case spelling
}

/// How a value is compared with those of other objects.
package struct PeerRecipe: Sendable {
  /// The to-one relationship or attribute whose value the peers share; `nil` for all objects.
  package var group: Located<String>?
  /// How many robust standard deviations from the median are too many.
  package var limit = 6.0
  /// The conversion that was perhaps forgotten, as in "in to cm".
  package var unit: Located<String>?
}

/// What happens when two sources give an attribute different values.
package struct Agreement: Sendable, Hashable {
  /// Which of the values is kept.
  package enum Winner: String, Sendable, CaseIterable {
    /// The value of the source that is read first stays.
    case first
    /// The value of the source that is read last is taken.
    case last
  }

  package var winner = Winner.last
  /// How far numbers may be apart, as a share of the greater one.
  package var tolerance = 0.0
}
