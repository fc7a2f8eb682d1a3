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
    let list = allowed.count > 12 ? "\(allowed.prefix(12).joined(separator: ", ")), …" : allowed.joined(separator: ", ")
    problems.append(
      wording.problem(
        "\(attribute) has to be one of \(list)",
        suggestion: EditDistance.suggestion(for: found, among: allowed)
      )
    )
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
    let isDate = if case .date = value { true } else { false }
    if let least, value.isLess(than: least.value) == true {
      problems.append(
        wording.problem("\(attribute) is \(isDate ? "before" : "less than") \(least.text), the start of its window")
      )
    } else if let greatest, greatest.value.isLess(than: value) == true {
      problems.append(
        wording.problem("\(attribute) is \(isDate ? "after" : "greater than") \(greatest.text), the end of its window")
      )
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
    problems.append(
      wording.problem("\(value.text) stands for an unknown \(attribute); leave the field empty")
    )
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
    let what =
      switch shape {
      case .url: "a web address"
      case .email: "an e-mail address"
      case .languageTag: "a language tag"
      }
    problems.append(wording.problem("“\(Finding.shortened(found))” is not \(what)", suggestion: shape.repaired(found)))
  }
}
