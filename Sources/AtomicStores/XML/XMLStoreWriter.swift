internal import AttributeValues
internal import ManagedObjects
internal import ObjectModel
internal import PropertyLists
internal import SystemErrors

/// Writes XML stores as Core Data writes them.
struct XMLStoreWriter {
  private let model: ManagedObjectModel
  private let path: String
  /// The longest attribute of an element that XML parsers take without being asked to.
  static let longestReferences = 9_999_000

  init(model: ManagedObjectModel, path: String) throws {
    // A store that could not be read is not written.
    _ = try XMLNames(model: model, path: path)
    self.model = model
    self.path = path
  }

  /// - Complexity: O(values and references).
  func write(_ memory: InMemoryStore, _ header: StoreHeader, to file: FileWriter) throws {
    try writeHeader(header, of: memory, to: file)
    var forms: [ObjectIdentifier: EntityForm] = [:]
    var text: [UInt8] = []
    for row in memory.allRows {
      let entity = row.objectID.entity
      let form: EntityForm
      if let known = forms[ObjectIdentifier(entity)] {
        form = known
      } else {
        form = EntityForm(of: entity)
        forms[ObjectIdentifier(entity)] = form
      }
      try append(row, form, memory, to: &text)
      try file.write(text)
      text.removeAll(keepingCapacity: true)
    }
    try file.write("</database>".utf8)
  }

  private func writeHeader(_ header: StoreHeader, of memory: InMemoryStore, to file: FileWriter) throws {
    let beginning = """
      <?xml version="1.0" standalone="yes"?>
      <!DOCTYPE database SYSTEM "file:///System/Library/DTDs/CoreData.dtd">

      <database>
          <databaseInfo>
              <version>\(BinaryStoreReader.version)</version>
              <UUID>\(header.identifier)</UUID>
              <nextObjectID>\(header.lastNumber)</nextObjectID>
              <metadata>

      """
    try file.write(beginning.utf8)
    let entries = StoreEntries.entries(
      of: header,
      format: .xml,
      hashesAreComplete: header.metadata.hasAllHashes(of: model, configuration: memory.configurationName)
    )
    try file.write(PropertyList.writeXML(.dictionary(entries), indentation: 12))
    try file.write("        </metadata>\n    </databaseInfo>\n".utf8)
  }

  /// A document with other metadata, which stand before all objects.
  static func replacingMetadata(in bytes: [UInt8], with entries: PropertyListDictionary, path: String) throws -> [UInt8]
  {
    let (opening, closing) = (Array("<metadata>".utf8), Array("</metadata>".utf8))
    guard let start = bytes.firstRange(of: opening)?.upperBound,
      let end = bytes[start...].firstRange(of: closing)?.lowerBound
    else {
      throw AtomicStoreError(.unsupported(reason: "the place of the metadata cannot be found", place: nil), path: path)
    }
    let list = PropertyList.writeXML(.dictionary(entries), indentation: 12)
    return bytes[..<start] + Array("\n".utf8) + list + Array("        ".utf8) + bytes[end...]
  }

  /// The tags of an entity's objects.
  private struct EntityForm {
    struct Attribute {
      let slot: Int
      let path: [String]
      let type: AttributeType
      /// Up to the name of the type.
      let beginning: [UInt8]
    }

    struct Relationship {
      let slot: Int
      let beginning: [UInt8]
    }

    let beginning: [UInt8]
    let attributes: [Attribute]
    let toOne: [Relationship]
    let toMany: [Relationship]

    init(of entity: EntityDescription) {
      let layout = entity.layout
      beginning = Array("    <object type=\"\(Self.quoted(XMLNames.name(of: entity)))\" id=\"z".utf8)
      // The order of binary stores, from its end.
      attributes = AttributeOrder(of: entity).kept.reversed().flatMap { slot in
        let attribute = layout.attributes[slot]
        let parts =
          (attribute as? CompositeAttributeDescription).map(XMLNames.leaves) ?? [(names: [], leaf: attribute)]
        return parts.map { names, leaf in
          let name = XMLNames.name(ofProperty: ([attribute.name] + names).joined(separator: "."))
          return Attribute(
            slot: slot,
            path: names,
            type: leaf.attributeType,
            beginning: Array("        <attribute name=\"\(Self.quoted(name))\" type=\"".utf8)
          )
        }
      }
      func form(_ relationship: RelationshipDescription, _ slot: Int) -> Relationship? {
        if relationship.isTransient { return nil }
        let name = Self.quoted(XMLNames.name(ofProperty: relationship.name))
        let destination = relationship.destinationEntity.map { Self.quoted(XMLNames.name(of: $0)) } ?? ""
        let counts = "\(relationship.minCount)/\(relationship.maxCount)"
        let tag = "        <relationship name=\"\(name)\" type=\"\(counts)\" destination=\"\(destination)\""
        return Relationship(slot: slot, beginning: Array(tag.utf8))
      }
      toOne = layout.toOneRelationships.enumerated().compactMap { form($1, $0) }
      toMany = layout.toManyRelationships.enumerated().compactMap { form($1, $0) }
    }

    /// A name as it stands in an attribute of an element; names of a model may have any characters.
    private static func quoted(_ name: String) -> String {
      var text = ""
      for scalar in name.unicodeScalars {
        switch scalar {
        case "&": text += "&amp;"
        case "<": text += "&lt;"
        case "\"": text += "&quot;"
        case "\t", "\n", "\r": text += "&#\(scalar.value);"
        default: text.unicodeScalars.append(scalar)
        }
      }
      return text
    }
  }

  private func append(_ row: StoreRow, _ form: EntityForm, _ memory: InMemoryStore, to text: inout [UInt8]) throws {
    text.append(contentsOf: form.beginning)
    text.append(contentsOf: String(row.objectID.reference).utf8)
    text.append(contentsOf: "\">\n".utf8)
    for attribute in form.attributes {
      let value = row.attributes[attribute.slot].element(attribute.path[...])
      if value.isNull { continue }
      if case .composite = value { continue }
      let type = attribute.type == .undefined ? XMLStoreText.type(of: value) : attribute.type
      text.append(contentsOf: attribute.beginning)
      text.append(contentsOf: XMLStoreText.typeName(type).utf8)
      text.append(contentsOf: "\">".utf8)
      XMLStoreText.append(value, to: &text)
      text.append(contentsOf: "</attribute>\n".utf8)
    }
    for relationship in form.toOne {
      let target = row.toOne[relationship.slot]
      try append(relationship, target.map { [$0] } ?? [], of: row, to: &text)
    }
    for relationship in form.toMany {
      try append(relationship, memory.members(of: row.objectID, toManySlot: relationship.slot), of: row, to: &text)
    }
    text.append(contentsOf: "    </object>\n".utf8)
  }

  private func append(
    _ relationship: EntityForm.Relationship,
    _ members: [ManagedObjectID],
    of row: StoreRow,
    to text: inout [UInt8]
  ) throws {
    text.append(contentsOf: relationship.beginning)
    if !members.isEmpty {
      text.append(contentsOf: " idrefs=\"".utf8)
      let start = text.count
      for (index, member) in members.enumerated() {
        if index > 0 { text.append(0x20) }
        text.append(UInt8(ascii: "z"))
        text.append(contentsOf: String(member.reference).utf8)
      }
      guard text.count - start <= Self.longestReferences else {
        let reason =
          "\(row.objectID) has \(members.count) members in one relationship, more than XML parsers read; use a binary or SQLite store"
        throw AtomicStoreError(.unrepresentable(reason: reason), path: path)
      }
      text.append(UInt8(ascii: "\""))
    }
    text.append(contentsOf: "></relationship>\n".utf8)
  }
}
