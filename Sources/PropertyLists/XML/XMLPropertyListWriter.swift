/// Writes the XML form of property lists, without declaration and document type: `<plist version="1.0">` and what is in it.
struct XMLPropertyListWriter {
  private var text: [UInt8] = []

  /// - Parameter indentation: The number of blanks before the outermost element; those in it stand four further.
  static func write(_ value: PropertyListValue, indentation: Int) -> [UInt8] {
    var writer = XMLPropertyListWriter()
    writer.line("<plist version=\"1.0\">", indentation)
    writer.write(value, indentation + 4)
    writer.line("</plist>", indentation)
    return writer.text
  }

  private mutating func line(_ content: String, _ indentation: Int) {
    text.append(contentsOf: repeatElement(0x20, count: indentation))
    text.append(contentsOf: content.utf8)
    text.append(0x0a)
  }

  private mutating func write(_ value: PropertyListValue, _ indentation: Int) {
    switch value {
    case .string(let value): line("<string>\(Self.escaped(value))</string>", indentation)
    case .integer(let value): line("<integer>\(value)</integer>", indentation)
    case .largeInteger(let value), .uid(let value): line("<integer>\(value)</integer>", indentation)
    case .real(let value): line("<real>\(value)</real>", indentation)
    case .boolean(let value): line(value ? "<true/>" : "<false/>", indentation)
    case .date(let value): line("<date>\(XMLPropertyListText.text(ofDate: value))</date>", indentation)
    case .data(let bytes):
      line("<data>", indentation)
      line(XMLPropertyListText.text(ofData: bytes), indentation)
      line("</data>", indentation)
    case .array(let values):
      if values.isEmpty { return line("<array></array>", indentation) }
      line("<array>", indentation)
      for value in values { write(value, indentation + 4) }
      line("</array>", indentation)
    case .dictionary(let entries):
      line("<dict>", indentation)
      for (key, value) in entries {
        line("<key>\(Self.escaped(key))</key>", indentation + 4)
        write(value, indentation + 4)
      }
      line("</dict>", indentation)
    case .null: line("<string></string>", indentation)
    }
  }

  /// The text with references for what is markup. Characters that XML cannot hold are left out.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\r": result += "&#13;"
      case "\u{0}"..."\u{8}", "\u{B}", "\u{C}", "\u{E}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": continue
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
