/// Makes characters visible that a terminal or browser would obey or hide: controls, direction overrides, zero-width spaces.
///
/// Sources are not trusted: an escape sequence in a value must not recolour a terminal or retitle its window, and a direction override
/// must not make a line read differently from what the importer saw.
package enum VisibleText {
  /// Whether `scalar` must not be shown as it is.
  static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20..<0x7F: false
    case 0..<0x20, 0x7F..<0xA0: true
    case 0xAD, 0x61C, 0x180E, 0x200B, 0x200E...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB: true
    case 0xE0000...0xE007F: true
    default: false
    }
  }

  /// How a hidden character is shown: `\n`, `\t`, or its number as Swift writes it, such as `\u{1B}`.
  static func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }
  }

  /// `text` with every hidden character escaped.
  ///
  /// - Complexity: O(*n*); returns `text` itself when nothing is hidden.
  package static func escaped(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isHidden) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if isHidden(scalar) { result += escape(scalar) } else { result.unicodeScalars.append(scalar) }
    }
    return result
  }

  /// A message of several lines with every hidden character escaped but line feeds and tabs, and without lines that a CI system would take for commands.
  package static func escapedMessage(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in
        let visible = line.split(separator: "\t", omittingEmptySubsequences: false).map { escaped(String($0)) }
          .joined(separator: "\t")
        return withoutCommand(visible)
      }
      .joined(separator: "\n")
  }

  /// A line that is printed, with a space before it if a CI system would take it for a command.
  package static func withoutCommand(_ line: String) -> String {
    line.utf8.starts(with: "::".utf8) || line.utf8.starts(with: "##[".utf8) ? " " + line : line
  }
}
