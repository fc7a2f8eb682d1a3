internal import Findings
internal import FoundationEssentials

/// Rules that a debug build does not check, for finding out whether any test would notice: their codes stand in the environment variable
/// `STUDBOOK_WITHOUT_CHECK`, separated by commas. Release builds check everything.
enum SwitchedOffRules {
  #if DEBUG
    static let codes: Set<RuleCode> = {
      let names = ProcessInfo.processInfo.environment["STUDBOOK_WITHOUT_CHECK"] ?? ""
      return Set(names.split(separator: ",").map { RuleCode(rawValue: String($0)) })
    }()
  #else
    static var codes: Set<RuleCode> { [] }
  #endif
}
