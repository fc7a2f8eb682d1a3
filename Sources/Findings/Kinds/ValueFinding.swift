/// What is wrong with a value. What the model's own rules say of values is in `ValidationFailure`.
public enum ValueFinding: FindingKind {
  case requiredKey(String)
  /// There is no value, or no object of that name.
  case required(property: String, lacks: NamedObject?)
  case lost(property: String, holder: String)
  case requiredWhen(property: String, condition: String)
  /// An object that is to be made for a reference, and lacks a value or breaks a rule.
  case created(entity: String, String, Flaw, isMade: Bool)
  case relationship(String, problem: String)
  case type(String, Expected, isPlaceholder: Bool)
  case range(String, Limit)
  case precision(String, kept: String)
  case mojibake(String, isDecodedTwice: Bool)
  case lookup(String, table: String)
  case severalTranslations(String, table: String)
  case noPart(Int, of: Parts, dash: String?)
  case partsLeft([String], of: Parts)
  case dateOrder(String, taken: Reading, other: Reading)
  case oneOf([String], attribute: String)
  case window(attribute: String, isDate: Bool, end: String, isStart: Bool)
  case placeholder(String, attribute: String)
  case shape(String, Shape)
  case order(attribute: String, String, after: String, isRising: Bool)
  case gap(attribute: String, ClosedRange<Int64>, before: Int64)
  case swapped(low: String, String?, high: String, String?)
  case outlier(attribute: String, String, usual: String)
  case unit(attribute: String, String, Peers, unit: String, converted: String, to: String)
  case completeness(attribute: String, entity: String, filled: Int, of: Int, asked: String)

  public var rule: RuleCode {
    switch self {
    case .requiredKey, .required, .lost: .valueRequired
    case .requiredWhen: .valueRequiredWhen
    case .created(_, _, .unfilled, _): .valueRequired
    case .created(_, _, .invalid(let rule, _), _): rule
    case .relationship: .valuePredicate
    case .type: .valueType
    case .range: .valueRange
    case .precision: .valuePrecision
    case .mojibake: .valueMojibake
    case .lookup, .severalTranslations: .valueLookup
    case .noPart, .partsLeft: .valuePart
    case .dateOrder: .valueDateOrder
    case .oneOf: .valueOneOf
    case .window: .valueWindow
    case .placeholder: .valuePlaceholder
    case .shape(_, .url): .valueURL
    case .shape(_, .email): .valueEmail
    case .shape(_, .languageTag): .valueLanguageTag
    case .order: .valueOrder
    case .gap: .valueGap
    case .swapped: .valueSwapped
    case .outlier: .valueOutlier
    case .unit: .valueUnit
    case .completeness: .valueCompleteness
    }
  }

  public var message: String {
    switch self {
    case .requiredKey(let name): return "\(name) is the key, but there is no value"
    case .required(let name, let object):
      return "\(name) is required, but there is no \(object?.description ?? "value")"
    case .lost(let name, let holder): return "\(holder) would lose its \(name), which is required"
    case .requiredWhen(let name, let condition): return "\(name) is required where \(condition)"
    case .created(let entity, let value, let flaw, let isMade):
      return "The \(entity) “\(Finding.shortened(value))” "
        + (isMade ? "is not as the model wants it" : "cannot be made") + ": \(flaw.words)"
    case .relationship(let name, let problem): return "\(name): \(problem)"
    case .type(let text, let expected, let isPlaceholder):
      return "“\(Finding.shortened(text))” is not \(expected.words)"
        + (isPlaceholder ? "; if it means no value, add it to the recipe's nulls" : "")
    case .range(let text, let limit): return "“\(Finding.shortened(text))” \(limit.words)"
    case .precision(let number, let kept): return "\(number) has more digits than a store keeps: it becomes \(kept)"
    case .mojibake(let text, let isDecodedTwice):
      return "“\(Finding.shortened(text))” "
        + (isDecodedTwice
          ? "looks like text that was decoded twice" : "holds U+FFFD, which stands for a character that was lost")
    case .lookup(let text, let table): return "The lookup table “\(table)” does not have “\(Finding.shortened(text))”"
    case .severalTranslations(let text, let table):
      return "The lookup table “\(table)” has several entries for “\(Finding.shortened(text))”"
    case .noPart(let index, let parts, let dash):
      // A dash looks like the hyphen that it is not.
      return "\(parts.words), and part \(index), counted from 0, is not there"
        + (dash.map { "; “\($0)” is not “-”: the recipe can name both, as split: [\"-\", \"\($0)\"]" } ?? "")
    case .partsLeft(let left, let parts):
      return "\(parts.words), and nobody takes “\(Finding.shortened(left.joined(separator: "” and “")))”"
    case .dateOrder(let text, let taken, let other):
      return "“\(text)” is \(taken.day) by the pattern “\(taken.pattern)”, which was taken, "
        + "and \(other.day) by “\(other.pattern)”"
    case .oneOf(let allowed, let name):
      return "\(name) has to be one of \(allowed.prefix(12).joined(separator: ", "))"
        + (allowed.count > 12 ? ", …" : "")
    case .window(let name, let isDate, let end, isStart: true):
      return "\(name) is \(isDate ? "before" : "less than") \(end), the start of its window"
    case .window(let name, let isDate, let end, isStart: false):
      return "\(name) is \(isDate ? "after" : "greater than") \(end), the end of its window"
    case .placeholder(let text, let name): return "\(text) stands for an unknown \(name); leave the field empty"
    case .shape(let text, let shape): return "“\(Finding.shortened(text))” is not \(shape.rawValue)"
    case .order(let name, let value, let before, let isRising):
      return "\(name) is \(value) after \(before), but has to \(isRising ? "rise" : "fall")"
    case .gap(let name, let missing, let next):
      let (first, last) = (missing.lowerBound, missing.upperBound)
      return "\(name) \(first == last ? "\(first) is" : "\(first) to \(last) are") missing before \(next)"
    case .swapped(let low, let least?, let high, let greatest?):
      return "\(low) (\(least)) is above \(high) (\(greatest))"
    case .swapped(let low, _, let high, _): return "\(low) is above \(high)"
    case .outlier(let name, let value, let usual): return "\(name) is \(value), but its peers are about \(usual)"
    case .unit(let name, let value, let peers, let unit, let converted, let target):
      return "\(name) is \(value) \(peers.words); were it \(unit), it would be \(converted) \(target)"
    case .completeness(let name, let entity, let filled, let total, let asked):
      let percent = (Double(filled) / Double(total) * 1000).rounded(.down) / 10
      return "\(name) is filled in \(filled) of \(total) objects of \(entity) (\(percent)%), and \(asked) are asked for"
    }
  }
}

extension ValueFinding {
  /// Why an object that a reference asks for is not as the model wants it.
  public enum Flaw: Sendable, Equatable {
    case unfilled(property: String)
    case invalid(RuleCode, problem: String)

    fileprivate var words: String {
      switch self {
      case .unfilled(let property): "its \(property) is required, and no field fills it"
      case .invalid(_, let problem): problem
      }
    }
  }

  /// What a text should have been.
  public enum Expected: Sendable, Equatable {
    case wholeNumber, uuid, uri, binary, hexadecimal, boolean
    case number(hasUnit: Bool)
    case decimal(hasUnit: Bool)
    case date(patterns: [String])
    /// Values of a type that sources cannot give.
    case nothing(type: String)

    fileprivate var words: String {
      switch self {
      case .wholeNumber: "a whole number"
      case .number(let hasUnit): "a number" + (hasUnit ? ", with or without its unit" : "")
      case .decimal(let hasUnit): "a decimal number" + (hasUnit ? ", with or without its unit" : "")
      case .date(let patterns): "a date of the form \(patterns.prefix(3).joined(separator: " or "))"
      case .uuid: "a UUID such as 123E4567-E89B-12D3-A456-426614174000"
      case .uri: "a URI"
      case .binary: "binary data in Base64"
      case .hexadecimal: "binary data as pairs of hexadecimal digits"
      case .boolean: "yes or no"
      case .nothing(let type): "a value that sources cannot give (\(type))"
      }
    }
  }

  /// Why no value of a type is a number.
  public enum Limit: Sendable, Equatable {
    case least(String, type: String)
    case most(String, type: String)
    case exponent

    fileprivate var words: String {
      switch self {
      case .least(let least, let type): "is less than \(least), the least that \(Self.article(type)) \(type) holds"
      case .most(let most, let type): "is greater than \(most), the most that \(Self.article(type)) \(type) holds"
      case .exponent: "has an exponent that no Decimal has; they reach from -128 to 127"
      }
    }

    private static func article(_ type: String) -> String { type.hasPrefix("I") ? "an" : "a" }
  }

  /// A text that is a list.
  public struct Parts: Sendable, Equatable {
    let text: String
    let count: Int

    /// Makes `count` parts that `text` was split into.
    public init(of text: String, count: Int) { (self.text, self.count) = (text, count) }

    fileprivate var words: String { "“\(Finding.shortened(text))” has \(count.counting("part"))" }
  }

  /// The day that a text is by a pattern.
  public struct Reading: Sendable, Equatable {
    let day: String
    let pattern: String

    /// Makes the `day` that `pattern` reads.
    public init(day: String, pattern: String) { (self.day, self.pattern) = (day, pattern) }
  }

  /// What a text has to be.
  public enum Shape: String, Sendable {
    case url = "a web address"
    case email = "an e-mail address"
    case languageTag = "a language tag"
  }

  /// Among which values one stands out.
  public enum Peers: Sendable, Equatable {
    case group(usual: String)
    /// All values of the source stand out.
    case sources(own: String, others: String)

    fileprivate var words: String {
      switch self {
      case .group(let usual): "among values about \(usual)"
      case .sources(let own, let others): "in a source whose values are about \(own) where others are about \(others)"
      }
    }
  }
}
