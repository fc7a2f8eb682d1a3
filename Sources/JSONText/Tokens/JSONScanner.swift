internal import Findings

/// Steps through a JSON text: its structure, token by token (RFC 8259).
///
/// The scanner checks everything it passes, whether or not anybody wants it. It keeps nothing but which arrays and objects are open.
struct JSONScanner {
  private enum State {
    /// A value has to follow.
    case value
    /// A value or the end of the array.
    case firstElement, elementAfterComma
    /// A name or the end of the object.
    case firstName, nameAfterComma
    /// A comma or the end of what is open.
    case afterValue
    case done
  }

  let window: JSONWindow
  let limits: JSONLimits
  let mode: JSONMode
  /// Everything before it has been read.
  var offset = 0
  /// Where the text ends if that is before the end of the file: at the end of a line.
  var textEnd: Int?
  private var state = State.value
  /// For each open container whether it is an object.
  private var open: [Bool] = []
  /// What was not as it should be since somebody took it; of each step no more than `mostIssues`.
  var issues: [JSONIssue] = []
  /// How many issues the current step has had.
  private var issueCount = 0

  /// After so many issues in one string, or between two tokens, no more are noted: they all belong to one record.
  static let mostIssues = 50

  init(_ window: JSONWindow, limits: JSONLimits, mode: JSONMode) {
    self.window = window
    self.limits = limits
    self.mode = mode
  }

  /// How many arrays and objects are open.
  var depth: Int { open.count }

  /// Begins again with a text of its own.
  mutating func start(at offset: Int, end: Int) {
    self.offset = offset
    textEnd = end
    state = .value
    open.removeAll(keepingCapacity: true)
    issues.removeAll(keepingCapacity: true)
  }

  // MARK: Bytes

  /// The byte at `index`; `nil` at the end of the text.
  @inline(__always)
  func byte(at index: Int) throws -> UInt8? {
    if let textEnd, index >= textEnd { return nil }
    while index >= window.end {
      guard try window.fill() else { return nil }
    }
    return window.base[index - window.start]
  }

  /// Notes something that is not as it should be.
  mutating func note(_ kind: JSONIssue.Kind, _ range: Range<Int>) {
    issueCount += 1
    if issueCount <= Self.mostIssues { issues.append(JSONIssue(kind: kind, range: range)) }
  }

  /// The byte at `offset` after white space and, where they are read, comments; `nil` at the end of the text.
  ///
  /// - Throws: `JSONSyntaxError` where they are longer than a record may be: they stay in memory with what stands before them.
  private mutating func nextByte() throws -> UInt8? {
    let start = offset
    while let byte = try gapByte(start) {
      switch byte {
      case 0x20, 0x0A, 0x0D, 0x09: offset += 1
      case UInt8(ascii: "/"), UInt8(ascii: "#"): try skipComment(byte, start)
      default: return byte
      }
    }
    return nil
  }

  /// The byte at `offset`, between two tokens of which the first ended at `start`.
  @inline(__always)
  private func gapByte(_ start: Int) throws -> UInt8? {
    guard offset - start <= limits.recordBytes else {
      throw JSONSyntaxError(.gap(bytes: limits.recordBytes), start..<start + 1)
    }
    return try byte(at: offset)
  }

  private mutating func skipComment(_ first: UInt8, _ gap: Int) throws {
    let start = offset
    let second = first == UInt8(ascii: "#") ? nil : try byte(at: offset + 1)
    guard second == UInt8(ascii: "/") || second == UInt8(ascii: "*"), mode == .tolerant else {
      let isComment = first == UInt8(ascii: "#") || second == UInt8(ascii: "/") || second == UInt8(ascii: "*")
      throw JSONSyntaxError(isComment ? .comment : .slash, start..<start + 1)
    }
    offset += 2
    if second == UInt8(ascii: "/") {
      while let byte = try gapByte(gap), byte != 0x0A, byte != 0x0D { offset += 1 }
    } else {
      var last: UInt8 = 0
      while true {
        guard let byte = try gapByte(gap) else {
          throw JSONSyntaxError(.openComment, start..<start + 2)
        }
        offset += 1
        if last == UInt8(ascii: "*"), byte == UInt8(ascii: "/") { break }
        last = byte
      }
    }
    note(.comment, start..<offset)
  }

  // MARK: Structure

  /// The next step.
  ///
  /// - Throws: `JSONSyntaxError` where the text is no JSON or exceeds a limit; what the input throws.
  mutating func next() throws -> JSONEvent {
    issueCount = 0
    while true {
      let found = try nextByte()
      let start = offset
      switch state {
      case .done:
        guard found == nil else {
          throw JSONSyntaxError(.textAfterEnd, start..<start + 1)
        }
        return JSONEvent(kind: .end, range: start..<start)
      case .value: return try value(found)
      case .firstElement, .elementAfterComma:
        guard found == UInt8(ascii: "]") else { return try value(found) }
        if case .elementAfterComma = state { try passTrailingComma(start) }
        return close(.endArray)
      case .firstName, .nameAfterComma:
        if found == UInt8(ascii: "}") {
          if case .nameAfterComma = state { try passTrailingComma(start) }
          return close(.endObject)
        }
        guard found == UInt8(ascii: "\"") else { throw unexpected(found, insteadOf: .name) }
        var event = try string()
        event.kind = .name
        let colon = try nextByte()
        guard colon == UInt8(ascii: ":") else { throw unexpected(colon, insteadOf: .colon) }
        offset += 1
        state = .value
        return event
      case .afterValue:
        let isObject = open[open.count - 1]
        if found == UInt8(ascii: ",") {
          offset += 1
          state = isObject ? .nameAfterComma : .elementAfterComma
        } else if found == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
          return close(isObject ? .endObject : .endArray)
        } else {
          throw unexpected(found, insteadOf: isObject ? .commaOrBrace : .commaOrBracket)
        }
      }
    }
  }

  private mutating func passTrailingComma(_ end: Int) throws {
    guard mode == .tolerant else {
      throw JSONSyntaxError(.comma, end..<end + 1)
    }
    note(.trailingComma, end..<end + 1)
  }

  private mutating func close(_ kind: JSONEvent.Kind) -> JSONEvent {
    open.removeLast()
    offset += 1
    state = open.isEmpty ? .done : .afterValue
    return JSONEvent(kind: kind, range: offset - 1..<offset)
  }

  private mutating func value(_ found: UInt8?) throws -> JSONEvent {
    let start = offset
    switch found {
    case UInt8(ascii: "{")?, UInt8(ascii: "[")?:
      guard open.count < limits.depth else {
        throw JSONSyntaxError(.nesting(limits.depth), start..<start + 1)
      }
      let isObject = found == UInt8(ascii: "{")
      open.append(isObject)
      offset += 1
      state = isObject ? .firstName : .firstElement
      return JSONEvent(kind: isObject ? .beginObject : .beginArray, range: start..<offset)
    case UInt8(ascii: "\"")?:
      let event = try string()
      state = open.isEmpty ? .done : .afterValue
      return event
    case let byte?:
      let event = try byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte) ? number() : word()
      state = open.isEmpty ? .done : .afterValue
      return event
    case nil: throw unexpected(nil, insteadOf: .value)
    }
  }

  /// A fault at `offset`.
  func unexpected(_ byte: UInt8?, insteadOf expected: JSONFinding.Syntax.Expected) -> JSONSyntaxError {
    guard let byte else {
      return JSONSyntaxError(.end(in: open.last.map { $0 ? .object : .array }), offset..<offset)
    }
    return JSONSyntaxError(.unexpected(byte, insteadOf: expected), offset..<offset + 1)
  }
}
