internal import AttributeValues
internal import CompiledModels
internal import FoundationEssentials
internal import ManagedObjects
internal import ObjectModel
internal import PropertyLists

/// Reads binary stores: a head of 64 bytes, a keyed archive of the objects, and one of the metadata.
///
///     "CoreData" | 1 (4 bytes) | version (4) | place and size of the metadata (8, 8) | place and size of the objects (8, 8)
///                | greatest number of an object (8) | 0 (8)
///
/// All numbers begin with their highest byte. The archive of the objects holds, under `mapData`, a dictionary from numbers to nodes, each with the
/// entity's name, the values of the attributes in their order (`AttributeOrder`), and the numbers of related objects by relationship.
struct BinaryStoreReader {
  static let magic = Array("CoreData".utf8)
  static let headSize = 64
  static let formVersion: UInt64 = 1
  /// The version that XML and binary stores of every Core Data have.
  static let version: UInt64 = 134_481_920
  static let metadataKey = "metadata"
  static let objectsKey = "mapData"
  static let nodeClass = "NSDictionaryMapNode"

  private let entities: [String: EntityDescription]
  private let path: String

  init(model: ManagedObjectModel, path: String) {
    entities = model.entitiesByName
    self.path = path
  }

  // MARK: The head

  private struct Head {
    var metadata: Range<Int>
    var objects: Range<Int>
    var lastNumber: Int64
  }

  private static func head(of bytes: [UInt8], path: String) throws -> Head {
    guard bytes.count >= headSize else {
      throw AtomicStoreError(.damaged(reason: "the file is cut off", place: nil), path: path)
    }
    func number(_ offset: Int, _ size: Int = 8) -> UInt64 {
      bytes[offset..<offset + size].reduce(0) { $0 << 8 | UInt64($1) }
    }
    guard number(8, 4) == formVersion else {
      throw AtomicStoreError(.newerFormat(what: "its form has the number \(number(8, 4))"), path: path)
    }
    func range(_ offset: Int, _ what: String) throws -> Range<Int> {
      let (start, size) = (number(offset), number(offset + 8))
      let (end, isTooLarge) = start.addingReportingOverflow(size)
      guard start >= UInt64(headSize), !isTooLarge, end <= UInt64(bytes.count) else {
        throw AtomicStoreError(
          .damaged(reason: "\(what) stand outside the file, which may be cut off", place: nil),
          path: path
        )
      }
      return Int(start)..<Int(end)
    }
    return Head(
      metadata: try range(16, "the metadata"),
      objects: try range(32, "the objects"),
      lastNumber: Int64(clamping: number(48))
    )
  }

  /// The bytes of the archive of the objects, and the greatest number of an object.
  static func objectArchive(of bytes: [UInt8], path: String) throws -> (bytes: ArraySlice<UInt8>, lastNumber: Int64) {
    let head = try head(of: bytes, path: path)
    return (bytes[head.objects], head.lastNumber)
  }

  static func header(of bytes: [UInt8], path: String) throws -> StoreHeader {
    let head = try head(of: bytes, path: path)
    let archive = try archive(bytes[head.metadata], metadataKey, path: path)
    guard let root = archive.rootObject else {
      throw AtomicStoreError(.damaged(reason: "there are no metadata", place: nil), path: path)
    }
    var entries = PropertyListDictionary()
    for (key, reference) in root.entries {
      entries[key] = try value(reference, in: archive, depth: 0, path: path)
    }
    guard let identifier = entries[StoreMetadataKey.storeUUID]?.string, !identifier.isEmpty else {
      throw AtomicStoreError(.damaged(reason: "the store has no UUID", place: nil), path: path)
    }
    return StoreHeader(
      identifier: identifier.uppercased(),
      metadata: try StoreEntries.metadata(entries, path: path),
      lastNumber: head.lastNumber
    )
  }

  private static func archive(_ bytes: ArraySlice<UInt8>, _ key: String, path: String) throws -> KeyedArchive {
    do {
      return try KeyedArchive(Array(bytes), rootKey: key)
    } catch {
      throw AtomicStoreError(
        .damaged(reason: "the archive ‘\(key)’ cannot be read: \(error.description)", place: nil),
        path: path
      )
    }
  }

  /// A value of the metadata, out of the archive.
  private static func value(
    _ reference: PropertyListValue,
    in archive: KeyedArchive,
    depth: Int,
    path: String
  ) throws -> PropertyListValue {
    guard depth < 64 else {
      throw AtomicStoreError(.damaged(reason: "the metadata are nested too deeply", place: nil), path: path)
    }
    guard let object = archive.object(reference) else { return archive.resolve(reference) ?? .null }
    switch object.className {
    case "NSArray", "NSMutableArray", "NSSet", "NSMutableSet":
      return .array(try object.elementReferences.map { try value($0, in: archive, depth: depth + 1, path: path) })
    case "NSDictionary", "NSMutableDictionary":
      var entries = PropertyListDictionary()
      for (key, inner) in object.entries { entries[key] = try value(inner, in: archive, depth: depth + 1, path: path) }
      return .dictionary(entries)
    case "NSString", "NSMutableString": return archive.string(reference).map { .string($0) } ?? .null
    case "NSData", "NSMutableData": return object.value("NS.data") ?? .null
    case "NSDate": return object.value("NS.time")?.number.map { .date($0) } ?? .null
    default: return .null
    }
  }

  // MARK: Objects

  func content(of bytes: [UInt8], header: StoreHeader) throws -> StoreContent {
    let head = try Self.head(of: bytes, path: path)
    let archive = try Self.archive(bytes[head.objects], Self.objectsKey, path: path)
    guard let root = archive.rootObject, root.className == "NSMutableDictionary" || root.className == "NSDictionary",
      let keys = root.fields["NS.keys"]?.array, keys.count == root.elementReferences.count
    else { throw damaged("the objects are no dictionary", nil) }
    var content = StoreContent(header: header)
    content.objects.reserveCapacity(keys.count)
    var orders: [ObjectIdentifier: AttributeOrder] = [:]
    for (key, reference) in zip(keys, root.elementReferences) {
      guard let number = archive.resolve(key)?.integer, number > 0 else {
        throw damaged("an object has no number", content.objects.last?.number)
      }
      content.objects.append(try object(number, archive.object(reference), in: archive, &orders))
    }
    content.header.lastNumber = content.objects.reduce(header.lastNumber) { max($0, $1.number) }
    return content
  }

  /// How many objects there are of each entity.
  static func objectCounts(of bytes: [UInt8], path: String) throws -> [String: Int] {
    let archive = try archive(bytes[try head(of: bytes, path: path).objects], objectsKey, path: path)
    var counts: [String: Int] = [:]
    for reference in archive.rootObject?.elementReferences ?? [] {
      if let name = archive.object(reference)?.string("NSEntityName") { counts[name, default: 0] += 1 }
    }
    return counts
  }

  private func damaged(_ reason: String, _ number: Int64?) -> AtomicStoreError {
    AtomicStoreError(.damaged(reason: reason, place: number.map { "object \($0)" }), path: path)
  }

  private func object(
    _ number: Int64,
    _ node: ArchivedObject?,
    in archive: KeyedArchive,
    _ orders: inout [ObjectIdentifier: AttributeOrder]
  ) throws -> StoredObject {
    guard let node, node.className == Self.nodeClass else { throw damaged("it is no \(Self.nodeClass)", number) }
    if let key = node.integer("NSPrimaryKey64"), key != number {
      throw damaged("it stands under the number \(number), but has \(key)", number)
    }
    guard let name = node.string("NSEntityName") else { throw damaged("it has no entity", number) }
    guard let entity = entities[name] else { throw damaged("the model has no entity \(name)", number) }
    if entity.isAbstract { throw damaged("\(name) is abstract and cannot have objects", number) }
    let order = orders[ObjectIdentifier(entity)] ?? AttributeOrder(of: entity)
    orders[ObjectIdentifier(entity)] = order
    let values = node.object("NSAttributeValues")?.elementReferences ?? []
    guard values.count == order.kept.count || values.count == order.kept.count + order.transientCount else {
      throw damaged(
        "it has \(values.count) values, but \(name) has \(order.kept.count + order.transientCount) attributes",
        number
      )
    }
    var object = StoredObject(number: number, entity: entity)
    for (slot, reference) in zip(order.kept, values) {
      let attribute = entity.layout.attributes[slot]
      guard let value = value(reference, of: attribute, in: archive) else {
        throw damaged("\(name).\(attribute.name) has a value that is no \(attribute.attributeType.modelName)", number)
      }
      object.attributes[slot] = value
    }
    for (key, reference) in node.object("NSRelatedNodes")?.entries ?? [] {
      guard let list = archive.object(reference) else { throw damaged("\(name).\(key) has no list of objects", number) }
      let numbers = try list.elementReferences.map { element -> Int64 in
        guard let number = archive.resolve(element)?.integer else {
          throw damaged("\(name).\(key) leads to something that is no object", number)
        }
        return number
      }
      switch entity.layout.slot(named: key) {
      case .toOne(let slot)?:
        guard numbers.count < 2 else {
          throw damaged("\(name).\(key) leads to \(numbers.count) objects, but is a to-one relationship", number)
        }
        object.toOne[slot] = numbers.first
      case .toMany(let slot)?: object.toMany[slot] = numbers
      default: throw damaged("the model has no relationship \(name).\(key)", number)
      }
    }
    return object
  }

  /// The value of an attribute; `nil` for one that is not of its type.
  private func value(
    _ reference: PropertyListValue,
    of attribute: AttributeDescription,
    in archive: KeyedArchive
  ) -> AttributeValue? {
    guard let number = reference.uid else { return nil }
    if number == 0 || archive.object(reference)?.className == "NSNull" { return .null }
    switch attribute.attributeType {
    case .transformable:
      guard case .binary(let bytes) = ArchivedValue.value(reference, in: archive, type: .binaryData) else { return nil }
      return .transformable(TransformableValue(bytes: bytes))
    case .string: return archive.string(reference).map { .string($0) }
    case .composite:
      guard let composite = attribute as? CompositeAttributeDescription, let object = archive.object(reference) else {
        return nil
      }
      var elements: [String: AttributeValue] = [:]
      for (key, inner) in object.entries {
        guard let element = composite.elements.first(where: { $0.name == key }),
          let value = value(inner, of: element, in: archive)
        else { return nil }
        if !value.isNull { elements[key] = value }
      }
      return .composite(elements)
    case .undefined:
      let types: [AttributeType] = [.string, .integer64, .double, .binaryData]
      return types.lazy.map { ArchivedValue.value(reference, in: archive, type: $0) }.first { !$0.isNull }
    case let type:
      let value = ArchivedValue.value(reference, in: archive, type: type)
      guard XMLStoreText.type(of: value) == (type.integerRange == nil ? type : .integer64) else { return nil }
      if case .integer(let number) = value, let range = type.integerRange, !range.contains(number) { return nil }
      return value
    }
  }
}
