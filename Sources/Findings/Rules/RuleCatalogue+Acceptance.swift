extension RuleCatalogue {
  /// Rules about what a team has agreed to accept: baselines, suppressions and budgets.
  static let acceptanceRules: [RuleDescription] = [
    RuleDescription(
      .acceptanceBudget,
      "More findings than the budget allows",
      "Mend the findings of this rule until they are within the budget, or raise the budget and say why in the commit.",
      explanation: """
        The recipe allows some findings of a rule, or of a family of rules, in one source or in all. There are more of them than that, so \
        none of them is excused. Findings that a baseline or a suppression accepts are not counted.
        """,
      example: RuleExample(
        "Towns.recipe.yml",
        wrong: """
          budgets:
            - { rule: value.range, file: towns.csv, most: 2 }
          """,
        marked: "{ rule: value.range",
        message: "There are 5 findings of value.range in towns.csv, but the budget allows 2",
        mended: """
          budgets:
            - { rule: value.range, file: towns.csv, most: 5 }
          """
      )
    ),
    RuleDescription(
      .acceptanceExpired,
      "Suppression that has ended",
      "Mend the findings, or decide anew and move the day.",
      severity: .warning,
      explanation: """
        A suppression of the recipe held until a day that has passed, and there are still findings that it covered. They count again. The day \
        is compared with today's date in UTC, or with `SOURCE_DATE_EPOCH` where that is set.
        """,
      example: RuleExample(
        "Towns.recipe.yml",
        wrong: """
          suppressions:
            - rule: reference.unknown
              file: towns.csv
              until: 2026-03-31
              reason: The new districts come with the spring release
          """,
        marked: "rule: reference.unknown",
        message: "The suppression of reference.unknown ended on 2026-03-31, and there are findings that it would cover",
        mended: """
          suppressions:
            - rule: reference.unknown
              file: towns.csv
              until: 2026-06-30
              reason: The new districts come with the summer release
          """
      )
    ),
    RuleDescription(
      .acceptanceUnused,
      "Suppression without findings",
      "Delete the suppression: what it was for has been mended. If not, mend its file, field or value.",
      severity: .note,
      explanation: """
        No finding of the run is one that the suppression is meant for. It would hide a mistake that somebody makes later.
        """,
      example: RuleExample(
        "Towns.recipe.yml",
        wrong: """
          suppressions:
            - rule: value.mojibake
              file: towns.csv
              value: KÃ¶ln
              reason: The signpost is really spelt like this
          """,
        marked: "rule: value.mojibake",
        message: "Nothing is left that the suppression of value.mojibake would cover",
        mended: "suppressions: []"
      )
    ),
    RuleDescription(
      .acceptanceStale,
      "Baseline that is larger than needed",
      "Write the baseline anew with `--write-baseline`, so that what has been mended cannot come back unnoticed.",
      severity: .note,
      explanation: """
        The baseline accepts findings that no longer occur. A finding is known by its rule, its file and the text of its line, so it also counts \
        as gone when its line was changed and the mistake is still there: then it is a new finding.
        """,
      example: RuleExample(
        "baseline.jsonl",
        wrong: """
          {"baselineVersion":1}
          {"fingerprint":"5a1f0c3a9e0d4b77","rule":"value.range","file":"towns.csv"}
          """,
        marked: "{\"fingerprint\":\"5a1f0c3a9e0d4b77\"",
        message: "1 finding of the baseline does not occur any more; write it anew",
        mended: "{\"baselineVersion\":1}"
      )
    ),
  ]
}
