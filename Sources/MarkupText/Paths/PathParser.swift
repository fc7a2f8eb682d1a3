/// Reads the XPath subset that `RecordPath` and `FieldPath` document.
struct PathParser {
  private let text: [UInt8]
  /// How many bytes have been read.
  var index = 0
  /// What the text is called in errors, such as "record path".
  private let kind: String

  init(_ text: String, kind: String) {
    self.text = Array(text.utf8)
    self.kind = kind
  }

  var isAtEnd: Bool { index >= text.count }

  // MARK: Faults

  /// An error that shows the path and marks the byte at `offset`, which is where the parser stands unless given.
  func fault(_ message: String, at offset: Int? = nil) -> MarkupTextError {
    let whole = String(decoding: text, as: UTF8.self)
    return Self.error("\(message) in the \(kind)", in: whole, at: offset ?? index)
  }

  /// The same for a message that is a whole sentence, about the byte at `offset` of `path`.
  static func error(_ message: String, in path: String, at offset: Int) -> MarkupTextError {
    let before = String(decoding: path.utf8.prefix(offset), as: UTF8.self)
    let mark = String(repeating: " ", count: before.unicodeScalars.count) + "^"
    return MarkupTextError(.path, "\(message):\n  \(path)\n  \(mark)")
  }

  // MARK: Bytes

  mutating func skipSpace() {
    while index < text.count, text[index] == 0x20 || (0x09...0x0D).contains(text[index]) { index += 1 }
  }

  func peek(_ ahead: Int = 0) -> UInt8? { index + ahead < text.count ? text[index + ahead] : nil }

  /// Takes `token` if it comes next, after white space.
  mutating func take(_ token: String) -> Bool {
    skipSpace()
    let bytes = Array(token.utf8)
    guard text[index...].starts(with: bytes) else { return false }
    index += bytes.count
    return true
  }

  mutating func expect(_ token: String) throws(MarkupTextError) {
    guard take(token) else { throw fault("'\(token)' is missing") }
  }

  // MARK: Names

  private static func isName(_ byte: UInt8, first: Bool) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"), 0x80...: true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."): !first
    default: false
    }
  }

  /// A name without colon, or `nil` if none comes next.
  mutating func name() -> String? {
    skipSpace()
    let start = index
    while let byte = peek(), Self.isName(byte, first: index == start) { index += 1 }
    return index > start ? String(decoding: text[start..<index], as: UTF8.self) : nil
  }

  /// `name`, `prefix:name`, `prefix:*` or `*`.
  mutating func nameTest(isAttribute: Bool) throws(MarkupTextError) -> NameTest {
    skipSpace()
    if take("*") { return NameTest(isAttribute: isAttribute) }
    guard let first = name() else { throw fault("A name is missing") }
    guard peek() == UInt8(ascii: ":"), peek(1) != UInt8(ascii: ":") else {
      return NameTest(local: first, isAttribute: isAttribute)
    }
    index += 1
    if peek() == UInt8(ascii: "*") {
      index += 1
      return NameTest(prefix: first, isAttribute: isAttribute)
    }
    guard let local = name() else { throw fault("A name is missing after the prefix '\(first)'") }
    return NameTest(prefix: first, local: local, isAttribute: isAttribute)
  }

  /// Takes the axis `name::` if it comes next.
  mutating func axis(_ name: String) -> Bool { take(name + "::") }

  // MARK: Predicates

  /// All predicates that follow, with their brackets.
  mutating func predicates() throws(MarkupTextError) -> [PathPredicate] {
    var found: [PathPredicate] = []
    while take("[") {
      found.append(try disjunction())
      try expect("]")
    }
    return found
  }

  /// Takes `word` if it comes next as a whole word.
  private mutating func takeWord(_ word: String) -> Bool {
    let start = index
    if name() == word { return true }
    index = start
    return false
  }

  private mutating func disjunction() throws(MarkupTextError) -> PathPredicate {
    var left = try conjunction()
    while takeWord("or") { left = .or(left, try conjunction()) }
    return left
  }

  private mutating func conjunction() throws(MarkupTextError) -> PathPredicate {
    var left = try comparison()
    while takeWord("and") { left = .and(left, try comparison()) }
    return left
  }

  private mutating func comparison() throws(MarkupTextError) -> PathPredicate {
    if take("(") {
      let inner = try disjunction()
      try expect(")")
      return inner
    }
    let start = index
    if takeWord("not"), take("(") {
      let inner = try disjunction()
      try expect(")")
      return .not(inner)
    }
    index = start
    for (word, isStart) in [("contains", false), ("starts-with", true)] {
      if takeWord(word), take("(") {
        let whole = try operand()
        try expect(",")
        let part = try operand()
        try expect(")")
        return isStart ? .startsWith(whole, part) : .contains(whole, part)
      }
      index = start
    }
    if axis("parent") {
      let test = try nameTest(isAttribute: false)
      let conditions = try predicates()
      let other = conditions.firstOperand {
        switch $0 {
        case .child, .text, .position, .last: true
        case .attribute, .literal, .number: false
        }
      }
      guard other == nil else {
        throw fault("A condition on the element around is about its attributes only", at: start)
      }
      return .parent(test, conditions)
    }
    let left = try operand()
    for comparison in PathPredicate.Comparison.allCases where take(comparison.rawValue) {
      return .compare(left, comparison, try operand())
    }
    // A bare number is a position.
    if case .number = left { return .compare(.position, .equal, left) }
    if left == .last { return .compare(.position, .equal, .last) }
    return .exists(left)
  }

  private mutating func operand() throws(MarkupTextError) -> PathOperand {
    skipSpace()
    guard let byte = peek() else { throw fault("The path ends inside a condition") }
    switch byte {
    case UInt8(ascii: "@"):
      index += 1
      return .attribute(try nameTest(isAttribute: true))
    case UInt8(ascii: "'"), UInt8(ascii: "\""):
      let start = index
      index += 1
      guard let end = text[index...].firstIndex(of: byte) else { throw fault("The quote is not closed", at: start) }
      defer { index = end + 1 }
      return .literal(Array(text[index..<end]))
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
      let start = index
      index += 1
      while let next = peek(), (0x30...0x39).contains(next) || next == UInt8(ascii: ".") { index += 1 }
      guard let number = Double(String(decoding: text[start..<index], as: UTF8.self)) else {
        throw fault("This is no number", at: start)
      }
      return .number(number)
    case UInt8(ascii: "."):
      index += 1
      return .text
    default:
      let start = index
      for (word, operand) in [("position", PathOperand.position), ("last", .last), ("text", .text)] {
        if takeWord(word), take("("), take(")") { return operand }
        index = start
      }
      let test = try nameTest(isAttribute: false)
      if take("(") {
        throw fault("The function '\(test)' is not known; not, contains, starts-with, position and last are", at: start)
      }
      if take("/") { throw fault("A condition reaches one step down at most") }
      return .child(test)
    }
  }
}
