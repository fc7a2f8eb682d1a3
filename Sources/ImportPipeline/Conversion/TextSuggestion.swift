internal import AttributeValues
internal import FoundationEssentials
internal import ObjectModel

/// What a text that could not be converted was probably meant to be: the mistakes that people make, corrected, as far as the result then converts and is
/// allowed. Where two readings are possible, nothing is suggested.
struct TextSuggestion {
  private let plan: AttributePlan

  init(_ plan: AttributePlan) { self.plan = plan }

  /// The text to put in place of `text`; `nil` if none is likely.
  func text(for text: String) -> String? {
    // A suggestion replaces the text of one field.
    guard case .field = plan.input else { return nil }
    let type = plan.attribute.attributeType
    // A word where a number should be is common, and has none in it.
    if type.isNumeric, !text.utf8.contains(where: { (0x30...0x39).contains($0) || $0 >= 0x80 }) { return nil }
    let clean = Self.unquoted(TextRepair.invisible(text))
    var candidates = [clean]
    if type.isNumeric {
      candidates += NumberRepair(plan.converter.numbers, isWhole: type.integerRange != nil).candidates(clean)
    } else if type == .date {
      candidates += DateRepair.candidate(clean, plan.converter.datePatterns).map { [$0] } ?? []
    } else if type == .uuid {
      candidates += Self.uuids(clean)
    }
    return candidates.first { $0 != text && isGood($0) }
  }

  /// Whether a text converts, and nothing would be said about the value.
  func isGood(_ text: String) -> Bool {
    text.withContiguousBytes { bytes in
      guard let value = try? plan.converter.value(bytes), !value.isNull, plan.attribute.validate(value).isEmpty else {
        return false
      }
      var problems: [CheckProblem] = []
      for check in plan.checks { check.inspect(value, bytes, into: &problems) }
      return problems.isEmpty
    }
  }

  /// The text without a pair of quotes around it, or the apostrophe by which worksheets mark texts.
  private static func unquoted(_ text: String) -> String {
    let pairs = ["“”", "„“", "„”", "\"\"", "‘’", "‚‘", "''", "«»", "»«", "‹›", "``", "´´", "’’", "””"]
    if text.count > 2, let first = text.first, let last = text.last, pairs.contains(String([first, last])) {
      return String(text.dropFirst().dropLast()).trimmed
    }
    if let first = text.first, "'’‘".contains(first) { return String(text.dropFirst()).trimmed }
    return text
  }

  private static func uuids(_ text: String) -> [String] {
    var bare = text.lowercased()
    for prefix in ["urn:uuid:", "{", "("] where bare.hasPrefix(prefix) { bare.removeFirst(prefix.count) }
    for suffix in ["}", ")"] where bare.hasSuffix(suffix) { bare.removeLast() }
    let digits = Array(bare.filter { $0 != "-" }.uppercased())
    guard digits.count == 32 else { return [] }
    let ends = [8, 12, 16, 20, 32]
    return [zip([0] + ends, ends).map { String(digits[$0..<$1]) }.joined(separator: "-")]
  }
}

/// Numbers as people write them: with other marks, signs of money and shares, letters that look like digits, dashes for the minus sign.
private struct NumberRepair {
  private let isWhole: Bool
  private let decimal: Character

  init(_ numbers: NumberFormat, isWhole: Bool) {
    self.isWhole = isWhole
    decimal = numbers.decimalMark
  }

  /// What may have been meant, the smallest change first.
  func candidates(_ text: String) -> [String] {
    var text = String(text.map { "−–‐‑".contains($0) ? "-" : $0 })
    var candidates = [text]
    func add(_ next: String) {
      text = next
      candidates.append(next)
      if let marked = withMarks(next) { candidates.append(marked) }
    }
    add(text)
    let share = text.hasSuffix("%")
    add(withoutSigns(text))
    add(withDigits(text))
    if share, let number = ExactNumber(candidates.last ?? text) {
      let hundredth = number.multiplied(by: 1, over: 100).decimal?.description
      if let hundredth { candidates.append(hundredth.replacing(".", with: String(decimal))) }
    }
    return candidates
  }

  private static let signs = [
    "€", "$", "£", "¥", "₹", "₽", "¢", "%", "EUR", "USD", "CHF", "GBP", "JPY", "Fr.",
  ]

  /// The text without signs of money and shares around the number.
  private func withoutSigns(_ text: String) -> String {
    var text = text
    for sign in Self.signs {
      if text.hasPrefix(sign) { text = String(text.dropFirst(sign.count)).trimmed }
      if text.hasSuffix(sign) { text = String(text.dropLast(sign.count)).trimmed }
    }
    return text
  }

  /// The text with digits for letters that look like them, if all the rest belongs to a number.
  private func withDigits(_ text: String) -> String {
    guard text.contains(where: \.isNumber), text.allSatisfy({ "0123456789OoIl.,'’ +-".contains($0) }) else {
      return text
    }
    return String(text.map { "Oo".contains($0) ? "0" : "Il".contains($0) ? "1" : $0 })
  }

  /// The number with the mapping's decimal mark and without marks between thousands; `nil` if it is none, or can be read in two ways.
  private func withMarks(_ text: String) -> String? {
    var digits = text
    let sign = digits.first == "-" ? "-" : ""
    if digits.first == "-" || digits.first == "+" { digits.removeFirst() }
    guard !digits.isEmpty, digits.allSatisfy({ "0123456789.,'’ ".contains($0) }) else { return nil }
    let marks = digits.filter { !$0.isNumber }
    guard let last = marks.last else { return sign + digits }
    let groups = digits.split(separator: last, omittingEmptySubsequences: false)
    let kinds = Set(marks)
    if kinds.count == 2, marks.count(where: { $0 == last }) == 1, last == "." || last == ",",
      let other = kinds.first(where: { $0 != last })
    {
      // 1.234,56 and 1,234.56
      guard Self.areThousands(groups[0].split(separator: other, omittingEmptySubsequences: false)), !groups[1].isEmpty
      else { return nil }
      return sign + groups[0].filter(\.isNumber) + String(decimal) + groups[1]
    }
    guard kinds.count == 1 else { return nil }
    if Self.areThousands(groups) {
      // 1,234 is one and a bit or more than a thousand, unless it has to be whole.
      let isPlain = isWhole || groups.count > 2 || !".,".contains(last)
      return isPlain ? sign + digits.filter(\.isNumber) : nil
    }
    guard groups.count == 2, last == "." || last == ",", !groups[0].isEmpty, !groups[1].isEmpty else { return nil }
    return sign + groups[0] + String(decimal) + groups[1]
  }

  private static func areThousands(_ groups: [Substring]) -> Bool {
    guard groups.count > 1, let first = groups.first, (1...3).contains(first.count), first.first != "0" else {
      return false
    }
    return groups.dropFirst().allSatisfy { $0.count == 3 }
  }
}

/// Dates in another order than the recipe's.
private enum DateRepair {
  private static let others: [DatePattern] = [
    "yyyy-MM-dd", "yyyy-dd-MM", "yyyy/MM/dd", "yyyy.MM.dd", "yyyyMMdd", "yyyy-M-d", "yyyy/M/d", "d.M.yyyy",
    "d. M. yyyy",
    "d/M/yyyy", "M/d/yyyy", "d-M-yyyy", "M-d-yyyy", "d MMMM yyyy", "d. MMMM yyyy", "MMMM d, yyyy", "d MMM yyyy",
    "MMM d, yyyy", "d-MMM-yyyy",
  ]
  .compactMap(DatePattern.init)

  /// The date as the first of `patterns` writes it, if the text fits another usual pattern, and all that it fits mean the same day.
  static func candidate(_ text: String, _ patterns: [DatePattern]) -> String? {
    let days = text.withContiguousBytes { bytes in Set(others.compactMap { $0.seconds(bytes) }) }
    guard days.count == 1, let day = days.first else { return nil }
    return patterns.lazy.compactMap { $0.text(day) }.first
  }
}
