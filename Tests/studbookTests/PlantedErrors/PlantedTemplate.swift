import Foundation

/// A source with planted errors: a template in which `⟦rule⟧` stands right before each place where a finding of that rule is expected, and
/// `⟦byte:HH⟧` for a byte that a text file could not hold.
///
/// Taking the marks out gives the source; counting lines and characters on the way gives the expected places, without any of the code under test.
struct PlantedTemplate {
  /// A finding that has to be there.
  struct Expectation: Hashable, Comparable, CustomStringConvertible {
    var file: String
    var line: Int
    var column: Int
    var rule: String

    var description: String { "\(file):\(line):\(column) \(rule)" }

    static func < (left: Expectation, right: Expectation) -> Bool {
      (left.file, left.line, left.column, left.rule) < (right.file, right.line, right.column, right.rule)
    }
  }

  /// The source's bytes.
  private(set) var bytes: [UInt8] = []
  private(set) var expectations: [Expectation] = []

  init(_ template: String, file: String) {
    var line = 1
    var column = 1
    var rest = Substring(template)
    while let scalar = rest.unicodeScalars.first {
      if scalar == "⟦", let end = rest.firstIndex(of: "⟧") {
        let mark = rest[rest.index(after: rest.startIndex)..<end]
        rest = rest[rest.index(after: end)...]
        if mark.hasPrefix("byte:"), let byte = UInt8(mark.dropFirst(5), radix: 16) {
          bytes.append(byte)
          column += 1
        } else {
          expectations.append(Expectation(file: file, line: line, column: column, rule: String(mark)))
        }
        continue
      }
      bytes.append(contentsOf: Array(String(scalar).utf8))
      rest = Substring(rest.unicodeScalars.dropFirst())
      if scalar == "\n" {
        line += 1
        column = 1
      } else {
        column += 1
      }
    }
  }
}
