internal import ObjectModel

/// Writes the two files that Xcode makes for an entity, without their dates: `Breed+CoreDataClass.swift`, which is kept, and
/// `Breed+CoreDataProperties.swift`, which is made anew.
struct AppleClassWriter {
  static let propertiesSuffix = "+CoreDataProperties.swift"

  let plan: ClassPlan

  private func heading(_ fileName: String, isGenerated: Bool) -> String {
    let note = isGenerated ? "//\n//  This file was automatically generated and should not be edited.\n//" : "//"
    return "//\n//  \(fileName)\n//\n\(note)\n\nimport Foundation\nimport CoreData\n"
  }

  func classFile(_ planned: PlannedClass) -> GeneratedFile {
    let fileName = "\(planned.name)+CoreDataClass.swift"
    let superclass = planned.superclass.map(SwiftIdentifier.quoted) ?? "NSManagedObject"
    var source = SourceText()
    source.add(heading(fileName, isGenerated: false))
    source.add("@objc(\(planned.name))")
    source.add("public class \(SwiftIdentifier.quoted(planned.name)): \(superclass) {\n\n}")
    return GeneratedFile(name: fileName, text: source.text, isKept: true)
  }

  func propertiesFile(_ planned: PlannedClass) -> GeneratedFile {
    let fileName = planned.name + Self.propertiesSuffix
    let name = SwiftIdentifier.quoted(planned.name)
    let entityName = SwiftLiteral.text(planned.entities.first?.name ?? planned.name)
    var source = SourceText()
    source.add(heading(fileName, isGenerated: true))
    source.add("")
    source.add("extension \(name) {\n")
    source.add(
      """
          @nonobjc public class func fetchRequest() -> NSFetchRequest<\(name)> {
              return NSFetchRequest<\(name)>(entityName: \(entityName))
          }

      """
    )
    for property in ordered(planned.properties) {
      let propertyName = SwiftIdentifier.quoted(SwiftIdentifier.make(property.name))
      source.add("    @NSManaged public var \(propertyName): \(AppleTypes.type(of: property, plan: plan))")
    }
    source.add("\n}")
    for case let relationship as RelationshipDescription in ordered(planned.properties) where relationship.isToMany {
      source.add("")
      source.add(accessors(of: relationship, className: name))
    }
    if planned.superclass == nil { source.add("\nextension \(name) : Identifiable {\n\n}") }
    return GeneratedFile(name: fileName, text: source.text, isKept: false)
  }

  /// Attributes, then relationships, then fetched properties, each by name.
  private func ordered(_ properties: [PropertyDescription]) -> [PropertyDescription] {
    func rank(_ property: PropertyDescription) -> Int {
      switch property {
      case is AttributeDescription: 0
      case is RelationshipDescription: 1
      default: 2
      }
    }
    return properties.sorted { (rank($0), $0.name) < (rank($1), $1.name) }
  }

  private func accessors(of relationship: RelationshipDescription, className: String) -> String {
    let key = SwiftIdentifier.make(relationship.name)
    let middle = SwiftIdentifier.capitalised(key)
    let member = plan.className(of: relationship.destinationEntity, base: "NSManagedObject")
    let set = relationship.isOrdered ? "NSOrderedSet" : "NSSet"
    var methods: [(selector: String, method: String)] = []
    if relationship.isOrdered {
      methods += [
        ("insertObject:in\(middle)AtIndex:", "insertInto\(middle)(_ value: \(member), at idx: Int)"),
        ("removeObjectFrom\(middle)AtIndex:", "removeFrom\(middle)(at idx: Int)"),
        ("insert\(middle):atIndexes:", "insertInto\(middle)(_ values: [\(member)], at indexes: NSIndexSet)"),
        ("remove\(middle)AtIndexes:", "removeFrom\(middle)(at indexes: NSIndexSet)"),
        ("replaceObjectIn\(middle)AtIndex:withObject:", "replace\(middle)(at idx: Int, with value: \(member))"),
        (
          "replace\(middle)AtIndexes:with\(middle):",
          "replace\(middle)(at indexes: NSIndexSet, with values: [\(member)])"
        ),
      ]
    }
    methods += [
      ("add\(middle)Object:", "addTo\(middle)(_ value: \(member))"),
      ("remove\(middle)Object:", "removeFrom\(middle)(_ value: \(member))"),
      ("add\(middle):", "addTo\(middle)(_ values: \(set))"),
      ("remove\(middle):", "removeFrom\(middle)(_ values: \(set))"),
    ]
    var source = SourceText()
    source.add("// MARK: Generated accessors for \(key)")
    source.add("extension \(className) {\n")
    for (selector, method) in methods {
      source.add("    @objc(\(selector))\n    @NSManaged public func \(method)\n")
    }
    source.add("}")
    return String(source.text.dropLast())
  }
}
