import Findings
import TestSupport
import Testing

@Suite struct RuleCatalogueTests {
  @Test func listsEachCodeOnceByFamily() {
    let codes = RuleCatalogue.all.map(\.code.rawValue)
    #expect(Set(codes).count == codes.count)
    for code in codes { #expect(code.wholeMatch(of: /[a-z]+\.[a-z]+(-[a-z]+)*/) != nil, "\(code)") }
    var families: [Substring] = []
    for code in codes {
      let family = code.prefix { $0 != "." }
      if families.last != family { families.append(family) }
    }
    #expect(Set(families).count == families.count)
  }

  @Test func knowsTheSeverityOfARule() {
    #expect(RuleCode.valueRange.defaultSeverity == .error)
    #expect(RuleCode.valueMojibake.defaultSeverity == .warning)
    #expect(RuleCode("own.rule").defaultSeverity == .error)
    #expect(Finding(.valueMojibake, "Odd").severity == .warning)
    #expect(Finding(.valueMojibake, severity: .note, "Odd").severity == .note)
  }

  @Test(arguments: [
    ("value.rnage", "value.range"), ("range", "value.range"), ("VALUE.TYPE", "value.type"),
    ("mojibake", "value.mojibake"),
    ("reference.unknwon", "reference.unknown"), ("field-count", "record.field-count"),
  ])
  func findsTheRuleThatIsMeant(_ text: String, _ code: String) {
    #expect(RuleCatalogue.rules(like: text).first?.code.rawValue == code)
  }

  @Test func listsTheRulesOfAFamily() {
    #expect(RuleCatalogue.rules(like: "reference").prefix(3).allSatisfy { $0.code.rawValue.hasPrefix("reference.") })
    #expect(RuleCatalogue.rules(like: "nothing like it").isEmpty)
  }
}
