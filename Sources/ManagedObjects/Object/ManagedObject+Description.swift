internal import ObjectModel

extension ManagedObject {
  /// The description, in the form in which Core Data prints objects.
  final func debugText() -> String {
    let address = String(UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()), radix: 16)
    let head = "<\(type(of: self)): 0x\(address)> (entity: \(entity.name); id: <\(objectID)>; data: "
    guard !isFault else { return head + "<fault>)" }
    let layout = runtime.layout
    var lines: [(name: String, text: String)] = []
    for (slot, attribute) in layout.attributes.enumerated() where slot < attributes.count {
      lines.append((attribute.name, attribute.anyValue(of: attributes[slot]).map(Self.quoted) ?? "nil"))
    }
    for (slot, relationship) in layout.toOneRelationships.enumerated() {
      lines.append((relationship.name, currentIdentity(ofToOne: slot).map { "\"<\($0)>\"" } ?? "nil"))
    }
    for (slot, relationship) in layout.toManyRelationships.enumerated() {
      let members = slot < toMany.count ? toMany[slot].members?.objects : nil
      let text = members.map { "(" + $0.map { "\"<\($0.objectID)>\"" }.joined(separator: ", ") + ")" }
      lines.append((relationship.name, text ?? "\"<relationship fault: '\(relationship.name)'>\""))
    }
    lines.sort { $0.name < $1.name }
    return head + "{\n" + lines.map { "    \($0.name) = \($0.text);\n" }.joined() + "})"
  }

  /// A value as property lists of the old style have it: in quotation marks, unless it is one word.
  private static func quoted(_ value: Any) -> String {
    let text = (value as? Bool).map { $0 ? "1" : "0" } ?? String(describing: value)
    let isWord =
      !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: byte == UInt8(ascii: "_")
        }
      }
    return isWord ? text : "\"\(text)\""
  }
}
