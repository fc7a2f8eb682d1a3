internal import FoundationEssentials
internal import PropertyLists

/// Reads `.strings` files: pairs of texts such as `"Entity/Breed" = "Rasse";`, or a property list of the same.
///
/// - Complexity: O(*n*) in characters.
struct StringsFile {
  /// Why a file cannot be read on, and where.
  struct Fault: LocalizedError, Hashable {
    let message: String
    let line: Int
    let column: Int
  }

  private let scalars: [Unicode.Scalar]
  private var index = 0
  private var line = 1
  private var lineStart = 0

  private init(_ text: String) { scalars = Array(text.unicodeScalars) }

  /// The entries; of two with the same key the later one.
  ///
  /// - Throws: `Fault` where the text stops being a list of pairs.
  static func entries(of bytes: [UInt8]) throws(Fault) -> [String: String] {
    if bytes.starts(with: Array("bplist".utf8)) || bytes.starts(with: Array("<".utf8)) {
      guard let list = try? PropertyList.read(bytes).dictionary else {
        throw Fault(message: "The property list cannot be read", line: 1, column: 1)
      }
      return Dictionary(
        list.keys.compactMap { key in list[key]?.string.map { (key, $0) } },
        uniquingKeysWith: { $1 }
      )
    }
    var file = StringsFile(try text(of: bytes))
    return try file.entries()
  }

  /// UTF-16 with a byte order mark, which Xcode wrote for many years, else UTF-8.
  private static func text(of bytes: [UInt8]) throws(Fault) -> String {
    let encoding: String.Encoding? =
      if bytes.starts(with: [0xff, 0xfe]) {
        .utf16LittleEndian
      } else if bytes.starts(with: [0xfe, 0xff]) {
        .utf16BigEndian
      } else {
        nil
      }
    guard let text = String(bytes: encoding == nil ? bytes[...] : bytes.dropFirst(2), encoding: encoding ?? .utf8)
    else {
      throw Fault(message: "The text is neither UTF-8 nor UTF-16", line: 1, column: 1)
    }
    return text.hasPrefix("\u{feff}") ? String(text.unicodeScalars.dropFirst()) : text
  }

  private mutating func entries() throws(Fault) -> [String: String] {
    var entries: [String: String] = [:]
    while true {
      try skipBlanks()
      guard index < scalars.count else { return entries }
      let key = try string("a key")
      try skipBlanks()
      var value = key
      if index < scalars.count, scalars[index] == "=" {
        advance()
        try skipBlanks()
        value = try string("a value")
        try skipBlanks()
      }
      guard index < scalars.count, scalars[index] == ";" else {
        throw fault("A ; is missing after the value of \(key)")
      }
      advance()
      entries[key] = value
    }
  }

  private func fault(_ message: String) -> Fault { Fault(message: message, line: line, column: index - lineStart + 1) }

  private mutating func advance() {
    if scalars[index] == "\n" {
      line += 1
      lineStart = index + 1
    }
    index += 1
  }

  private func isAt(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
    index + 1 < scalars.count && scalars[index] == first && scalars[index + 1] == second
  }

  /// Passes over white space and comments.
  private mutating func skipBlanks() throws(Fault) {
    while index < scalars.count {
      if scalars[index].properties.isWhitespace {
        advance()
      } else if isAt("/", "/") {
        while index < scalars.count, scalars[index] != "\n" { advance() }
      } else if isAt("/", "*") {
        let start = fault("The comment has no end")
        advance()
        advance()
        while !isAt("*", "/") {
          guard index < scalars.count else { throw start }
          advance()
        }
        advance()
        advance()
      } else {
        return
      }
    }
  }

  private mutating func string(_ what: String) throws(Fault) -> String {
    guard index < scalars.count else { throw fault("The file ends where \(what) should be") }
    if scalars[index] == "\"" { return try quoted() }
    var text = String.UnicodeScalarView()
    while index < scalars.count, Self.isBare(scalars[index]) {
      text.append(scalars[index])
      advance()
    }
    guard !text.isEmpty else { throw fault("Here should be \(what)") }
    return String(text)
  }

  private static func isBare(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil || "_-./$:".unicodeScalars.contains(scalar)
  }

  private mutating func quoted() throws(Fault) -> String {
    let start = fault("The text has no closing quotation mark")
    var text = String.UnicodeScalarView()
    advance()
    while index < scalars.count {
      let scalar = scalars[index]
      advance()
      switch scalar {
      case "\"": return String(text)
      case "\\": text.append(contentsOf: escaped().unicodeScalars)
      default: text.append(scalar)
      }
    }
    throw start
  }

  /// What stands for a character after a backslash; any other character stands for itself.
  private mutating func escaped() -> String {
    guard index < scalars.count else { return "\\" }
    let scalar = scalars[index]
    advance()
    switch scalar {
    case "n": return "\n"
    case "t": return "\t"
    case "r": return "\r"
    case "U", "u": return utf16()
    default: return String(scalar)
    }
  }

  /// Up to four hexadecimal digits; two halves of a pair make one character.
  private mutating func utf16() -> String {
    var units = [hexadecimal()]
    if UTF16.isLeadSurrogate(units[0]), isAt("\\", "U") || isAt("\\", "u") {
      advance()
      advance()
      units.append(hexadecimal())
    }
    return String(decoding: units, as: UTF16.self)
  }

  private mutating func hexadecimal() -> UInt16 {
    var value: UInt16 = 0
    for _ in 0..<4 {
      guard index < scalars.count, let digit = Character(scalars[index]).hexDigitValue else { break }
      value = value << 4 | UInt16(digit)
      advance()
    }
    return value
  }
}

extension StringsFile.Fault {
  var errorDescription: String? { "Line \(line), column \(column): \(message)" }
}
