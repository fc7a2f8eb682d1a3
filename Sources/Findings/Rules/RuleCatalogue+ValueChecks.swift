extension RuleCatalogue {
  /// Rules about values, which a recipe's checks ask for.
  static let valueCheckRules: [RuleDescription] = [
    RuleDescription(
      .valueOneOf,
      "Value that is not in the list",
      "Use one of the allowed values, or add this one to the recipe.",
      explanation: """
        The recipe lists the values that the attribute may have, and this is none of them. Capital letters count unless the recipe says \
        otherwise.
        """,
      example: RuleExample(
        "towns.csv",
        wrong: "name,kind\nBern,captial",
        marked: "captial",
        message: "kind has to be one of city, capital, village",
        suggestion: "capital",
        mended: "name,kind\nBern,capital"
      )
    ),
    RuleDescription(
      .valueRequiredWhen,
      "Value that is required in this case",
      "Fill in the value, or change what makes it necessary.",
      explanation: """
        The recipe asks for a value of this attribute under a condition, and the condition holds for the object. It is checked after the \
        last source when several sources fill the attributes concerned.
        """,
      example: RuleExample(
        "towns.csv",
        wrong: "name,kind,mayor\nBern,city,",
        marked: "Bern,city,",
        message: "mayor is required where kind == \"city\"",
        mended: "name,kind,mayor\nBern,city,A. Muster"
      )
    ),
    RuleDescription(
      .valueWindow,
      "Date or number outside its window",
      "Check the value: a wrong century, or day and month exchanged, are the usual reasons.",
      explanation: """
        The recipe gives the attribute an earliest and a latest date, or a least and a greatest number, and the value lies outside. The \
        word today stands for the day of the run, or of SOURCE_DATE_EPOCH.
        """,
      example: RuleExample(
        "towns.csv",
        wrong: "name,founded\nBern,2191-05-01",
        marked: "2191-05-01",
        message: "founded is after 2026-01-01, the end of its window",
        mended: "name,founded\nBern,1191-05-01"
      )
    ),
    RuleDescription(
      .valueURL,
      "Text that is no web address",
      "Write the address in full, with https:// and without spaces.",
      severity: .warning,
      explanation: """
        The recipe says that the attribute holds addresses of web pages. An address begins with http:// or https://, then comes the name \
        of a host, and there are no spaces in it.
        """,
      example: RuleExample(
        "towns.csv",
        wrong: "name,page\nBern,htp://www.bern.ch",
        marked: "htp://www.bern.ch",
        message: "“htp://www.bern.ch” is not a web address",
        mended: "name,page\nBern,https://www.bern.ch"
      )
    ),
    RuleDescription(
      .valueEmail,
      "Text that is no e-mail address",
      "Mend the address: one @, and a domain with a full stop behind it.",
      severity: .warning,
      explanation: """
        The recipe says that the attribute holds e-mail addresses. The shape is that of HTML forms: a name, one @ and a domain of at \
        least two parts.
        """,
      example: RuleExample(
        "towns.csv",
        wrong: "name,contact\nBern,info@bern",
        marked: "info@bern",
        message: "“info@bern” is not an e-mail address",
        mended: "name,contact\nBern,info@bern.ch"
      )
    ),
    RuleDescription(
      .valueLanguageTag,
      "Text that is no language tag",
      "Write the tag as in BCP 47: de, pt-BR, zh-Hant-TW.",
      severity: .warning,
      explanation: """
        The recipe says that the attribute holds language tags. A tag is a language of two or three letters, with script, region and \
        variants behind hyphens. The suggestion is the tag in its usual spelling.
        """,
      example: RuleExample(
        "towns.csv",
        wrong: "name,language\nBern,DE_ch",
        marked: "DE_ch",
        message: "“DE_ch” is not a language tag",
        suggestion: "de-CH",
        mended: "name,language\nBern,de-CH"
      )
    ),
    RuleDescription(
      .valuePlaceholder,
      "Number that stands for an unknown one",
      "Leave the field empty when the number is not known.",
      severity: .warning,
      explanation: """
        The recipe says which numbers stand for “unknown”, often 0, -1 or 999. In a database they would be taken for measurements and \
        falsify every sum and average.
        """,
      example: RuleExample(
        "towns.csv",
        wrong: "name,height\nBern,0",
        marked: "0",
        after: "Bern,",
        message: "0 stands for an unknown height; leave the field empty",
        mended: "name,height\nBern,"
      )
    ),
    RuleDescription(
      .valueSwapped,
      "Minimum above maximum",
      "Exchange the two values, or mend the wrong one.",
      explanation: """
        The recipe says that one attribute is never above another, and here it is: the columns may be exchanged, or one of the numbers \
        is wrong.
        """,
      example: RuleExample(
        "towns.csv",
        wrong: "name,lowest,highest\nBern,674,481",
        marked: "674",
        message: "lowest (674) is above highest (481)",
        suggestion: "481",
        mended: "name,lowest,highest\nBern,481,674"
      )
    ),
    RuleDescription(
      .valueOrder,
      "Value out of its order",
      "Sort the records, or mend the value.",
      severity: .warning,
      explanation: """
        The recipe says that the values of this field rise or fall from record to record, and this one does not. A number with a digit \
        too many or a row at the wrong place are the usual reasons.
        """,
      example: RuleExample(
        "towns.csv",
        wrong: "rank,name\n1,Zürich\n3,Basel\n2,Genève",
        marked: "2",
        after: "Basel\n",
        message: "rank is 2 after 3, but has to rise",
        mended: "rank,name\n1,Zürich\n2,Genève\n3,Basel"
      )
    ),
    RuleDescription(
      .valueGap,
      "Gap in a sequence",
      "Look for the missing record, or number the records anew.",
      severity: .warning,
      explanation: """
        The recipe says that the attribute's numbers follow each other without gaps. The finding stands at the object after the gap and \
        names the numbers that nothing has.
        """,
      example: RuleExample(
        "towns.csv",
        wrong: "rank,name\n1,Zürich\n3,Basel",
        marked: "3",
        after: "Zürich\n",
        message: "rank 2 is missing before 3",
        mended: "rank,name\n1,Zürich\n2,Genève\n3,Basel"
      )
    ),
    RuleDescription(
      .valueOutlier,
      "Value far from those of its peers",
      "Check the value; if it is right, leave the finding out by a suppression.",
      severity: .warning,
      explanation: """
        The recipe compares the attribute with that of the other objects, or of those in the same group. The value is further from their \
        median than the recipe allows, measured in robust standard deviations (1.4826 times the median of the distances from the \
        median), so that one wrong value cannot hide another. Fewer than five values are not judged.
        """,
      example: RuleExample(
        "towns.csv",
        wrong: "name,height\nBern,540\nThun,560\nSpiez,628\nBrig,691\nVisp,650\nChur,5930",
        marked: "5930",
        message: "height is 5930, but its peers are about 628",
        mended: "name,height\nBern,540\nThun,560\nSpiez,628\nBrig,691\nVisp,650\nChur,593"
      )
    ),
    RuleDescription(
      .valueUnit,
      "Number in the wrong unit",
      "Replace the number by the suggestion, if the converted one is right.",
      severity: .warning,
      explanation: """
        The recipe says which unit the numbers may have been written in by mistake. The value is far from those of its peers, and \
        converted it is among them: inches in a column of centimetres, or pounds in one of kilograms.
        """,
      example: RuleExample(
        "towns.csv",
        wrong: "name,height\nBern,540\nThun,560\nSpiez,2060\nBrig,691\nVisp,650\nChur,593",
        marked: "2060",
        message: "height is 2060 among values about 593; were it ft, it would be 628 m",
        suggestion: "628",
        mended: "name,height\nBern,540\nThun,560\nSpiez,628\nBrig,691\nVisp,650\nChur,593"
      )
    ),
    RuleDescription(
      .valueCompleteness,
      "Attribute that is filled too seldom",
      "Fill in the values, or lower the threshold in the recipe.",
      severity: .warning,
      explanation: """
        The recipe says in what share of the objects the attribute has to have a value, and fewer have one. The finding stands at the \
        threshold in the recipe.
        """,
      example: RuleExample(
        "Towns.recipe.yml",
        wrong: "checks:\n  Town:\n    mayor: { filled: 95% }",
        marked: "95%",
        message: "mayor is filled in 2 of 3 objects of Town (66.7%), and 95% are asked for",
        mended: "checks:\n  Town:\n    mayor: { filled: 60% }"
      )
    ),
  ]
}
