internal import ObjectModel

/// Writes subclasses of Studbook's `ManagedObject`: `Breed.swift`, which is kept, and `Breed+Properties.swift`, which is made anew.
struct StudbookClassWriter {
  /// How every file begins that may be made anew.
  static let mark = "// Made by `studbook model swift`"

  let plan: ClassPlan
  let access: ClassGenerator.Access
  let types: StudbookTypes

  init(plan: ClassPlan, access: ClassGenerator.Access) {
    self.plan = plan
    self.access = access
    types = StudbookTypes(plan: plan)
  }

  private var visible: String { access == .public ? "public " : "" }

  private func importLine(_ module: String, isPublic: Bool) -> String {
    isPublic && access == .public ? "public import \(module)" : "import \(module)"
  }

  func classFile(_ planned: PlannedClass) -> GeneratedFile {
    let name = SwiftIdentifier.quoted(planned.name)
    let superclass = planned.superclass.map(SwiftIdentifier.quoted) ?? types.managedObject
    var source = SourceText()
    source.add(importLine("ManagedObjects", isPublic: planned.superclass == nil))
    source.add("")
    source.add(
      "/// \(article(planned)). Its properties stand in `\(planned.name)+Properties.swift`; what else it can do belongs here."
    )
    source.add("\(visible)class \(name): \(superclass) {}")
    return GeneratedFile(name: "\(planned.name).swift", text: source.text, isKept: true)
  }

  private func article(_ planned: PlannedClass) -> String {
    let names = planned.entities.map { Self.comment($0.name) }
    return "An object of the \(names.count == 1 ? "entity" : "entities") \(names.joined(separator: ", "))"
  }

  func propertiesFile(_ planned: PlannedClass) -> GeneratedFile {
    let names = PropertyNames(planned.properties)
    let properties = planned.properties.map { StudbookProperty($0, name: names.name(of: $0), types: types, plan: plan) }
    var source = SourceText()
    source.add("\(Self.mark) and made anew by it: write your own code in \(planned.name).swift.")
    source.add("")
    if properties.contains(where: \.usesFoundation) {
      source.add(importLine("Foundation", isPublic: true))
    }
    source.add(importLine("ManagedObjects", isPublic: properties.contains(where: \.usesManagedObject)))
    source.add("")
    source.add("extension \(SwiftIdentifier.quoted(planned.name)) {")
    for (index, property) in properties.enumerated() {
      if index > 0 { source.add("") }
      source.add(property.declaration(visible: visible), indentation: 2)
    }
    source.add("}")
    for case let relationship as RelationshipDescription in planned.properties where relationship.isToMany {
      source.add("")
      let accessors = StudbookAccessors(
        relationship,
        middle: names.middle(of: relationship),
        className: planned.name,
        member: plan.className(of: relationship.destinationEntity, base: types.managedObject),
        types: types
      )
      source.add(accessors.text(visible: visible))
    }
    return GeneratedFile(name: "\(planned.name)+Properties.swift", text: source.text, isKept: false)
  }

  /// The list that tells a coordinator which class an entity's objects have.
  func listFile(modelName: String) -> GeneratedFile {
    let name = modelName + "Classes"
    var source = SourceText()
    source.add("\(Self.mark) and made anew by it.")
    source.add("")
    source.add(importLine("ManagedObjects", isPublic: true))
    source.add("")
    source.add(
      "/// The classes of the model's objects by their entities' names: what a coordinator or container takes as `objectClasses`."
    )
    source.add("\(visible)enum \(name) {")
    source.add("  \(visible)static let byEntityName: [\(types.swift("String")): \(types.managedObject).Type] = [")
    let entries = plan.classes.flatMap { planned in
      planned.entities.map { "\(SwiftLiteral.text($0.name)): \(SwiftIdentifier.quoted(planned.name)).self" }
    }
    if entries.isEmpty { source.add("    :") }
    // A list of one has no comma, as formatters want it.
    for entry in entries { source.add("    \(entry)\(entries.count > 1 ? "," : "")") }
    source.add("  ]")
    source.add("}")
    return GeneratedFile(name: "\(name).swift", text: source.text, isKept: false)
  }

  /// A text that cannot end a comment's line.
  static func comment(_ text: String) -> String { text.split(whereSeparator: \.isNewline).joined(separator: " ") }
}
