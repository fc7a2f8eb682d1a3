internal import AttributeValues

/// Writes a drafted model as Xcode's model editor does: the `contents` of an `.xcdatamodel`.
struct ModelText {
  private struct Relationship {
    var name: String
    var isOptional: Bool
    var isToMany: Bool
    var cascades: Bool
    var destination: String
    var inverse: String
  }

  private var lines: [String] = []

  init(_ drafts: [SourceDraft]) {
    lines.append("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>")
    lines.append(
      "<model type=\"com.apple.IDECoreDataModeler.DataModel\" documentVersion=\"1.0\" lastSavedToolsVersion=\"22757\" "
        + "systemVersion=\"23F79\" minimumToolsVersion=\"Automatic\" sourceLanguage=\"Swift\" "
        + "userDefinedModelVersionIdentifier=\"\">"
    )
    for draft in drafts.sorted(by: { $0.entity < $1.entity }) { write(draft, drafts) }
    lines.append("</model>")
  }

  /// The file's text, without a line feed at its end, as Xcode writes it.
  var text: String { lines.joined(separator: "\n") }

  private mutating func write(_ draft: SourceDraft, _ drafts: [SourceDraft]) {
    lines.append(
      "    <entity name=\"\(draft.entity)\" representedClassName=\"\(draft.entity)\" syncable=\"YES\" codeGenerationType=\"class\">"
    )
    for attribute in draft.attributes.sorted(by: { $0.name < $1.name }) { write(attribute) }
    for relationship in Self.relationships(of: draft, drafts).sorted(by: { $0.name < $1.name }) { write(relationship) }
    let key = draft.key.compactMap { draft.attribute(of: $0)?.name }
    if !key.isEmpty {
      lines.append("        <uniquenessConstraints>")
      lines.append("            <uniquenessConstraint>")
      for name in key { lines.append("                <constraint value=\"\(name)\"/>") }
      lines.append("            </uniquenessConstraint>")
      lines.append("        </uniquenessConstraints>")
    }
    lines.append("    </entity>")
  }

  private mutating func write(_ attribute: AttributeDraft) {
    var line = "        <attribute name=\"\(attribute.name)\""
    if !attribute.isRequired { line += " optional=\"YES\"" }
    line += " attributeType=\"\(attribute.guess.type.modelName)\""
    switch attribute.guess.type {
    case .boolean, .integer16, .integer32, .integer64, .double, .float:
      line += " usesScalarValueType=\"\(attribute.isRequired ? "YES" : "NO")\""
    case .date, .uuid: line += " usesScalarValueType=\"NO\""
    default: break
    }
    lines.append(line + "/>")
  }

  private mutating func write(_ relationship: Relationship) {
    var line = "        <relationship name=\"\(relationship.name)\""
    if relationship.isOptional { line += " optional=\"YES\"" }
    line += relationship.isToMany ? " toMany=\"YES\"" : " maxCount=\"1\""
    line += " deletionRule=\"\(relationship.cascades ? "Cascade" : "Nullify")\""
    line += " destinationEntity=\"\(relationship.destination)\""
    line += " inverseName=\"\(relationship.inverse)\" inverseEntity=\"\(relationship.destination)\"/>"
    lines.append(line)
  }

  /// The relationships of an entity: its own and the inverses of those that lead to it.
  private static func relationships(of draft: SourceDraft, _ drafts: [SourceDraft]) -> [Relationship] {
    var list: [Relationship] = []
    func add(
      _ name: String,
      to destination: String,
      inverse: String,
      isOptional: Bool = true,
      isToMany: Bool = true,
      cascades: Bool = false
    ) {
      list.append(
        Relationship(
          name: name,
          isOptional: isOptional,
          isToMany: isToMany,
          cascades: cascades,
          destination: destination,
          inverse: inverse
        )
      )
    }
    for own in draft.relationships {
      let (destination, inverse) = (own.destination, own.inverseName)
      add(own.name, to: destination, inverse: inverse, isOptional: !own.isRequired, isToMany: own.isToMany)
    }
    if let (name, inverse) = draft.toParent, let inner = draft.set.inner {
      let parent = drafts.first { $0.number == inner.parent }?.entity ?? ""
      add(name, to: parent, inverse: inverse, isOptional: false, isToMany: false)
    }
    for other in drafts {
      for theirs in other.relationships where theirs.target.source == draft.number {
        add(theirs.inverseName, to: other.entity, inverse: theirs.name)
      }
      if let (name, inverse) = other.toParent, other.set.inner?.parent == draft.number {
        add(inverse, to: other.entity, inverse: name, cascades: true)
      }
    }
    return list
  }

  /// The file beside the versions of a model that says which is the current one.
  static func currentVersion(_ name: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
    \t<key>_XCCurrentVersionName</key>
    \t<string>\(name).xcdatamodel</string>
    </dict>
    </plist>

    """
  }
}
