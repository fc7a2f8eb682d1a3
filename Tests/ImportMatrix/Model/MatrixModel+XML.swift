internal import AttributeValues

/// The `contents` of a model file.
extension MatrixModel {
  /// The model as `contents` of an `.xcdatamodel`.
  package var xml: String {
    var lines = [
      #"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"#,
      #"<model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" userDefinedModelVersionIdentifier="1">"#,
    ]
    for entity in entities { lines += entity.xml }
    for entity in entities { lines += entity.attributes.flatMap(\.compositeXML) }
    return lines.joined(separator: "\n") + "\n</model>\n"
  }
}

extension MatrixEntity {
  fileprivate var xml: [String] {
    var head = "  <entity name=\"\(name)\" representedClassName=\"\(name)\" syncable=\"YES\""
    if isAbstract { head += " isAbstract=\"YES\"" }
    if let parent { head += " parentEntity=\"\(parent)\"" }
    var lines = [head + ">"]
    lines += attributes.map(\.xml) + relationships.map(\.xml)
    if !constraints.isEmpty {
      lines.append("    <uniquenessConstraints>")
      for constraint in constraints {
        let parts = constraint.map { "<constraint value=\"\($0)\"/>" }.joined()
        lines.append("      <uniquenessConstraint>\(parts)</uniquenessConstraint>")
      }
      lines.append("    </uniquenessConstraints>")
    }
    return lines + ["  </entity>"]
  }
}

extension MatrixAttribute {
  fileprivate var xml: String {
    var text = "    <attribute name=\"\(name)\" attributeType=\"\(type.modelName)\""
    if isOptional { text += " optional=\"YES\"" }
    if !elements.isEmpty { text += " elementName=\"\(compositeName)\"" }
    let suffix = type == .date ? "DateTimeInterval" : "ValueString"
    if !defaultValue.isNull {
      text += " default\(type == .date ? "DateTimeInterval" : "ValueString")=\"\(Self.modelText(defaultValue))\""
    }
    if let minimum { text += " min\(suffix)=\"\(Self.modelText(minimum))\"" }
    if let maximum { text += " max\(suffix)=\"\(Self.modelText(maximum))\"" }
    if let pattern { text += " regularExpressionString=\"\(pattern)\"" }
    switch derivation {
    case .canonical(let name): text += " derived=\"YES\" derivationExpression=\"canonical:(\(name))\""
    case .uppercase(let name): text += " derived=\"YES\" derivationExpression=\"uppercase:(\(name))\""
    case .count(let name): text += " derived=\"YES\" derivationExpression=\"\(name).@count\""
    case nil: break
    }
    return text + "/>"
  }

  /// The name of the type that a composite attribute has for itself.
  private var compositeName: String { "Type_\(name)" }

  /// The type of a composite attribute.
  fileprivate var compositeXML: [String] {
    if elements.isEmpty { return [] }
    return ["  <composite name=\"\(compositeName)\">"] + elements.map(\.xml) + ["  </composite>"]
  }

  private static func modelText(_ value: AttributeValue) -> String {
    switch value {
    case .date(let seconds): "\(seconds)"
    case .boolean(let value): value ? "YES" : "NO"
    default: value.sourceText
    }
  }
}

extension MatrixRelationship {
  fileprivate var xml: String {
    var text = "    <relationship name=\"\(name)\""
    if isOptional { text += " optional=\"YES\"" }
    text += isToMany ? " toMany=\"YES\"" : " maxCount=\"1\""
    if isToMany, minCount > 0 { text += " minCount=\"\(minCount)\"" }
    if isToMany, maxCount > 0 { text += " maxCount=\"\(maxCount)\"" }
    if isOrdered { text += " ordered=\"YES\"" }
    text += " deletionRule=\"\(deleteRule.rawValue)\" destinationEntity=\"\(destination)\""
    if let inverse { text += " inverseName=\"\(inverse)\" inverseEntity=\"\(destination)\"" }
    return text + "/>"
  }
}
