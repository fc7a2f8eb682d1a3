internal import AttributeValues
internal import Findings
internal import Foundation

/// The value is one of a list.
struct AllowedValuesCheck: ValueCheck {
  let wording: CheckMessage
  let attribute: String
  let allowed: [String]
  private let known: Set<String>
  private let ignoresCase: Bool

  init(wording: CheckMessage, attribute: String, allowed: [String], ignoresCase: Bool) {
    self.wording = wording
    self.attribute = attribute
    self.allowed = allowed
    self.ignoresCase = ignoresCase
    known = Set(ignoresCase ? allowed.map { $0.lowercased() } : allowed)
  }

  func inspect(_ value: AttributeValue, _ text: UnsafeBufferPointer<UInt8>, into problems: inout [CheckProblem]) {
    let found = value.text
    guard !known.contains(ignoresCase ? found.lowercased() : found) else { return }
    let suggestion = EditDistance.suggestion(for: found, among: allowed)
    problems.append(wording.problem(ValueFinding.oneOf(allowed, attribute: attribute), suggestion: suggestion))
  }
}

/// The date or number lies in a window.
struct WindowCheck: ValueCheck {
  let wording: CheckMessage
  let attribute: String
  /// A date or a number; as written in the recipe for messages.
  let least: (value: AttributeValue, text: String)?
  let greatest: (value: AttributeValue, text: String)?

  func inspect(_ value: AttributeValue, _ text: UnsafeBufferPointer<UInt8>, into problems: inout [CheckProblem]) {
    func add(_ end: String, isStart: Bool) {
      let isDate = if case .date = value { true } else { false }
      let kind = ValueFinding.window(attribute: attribute, isDate: isDate, end: end, isStart: isStart)
      problems.append(wording.problem(kind))
    }
    if let least, value.isLess(than: least.value) == true {
      add(least.text, isStart: true)
    } else if let greatest, greatest.value.isLess(than: value) == true {
      add(greatest.text, isStart: false)
    }
  }
}

/// Some numbers stand for unknown ones.
struct PlaceholderNumberCheck: ValueCheck {
  let wording: CheckMessage
  let attribute: String
  let numbers: [AttributeValue]

  func inspect(_ value: AttributeValue, _ text: UnsafeBufferPointer<UInt8>, into problems: inout [CheckProblem]) {
    guard numbers.contains(where: { $0.isLess(than: value) == false && value.isLess(than: $0) == false }) else {
      return
    }
    problems.append(wording.problem(ValueFinding.placeholder(value.text, attribute: attribute)))
  }
}

/// The text has the shape of a web address, an e-mail address or a language tag.
struct ShapeCheck: ValueCheck {
  let wording: CheckMessage
  let shape: TextShape

  func passes(_ text: UnsafeBufferPointer<UInt8>) -> Bool { shape.matches(text.trimmed) }

  func inspect(_ value: AttributeValue, _ text: UnsafeBufferPointer<UInt8>, into problems: inout [CheckProblem]) {
    let text = text.trimmed
    guard !shape.matches(text) else { return }
    let found = String(decoding: text, as: UTF8.self)
    problems.append(wording.problem(ValueFinding.shape(found, shape.kind), suggestion: shape.repaired(found)))
  }
}
