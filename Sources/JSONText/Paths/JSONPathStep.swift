/// One step of a path: from an array or object to what stands in it.
enum JSONPathStep: Sendable, Hashable {
  /// The member of an object, by the bytes of its name as UTF-8.
  case name([UInt8])
  /// The element of an array, from 0; from the end for negative numbers.
  case index(Int)
  /// Every element or member.
  case all
}

extension JSONPathStep: CustomStringConvertible {
  var description: String {
    switch self {
    case .all: "[*]"
    case .index(let index): "[\(index)]"
    case .name(let bytes): "." + Self.spelled(String(decoding: bytes, as: UTF8.self))
    }
  }

  /// A name as it stands in a path: in quotes and brackets if it has characters that mean something there.
  static func spelled(_ name: String) -> String {
    // Marks are scalars, not characters: a name may begin with an accent, which joins the quote before it.
    let scalars = name.unicodeScalars
    let isPlain =
      !name.isEmpty && scalars.allSatisfy { !".[]*'\"^~()$@|,".unicodeScalars.contains($0) } && scalars.first != " "
      && scalars.last != " "
    guard !isPlain else { return name }
    var text = "['".unicodeScalars
    for scalar in scalars {
      if scalar == "\\" || scalar == "'" { text.append("\\") }
      text.append(scalar)
    }
    return String(text) + "']"
  }
}

/// Reads the steps of paths.
struct JSONPathParser {
  private let text: String
  private let scalars: [Unicode.Scalar]
  private(set) var index = 0
  private let kind: String

  init(_ text: String, kind: String) {
    self.text = text
    scalars = Array(text.unicodeScalars)
    self.kind = kind
  }

  var isAtEnd: Bool { index >= scalars.count }
  var peek: Unicode.Scalar? { isAtEnd ? nil : scalars[index] }

  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard peek == scalar else { return false }
    index += 1
    return true
  }

  func fault(_ message: String, at place: Int? = nil) -> JSONTextError {
    JSONTextError(.path, "\(message) at character \((place ?? index) + 1) of the \(kind) “\(text)”")
  }

  /// The steps up to something else. The first may be a name without a dot when `beginsBare`.
  mutating func steps(beginsBare: Bool) throws(JSONTextError) -> [JSONPathStep] {
    var steps: [JSONPathStep] = []
    if beginsBare, let first = peek, !"[.~)".unicodeScalars.contains(first) { steps.append(try name()) }
    while let next = peek {
      if next == "." {
        index += 1
        if peek == "." { throw fault("Steps to any depth (“..”) are not followed") }
        // A bracket may follow a dot in paths that were put together.
        steps.append(peek == "[" ? try bracket() : try name())
      } else if next == "[" {
        steps.append(try bracket())
      } else {
        break
      }
    }
    return steps
  }

  private mutating func name() throws(JSONTextError) -> JSONPathStep {
    if take("*") { return .all }
    let start = index
    while let next = peek, !".[]*~)^".unicodeScalars.contains(next) { index += 1 }
    guard index > start else { throw fault("A name is missing") }
    return .name(Array(string(start..<index).utf8))
  }

  private func string(_ range: Range<Int>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars[range])
    return String(view)
  }

  private mutating func bracket() throws(JSONTextError) -> JSONPathStep {
    let start = index
    index += 1
    let step: JSONPathStep
    if take("*") {
      step = .all
    } else if let quote = peek, quote == "'" || quote == "\"" {
      index += 1
      step = .name(Array(try quoted(quote, from: start).utf8))
    } else {
      let first = index
      _ = take("-")
      while let next = peek, ("0"..."9").contains(next) { index += 1 }
      let digits = string(first..<index)
      guard let number = Int(digits) else {
        let what = peek.map { "“\($0)”" } ?? "nothing"
        throw fault("In brackets stands a number, “*” or a name in quotes, not \(what)")
      }
      if peek == ":" || peek == "," { throw fault("Slices and lists of steps are not followed") }
      step = .index(number)
    }
    guard take("]") else { throw fault("The bracket is not closed", at: start) }
    return step
  }

  private mutating func quoted(_ quote: Unicode.Scalar, from start: Int) throws(JSONTextError) -> String {
    var name = String.UnicodeScalarView()
    while let next = peek {
      index += 1
      if next == quote { return String(name) }
      if next == "\\", let escaped = peek {
        index += 1
        name.append(escaped)
      } else {
        name.append(next)
      }
    }
    throw fault("The name is not closed", at: start)
  }
}
