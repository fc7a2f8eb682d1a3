import AttributeValues
import Foundation
package import ObjectModel
package import PropertyLists

/// Writes mapping models in the form of those that Xcode writes: `xcmapping.xml` with archived models and expressions.
package struct MappingModelText {
  /// What becomes of a property; `nil` where the file says nothing.
  package enum Source {
    case expression(ArchivableObject)
    /// Of a relationship: what this mapping made of the objects at a key path, `$source.NAME` for `nil`.
    case mapping(String, keyPath: String?)
  }

  package struct Entity {
    package var name: String?
    package var source: String?
    package var destination: String?
    package var policy: String?
    package var predicate: String?
    package var userInfo: [String: String] = [:]
    package var sourceExpression: ArchivableObject?
    package var attributes: [(String, Source?)] = []
    package var relationships: [(String, Source?)] = []

    package init(_ source: String?, _ destination: String?) {
      self.source = source
      self.destination = destination
    }
  }

  private var objects = ""
  private var number = 101

  /// The text of a mapping model between two models. Entities are numbered in their order.
  package static func text(from older: ManagedObjectModel, to newer: ManagedObjectModel, _ entities: [Entity]) -> String
  {
    var text = MappingModelText()
    let mappingModel = text.next()
    let numbers = entities.enumerated().map { text.add($0.element, at: $0.offset + 1, of: mappingModel) }
    text.add(
      "XDDEVMAPPINGMODEL",
      mappingModel,
      attributes: [
        ("sourcemodelpath", "string", "Kennels.xcdatamodeld/Kennels.xcdatamodel"),
        ("sourcemodeldata", "binary", base64(archive(of: older))),
        ("destinationmodelpath", "string", "Kennels.xcdatamodeld/Kennels 2.xcdatamodel"),
        ("destinationmodeldata", "binary", base64(archive(of: newer))),
      ],
      relationships: [("entitymappings", "XDDEVENTITYMAPPING", numbers)]
    )
    return """
      <?xml version="1.0" standalone="yes"?>
      <!DOCTYPE database SYSTEM "file:///System/Library/DTDs/CoreData.dtd">

      <database>
          <databaseInfo>
              <version>134481920</version>
              <UUID>8A7B6C5D-4E3F-4A2B-9C1D-0E9F8A7B6C5D</UUID>
              <nextObjectID>\(text.number)</nextObjectID>
              <metadata>
                  <plist version="1.0"><dict><key>NSPersistenceFrameworkVersion</key><integer>1414</integer></dict></plist>
              </metadata>
          </databaseInfo>
      \(text.objects)</database>
      """
  }

  private mutating func next() -> Int {
    number += 1
    return number
  }

  private mutating func add(_ entity: Entity, at position: Int, of mappingModel: Int) -> Int {
    let own = next()
    var members: [(String, String, [Int])] = [("mappingmodel", "XDDEVMAPPINGMODEL", [mappingModel])]
    for (name, kind, list) in [
      ("attributemappings", "XDDEVATTRIBUTEMAPPING", entity.attributes),
      ("relationshipmappings", "XDDEVRELATIONSHIPMAPPING", entity.relationships),
    ] {
      var numbers: [Int] = []
      for (property, source) in list {
        numbers.append(next())
        var attributes = [("name", "string", property)]
        switch source {
        case nil: break
        case .expression(let expression)?: attributes.append(("valueexpressiondata", "binary", Self.base64(expression)))
        case .mapping(let mapping, let keyPath)?:
          attributes.append(("sourcemappingname", "string", mapping))
          if let keyPath { attributes.append(("sourcekeypath", "string", keyPath)) }
        }
        add(kind, number, attributes: attributes, relationships: [("entitymapping", "XDDEVENTITYMAPPING", [own])])
      }
      members.append((name, kind, numbers))
    }
    let info = entity.userInfo.sorted { $0.key < $1.key }
    let dictionary = info.isEmpty ? nil : Self.dictionary(info.map { ($0.key, .string($0.value)) })
    let attributes: [(String, String, String?)] = [
      ("name", "string", entity.name), ("userinfodata", "binary", dictionary.map(Self.base64)),
      ("migrationpolicyclassname", "string", entity.policy),
      ("sourcefilterpredicatestring", "string", entity.predicate.map(Self.escaped)),
      ("sourceexpressiondata", "binary", entity.sourceExpression.map(Self.base64)),
      ("sourcename", "string", entity.source), ("mappingtypename", "string", "Undefined"),
      ("mappingnumber", "int16", String(position)), ("destinationname", "string", entity.destination),
      ("autogenerateexpression", "bool", "1"),
    ]
    let given = attributes.compactMap { name, type, value in value.map { (name, type, $0) } }
    add("XDDEVENTITYMAPPING", own, attributes: given, relationships: members)
    return own
  }

  private mutating func add(
    _ kind: String,
    _ number: Int,
    attributes: [(name: String, type: String, value: String)],
    relationships: [(name: String, destination: String, numbers: [Int])]
  ) {
    objects += "    <object type=\"\(kind)\" id=\"z\(number)\">\n"
    for (name, type, value) in attributes {
      objects += "        <attribute name=\"\(name)\" type=\"\(type)\">\(value)</attribute>\n"
    }
    for (name, destination, numbers) in relationships {
      let references = numbers.isEmpty ? "" : " idrefs=\"\(numbers.map { "z\($0)" }.joined(separator: " "))\""
      let type = name.hasSuffix("s") ? "0/0" : "1/1"
      objects +=
        "        <relationship name=\"\(name)\" type=\"\(type)\" destination=\"\(destination)\"\(references)></relationship>\n"
    }
    objects += "    </object>\n"
  }

  /// As XML stores write texts.
  private static func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "<", with: "\\u3c00").replacingOccurrences(of: ">", with: "\\u3e00")
  }

  private static func base64(_ object: ArchivableObject) -> String {
    Data(KeyedArchiveBuilder.archive(object)).base64EncodedString(options: .lineLength76Characters)
  }
}

// MARK: Expressions

extension MappingModelText {
  private static func expression(_ className: String, _ type: Int) -> ArchivableObject {
    let object = ArchivableObject(className, ancestors: ["NSExpression", "NSObject"])
    object.set("NSExpressionType", type)
    return object
  }

  package static func variable(_ name: String) -> ArchivableObject {
    let object = expression("NSVariableExpression", 2)
    object.set("NSVariable", .string(name))
    return object
  }

  package static func constant(_ value: PropertyListValue) -> ArchivableObject {
    let object = expression("NSConstantValueExpression", 0)
    object.set("NSConstantValue", .value(value))
    return object
  }

  /// `$source.PATH`.
  package static func source(_ path: String) -> ArchivableObject {
    let specifier = expression("NSKeyPathSpecifierExpression", 10)
    specifier.set("NSKeyPath", .string(path))
    return call(variable("source"), "valueForKeyPath:", [specifier], className: "NSKeyPathExpression")
  }

  /// `FUNCTION(target, "name", arguments…)`.
  package static func call(
    _ target: ArchivableObject,
    _ name: String,
    _ arguments: [ArchivableObject],
    className: String = "NSFunctionExpression"
  ) -> ArchivableObject {
    let object = expression(className, 4)
    object.set("NSOperand", .object(target))
    object.set("NSSelectorName", .string(name))
    object.set("NSArguments", .object(array(arguments.map { .object($0) })))
    return object
  }

  /// An expression that has no text.
  package static func block() -> ArchivableObject { expression("NSBlockExpression", 19) }

  /// A predefined function.
  package static func function(_ name: String, _ arguments: [ArchivableObject]) -> ArchivableObject {
    let target = expression("NSConstantValueExpression", 0)
    target.set("NSConstantValueClassName", .string("_NSPredicateUtilities"))
    return call(target, name, arguments)
  }

  private static func array(_ elements: [ArchivableObject.Reference]) -> ArchivableObject {
    let object = ArchivableObject("NSMutableArray", ancestors: ["NSArray", "NSObject"])
    object.set("NS.objects", .references(elements))
    return object
  }

  private static func dictionary(_ entries: [(String, ArchivableObject.Reference)]) -> ArchivableObject {
    let object = ArchivableObject("NSMutableDictionary", ancestors: ["NSDictionary", "NSObject"])
    object.set("NS.keys", .references(entries.map { .string($0.0) }))
    object.set("NS.objects", .references(entries.map(\.1)))
    return object
  }
}

// MARK: Models

extension MappingModelText {
  /// A model as Xcode's editor archives it.
  private static func archive(of model: ManagedObjectModel) -> ArchivableObject {
    let entities = Dictionary(uniqueKeysWithValues: model.entities.map { ($0.name, ArchivableObject("XDPMEntity")) })
    var relationships: [ObjectIdentifier: ArchivableObject] = [:]
    for relationship in model.entities.flatMap(\.declaredProperties).compactMap({ $0 as? RelationshipDescription }) {
      relationships[ObjectIdentifier(relationship)] = ArchivableObject("XDPMRelationship")
    }
    for entity in model.entities {
      guard let object = entities[entity.name] else { continue }
      object.set("_name", .string(entity.name))
      let constraints = entity.uniquenessConstraints.map { array($0.map { .string($0) }) }
      stereotypes(
        object,
        [
          (
            "XD_PStereotype",
            [
              ("XD_PSK_isAbstract", .value(.boolean(entity.isAbstract))),
              ("XD_PSK_versionHashModifier", .string(entity.versionHashModifier)),
              ("XDPMUniquenessConstraints", .object(array(constraints.map { .object($0) }))),
            ]
          )
        ]
      )
      let properties = entity.declaredProperties.map { property -> (String, ArchivableObject.Reference) in
        let made = relationships[ObjectIdentifier(property)] ?? ArchivableObject("XDPMAttribute")
        describe(property, as: made, entities, relationships)
        return (property.name, .object(made))
      }
      object.set("XDBucketForOwnedAttributesstorage", .object(dictionary(properties)))
      var parents: [ArchivableObject.Reference] = []
      if let parent = entity.superentity.flatMap({ entities[$0.name] }) {
        let generalization = ArchivableObject("XDUMLGeneralizationImp")
        generalization.set("_general", .object(parent))
        parents = [.object(generalization)]
      }
      object.set("XDBucketForGeneralizationsstorage", .object(array(parents)))
    }
    let package = ArchivableObject("XDModelPackage")
    let classes = model.entities.compactMap { entity in
      entities[entity.name].map { (entity.name, ArchivableObject.Reference.object($0)) }
    }
    package.set("XDBucketForClassesstorage", .object(dictionary(classes)))
    let root = ArchivableObject("XDPMModel")
    root.set("_xd_rootPackage", .object(package))
    return root
  }

  private static func describe(
    _ property: PropertyDescription,
    as object: ArchivableObject,
    _ entities: [String: ArchivableObject],
    _ relationships: [ObjectIdentifier: ArchivableObject]
  ) {
    object.set("_name", .string(property.name))
    let common: [(String, ArchivableObject.Reference)] = [
      ("XD_PPSK_isOptional", .value(.boolean(property.isOptional))),
      ("XD_PPSK_isTransient", .value(.boolean(property.isTransient))),
      ("XD_PPSK_versionHashModifier", .string(property.versionHashModifier)),
    ]
    if let relationship = property as? RelationshipDescription {
      let inverse = relationship.inverseRelationship.flatMap { relationships[ObjectIdentifier($0)] }
      stereotypes(
        object,
        [
          ("XD_PPropStereotype", common),
          (
            "XD_PR_Stereotype",
            [
              ("XD_PRK_minCount", .value(.integer(Int64(relationship.minCount)))),
              ("XD_PRK_maxCount", .value(.integer(Int64(relationship.maxCount)))),
              ("XD_PRK_ordered", .value(.boolean(relationship.isOrdered))),
              ("XD_PRK_destination", .optional(relationship.destinationEntity.flatMap { entities[$0.name] })),
              ("XD_PRK_inverseRelationship", .optional(inverse)),
            ]
          ),
        ]
      )
    } else if let attribute = property as? AttributeDescription {
      stereotypes(
        object,
        [
          ("XD_PPropStereotype", common),
          (
            "XD_PAtt_Stereotype",
            [
              ("XD_PAttK_attributeType", .value(.integer(Int64(attribute.attributeType.rawValue)))),
              (
                "XD_PAttK_allowsExternalBinaryDataStorage",
                .value(.boolean(attribute.allowsExternalBinaryDataStorage))
              ),
            ]
          ),
        ]
      )
    }
  }

  /// Gives an object its settings: a property with a default value for each.
  private static func stereotypes(
    _ object: ArchivableObject,
    _ lists: [(String, [(String, ArchivableObject.Reference)])]
  ) {
    let entries = lists.map { name, settings -> (String, ArchivableObject.Reference) in
      let stereotype = ArchivableObject("XDUMLStereotypeImp")
      let properties = settings.map { key, value -> (String, ArchivableObject.Reference) in
        let property = ArchivableObject("XDUMLPropertyImp")
        property.set("_name", .string(key))
        property.set("_default", value)
        return (key, .object(property))
      }
      stereotype.set("XDBucketForOwnedAttributesstorage", .object(dictionary(properties)))
      return (name, .object(stereotype))
    }
    object.set("XDBucketForStereotypesstorage", .object(dictionary(entries)))
  }
}
