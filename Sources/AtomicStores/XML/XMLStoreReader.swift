internal import AttributeValues
internal import Findings
internal import FoundationEssentials
internal import ManagedObjects
internal import MarkupText
internal import ObjectModel
internal import PropertyLists

/// Reads XML stores: a `database` with its `databaseInfo` and an `object` for each object.
///
/// What Core Data writes is read, and a little more: IDs of any form, names in any case, white space around numbers. The document type that the file
/// names is never loaded.
struct XMLStoreReader {
  private let names: XMLNames
  private let path: String
  private var ids = XMLObjectIDs()

  init(model: ManagedObjectModel, path: String) throws {
    names = try XMLNames(model: model, path: path)
    self.path = path
  }

  // MARK: The document

  /// Nothing more has to be read.
  private struct HeaderIsComplete: LocalizedError {}

  static func header(of bytes: [UInt8], path: String) throws -> StoreHeader {
    var header: StoreHeader?
    do {
      try children(of: bytes, path: path) { element in
        header = try Self.header(of: element, path: path)
        throw HeaderIsComplete()
      }
    } catch is HeaderIsComplete {}
    guard let header else {
      throw AtomicStoreError(.damaged(reason: "there is no databaseInfo", place: nil), path: path)
    }
    return header
  }

  mutating func content(of bytes: [UInt8], header: StoreHeader) throws -> StoreContent {
    var objects: [StoredObject] = []
    try Self.children(of: bytes, path: path) { element in
      switch element.name {
      case "databaseInfo": break
      case "object": objects.append(try object(element))
      default: throw damaged("there is a \(element.name) where objects are expected", element)
      }
    }
    var content = StoreContent(header: header, objects: objects)
    content.header.lastNumber = ids.resolve(&content.objects, after: header.lastNumber)
    return content
  }

  /// How many objects there are of each type, which is an entity's name in capitals.
  static func objectCounts(of bytes: [UInt8], path: String) throws -> [String: Int] {
    var counts: [String: Int] = [:]
    try children(of: bytes, path: path) { element in
      if element.name == "object", let type = element.attribute("type") { counts[type, default: 0] += 1 }
    }
    return counts
  }

  private static func children(
    of bytes: [UInt8],
    path: String,
    _ body: (MarkupElement) throws -> Void
  ) throws {
    var limits = MarkupElement.Limits()
    limits.documentBytes = max(bytes.count, 1)
    do {
      let root = try MarkupElement.parseChildren(ofRootOf: bytes, fileName: path, limits: limits, body)
      guard root.name == "database" else {
        throw AtomicStoreError(
          .otherContent("XML with the root \(root.name), not a store, whose root is database"),
          path: path
        )
      }
    } catch let error as MarkupTextError {
      let place = error.position.map { "line \($0.line)" }
      throw AtomicStoreError(.damaged(reason: error.message, place: place), path: path)
    }
  }

  private static func damaged(_ reason: String, _ element: MarkupElement, path: String) -> AtomicStoreError {
    AtomicStoreError(.damaged(reason: reason, place: "line \(element.line)"), path: path)
  }

  private func damaged(_ reason: String, _ element: MarkupElement) -> AtomicStoreError {
    Self.damaged(reason, element, path: path)
  }

  // MARK: The header

  private static func header(of element: MarkupElement, path: String) throws -> StoreHeader {
    guard element.name == "databaseInfo" else {
      throw AtomicStoreError(
        .otherContent("XML that begins with \(element.name), not a store, which begins with databaseInfo"),
        path: path
      )
    }
    func text(_ name: String) -> String? { element.elements(named: name).first?.text.trimmingSpaces }
    guard let identifier = text("UUID"), !identifier.isEmpty else {
      throw damaged("the store has no UUID", element, path: path)
    }
    if let version = text("version"), Int64(version) == nil {
      throw damaged("the version is no number: \(version)", element, path: path)
    }
    var header = StoreHeader(
      identifier: identifier.uppercased(),
      metadata: StoreMetadata(),
      lastNumber: text("nextObjectID").flatMap { Int64($0) } ?? 0
    )
    if let list = element.elements(named: "metadata").first?.elements(named: "plist").first {
      do {
        let value = try PropertyList.read(Array(Self.markup(list).utf8))
        guard let entries = value.dictionary else { throw damaged("the metadata are no dictionary", list, path: path) }
        header.metadata = try StoreEntries.metadata(entries, path: path)
      } catch let error as PropertyListError {
        throw damaged("the metadata cannot be read: \(error.description)", list, path: path)
      }
    }
    return header
  }

  /// An element of a property list as markup again, without attributes, which such a list does not need.
  private static func markup(_ element: MarkupElement) -> String {
    var content = ""
    for child in element.children {
      switch child {
      case .element(let inner): content += markup(inner)
      case .text(let text):
        for scalar in text.unicodeScalars {
          switch scalar {
          case "&": content += "&amp;"
          case "<": content += "&lt;"
          case "\r": content += "&#13;"
          default: content.unicodeScalars.append(scalar)
          }
        }
      }
    }
    return "<\(element.name)>\(content)</\(element.name)>"
  }

  // MARK: Objects

  private mutating func object(_ element: MarkupElement) throws -> StoredObject {
    guard let type = element.attribute("type"), let id = element.attribute("id") else {
      throw damaged("an object has no type or no id", element)
    }
    guard let entity = names.entity(type) else { throw damaged("the model has no entity \(type)", element) }
    if entity.isAbstract { throw damaged("\(entity.name) is abstract and cannot have objects", element) }
    var object = StoredObject(number: ids.number(id), entity: entity, line: element.line)
    for part in element.elements {
      guard part.name == "attribute" || part.name == "relationship" else {
        throw damaged("an object has a \(part.name)", part)
      }
      guard let name = part.attribute("name") else { throw damaged("a property has no name", part) }
      let slot = names.slot(name, of: entity)
      switch (part.name, slot) {
      case ("attribute", .attribute(let slot, let type)?):
        object.attributes[slot] = try value(part, of: "\(entity.name).\(name)", type: type)
      case ("attribute", .element(let slot, let path, let type)?):
        object.attributes[slot].setElement(path[...], to: try value(part, of: "\(entity.name).\(name)", type: type))
      case ("relationship", .toOne(let slot)?):
        let numbers = numbers(part)
        guard numbers.count < 2 else {
          throw damaged("\(entity.name).\(name) leads to \(numbers.count) objects, but is a to-one relationship", part)
        }
        object.toOne[slot] = numbers.first
      case ("relationship", .toMany(let slot)?): object.toMany[slot] = numbers(part)
      case (_, nil): throw damaged("the model has no property \(entity.name).\(name)", part)
      default: throw damaged("\(entity.name).\(name) is no \(part.name)", part)
      }
    }
    return object
  }

  private mutating func numbers(_ relationship: MarkupElement) -> [Int64] {
    guard let references = relationship.attribute("idrefs") else { return [] }
    var numbers: [Int64] = []
    for reference in references.split(whereSeparator: \.isWhitespace) { numbers.append(ids.number(String(reference))) }
    return numbers
  }

  private func value(_ element: MarkupElement, of name: String, type: AttributeType) throws -> AttributeValue {
    if let inner = element.elements.first { throw damaged("\(name) has a \(inner.name) in it", inner) }
    let written = element.attribute("type")
    // An attribute without a type has values of any.
    let type = type == .undefined ? written.flatMap(XMLStoreText.type) ?? .string : type
    let text = element.text
    guard let value = XMLStoreText.value(text, type: type) else {
      let shown = text.count > 40 ? text.prefix(40) + "…" : text[...]
      throw damaged("\(name) has the text ‘\(shown)’, which is no \(type.modelName)", element)
    }
    return value
  }
}

/// The numbers of IDs: Core Data's are a `z` and a number; others get numbers behind all of these.
private struct XMLObjectIDs {
  private var others: [String: Int64] = [:]

  /// The ID's number; a negative one for an ID of another form, until all are known.
  mutating func number(_ id: String) -> Int64 {
    let digits = id.utf8.dropFirst()
    if id.utf8.first == UInt8(ascii: "z"), let first = digits.first, first > UInt8(ascii: "0"),
      first <= UInt8(ascii: "9"),
      let number = Int64(id.dropFirst())
    {
      return number
    }
    if let known = others[id] { return known }
    others[id] = -Int64(others.count) - 1
    return -Int64(others.count)
  }

  /// Gives the IDs of other forms their numbers.
  ///
  /// - Returns: The greatest number.
  func resolve(_ objects: inout [StoredObject], after last: Int64) -> Int64 {
    let greatest = objects.reduce(max(last, 0)) { max($0, $1.number) }
    guard !others.isEmpty, greatest < .max - Int64(others.count) else { return greatest }
    func resolved(_ number: Int64) -> Int64 { number < 0 ? greatest - number : number }
    for index in objects.indices {
      objects[index].number = resolved(objects[index].number)
      objects[index].toOne = objects[index].toOne.map { $0.map(resolved) }
      objects[index].toMany = objects[index].toMany.map { $0.map(resolved) }
    }
    return greatest + Int64(others.count)
  }
}

extension String {
  /// The text without white space at its ends.
  fileprivate var trimmingSpaces: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
