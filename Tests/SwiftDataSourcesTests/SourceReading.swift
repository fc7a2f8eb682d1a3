#if SwiftDataSources
  import AttributeValues
  import Findings
  import ModelReading
  import ObjectModel
  import TestSupport
  import Testing

  /// What is read of a source text, as `line:column message` and entities.
  struct SourceReading {
    let document: ModelDocument

    /// Reads one file.
    init(_ text: String) throws {
      let folder = try TemporaryFolder()
      document = try ModelReader.inspect(try folder.write(text, to: "Towns.swift"))
    }

    var model: ManagedObjectModel { document.model }

    /// The findings that are not mere notes, with their places.
    var problems: [String] { messages(from: .warning) }

    func messages(from severity: Severity) -> [String] {
      document.findings.filter { severity <= $0.severity }.map { finding in
        let place = finding.position.map { "\($0.line):\($0.column) " } ?? ""
        return "\(place)\(finding.severity) \(finding.message)"
      }
    }

    func entity(_ name: String) throws -> EntityDescription { try #require(model.entitiesByName[name]) }

    func attribute(_ name: String, of entity: String) throws -> AttributeDescription {
      try #require(try self.entity(entity).attributesByName[name])
    }

    func relationship(_ name: String, of entity: String) throws -> RelationshipDescription {
      try #require(try self.entity(entity).relationshipsByName[name])
    }

    /// The attributes of an entity as `name: type`, `?` for optional ones, composites with their elements.
    func attributes(of entity: String) throws -> [String] {
      try self.entity(entity).declaredProperties.compactMap { ($0 as? AttributeDescription).map(Self.words) }
    }

    private static func words(_ attribute: AttributeDescription) -> String {
      let mark = attribute.isOptional ? "?" : ""
      guard let composite = attribute as? CompositeAttributeDescription else {
        return "\(attribute.name): \(attribute.attributeType.modelName)\(mark)"
      }
      return "\(attribute.name)\(mark) { \(composite.elements.map(words).joined(separator: ", ")) }"
    }
  }
#endif
