#if SwiftDataSources
  /// Finds what is nested more deeply than people write it, before a parser does.
  ///
  /// swift-syntax bounds the depth of brackets, but the time that it takes for square brackets in types doubles with each, and that for
  /// conditions, generic arguments, members and interpolations grows with the square of their number. Texts and comments are skipped roughly:
  /// what is lost of a text with an interpolation is found again at the end of its line.
  struct NestingScan {
    /// The greatest depths and numbers that are parsed.
    private enum Limit {
      static let brackets = 250
      static let squareBrackets = 12
      static let conditions = 64
      static let inLine = 128
    }

    private var line = 1
    private var lineStart = 0
    private var brackets = 0
    private var squareBrackets = 0
    private var conditions = 0
    private var angles = 0
    private var interpolations = 0
    private var dots = 0

    /// The first place that is nested too deeply, as line and byte column from 1; `nil` if there is none.
    static func tooDeepPlace(in bytes: [UInt8]) -> (line: Int, column: Int)? {
      var scan = NestingScan()
      return scan.tooDeepPlace(in: bytes)
    }

    private mutating func tooDeepPlace(in bytes: [UInt8]) -> (line: Int, column: Int)? {
      var index = 0
      while index < bytes.count {
        let byte = bytes[index]
        switch byte {
        case UInt8(ascii: "\n"): endLine(at: index)
        case UInt8(ascii: "/") where follows("/", index, bytes): index = lineEnd(after: index, bytes) - 1
        case UInt8(ascii: "/") where follows("*", index, bytes): index = skipComment(from: index, bytes)
        case UInt8(ascii: "\""): index = skipText(from: index, bytes)
        case UInt8(ascii: "("), UInt8(ascii: "{"): brackets += 1
        case UInt8(ascii: ")"), UInt8(ascii: "}"): brackets = max(0, brackets - 1)
        case UInt8(ascii: "["): squareBrackets += 1
        case UInt8(ascii: "]"): squareBrackets = max(0, squareBrackets - 1)
        case UInt8(ascii: "<"): angles += 1
        case UInt8(ascii: ">"): angles = max(0, angles - 1)
        case UInt8(ascii: "."): dots += 1
        case UInt8(ascii: "#") where bytes[index...].starts(with: "#if ".utf8): conditions += 1
        case UInt8(ascii: "#") where bytes[index...].starts(with: "#endif".utf8): conditions = max(0, conditions - 1)
        default: break
        }
        if isTooDeep { return (line, index - lineStart + 1) }
        index += 1
      }
      return nil
    }

    private var isTooDeep: Bool {
      Limit.brackets < brackets || Limit.squareBrackets < squareBrackets || Limit.conditions < conditions
        || Limit.inLine < max(angles, interpolations, dots)
    }

    private mutating func endLine(at index: Int) {
      line += 1
      lineStart = index + 1
      (angles, interpolations, dots) = (0, 0, 0)
    }

    private func follows(_ character: Unicode.Scalar, _ index: Int, _ bytes: [UInt8]) -> Bool {
      index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: character)
    }

    private func lineEnd(after index: Int, _ bytes: [UInt8]) -> Int {
      bytes[index...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    }

    /// The last byte of a comment, which may have others in it.
    private mutating func skipComment(from start: Int, _ bytes: [UInt8]) -> Int {
      var (index, depth) = (start, 0)
      while index < bytes.count {
        if bytes[index] == UInt8(ascii: "\n") {
          endLine(at: index)
        } else if bytes[index] == UInt8(ascii: "/"), follows("*", index, bytes) {
          depth += 1
          index += 1
        } else if bytes[index] == UInt8(ascii: "*"), follows("/", index, bytes) {
          depth -= 1
          index += 1
          if depth == 0 { return index }
        }
        index += 1
      }
      return index
    }

    /// The last byte of a text, or what stands before the end of its line.
    private mutating func skipText(from start: Int, _ bytes: [UInt8]) -> Int {
      let isLong = bytes[start...].starts(with: "\"\"\"".utf8)
      var index = start + (isLong ? 3 : 1)
      while index < bytes.count {
        switch bytes[index] {
        case UInt8(ascii: "\\"):
          if follows("(", index, bytes) { interpolations += 1 }
          index += 1
          if isLong, index < bytes.count, bytes[index] == UInt8(ascii: "\n") { endLine(at: index) }
        case UInt8(ascii: "\n"):
          guard isLong else { return index - 1 }
          endLine(at: index)
        case UInt8(ascii: "\""):
          if !isLong { return index }
          if bytes[index...].starts(with: "\"\"\"".utf8) { return index + 2 }
        default: break
        }
        if isTooDeep { return index }
        index += 1
      }
      return index
    }
  }
#endif
