internal import AttributeValues
internal import Findings

/// A text does not fit two of the mapping's date patterns with different days.
struct DateOrderCheck: ValueCheck {
  let steps: TextSteps
  let patterns: [DatePattern]

  func inspect(_ value: AttributeValue, _ text: UnsafeBufferPointer<UInt8>, into problems: inout [CheckProblem]) {
    if steps.isPlain { return inspect(steps.trims ? text.trimmed : text, into: &problems) }
    for part in (try? steps.texts(text)) ?? [] {
      part.withContiguousBytes { inspect($0, into: &problems) }
    }
  }

  private func inspect(_ text: UnsafeBufferPointer<UInt8>, into problems: inout [CheckProblem]) {
    var first: (pattern: DatePattern, seconds: Double)?
    for pattern in patterns {
      guard let seconds = pattern.seconds(text) else { continue }
      guard let known = first else {
        first = (pattern, seconds)
        continue
      }
      guard Self.day(known.seconds) != Self.day(seconds) else { continue }
      func reading(_ seconds: Double, _ pattern: DatePattern) -> ValueFinding.Reading {
        ValueFinding.Reading(day: Self.dayText(seconds), pattern: pattern.text)
      }
      let kind = ValueFinding.dateOrder(
        String(decoding: text, as: UTF8.self),
        taken: reading(known.seconds, known.pattern),
        other: reading(seconds, pattern)
      )
      return problems.append(CheckProblem(kind: kind))
    }
  }

  private static func day(_ seconds: Double) -> Double { (seconds / 86_400).rounded(.down) }

  private static func dayText(_ seconds: Double) -> String {
    DatePattern("yyyy-MM-dd")?.text(seconds) ?? AttributeValue.date(seconds).text
  }
}
