internal import AttributeValues
internal import Findings
internal import ImportPipeline

/// What an attribute is likely to be, and why.
struct TypeGuess {
  var type: AttributeType
  /// What the guess rests on, for a comment.
  var evidence: String
  /// The marks in numbers.
  var numberFormat: NumberNotation?
  /// The patterns of dates.
  var datePatterns: [String] = []
  /// The words for yes and no, where they have to be said.
  var truthWords: TruthTexts?
  /// Whether the value says only that there is a mark.
  var isPresence = false
  /// Texts that stand for no value, as they are written.
  var nulls: [String] = []
  /// How many records have no value.
  var missing: Int

  /// Guesses from a field's profile.
  init(_ profile: FieldProfile) {
    let sure = profile.placeholders.keys.sorted()
    let doubtful = profile.doubtful.keys.sorted()
    // Whoever writes “unknown” among numbers means that there is none; among texts it may be one of them.
    func describe(_ what: String) -> String {
      switch profile.values {
      case 1: "the only value is \(what)"
      case 2: "both values are \(what)"
      default: "all \(profile.values) values are \(what)"
      }
    }
    type = .string
    evidence = ""
    nulls = sure + doubtful
    missing = profile.records - profile.values
    if profile.values == 0, let mark = Self.mark(profile) {
      type = .boolean
      isPresence = true
      nulls = sure
      missing = 0
      evidence = "“\(mark.text)” in \(mark.count) of \(profile.records) records, nothing in the others"
      return
    }
    guard profile.values > 0 else {
      nulls = sure
      missing = profile.missing
      evidence =
        profile.records == 0
        ? "there are no records to guess from"
        : missing == profile.records ? "no record has a value" : Self.textEvidence(profile)
      return
    }
    if let guess = Self.truth(profile) {
      type = .boolean
      truthWords = guess
      evidence = describe("“\(guess.yes)” or “\(guess.no)”")
      return
    }
    if let number = Self.number(profile) {
      type = number.type
      numberFormat = number.format
      evidence = describe(number.text)
      return
    }
    if let date = Self.date(profile) {
      type = .date
      datePatterns = date.patterns
      evidence = describe(date.text)
      return
    }
    if profile.uuids == profile.values {
      type = .uuid
      evidence = describe(profile.values == 1 ? "a UUID" : "UUIDs")
      return
    }
    if profile.addresses == profile.values {
      type = .uri
      evidence = describe(profile.values == 1 ? "an address" : "addresses")
      return
    }
    nulls = sure
    missing = profile.missing
    evidence = Self.textEvidence(profile)
  }

  // MARK: Kinds

  /// The only text of a field that some records have and others have not: a mark for yes.
  private static func mark(_ profile: FieldProfile) -> (text: String, count: Int)? {
    guard profile.doubtful.count == 1, let mark = profile.doubtful.first, mark.key.lowercased() == "x",
      mark.value < profile.records
    else { return nil }
    return (mark.key, mark.value)
  }

  private static func truth(_ profile: FieldProfile) -> TruthTexts? {
    guard let words = profile.words, !words.isEmpty else { return nil }
    return TruthTexts.all.first { pair in
      guard words.isSubset(of: [pair.yes, pair.no]) else { return false }
      if pair.yes == "1" { return soundsLikeTruth(profile.field) }
      return words.count == 2 || pair.isPlain
    }
  }

  /// Whether a field with the numbers 0 and 1 means yes and no.
  private static func soundsLikeTruth(_ field: String) -> Bool {
    let words = CoreDataNames.words(field).map { $0.lowercased() }
    guard let first = words.first, let last = words.last else { return false }
    return field.hasSuffix("?") || ["is", "has", "can", "was", "does", "should", "allow", "allows"].contains(first)
      || ["flag", "active", "enabled", "deleted", "visible", "hidden", "published"].contains(last)
  }

  private static func number(_ profile: FieldProfile) -> (type: AttributeType, format: NumberNotation?, text: String)? {
    let numbers = profile.numbers
    guard numbers.count == profile.values, !numbers.hasLeadingZero, !isCode(profile.field) else { return nil }
    let (fractions, wholes) = numbers.ranges
    let format = numbers.format
    let isPlain = format == NumberNotation.all[0]
    var all = wholes
    all.add(fractions)
    let marks = isPlain ? "" : ", written like \(example(of: format))"
    let doubt = numbers.isAmbiguous ? ", if “\(format.decimal)” stands before the decimals" : ""
    if fractions.count == 0, !wholes.exceedsIntegers {
      let type: AttributeType =
        if wholes.least >= -32_768, wholes.greatest <= 32_767 {
          .integer16
        } else if wholes.least >= -2_147_483_648, wholes.greatest <= 2_147_483_647 {
          .integer32
        } else {
          .integer64
        }
      let range =
        wholes.least == wholes.greatest ? "" : " from \(wholes.least.plainText) to \(wholes.greatest.plainText)"
      let what = profile.values == 1 ? "a whole number" : "whole numbers\(range)"
      return (type, isPlain ? nil : format, what + marks + doubt)
    }
    guard !(fractions.count == 0 && wholes.exceedsIntegers) else { return nil }
    let needsDigits = numbers.mostDigits > 15 && numbers.mostDigits <= 38
    let isDecimal =
      !numbers.hasExponent && (needsDigits || isMoney(profile.field) && all.mostDecimals <= 4)
    let range = "from \(all.least.plainText) to \(all.greatest.plainText), with up to \(all.mostDecimals) decimals"
    let what = profile.values == 1 ? "a number" : "numbers \(range)"
    return (isDecimal ? .decimal : .double, isPlain ? nil : format, what + marks + doubt)
  }

  private static func example(of format: NumberNotation) -> String {
    "1" + (format.thousands.map { "\(YAMLText.comment($0))234" } ?? "") + "\(format.decimal)5"
  }

  /// Whether a field holds codes that are written with digits.
  private static func isCode(_ field: String) -> Bool {
    let codes: Set<String> = [
      "zip", "zipcode", "postcode", "plz", "phone", "telephone", "tel", "fax", "mobile", "isbn", "issn", "ean", "gtin",
      "upc",
      "iban", "bic", "fips",
    ]
    let words = CoreDataNames.words(field).map { $0.lowercased() }
    return words.contains(where: codes.contains) || words.contains("postal") && words.contains("code")
  }

  private static func isMoney(_ field: String) -> Bool {
    let money: Set<String> = [
      "price", "cost", "amount", "fee", "salary", "total", "subtotal", "tax", "vat", "preis", "betrag", "prix",
      "precio", "usd", "eur", "gbp",
      "chf", "balance", "payment", "revenue", "wage",
    ]
    return CoreDataNames.words(field).contains { money.contains($0.lowercased()) }
  }

  private static func date(_ profile: FieldProfile) -> (patterns: [String], text: String)? {
    guard profile.dates.count == profile.values else { return nil }
    let patterns = DateForm.patterns
    let fitting = patterns.indices.filter { profile.datePatterns & (1 << UInt64($0)) != 0 }.map { patterns[$0].text }
    if let best = fitting.first {
      let isPlural = profile.values > 1
      var text = "\(isPlural ? "dates" : "a date") of the form \(best)"
      if let twin = fitting.first(where: { DateForm.isTwin($0, of: best) }) {
        text += "; \(twin) would fit as well"
      }
      return ([best], text)
    }
    // Several forms of ISO 8601 in one field cannot be mistaken for each other; others can.
    let international = patterns.indices.filter { patterns[$0].text.hasPrefix("yyyy-MM-dd") }
    var chosen: [Int] = []
    for set in profile.datePatternSets {
      if chosen.contains(where: { set & (1 << UInt64($0)) != 0 }) { continue }
      guard let next = international.first(where: { set & (1 << UInt64($0)) != 0 }) else { return nil }
      chosen.append(next)
    }
    guard profile.datePatternSets.count < 16 else { return nil }
    let texts = chosen.sorted().map { patterns[$0].text }
    return (texts, "dates of the forms \(texts.joined(separator: " and "))")
  }

  private static func textEvidence(_ profile: FieldProfile) -> String {
    let nearly = profile.values - max(1, profile.values / 10)
    func nearlyAll(_ count: Int, _ what: String, _ exception: FieldProfile.Example?) -> String? {
      guard let exception, count >= nearly, count < profile.values, count > 0 else { return nil }
      return
        "\(count) of \(profile.values) values are \(what), but not “\(YAMLText.comment(exception.text))” in line \(exception.line)"
    }
    if let zero = profile.leadingZero, profile.numbers.count == profile.values {
      return "digits, but “\(YAMLText.comment(zero.text))” in line \(zero.line) would lose its zeros as a number"
    }
    if profile.values > 0, profile.numbers.count == profile.values {
      return isCode(profile.field) ? "digits, but by its name a code" : "numbers of more digits than numbers have"
    }
    if let text = nearlyAll(profile.numbers.count, "numbers", profile.nonNumber) { return text }
    if let text = nearlyAll(profile.dates.count, "dates", profile.dates.exception) { return text }
    let count = profile.values + profile.doubtful.values.reduce(0, +)
    let different = profile.hashes.count
    if profile.isUnique { return count == 1 ? "one text" : "\(count) texts, all different" }
    guard profile.isFollowed, different < 4_096 else { return "\(count) texts" }
    return "\(count) texts, \(different) of them different"
  }
}
