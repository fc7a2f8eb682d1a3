/// What a rule is about, for people.
public struct RuleDescription: Sendable, Hashable {
  public let code: RuleCode
  /// How much a broken rule weighs unless the recipe or the reader of the source says otherwise.
  public let severity: Severity
  /// The rule in a few words, such as "Value out of range".
  public let title: String
  /// What an editor does about it, as one or two sentences.
  public let advice: String
  /// What is checked and why it matters, as a few sentences.
  public let explanation: String
  /// A source that breaks the rule, and the same source mended.
  public let example: RuleExample

  init(
    _ code: RuleCode,
    _ title: String,
    _ advice: String,
    severity: Severity = .error,
    explanation: String,
    example: RuleExample
  ) {
    self.code = code
    self.severity = severity
    self.title = title
    self.advice = advice
    self.explanation = explanation
    self.example = example
  }
}

/// A source that breaks a rule, what is reported, and the source mended.
public struct RuleExample: Sendable, Hashable {
  /// The file's name; its extension tells the format.
  public let file: String
  /// A few lines that break the rule.
  public let wrong: String
  /// The part of `wrong` that the finding marks, at its first occurrence after `after`.
  public let marked: String
  /// A text before which the marked part is not looked for; empty for the start.
  public let after: String
  /// What the finding says.
  public let message: String
  /// What the finding suggests.
  public let suggestion: String?
  /// The same lines mended.
  public let mended: String

  init(
    _ file: String,
    wrong: String,
    marked: String,
    after: String = "",
    message: String,
    suggestion: String? = nil,
    mended: String
  ) {
    self.file = file
    self.wrong = wrong
    self.marked = marked
    self.after = after
    self.message = message
    self.suggestion = suggestion
    self.mended = mended
  }

  /// Where the marked part stands in `wrong`; `nil` when it does not occur there.
  public var markedRange: Range<String.Index>? {
    let all = wrong.unicodeScalars
    guard let start = Self.find(after.unicodeScalars, in: all[...]) else { return nil }
    return Self.find(marked.unicodeScalars, in: all[start.upperBound...])
  }

  /// The finding that the example shows, at its place in `wrong`; `nil` when the marked part does not occur there.
  public func finding(of rule: RuleDescription) -> Finding? {
    guard let range = markedRange else { return nil }
    let all = wrong.unicodeScalars
    let lineStart = all[..<range.lowerBound].lastIndex(of: "\n").map { all.index(after: $0) } ?? all.startIndex
    let lineEnd = all[range.lowerBound...].firstIndex(of: "\n") ?? all.endIndex
    let line = all[..<range.lowerBound].count { $0 == "\n" } + 1
    let column = all.distance(from: lineStart, to: range.lowerBound) + 1
    let length = all.distance(from: range.lowerBound, to: min(range.upperBound, lineEnd))
    return Finding(
      rule.code,
      severity: rule.severity,
      message,
      at: SourcePosition(file: file, line: line, column: column, endColumn: column + length),
      suggestion: suggestion,
      excerpt: SourceExcerpt(
        text: String(all[lineStart..<lineEnd]),
        line: line,
        markStart: column - 1,
        markLength: max(length, 1)
      )
    )
  }

  private static func find(
    _ part: String.UnicodeScalarView,
    in whole: Substring.UnicodeScalarView
  ) -> Range<String.Index>? {
    var start = whole.startIndex
    while true {
      if whole[start...].starts(with: part) {
        return start..<whole.index(start, offsetBy: part.count)
      }
      guard start < whole.endIndex else { return nil }
      start = whole.index(after: start)
    }
  }
}
