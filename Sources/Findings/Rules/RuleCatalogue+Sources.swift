extension RuleCatalogue {
  /// Rules about whole files and how they are written.
  static let sourceRules: [RuleDescription] = [
    RuleDescription(
      .sourceMissing,
      "Source not found",
      "Put the file where the recipe says, or mend its name in the recipe.",
      explanation: """
        A source that the recipe names is not in its folder. Nothing of it can be imported, so the run stops before the reference \
        file is touched.
        """,
      example: RuleExample(
        "towns.recipe.yml",
        wrong: """
          sources:
            - file: twons.csv
              entity: Town
          """,
        marked: "twons.csv",
        message: "There is no file twons.csv",
        suggestion: "towns.csv",
        mended: """
          sources:
            - file: towns.csv
              entity: Town
          """
      )
    ),
    RuleDescription(
      .sourceEncoding,
      "Bytes that are not text in the source's encoding",
      "Save the file as UTF-8, or name its encoding in the recipe.",
      explanation: """
        The file is read as UTF-8 unless its byte-order mark or the recipe says otherwise, and at this place it has bytes that mean \
        nothing there. Most often a program saved it in an older encoding, such as Windows-1252, in which “ü” is the single byte FC.
        """,
      example: RuleExample(
        "towns.csv",
        wrong: "name,country\nZ\u{FFFD}rich,Switzerland",
        marked: "\u{FFFD}",
        message: "Bytes that are not UTF-8 text: FC",
        mended: "name,country\nZürich,Switzerland"
      )
    ),
    RuleDescription(
      .sourceNulByte,
      "NUL byte in the text",
      "Delete the NUL byte; it usually comes from a damaged or binary file.",
      explanation: """
        A byte of value zero stands in the text. Text files have none: a copy was cut short, a disk was damaged, or the file is UTF-16 \
        without a byte-order mark. Many programs take it for the end of the text and would lose what follows.
        """,
      example: RuleExample(
        "towns.csv",
        wrong: "name,country\nZür\u{0}ich,Switzerland",
        marked: "\u{0}",
        message: "A NUL byte in the text",
        mended: "name,country\nZürich,Switzerland"
      )
    ),
    RuleDescription(
      .sourceBinary,
      "File that is no text",
      "Give the file as CSV, XML, HTML, JSON or .xlsx, or leave it out.",
      explanation: """
        The first bytes are those of another format — a PDF document, a picture, a workbook of the older form (`.xls`) — or hold so many \
        NUL and control characters that they are no text. The file has not been read. An older workbook can be saved as `.xlsx`; a workbook \
        that is called `.csv` is read with `format: xlsx`.
        """,
      example: RuleExample(
        "towns.csv",
        wrong: "%PDF-1.7\n1 0 obj",
        marked: "%PDF-1.7",
        message: "towns.csv is a PDF document",
        mended: "name,country\nZürich,Switzerland"
      )
    ),
    RuleDescription(
      .sourceHeader,
      "Header that cannot be used",
      "Give every column the name that the recipe asks for, and each its own; of several tables choose one, or all, with `table`.",
      explanation: """
        Fields are found by the names in the header row. A name that is empty or stands twice leaves open which column is meant, and a \
        header with more or fewer names than the records have fields fits none of them. A column that the recipe asks for and the header \
        does not have is an error: nothing is read then, and the finding stands at the name that comes nearest.
        """,
      example: RuleExample(
        "towns.csv",
        wrong: "name,name,height\nBern,Switzerland,540",
        marked: "name",
        after: "name,",
        message: "Column 2 has the name of column 1 and is called “name_2”",
        mended: "name,country,height\nBern,Switzerland,540"
      )
    ),
    RuleDescription(
      .sourceMalformed,
      "Markup that is not well-formed",
      "Mend the source at this place; an error ends the reading there, and `beforeFault` in the recipe says what becomes of the records before it.",
      explanation: """
        XML has to be well-formed: every element closed in its turn, every attribute quoted, every “&” the start of an entity. Beyond \
        the place where it is not, nobody can tell what belongs to what.
        """,
      example: RuleExample(
        "towns.xml",
        wrong: """
          <towns>
            <town><name>Bern</town>
          </towns>
          """,
        marked: "</town>",
        message: "The element name is closed by </town>",
        mended: """
          <towns>
            <town><name>Bern</name></town>
          </towns>
          """
      )
    ),
    RuleDescription(
      .sourceNoRecords,
      "Source without records",
      "Check that the file has data, and that the recipe looks for it in the right place.",
      severity: .warning,
      explanation: """
        The source was read from start to end and held no record. An empty file may be meant; more often the path of the records in the \
        recipe does not fit the file any more.
        """,
      example: RuleExample(
        "towns.recipe.yml",
        wrong: """
          sources:
            - file: towns.xml
              records: //city
              entity: Town
          """,
        marked: "//city",
        message: "towns.xml has no record at //city",
        suggestion: "//town",
        mended: """
          sources:
            - file: towns.xml
              records: //town
              entity: Town
          """
      )
    ),
    RuleDescription(
      .sourceTableMissing,
      "Table not found",
      "Call the table or sheet as the recipe does, or mend `table` or `sheet` in the recipe.",
      explanation: """
        The recipe asks for a table of an HTML page by its caption, number, CSS selector or XPath, or for a sheet of a workbook or a table of \
        a delimited text, and the file has none that fits. Nothing is read then. The finding stands in the file, at the table that is \
        called most alike; the message lists them all. `studbook read` with the file's name lists them too.
        """,
      example: RuleExample(
        "towns.html",
        wrong: """
          <table>
            <caption>Twons 2021</caption>
          """,
        marked: "Twons 2021",
        message: "towns.html has no table captioned 'Towns 2021'",
        suggestion: "Towns 2021",
        mended: """
          <table>
            <caption>Towns 2021</caption>
          """
      )
    ),
    RuleDescription(
      .sourceLeftOut,
      "Lines left out as comments or titles",
      "Say with `comment` or `skip` what the lines are; `comment: none` and `skip: 0` read them all.",
      severity: .note,
      explanation: """
        Where the recipe does not say it, lines that begin with `#` are taken for comments if the file begins with them or each is words without a delimiter, and rows that \
        do not look like the others for titles over the header. None of them is left out without a word if it may be a record: the finding says \
        how many there are and shows the first. It is a warning if some have as many fields as a record. A row of a page's table that repeats \
        the header is left out, too.
        """,
      example: RuleExample(
        "towns.csv",
        wrong: """
          # towns, 2021
          name,height
          Bern,540
          #Thun,560
          """,
        marked: "#Thun,560",
        message:
          "A line behind the header begins with “#” and was taken for a comment, though it has as many fields as a record; `comment: none` reads such lines",
        mended: """
          # towns, 2021
          name,height
          Bern,540
          Thun,560
          """
      )
    ),
    RuleDescription(
      .sourceLimit,
      "Input over a safety limit",
      "Split what is too large; for delimited texts and JSON, `longestField` and `longestRecord` in the recipe raise the limit.",
      explanation: """
        Records, fields and the nesting of elements are bounded, so that a damaged or hostile file cannot use up the memory. A quote that \
        is never closed is the usual reason: it makes one endless field of the rest of the file.
        """,
      example: RuleExample(
        "towns.csv",
        wrong: "name,country\n\"Bern,Switzerland\nOslo,Norway",
        marked: "\"Bern",
        message: "A field of more than 16777216 bytes",
        mended: "name,country\nBern,Switzerland\nOslo,Norway"
      )
    ),
    RuleDescription(
      .sourceUnsafe,
      "Markup that reaches outside the file",
      "Remove the document type's entities and external references; Studbook never loads them.",
      explanation: """
        An XML document type can define entities that stand for other files or addresses, or for texts that grow without end. Sources are \
        not trusted, so such entities are neither loaded nor expanded.
        """,
      example: RuleExample(
        "towns.xml",
        wrong: """
          <!DOCTYPE towns [<!ENTITY secret SYSTEM "file:///etc/passwd">]>
          <towns><town>&secret;</town></towns>
          """,
        marked: "<!ENTITY secret SYSTEM \"file:///etc/passwd\">",
        message: "The entity secret refers to another file",
        mended: "<towns><town>Bern</town></towns>"
      )
    ),
  ]
}
