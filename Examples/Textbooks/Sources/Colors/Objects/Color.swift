import ManagedObjects

/// An object of the entity Color. Its properties stand in `Color+Properties.swift`; what else it can do belongs here.
class Color: ManagedObject {
  /// `#RRGGBB`, worked out when it is first asked for.
  var hexadecimalText: String {
    if let known = hexadecimal { return known }
    let text = [red, green, blue].reduce("#") { text, component in
      let byte = Int((component * 255).rounded())
      return text + String(byte / 16, radix: 16, uppercase: true) + String(byte % 16, radix: 16, uppercase: true)
    }
    try? setPrimitiveValue(text, forKey: "hexadecimal")
    return text
  }

  /// A name without spaces at its ends, and with one between its words.
  override func validateValue(_ value: inout Any?, forKey key: String) throws {
    if key == "name", let name = value as? String {
      value = name.split(separator: " ").joined(separator: " ")
    }
    try super.validateValue(&value, forKey: key)
  }
}
