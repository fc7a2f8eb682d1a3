internal import Findings

extension FindingAcceptance {
  /// Why the finding does not count, in a few words.
  var sentence: String {
    switch kind {
    case .baseline: "it stands in the baseline"
    case .suppression: reason ?? "it is suppressed"
    case .budget: "within the budget" + (reason.map { ": \($0)" } ?? "")
    }
  }
}
