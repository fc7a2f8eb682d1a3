package import Findings
package import ImageFitting

/// Where a value comes from and what is done to it on the way.
package struct FieldMapping: Sendable {
  /// Where the mapping stands in the recipe.
  package var position: SourcePosition
  package var origin: FieldOrigin
  /// Whether white space at both ends goes.
  package var trims = true
  /// Whether runs of white space become one space.
  package var collapses = false
  /// Whether letters become lower or upper case.
  package var letterCase: LetterCase?
  /// Texts that stand for no value, besides the source's own.
  package var nulls: [String] = []
  /// The separators of a list in the field; empty if it is none.
  package var splitSeparators: [String] = []
  /// Which part of the list to take, from 0; negative from the end; `nil` for all.
  package var splitIndex: Int?
  /// What to do when the list has no such part.
  package var partMissing = MissingPolicy.warning
  /// What to do with parts that no mapping takes.
  package var partsLeft = MissingPolicy.warning
  /// What to put between parts of a list, or between several fields.
  package var joinSeparator: String?
  /// The lookup table to translate by.
  package var lookup: Located<String>?
  /// What to do with a text that the lookup table does not have.
  package var lookupMissing = MissingPolicy.error
  /// The unit to convert from and to, as in "lb to kg".
  package var unit: Located<String>?
  /// How many decimals to round to.
  package var roundDigits: Int?
  /// The character between thousands, if numbers are written with one.
  package var thousandsSeparator: String?
  /// The decimal mark.
  package var decimalSeparator = "."
  /// Whether numbers are written otherwise than in source code.
  package var hasMarks: Bool { thousandsSeparator != nil || decimalSeparator != "." }
  /// Date patterns to try in order, such as `yyyy-MM-dd`.
  package var datePatterns: [Located<String>] = []
  /// Texts for true and false besides the usual ones.
  package var trueTexts: [String] = []
  package var falseTexts: [String] = []
  /// Whether the value says only that the field is filled, for Boolean attributes.
  package var takesPresence = false
  /// The text to take when there is no value.
  package var defaultText: String?
  /// The folder or archive, relative to the recipe's folder, of the file that the text names.
  package var files: Located<String>?
  /// Whether the text is the address of a file that was fetched into that folder.
  package var fetchesFiles = false
  /// How a text holds bytes.
  package var encoding: Located<BinaryEncoding>?
  /// What is made of a picture.
  package var image: Located<ImageFitting>?
}

/// Where a mapping takes its text.
package enum FieldOrigin: Sendable {
  /// One field: a column's name, or a path in XML.
  case field(Located<String>)
  /// Several fields, joined by the mapping's separator; empty ones are left out.
  case joined([Located<String>])
  /// The first of several fields that is not empty.
  case firstNonEmpty([Located<String>])
  /// The same text for every record.
  case constant(String)
  /// Nothing: the attribute keeps its default even if a field has its name.
  case nothing

  var fields: [Located<String>] {
    switch self {
    case .field(let field): [field]
    case .joined(let fields), .firstNonEmpty(let fields): fields
    case .constant, .nothing: []
    }
  }
}

/// How a text holds bytes.
package enum BinaryEncoding: String, Sendable, CaseIterable {
  case base64, hex
}

/// Changes of letter case.
package enum LetterCase: String, Sendable, CaseIterable {
  case lower, upper
}

/// What to do with a reference to an object that is not there.
package enum ReferencePolicy: String, Sendable, CaseIterable {
  /// A finding of error severity; the record is rejected.
  case error
  /// A finding of warning severity; the relationship is left as it is.
  case warning
  /// Nothing is said; the relationship is left as it is.
  case skip
  /// An object with this key is made, and validated as any other.
  case create
}

/// What to do with a partner that another object has already.
package enum TakenPolicy: String, Sendable, CaseIterable {
  /// A finding of error severity; the record is rejected.
  case error
  /// The object takes the partner, and the other one loses it.
  case replace
}

/// How a relationship's objects are found.
package struct RelationshipMapping: Sendable {
  /// The text that names the object, or a list of texts for a to-many relationship.
  package var field: FieldMapping
  /// The attribute of the destination that the text is compared with.
  package var matches: Located<String>?
  /// What to do when no object matches.
  package var missing = ReferencePolicy.error
  /// How texts that name objects are compared.
  package var folding = KeyFolding.none
  /// What to do when the object has another partner, and can have only one.
  package var taken = TakenPolicy.error
  /// Where the recipe says so; `nil` if it does not.
  var takenPosition: SourcePosition?
  /// Whether it leads to the object of the record around this one, which has to have a name then.
  var isToParent = false
}
