internal import CLibXML2

/// Resolves what libxml2 leaves in attribute values while entity substitution is off.
///
/// The library then writes an ampersand as `&#38;` and keeps references to declared entities as they are. Substitution
/// stays off because it would also load external entities.
enum EntityText {
  /// Appends `value` with its references resolved.
  ///
  /// References to external and unknown entities are left out.
  ///
  /// - Parameter room: How many bytes may still be appended.
  /// - Returns: `false` if there was no room; what fits has then been appended.
  static func append(
    _ value: UnsafeBufferPointer<UInt8>,
    parser: xmlParserCtxtPtr,
    room: Int,
    to text: inout [UInt8],
    depth: Int = 0
  ) -> Bool {
    let limit = text.count + room
    var index = 0
    while index < value.count {
      let byte = value[index]
      guard byte == UInt8(ascii: "&"), let end = value[index...].firstIndex(of: UInt8(ascii: ";")) else {
        // White space of an entity counts as if it stood in the attribute (XML 1.0, 3.3.3).
        text.append(depth > 0 && [0x09, 0x0A, 0x0D].contains(byte) ? 0x20 : byte)
        index += 1
        if text.count > limit { return false }
        continue
      }
      let name = UnsafeBufferPointer(rebasing: value[(index + 1)..<end])
      index = end + 1
      if name.first == UInt8(ascii: "#") {
        appendCharacter(name, to: &text)
      } else if depth < 16, let content = content(of: name, parser) {
        if !append(content, parser: parser, room: limit - text.count, to: &text, depth: depth + 1) { return false }
      }
    }
    return text.count <= limit
  }

  /// The replacement text of the internal entity `name`.
  private static func content(
    of name: UnsafeBufferPointer<UInt8>,
    _ parser: xmlParserCtxtPtr
  ) -> UnsafeBufferPointer<UInt8>? {
    var terminated = [UInt8](name)
    terminated.append(0)
    if let entity = xmlGetPredefinedEntity(terminated) {
      // The content of `&lt;` would be read as markup; the character itself is meant.
      return entity.pointee.content.map { UnsafeBufferPointer(start: $0, count: 1) }
    }
    guard let document = parser.pointee.myDoc, let entity = xmlGetDocEntity(document, terminated),
      entity.pointee.etype == XML_INTERNAL_GENERAL_ENTITY, let content = entity.pointee.content
    else { return nil }
    return UnsafeBufferPointer(start: content, count: Int(entity.pointee.length))
  }

  /// Appends the character that `#38` or `#x26` stands for.
  private static func appendCharacter(_ reference: UnsafeBufferPointer<UInt8>, to text: inout [UInt8]) {
    let digits = String(decoding: reference.dropFirst(), as: UTF8.self)
    let code = digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    if let code, let scalar = Unicode.Scalar(code) { text.append(contentsOf: scalar.utf8) }
  }
}
