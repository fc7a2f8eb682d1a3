/// What is wrong, as a case with its values.
///
/// ```swift
/// var missing = 0
/// if case .fieldCount(let count, let expected, _)? = finding.kind as? RecordFinding { missing = expected - count }
/// let kind: any FindingKind = finding.kind
/// let words = kind.message  // 2 fields where 3 are expected
/// ```
///
/// Each family of rules has an enum of its own, which is the one place where the family's words are.
public protocol FindingKind: Sendable, Equatable {
  /// The rule that is broken.
  var rule: RuleCode { get }
  /// What is wrong, as one sentence without a full stop at its end. It is made anew each time.
  var message: String { get }
}

/// Words that are not Studbook's own: those that a recipe or a program has for a rule, or that a report had which is read again.
///
/// ```swift
/// var finding = Finding(
///   GivenWords(.recordDuplicate, "There is a Beagle already"),
///   at: SourcePosition(file: "akc-breeds.csv", line: 12, column: 1),
///   excerpt: SourceExcerpt(text: "Beagle,Hound Group", line: 12, markStart: 0, markLength: 6)
/// )
/// finding.related = [RelatedPlace("the first one", at: SourcePosition(file: "akc-breeds.csv", line: 3))]
/// let place = finding.position?.description  // akc-breeds.csv:12:1
/// ```
public struct GivenWords: FindingKind {
  public let rule: RuleCode
  public let message: String

  /// Makes a kind of `rule` with words of one's own: one sentence without a full stop at its end.
  public init(_ rule: RuleCode, _ message: String) {
    self.rule = rule
    self.message = message
  }
}

extension FindingKind {
  /// The same about a value that a conversion made of the text in the source.
  package func converted(from text: String, to value: String) -> any FindingKind {
    AnnotatedFinding(kind: self, note: "“\(Finding.shortened(text))” became \(Finding.shortened(value))")
  }

  /// The same with the name of the object that it is about.
  package func naming(object: String) -> any FindingKind { AnnotatedFinding(kind: self, note: object) }
}

/// A finding with a note in brackets behind its words.
private struct AnnotatedFinding<Kind: FindingKind>: FindingKind {
  let kind: Kind
  let note: String

  var rule: RuleCode { kind.rule }
  var message: String { "\(kind.message) (\(note))" }
}

extension Int {
  /// The number with what it counts: “1 field”, “2 fields”.
  package func counting(_ noun: String) -> String { self == 1 ? "1 \(noun)" : "\(self) \(noun)s" }
}

extension String {
  /// A message of several lines as one sentence; a caret under the line before means nothing then.
  var inOneLine: String {
    guard contains("\n") else { return self }
    let lines = split(separator: "\n").map { $0.drop { $0 == " " } }.filter { $0 != "^" && !$0.isEmpty }
    return ([lines.first ?? ""] + [lines.dropFirst().joined(separator: "; ")[...]]).filter { !$0.isEmpty }
      .joined(separator: " ")
  }
}
