extension RuleCatalogue {
  /// Rules about single values.
  static let valueRules: [RuleDescription] = [
    RuleDescription(
      .valueRequired,
      "Missing required value",
      "Fill in the value.",
      explanation: """
        The model says that the attribute is not optional, and the record has nothing for it: the field is empty, holds only white space, \
        or a conversion left nothing. The same is said of a key without a value, of a required relationship without an object, of an object that a reference \
        would make (“unknown: create”) and that needs more than its name, and of a record that would take away from another object what that has to have.
        """,
      example: RuleExample(
        "towns.csv",
        wrong: "name,country\n,Switzerland",
        marked: ",Switzerland",
        message: "name is required, but there is no value",
        mended: "name,country\nBern,Switzerland"
      )
    ),
    RuleDescription(
      .valueType,
      "Value of the wrong type",
      "Write the value in the form that the attribute needs.",
      explanation: """
        The attribute holds a number, a date, a truth value, an address or an identifier, and the text cannot be read as one. Units and \
        separators are taken care of by conversions in the recipe, where it asks for them.
        """,
      example: RuleExample(
        "towns.csv",
        wrong: "name,height\nBern,five hundred",
        marked: "five hundred",
        message: "“five hundred” is not a whole number",
        mended: "name,height\nBern,540"
      )
    ),
    RuleDescription(
      .valueRange,
      "Value out of range",
      "Check the value against the least and greatest that the model allows.",
      explanation: """
        The model gives the attribute a least or a greatest value. A digit too many, a missing decimal point or the wrong unit are the \
        usual reasons.
        """,
      example: RuleExample(
        "towns.csv",
        wrong: "name,height\nBern,54000",
        marked: "54000",
        message: "height is greater than 9000",
        mended: "name,height\nBern,540"
      )
    ),
    RuleDescription(
      .valuePrecision,
      "Decimal with more digits than a store keeps",
      "Write the value with at most fifteen digits, or make the attribute a string if every digit counts.",
      severity: .warning,
      explanation: """
        Core Data's SQLite stores keep a decimal as the nearest floating-point number of double precision. Up to fifteen digits come back as they were; of a \
        longer number the last digits may be others. In memory the value is exact.
        """,
      example: RuleExample(
        "towns.csv",
        wrong: "name,debt\nBern,12345678901234567.89",
        marked: "12345678901234567.89",
        message: "12345678901234567.89 has more digits than a store keeps: it becomes 12345678901234568",
        mended: "name,debt\nBern,12345678901234.57"
      )
    ),
    RuleDescription(
      .valueLength,
      "Text too short or too long",
      "Shorten or complete the text.",
      explanation: """
        The model gives the text a least or a greatest length, counted in characters as people see them. The app relies on it, for \
        instance in the layout of a list.
        """,
      example: RuleExample(
        "towns.csv",
        wrong: "name,code\nBern,BERN",
        marked: "BERN",
        message: "code is longer than 3 characters",
        mended: "name,code\nBern,BRN"
      )
    ),
    RuleDescription(
      .valuePattern,
      "Text that does not fit the pattern",
      "Write the text in the form that the model asks for.",
      explanation: """
        The model has a regular expression for the attribute, which the whole text must match. The message shows the expression.
        """,
      example: RuleExample(
        "towns.csv",
        wrong: "name,code\nBern,b3n",
        marked: "b3n",
        message: "code does not match the pattern [A-Z]{3}",
        mended: "name,code\nBern,BRN"
      )
    ),
    RuleDescription(
      .valueLookup,
      "Value that the lookup table does not have",
      "Mend the value, or add it to the lookup table.",
      explanation: """
        The recipe translates this field by a lookup table, and the table has no entry for the value. Nothing is guessed: an unknown value \
        may be a spelling mistake or a new case that someone has to decide.
        """,
      example: RuleExample(
        "towns.csv",
        wrong: "name,country\nBern,SUI",
        marked: "SUI",
        message: "The lookup table countries has no entry “SUI”",
        suggestion: "CHE",
        mended: "name,country\nBern,CHE"
      )
    ),
    RuleDescription(
      .valuePart,
      "Part of a list that is not there, or that nobody takes",
      "Write the list with as many parts as the recipe takes; or say in the recipe what becomes of others, with missing and rest.",
      severity: .warning,
      explanation: """
        The recipe splits the field and takes some of its parts by their numbers. Either there is no part of such a number, and the attribute stays empty, or \
        there is a part that no attribute and no relationship takes, so that it would be lost.
        """,
      example: RuleExample(
        "towns.csv",
        wrong: "name,altitude\nBern,481-674-700",
        marked: "481-674-700",
        message: "“481-674-700” has 3 parts, and nobody takes “700”",
        mended: "name,altitude\nBern,481-674"
      )
    ),
    RuleDescription(
      .valueDateOrder,
      "Date that two patterns read differently",
      "Write the date so that only one pattern fits, best as 2024-04-03; or name only the pattern that the source follows.",
      severity: .warning,
      explanation: """
        The recipe names several date patterns, and the text fits two of them with different days, as 03/04/2024 is the third of April or the fourth of March. \
        The first pattern that fits was taken.
        """,
      example: RuleExample(
        "towns.csv",
        wrong: "name,founded\nBern,05/04/1191",
        marked: "05/04/1191",
        message:
          "“05/04/1191” is 1191-04-05 by the pattern “dd/MM/yyyy”, which was taken, and 1191-05-04 by “MM/dd/yyyy”",
        mended: "name,founded\nBern,1191-04-05"
      )
    ),
    RuleDescription(
      .valueMojibake,
      "Text that was decoded twice",
      "Replace the text by the suggestion and save the file as UTF-8.",
      severity: .warning,
      explanation: """
        The text has the traces of UTF-8 that a program took for Windows-1252 or Mac Roman and saved again, perhaps more than once: “ü” became “Ã¼” or “√º”. \
        The file itself is sound, so only the words can tell. The suggestion is the text decoded the right way. Where a program has put U+FFFD (�) in the place of \
        what it could not decode, the character is lost, and nothing can be suggested.
        """,
      example: RuleExample(
        "towns.csv",
        wrong: "name,country\nZÃ¼rich,Switzerland",
        marked: "ZÃ¼rich",
        message: "The text looks like UTF-8 that was read as Windows-1252",
        suggestion: "Zürich",
        mended: "name,country\nZürich,Switzerland"
      )
    ),
    RuleDescription(
      .valuePredicate,
      "Value that breaks a rule of the model",
      "Change the value so that the rule holds.",
      explanation: """
        A model can hold validation predicates for an attribute, written in the predicate language. The value has the right type, but one \
        of them is not true for it.
        """,
      example: RuleExample(
        "towns.csv",
        wrong: "name,district\nBern,Bern",
        marked: "Bern",
        after: "\nBern,",
        message: "district breaks the model's rule SELF ENDSWITH \"district\"",
        mended: "name,district\nBern,Bern-Mittelland district"
      )
    ),
  ]

  /// Rules about relationships between objects.
  static let referenceRules: [RuleDescription] = [
    RuleDescription(
      .referenceUnknown,
      "Reference to an object that does not exist",
      "Mend the name, or add the missing object to its own source.",
      explanation: """
        The field names an object, and no object has that name. Sources are read in the order of the recipe, so the source of the objects that are \
        referred to has to come first. If the record of such an object was rejected, the message says so, and there is nothing to mend here. \
        “unknown: create” in the recipe makes objects that are not there.
        """,
      example: RuleExample(
        "towns.csv",
        wrong: "name,country\nBern,Swizerland",
        marked: "Swizerland",
        message: "There is no Country whose name is “Swizerland”",
        suggestion: "Switzerland",
        mended: "name,country\nBern,Switzerland"
      )
    ),
    RuleDescription(
      .referenceAmbiguous,
      "Reference that several objects match",
      "Refer by an attribute whose values are unique; give a to-one relationship one value only.",
      explanation: """
        More than one object has the value by which the field refers, or a to-one relationship is given several values. Which of them is meant \
        cannot be known, and none is taken at random. The same is said of a record that changes an object and whose key several objects have.
        """,
      example: RuleExample(
        "rivers.csv",
        wrong: "name,town\nMain,Frankfurt",
        marked: "Frankfurt",
        message: "There are 2 Town whose name is “Frankfurt”, and nobody knows which is meant",
        mended: "name,town\nMain,Frankfurt am Main"
      )
    ),
    RuleDescription(
      .referenceTaken,
      "Partner that another object has already",
      "Refer to another object, or say “taken: replace” in the recipe if the last record is to have it.",
      explanation: """
        The relationship and its inverse are both to-one, so that an object has one partner at most. An earlier record gave this partner to another \
        object, which would lose it without a word.
        """,
      example: RuleExample(
        "passports.csv",
        wrong: "number,owner\nP1,Ada\nP2,Ada",
        marked: "Ada",
        after: "P2",
        message: "The Person “Ada” belongs to Passport P1 already, and owner gives each to one only",
        mended: "number,owner\nP1,Ada\nP2,Grace"
      )
    ),
    RuleDescription(
      .referenceCount,
      "Too few or too many related objects",
      "Add or remove references until the count fits the model.",
      explanation: """
        The model gives a to-many relationship a least or a greatest count, and the object has fewer or more related objects after the last source. The \
        object is imported all the same. An optional relationship may also be empty.
        """,
      example: RuleExample(
        "rivers.csv",
        wrong: "name,towns\nAare,Bern",
        marked: "Bern",
        message: "River Aare: towns has fewer than 2 related objects, but there is 1",
        mended: "name,towns\nAare,Bern|Thun"
      )
    ),
  ]

  /// Rules that the recipe's author writes.
  static let predicateRules: [RuleDescription] = [
    RuleDescription(
      .rulePredicate,
      "Rule of the recipe not met",
      "Read the rule's message; change the values so that it holds.",
      explanation: """
        The recipe can demand more than the model, across the attributes of an object and those related to it, in the predicate language. \
        The message is the one that its author gave the rule, which also chooses the severity.
        """,
      example: RuleExample(
        "towns.csv",
        wrong: "name,lowest,highest\nBern,674,481",
        marked: "674,481",
        message: "A town's lowest point is not above its highest",
        mended: "name,lowest,highest\nBern,481,674"
      )
    )
  ]
}
