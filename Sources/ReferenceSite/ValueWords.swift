internal import AttributeValues
internal import Foundation
internal import ImageFiles

/// Values and names as pages show them.
enum ValueWords {
  /// A value for people; `nil` where there is nothing to show, and for composites, whose parts are shown one by one.
  static func text(_ value: AttributeValue) -> String? {
    switch value {
    case .null, .composite: nil
    case .binary(let data): size(data.count)
    case .transformable(let value): size(value.bytes.count)
    case .integer(let number): "\(number)"
    case .boolean(let value): value ? "yes" : "no"
    case .double(let number): self.number(number)
    case .float(let number): self.number(number)
    case .decimal(let number): number.description
    case .string(let text): isBlank(text) ? nil : text
    case .date(let seconds): date(seconds)
    case .uuid(let value): value.uuidString
    case .uri(let value): value.absoluteString
    }
  }

  static func isBlank(_ text: String) -> Bool { text.allSatisfy(\.isWhitespace) }

  static func size(_ bytes: Int) -> String { bytes == 1 ? "1 byte" : "\(bytes) bytes" }

  private static func number<Number: BinaryFloatingPoint & LosslessStringConvertible>(_ number: Number) -> String {
    let text = String(number)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// A day, with the time if there is one, in universal time.
  private static func date(_ seconds: Double) -> String {
    // Beyond some millions of years the calendar does not count any more.
    guard seconds.magnitude < 1e14 else { return "\(seconds) s after 2001-01-01" }
    let text = ISODate.text(seconds)
    if text.hasSuffix("T00:00:00Z") { return String(text.dropLast(10)) }
    return text.replacing("T", with: " ").replacing("Z", with: " UTC")
  }

  /// A property's name as words: “heightMax” becomes “Height max”.
  static func words(_ name: String) -> String {
    var words = ""
    var previous: Character = " "
    for letter in name {
      if letter.isUppercase, previous.isLowercase || previous.isNumber { words += " " }
      words.append(letter == "_" ? " " : letter)
      previous = letter
    }
    let parts = words.split(separator: " ").map {
      $0.dropFirst().contains(where: \.isUppercase) ? String($0) : $0.lowercased()
    }
    let joined = parts.joined(separator: " ")
    return joined.prefix(1).uppercased() + joined.dropFirst()
  }

  /// By what lists are sorted: without regard to case and accents, and numbers by their size.
  static func order(_ text: String) -> String {
    let folded =
      text.utf8.allSatisfy { $0 < 0x80 }
      ? text.lowercased() : text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    var order = ""
    var digits = ""
    // Of two numbers without leading zeros the one with more digits is greater.
    func end() {
      guard !digits.isEmpty else { return }
      let number = digits.drop { $0 == "0" }
      let count = String(number.utf8.count)
      order += String(repeating: "0", count: max(0, 3 - count.utf8.count)) + count + number
      digits = ""
    }
    for scalar in folded.unicodeScalars {
      if ("0"..."9").contains(scalar) {
        digits.unicodeScalars.append(scalar)
      } else {
        end()
        order.unicodeScalars.append(scalar)
      }
    }
    end()
    return order
  }
}
