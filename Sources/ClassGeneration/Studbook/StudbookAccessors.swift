internal import ObjectModel

/// The methods that change a to-many relationship, under the names that Xcode gives them.
struct StudbookAccessors {
  private let relationship: RelationshipDescription
  private let middle: String
  private let className: String
  private let member: String
  private let types: StudbookTypes

  init(
    _ relationship: RelationshipDescription,
    middle: String,
    className: String,
    member: String,
    types: StudbookTypes
  ) {
    self.relationship = relationship
    self.middle = middle
    self.className = className
    self.member = member
    self.types = types
  }

  func text(visible: String) -> String {
    var source = SourceText()
    source.add("// MARK: - \(StudbookClassWriter.comment(relationship.name))")
    source.add("")
    source.add("extension \(SwiftIdentifier.quoted(className)) {")
    var methods = [
      ("addTo\(middle)(_ value: \(member))", "add(value)"),
      ("removeFrom\(middle)(_ value: \(member))", "remove(value)"),
      ("addTo\(middle)(_ values: some \(types.swift("Sequence"))<\(member)>)", "formUnion(values)"),
      ("removeFrom\(middle)(_ values: some \(types.swift("Sequence"))<\(member)>)", "subtract(values)"),
    ]
    if relationship.isOrdered { methods += orderedMethods }
    let set = relationship.isOrdered ? "mutableOrderedSetValue" : "mutableSetValue"
    for (index, method) in methods.enumerated() {
      if index > 0 { source.add("") }
      source.add("\(visible)func \(method.0) {", indentation: 2)
      source.add("\(set)(forKey: \(SwiftLiteral.text(relationship.name))).\(method.1)", indentation: 4)
      source.add("}", indentation: 2)
    }
    source.add("}")
    return source.text.dropLast().description
  }

  private var orderedMethods: [(String, String)] {
    let int = types.swift("Int")
    let indexes = "some \(types.swift("Sequence"))<\(int)>"
    return [
      ("insertInto\(middle)(_ value: \(member), at index: \(int))", "insert(value, at: index)"),
      ("insertInto\(middle)(_ values: [\(member)], at indexes: \(indexes))", "insert(values, at: indexes)"),
      ("removeFrom\(middle)(at index: \(int))", "remove(at: index)"),
      ("removeFrom\(middle)(at indexes: \(indexes))", "remove(at: indexes)"),
      ("replace\(middle)(at index: \(int), with value: \(member))", "replace(at: index, with: value)"),
      ("replace\(middle)(at indexes: \(indexes), with values: [\(member)])", "replace(at: indexes, with: values)"),
    ]
  }
}
