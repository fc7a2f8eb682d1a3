import AttributeValues
import Foundation
import ManagedObjects
import ObjectModel
import TestSupport

/// Objects of any model, with random values and to-one references to each other, as rows for a store that has none yet.
struct RandomRows {
  private struct Object {
    let entity: EntityDescription
    let key: Int64
    let attributes: [AttributeValue]
    let toOne: [Int?]
  }

  private var objects: [Object] = []

  init(model: ManagedObjectModel, count: Int, seed: UInt64) {
    var random = SeededGenerator(seed)
    let entities = model.entities.filter { !$0.isAbstract }
    guard !entities.isEmpty else { return }
    model.freeze()
    var keys: [EntityDescription: Int64] = [:]
    let drawn = (0..<count).map { _ in entities[random.number(below: entities.count)] }
    for entity in drawn {
      keys[entity.rootEntity, default: 0] += 1
      let toOne: [Int?] = entity.layout.toOneRelationships.map { relationship in
        let targets = drawn.indices.filter { drawn[$0].isKind(of: relationship.destinationEntity ?? entity) }
        return relationship.isTransient || targets.isEmpty || random.once(in: 4) ? nil : random.pick(targets)
      }
      objects.append(
        Object(
          entity: entity,
          key: keys[entity.rootEntity] ?? 0,
          attributes: entity.layout.attributes.map { Self.value(for: $0, &random) },
          toOne: toOne
        )
      )
    }
  }

  /// The rows with the IDs that a store's objects have.
  func rows(storeNumber: UInt32) -> [StoreRow] {
    func objectID(_ object: Object) -> ManagedObjectID {
      ManagedObjectID(entity: object.entity, storeNumber: storeNumber, reference: object.key)
    }
    return objects.map { object in
      StoreRow(
        objectID: objectID(object),
        version: 1,
        attributes: object.attributes,
        toOne: object.toOne.map { $0.map { objectID(objects[$0]) } }
      )
    }
  }

  private static func value(for attribute: AttributeDescription, _ random: inout SeededGenerator) -> AttributeValue {
    if attribute.isTransient || attribute is DerivedAttributeDescription { return .null }
    if let composite = attribute as? CompositeAttributeDescription {
      var elements: [String: AttributeValue] = [:]
      for element in composite.elements { elements[element.name] = value(for: element, &random) }
      return .composite(elements)
    }
    if random.once(in: 5) { return .null }
    let bits = Int64(bitPattern: random.next())
    let number = bits >> Int64(random.number(below: 64))
    let real = random.once(in: 3) ? Double(number) : Double(number) / 1024
    func data() -> Data { Data((0..<random.number(below: random.once(in: 40) ? 9000 : 30)).map { UInt8($0 % 251) }) }
    return switch attribute.attributeType {
    case .integer16: .integer(Int64(Int16(truncatingIfNeeded: number)))
    case .integer32: .integer(Int64(Int32(truncatingIfNeeded: number)))
    case .integer64: .integer(number)
    case .boolean: .boolean(number & 1 == 1)
    case .double: .double(random.pick([real, -0.0, 9_007_199_254_740_992, .infinity, 0x1p63, -0x1p63]))
    case .float: .float(Float(real))
    case .decimal: .decimal(Decimal(number % 1_000_000_007) / 100)
    case .date: .date(real)
    case .string:
      .string(
        random.pick([
          "\(bits)", "Größe \(bits)", "a\u{0}\(bits)", "\(bits)e3",
          String(repeating: "wau ", count: random.number(below: 2000)) + "\(bits)",
        ])
      )
    case .binaryData: .binary(data())
    case .transformable: .transformable(TransformableValue(bytes: data()))
    case .uuid:
      .uuid(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, UInt8(truncatingIfNeeded: number))))
    case .uri: URL(string: "https://example.org/\(bits)").map { .uri($0) } ?? .null
    case .undefined, .composite: .null
    }
  }
}
