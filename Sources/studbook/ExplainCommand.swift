import ArgumentParser
import Findings
import Reports

/// Shows what a rule is about and how to correct what breaks it.
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain a rule: what it checks, an example, and how to mend it.",
    discussion: """
      Without a code it lists every rule. Example:

        studbook explain value.range
      """
  )

  @Argument(
    help: "The rule's code, such as value.range, or a part of one.",
    completion: .list(RuleCatalogue.codes.map(\.rawValue))
  )
  var code: String?

  @OptionGroup var outputOptions: OutputOptions

  func run() throws {
    let printer = CommandOutput(outputOptions)
    guard let code else {
      try list(RuleCatalogue.all, printer)
      return try printer.finish()
    }
    if let rule = RuleCatalogue.rule(RuleCode(rawValue: code)) {
      try printer.write(RulePage.terminal(rule, usesColour: printer.usesColor(on: .results)))
      return try printer.finish()
    }
    let similar = RuleCatalogue.rules(like: code)
    guard !similar.isEmpty else {
      throw CommandFailure("there is no rule “\(code)”; “studbook explain” lists them all")
    }
    printer.note("There is no rule “\(code)”. These are like it:")
    try list(similar, printer)
    try printer.finish()
    throw CommandExit.couldNotRun
  }

  private func list(_ rules: [RuleDescription], _ printer: CommandOutput) throws {
    let width = rules.map(\.code.rawValue.utf8.count).max() ?? 0
    for rule in rules {
      let code = rule.code.rawValue
      let severity = rule.severity.rawValue
      let gap = String(repeating: " ", count: width - code.utf8.count + 2)
      try printer.writeLine(
        "\(code)\(gap)\(severity)\(String(repeating: " ", count: 9 - severity.utf8.count))\(rule.title)"
      )
    }
  }
}
