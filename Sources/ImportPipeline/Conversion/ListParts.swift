internal import AttributeValues
internal import Findings

/// The list that a field holds: how it is split, which part a mapping takes, and which parts other mappings take.
struct ListParts: Sendable {
  /// Which parts the mappings of a source take together, and what to do with the rest.
  struct Taken: Sendable {
    var indices: [Int]
    var rest: MissingPolicy
  }

  private let separators: [String]
  private let index: Int?
  private let missing: MissingPolicy
  private let isNumber: Bool
  /// The parts that mappings of the source take; `nil` if the rest is nobody's concern.
  let taken: Taken?

  /// `nil` for a mapping that splits nothing.
  init?(_ mapping: FieldMapping, isNumber: Bool, taken: Taken?) {
    guard !mapping.splitSeparators.isEmpty else { return nil }
    separators = mapping.splitSeparators
    index = mapping.splitIndex
    missing = mapping.partMissing
    self.isNumber = isNumber
    self.taken = taken
  }

  /// Whether the mapping takes one part of the list.
  var takesOnePart: Bool { index != nil }

  /// How the list is split, in words.
  var words: String {
    let parts = "split at " + separators.map { "“\($0)”" }.joined(separator: " or ")
    return index.map { parts + ($0 < 0 ? ", part \(-$0) from the end" : ", part \($0 + 1)") } ?? parts
  }

  /// All parts of a text, empty ones too.
  ///
  /// In a list of numbers a hyphen at the beginning of a part, with a digit behind it, is the number's sign.
  func parts(of text: String, trims: Bool) -> [String] {
    let bytes = Array(text.utf8)
    return ranges(in: bytes).map { range in
      bytes[range].withUnsafeBufferPointer { part in
        String(decoding: trims ? part.trimmed : part, as: UTF8.self)
      }
    }
  }

  /// Where the parts stand in a text.
  private func ranges(in bytes: [UInt8]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    var place = 0
    while place < bytes.count {
      let separator = separators.map(\.utf8).filter { bytes[place...].starts(with: $0) }.max { $0.count < $1.count }
      guard let separator, !isSign(bytes, at: place, from: start) else {
        place += 1
        continue
      }
      ranges.append(start..<place)
      place += separator.count
      start = place
    }
    return ranges + [start..<bytes.count]
  }

  private func isSign(_ bytes: [UInt8], at place: Int, from start: Int) -> Bool {
    isNumber && bytes[place] == UInt8(ascii: "-") && place + 1 < bytes.count && bytes[place + 1] &- 48 < 10
      && bytes[start..<place].allSatisfy(\.isSpace)
  }

  /// A text with another part in the place of the one that the mapping takes, all else as it is; `nil` if there is no such part, or the mapping takes all.
  func replacingPart(of text: String, with part: String) -> String? {
    let bytes = Array(text.utf8)
    let ranges = ranges(in: bytes)
    guard let index else { return nil }
    let number = index < 0 ? ranges.count + index : index
    guard ranges.indices.contains(number) else { return nil }
    let range = ranges[number]
    let lead = bytes[range].prefix(while: \.isSpace).count
    let trail = lead == range.count ? 0 : bytes[range].reversed().prefix(while: \.isSpace).count
    let kept = (range.lowerBound + lead)..<(range.upperBound - trail)
    return String(decoding: bytes[..<kept.lowerBound] + Array(part.utf8) + bytes[kept.upperBound...], as: UTF8.self)
  }

  /// The separator that stands in a text, or the first one of the recipe.
  func separator(in text: String) -> String { separators.first { text.contains($0) } ?? separators[0] }

  /// The parts that the mapping takes, without empty ones.
  func chosen(of parts: [String], _ text: String) throws(ConversionFailure) -> [String] {
    guard let index else { return parts.filter { !$0.isEmpty } }
    guard let part = parts.indices.contains(resolved(index, parts)) ? parts[resolved(index, parts)] : nil else {
      if missing == .skip { return [] }
      throw .part(missingPart(parts, text), policy: missing)
    }
    if part.isEmpty {
      // No value is made that the rest could be reported with.
      if let problem = restProblem(parts, text) {
        throw .part(problem.kind, policy: problem.severity == .error ? .error : .warning)
      }
      return []
    }
    return [part]
  }

  private func resolved(_ index: Int, _ parts: [String]) -> Int { index < 0 ? parts.count + index : index }

  private func missingPart(_ parts: [String], _ text: String) -> ValueFinding {
    let dash = separators.contains("-") ? text.first { "–—‐‑−".contains($0) } : nil
    return .noPart(index ?? 0, of: ValueFinding.Parts(of: text, count: parts.count), dash: dash.map { String($0) })
  }

  /// What is wrong with the parts that no mapping takes; `nil` if there are none.
  func restProblem(_ parts: [String], _ text: String) -> CheckProblem? {
    guard let taken else { return nil }
    let indices = Set(taken.indices.map { resolved($0, parts) })
    let rest = parts.indices.filter { !indices.contains($0) && !parts[$0].isEmpty }.map { parts[$0] }
    guard !rest.isEmpty else { return nil }
    let kind = ValueFinding.partsLeft(rest, of: ValueFinding.Parts(of: text, count: parts.count))
    return CheckProblem(kind: kind, severity: taken.rest == .error ? .error : nil)
  }
}

/// Every part of a field's list is taken by somebody.
struct PartsCheck: ValueCheck {
  let steps: TextSteps

  func inspect(_ value: AttributeValue, _ text: UnsafeBufferPointer<UInt8>, into problems: inout [CheckProblem]) {
    if let problem = steps.partsProblem(text) { problems.append(problem) }
  }
}
