extension RuleCatalogue {
  /// Rules about worksheets. Their examples show a sheet as the texts of its cells.
  static let sheetRules: [RuleDescription] = [
    RuleDescription(
      .sheetError,
      "Cell that shows an error",
      "Mend the formula or empty the cell; if the error means “no value”, turn the rule off and name the error in `nulls`.",
      explanation: """
        A formula has no result, and the cell shows `#N/A`, `#REF!`, `#DIV/0!` or the like. That is never a value, so the record is rejected.
        """,
      example: RuleExample(
        "towns.xlsx",
        wrong: "name,height\nBern,#N/A",
        marked: "#N/A",
        message: "B2 shows the error #N/A",
        mended: "name,height\nBern,540"
      )
    ),
    RuleDescription(
      .sheetFormula,
      "Formula without a stored result",
      "Open the workbook in a spreadsheet program and save it, so that the results are calculated and stored.",
      explanation: """
        A workbook stores with each formula the result that it had when it was last calculated. Libraries that write workbooks often leave the \
        results out. Formulas are not calculated here, so that the cell has no value.
        """,
      example: RuleExample(
        "towns.xlsx",
        wrong: "name,height\nBern,=500+40",
        marked: "=500+40",
        message: "B2 is a formula whose result is not stored",
        mended: "name,height\nBern,540"
      )
    ),
    RuleDescription(
      .sheetDate,
      "Number shown as a date that is none",
      "Type the date again, or give the cell the format of a number.",
      explanation: """
        Spreadsheets keep days as numbers, counted from the end of 1899 or the beginning of 1904, and a cell's format says that a number is a \
        day. This number is none: it is negative, too great, or 60, which stands for the 29th of February 1900, a day that never was.
        """,
      example: RuleExample(
        "towns.xlsx",
        wrong: "name,founded\nBern,-1191",
        marked: "-1191",
        message: "B2 shows -1191 as a date, which is none",
        mended: "name,founded\nBern,1191"
      )
    ),
    RuleDescription(
      .sheetHidden,
      "Hidden rows or columns",
      "Say `hidden: skip` to leave them out, or turn the rule off if they are meant to be read.",
      severity: .note,
      explanation: """
        The sheet has rows or columns that nobody sees in a spreadsheet program, often left by a filter. They are read like the others unless \
        the recipe says `hidden: skip`.
        """,
      example: RuleExample(
        "towns.xlsx",
        wrong: "name,height\nBern,540\nOslo,23",
        marked: "Oslo,23",
        message: "The sheet has 1 hidden row; what is hidden is read like the rest",
        mended: "name,height\nBern,540"
      )
    ),
  ]
}
