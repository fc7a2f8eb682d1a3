/// What a rule is about, for people.
public struct RuleDescription: Sendable, Hashable {
  public let code: RuleCode
  public let severity: Severity
  /// The rule in a few words, such as "Value out of range".
  public let title: String
  /// What an editor does about it, as one or two sentences.
  public let advice: String

  init(_ code: RuleCode, _ title: String, _ advice: String, severity: Severity = .error) {
    self.code = code
    self.severity = severity
    self.title = title
    self.advice = advice
  }
}

/// Every rule that Studbook itself knows, in the order of the parts that report them.
public enum RuleCatalogue {
  /// The description of `code`, or `nil` if the catalogue has none.
  ///
  /// - Complexity: O(1).
  public static func rule(_ code: RuleCode) -> RuleDescription? { byCode[code] }

  private static let byCode = Dictionary(uniqueKeysWithValues: all.map { ($0.code, $0) })

  /// All rules.
  public static let all: [RuleDescription] = [
    // Sources
    RuleDescription(
      .sourceMissing,
      "Source not found",
      "Put the file where the recipe says, or mend its name in the recipe."
    ),
    RuleDescription(
      .sourceEncoding,
      "Bytes that are not text in the source's encoding",
      "Save the file as UTF-8, or name its encoding in the recipe."
    ),
    RuleDescription(
      .sourceNulByte,
      "NUL byte in the text",
      "Delete the NUL byte; it usually comes from a damaged or binary file."
    ),
    RuleDescription(
      .sourceHeader,
      "Header that cannot be used",
      "Give every column one name of its own in the header row."
    ),
    RuleDescription(
      .sourceMalformed,
      "Markup that is not well-formed",
      "Mend the markup at the place; records before it have been read, records after it have not."
    ),
    RuleDescription(
      .sourceNoRecords,
      "Source without records",
      "Check that the file has data, and that the recipe looks for it in the right place.",
      severity: .warning
    ),
    RuleDescription(
      .sourceTableMissing,
      "Table not found",
      "Check the caption, number or selector in the recipe against the tables that the page has."
    ),
    RuleDescription(
      .sourceLimit,
      "Input over a safety limit",
      "Split the record or field, or raise the limit in the recipe."
    ),
    RuleDescription(
      .sourceUnsafe,
      "Markup that reaches outside the file",
      "Remove the document type's entities and external references; Studbook never loads them."
    ),

    // Records
    RuleDescription(
      .recordFieldCount,
      "Wrong number of fields",
      "Check the record for a missing or surplus delimiter, or for a field that needs quotes."
    ),
    RuleDescription(
      .recordQuoting,
      "Broken quoting",
      "Close the quoted field, and double each quote inside it."
    ),
    RuleDescription(
      .recordDuplicate,
      "Record with a key that is already taken",
      "Remove one of the records, or give them different keys."
    ),
    RuleDescription(
      .recordUnmatched,
      "Record that matches no object",
      "Mend the key, add the missing object to its own source, or add the name to the lookup table."
    ),

    // Values
    RuleDescription(.valueRequired, "Missing required value", "Fill in the value."),
    RuleDescription(.valueType, "Value of the wrong type", "Write the value in the form that the attribute needs."),
    RuleDescription(
      .valueRange,
      "Value out of range",
      "Check the value against the least and greatest that the model allows."
    ),
    RuleDescription(.valueLength, "Text too short or too long", "Shorten or complete the text."),
    RuleDescription(
      .valuePattern,
      "Text that does not fit the pattern",
      "Write the text in the form that the model asks for."
    ),
    RuleDescription(
      .valueLookup,
      "Value that the lookup table does not have",
      "Mend the value, or add it to the lookup table."
    ),
    RuleDescription(
      .valueMojibake,
      "Text that was decoded twice",
      "Replace the text by the suggestion and save the file as UTF-8.",
      severity: .warning
    ),
    RuleDescription(
      .valuePredicate,
      "Value that breaks a rule of the model",
      "Change the value so that the rule holds."
    ),

    // References
    RuleDescription(
      .referenceUnknown,
      "Reference to an object that does not exist",
      "Mend the name, or add the missing object to its own source."
    ),
    RuleDescription(
      .referenceAmbiguous,
      "Reference that several objects match",
      "Refer by an attribute whose values are unique."
    ),
    RuleDescription(
      .referenceCount,
      "Too few or too many related objects",
      "Add or remove references until the count fits the model."
    ),

    // Rules of the recipe
    RuleDescription(
      .rulePredicate,
      "Rule of the recipe not met",
      "Read the rule's message; change the values so that it holds."
    ),
  ]
}

extension RuleCode {
  public static let sourceMissing: RuleCode = "source.missing"
  public static let sourceEncoding: RuleCode = "source.encoding"
  public static let sourceNulByte: RuleCode = "source.nul-byte"
  public static let sourceHeader: RuleCode = "source.header"
  public static let sourceMalformed: RuleCode = "source.malformed"
  public static let sourceNoRecords: RuleCode = "source.no-records"
  public static let sourceTableMissing: RuleCode = "source.table-missing"
  public static let sourceLimit: RuleCode = "source.limit"
  public static let sourceUnsafe: RuleCode = "source.unsafe"
  public static let recordFieldCount: RuleCode = "record.field-count"
  public static let recordQuoting: RuleCode = "record.quoting"
  public static let recordDuplicate: RuleCode = "record.duplicate"
  public static let recordUnmatched: RuleCode = "record.unmatched"
  public static let valueRequired: RuleCode = "value.required"
  public static let valueType: RuleCode = "value.type"
  public static let valueRange: RuleCode = "value.range"
  public static let valueLength: RuleCode = "value.length"
  public static let valuePattern: RuleCode = "value.pattern"
  public static let valueLookup: RuleCode = "value.lookup"
  public static let valueMojibake: RuleCode = "value.mojibake"
  public static let valuePredicate: RuleCode = "value.predicate"
  public static let referenceUnknown: RuleCode = "reference.unknown"
  public static let referenceAmbiguous: RuleCode = "reference.ambiguous"
  public static let referenceCount: RuleCode = "reference.count"
  public static let rulePredicate: RuleCode = "rule.predicate"
}
