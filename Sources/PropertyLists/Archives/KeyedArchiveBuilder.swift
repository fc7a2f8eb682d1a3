/// An object to be archived: its class and fields. The same object is archived once, however often it is referred to.
package final class ArchivableObject {
  /// What stands in a field.
  package enum Field {
    /// A number, truth value or bytes, kept in the object itself.
    case inline(PropertyListValue)
    /// A reference, or several.
    case reference(Reference)
    case references([Reference])
  }

  /// What a reference leads to.
  package enum Reference {
    case null
    /// A bare value; equal values are archived once.
    case value(PropertyListValue)
    case object(ArchivableObject)

    package static func string(_ text: String?) -> Reference { text.map { .value(.string($0)) } ?? .null }
    package static func optional(_ object: ArchivableObject?) -> Reference { object.map { .object($0) } ?? .null }
  }

  /// The class's name.
  package let className: String
  /// The names of the class's ancestors, `NSObject` last.
  package let ancestors: [String]
  /// The fields in the order in which they are archived.
  package private(set) var fields: [(key: String, field: Field)] = []

  /// Makes an object without values; `ancestors` are its class's parents, nearest first.
  package init(_ className: String, ancestors: [String] = ["NSObject"]) {
    self.className = className
    self.ancestors = ancestors
  }

  /// Appends a field.
  package func set(_ key: String, _ field: Field) { fields.append((key, field)) }
  /// Appends a field that refers to something.
  package func set(_ key: String, _ reference: Reference) { fields.append((key, .reference(reference))) }
  /// Appends an integer.
  package func set(_ key: String, _ value: Int) { fields.append((key, .inline(.integer(Int64(value))))) }
  /// Appends a truth value.
  package func set(_ key: String, _ value: Bool) { fields.append((key, .inline(.boolean(value)))) }
}

/// Flattens a graph of objects into a keyed archive, depth first: an object, then what its fields lead to, then its class.
package struct KeyedArchiveBuilder {
  private var objects: [PropertyListValue] = [.string("$null")]
  private var numbers: [ObjectIdentifier: Int] = [:]
  private var valueNumbers: [ExactScalar: Int] = [:]
  private var classNumbers: [String: Int] = [:]

  /// The binary property list of an archive whose root is `root`. The same graph gives the same bytes.
  package static func archive(_ root: ArchivableObject) -> [UInt8] { archive(.object(root)) }

  /// The binary property list of an archive whose root is an object or a bare value, under a key. The same graph gives the same bytes.
  package static func archive(_ root: ArchivableObject.Reference, rootKey: String = "root") -> [UInt8] {
    var builder = KeyedArchiveBuilder()
    let number = builder.number(of: root)
    return PropertyList.writeBinary(
      .dictionary([
        "$version": .integer(100_000),
        "$archiver": .string("NSKeyedArchiver"),
        "$top": .dictionary([rootKey: .uid(number)]),
        "$objects": .array(builder.objects),
      ])
    )
  }

  /// An object whose fields are being followed.
  private struct OpenObject {
    let object: ArchivableObject
    /// Its place in the archive.
    let number: Int
    var fields = PropertyListDictionary()
    /// How many fields are done.
    var done = 0
    /// What is known of the list in the field that is being followed.
    var list: [PropertyListValue] = []
  }

  /// The number of what a reference leads to, with all that it leads to in turn. The objects on the way are on a list of our own: relationships lead from
  /// entity to entity through a whole model, further than a thread's stack goes.
  private mutating func number(of root: ArchivableObject.Reference) -> UInt64 {
    var open: [OpenObject] = []
    let number = number(of: root, opening: &open)
    while !open.isEmpty { follow(&open) }
    return number
  }

  /// Follows the fields of the innermost object, until another one has to be followed first, or all are done.
  private mutating func follow(_ open: inout [OpenObject]) {
    let current = open.count - 1
    let object = open[current].object
    while open[current].done < object.fields.count {
      let (key, field) = object.fields[open[current].done]
      switch field {
      case .inline(let value): open[current].fields[key] = value
      case .reference(let reference):
        open[current].fields[key] = .uid(number(of: reference, opening: &open))
      case .references(let references):
        while open[current].list.count < references.count {
          let number = number(of: references[open[current].list.count], opening: &open)
          open[current].list.append(.uid(number))
          if open.count - 1 > current { return }
        }
        open[current].fields[key] = .array(open[current].list)
        open[current].list = []
      }
      open[current].done += 1
      if open.count - 1 > current { return }
    }
    open[current].fields["$class"] = .uid(number(ofClass: object))
    objects[open[current].number] = .dictionary(open[current].fields)
    open.removeLast()
  }

  /// The number of what a reference leads to; an object that is met for the first time is to be followed next.
  private mutating func number(of reference: ArchivableObject.Reference, opening open: inout [OpenObject]) -> UInt64 {
    switch reference {
    case .null: return 0
    case .object(let object):
      if let known = numbers[ObjectIdentifier(object)] { return UInt64(known) }
      open.append(OpenObject(object: object, number: objects.count))
      numbers[ObjectIdentifier(object)] = objects.count
      objects.append(.null)
      return UInt64(objects.count - 1)
    case .value(let value):
      if let known = valueNumbers[ExactScalar(value: value)] { return UInt64(known) }
      valueNumbers[ExactScalar(value: value)] = objects.count
      objects.append(value)
      return UInt64(objects.count - 1)
    }
  }

  private mutating func number(ofClass object: ArchivableObject) -> UInt64 {
    if let known = classNumbers[object.className] { return UInt64(known) }
    classNumbers[object.className] = objects.count
    objects.append(
      .dictionary([
        "$classname": .string(object.className),
        "$classes": .array(([object.className] + object.ancestors).map { .string($0) }),
      ])
    )
    return UInt64(objects.count - 1)
  }
}
