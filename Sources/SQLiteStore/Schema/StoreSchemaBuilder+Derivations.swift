internal import ObjectModel

extension StoreSchemaBuilder {
  /// Adds the triggers of derived attributes: of counts over a to-many relationship, and of key paths over a to-one. How Core Data keeps
  /// other derivations is not known; their columns hold what is saved.
  mutating func addDerivationTriggers() {
    for entity in order {
      for attribute in storedAttributes(entity) {
        guard let derived = attribute as? DerivedAttributeDescription,
          let column = columns[.property(ObjectIdentifier(derived))]
        else { continue }
        let path = Self.path(of: derived.derivationExpressionText)
        let source = DerivationSource(
          table: tables[column.table].name,
          entity: entity.name,
          attribute: derived.name,
          column: column.name,
          entityNumbers: entity.superentity == nil ? nil : subtree(entity).map(number)
        )
        let first = path.first.flatMap { entity.propertiesByName[$0] as? RelationshipDescription }
        if path.count == 2, path[1] == "@count", let relationship = first, relationship.isToMany,
          let inverse = relationship.inverseRelationship, !inverse.isToMany,
          let member = columns[.property(ObjectIdentifier(inverse))]
        {
          derivationTriggers += DerivationTrigger.count(
            source,
            memberTable: tables[member.table].name,
            member: member.name
          )
        } else if path.count == 2, let relationship = first, !relationship.isToMany,
          let destination = relationship.destinationEntity,
          let link = columns[.property(ObjectIdentifier(relationship))],
          let target = destination.propertiesByName[path[1]],
          let value = columns[.property(ObjectIdentifier(target))]
        {
          derivationTriggers += DerivationTrigger.path(
            source,
            link: link.name,
            destinationTable: tables[value.table].name,
            value: value.name
          )
        } else {
          note(derived, "the derivation \(derived.derivationExpressionText): no trigger is made")
        }
      }
    }
  }

  /// The components of a derivation; `count:(pages)` reads as `pages.@count`, as it is compiled from it.
  private static func path(of expression: String) -> [String] {
    if expression.hasPrefix("count:("), expression.hasSuffix(")") {
      return [String(expression.dropFirst("count:(".count).dropLast()), "@count"]
    }
    return expression.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }
}

/// The derived attribute that a trigger keeps.
struct DerivationSource {
  var table: String
  var entity: String
  var attribute: String
  var column: String
  /// The numbers of the entities that have the attribute, when they share their table with others.
  var entityNumbers: [Int64]?

  /// The WHERE clause for rows of those entities.
  var restriction: String {
    entityNumbers.map { " WHERE Z_ENT IN (\($0.map(String.init).joined(separator: ", ")))" } ?? ""
  }
}

extension DerivationTrigger {
  /// The functions that the triggers call; they exist only inside Core Data, so any other program has to register stand-ins.
  static let functionNames = [
    "NSCoreDataDATriggerUpdatedAffectedObjectValue", "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue",
  ]

  /// The triggers of a count over a to-many relationship whose members hold the owner's key in the column `member`.
  static func count(_ source: DerivationSource, memberTable: String, member: String) -> [DerivationTrigger] {
    let (owner, column) = (source.table, source.column)
    func reported(_ condition: String) -> String { source.report(function: functionNames[0], condition) }
    func change(_ name: String, _ event: String, _ row: String, _ value: String) -> DerivationTrigger {
      make(
        "\(memberTable)_\(source.entity)_\(source.attribute)_PARAMETER_\(name)",
        "\(event) ON \(memberTable) FOR EACH ROW WHEN (\(row).\(member) NOT NULL)",
        "UPDATE \(owner) SET \(column) = \(value) WHERE Z_PK = \(row).\(member); \(reported("Z_PK = \(row).\(member)"))"
      )
    }
    var triggers = [
      change("INSERT", "AFTER INSERT", "NEW", "IFNULL(\(column), 0) + 1"),
      change("UPDATE_INCREMENT", "AFTER UPDATE OF \(member)", "NEW", "\(column) + 1"),
      change("UPDATE_DECREMENT", "AFTER UPDATE OF \(member)", "OLD", "\(column) - 1"),
      change("DELETE", "AFTER DELETE", "OLD", "\(column) - 1"),
      make(
        "\(owner)_\(source.entity)_\(source.attribute)_SOURCE_INSERT",
        "AFTER INSERT ON \(owner) FOR EACH ROW",
        "UPDATE \(owner) SET \(column) = (SELECT IFNULL(COUNT(\(member)), 0) FROM \(memberTable) WHERE \(member) = NEW.Z_PK)"
          + " WHERE Z_PK = NEW.Z_PK; \(source.report(function: functionNames[1], "Z_PK = NEW.Z_PK"))"
      ),
    ]
    triggers[0].backfill =
      "UPDATE \(owner) SET \(column) = (SELECT count(*) FROM \(memberTable) AS member WHERE member.\(member) = \(owner).Z_PK)"
      + source.restriction
    return triggers
  }

  /// The triggers of an attribute's value at the other end of a to-one relationship kept in the column `link`.
  static func path(_ source: DerivationSource, link: String, destinationTable: String, value: String)
    -> [DerivationTrigger]
  {
    let (owner, column) = (source.table, source.column)
    let suffix = "\(source.entity)_\(source.attribute)"
    func sourceBody(_ function: String) -> String {
      "UPDATE \(owner) SET \(column) = (SELECT \(value) FROM \(destinationTable) WHERE Z_PK = NEW.\(link)) WHERE Z_PK = NEW.Z_PK; "
        + source.report(function: function, "Z_PK = NEW.Z_PK")
    }
    func parameterBody(_ function: String) -> String {
      "UPDATE \(owner) SET \(column) = NEW.\(value) WHERE \(link) = NEW.Z_PK; "
        + source.report(function: function, "\(link) = NEW.Z_PK")
    }
    var triggers = [
      make("\(owner)_\(suffix)_SOURCE_INSERT", "AFTER INSERT ON \(owner) FOR EACH ROW", sourceBody(functionNames[1])),
      make(
        "\(owner)_\(suffix)_SOURCE_UPDATE",
        "AFTER UPDATE OF \(link) ON \(owner) FOR EACH ROW",
        sourceBody(functionNames[0])
      ),
      make(
        "\(destinationTable)_\(suffix)_PARAMETER_INSERT",
        "AFTER INSERT ON \(destinationTable) FOR EACH ROW",
        parameterBody(functionNames[1])
      ),
      make(
        "\(destinationTable)_\(suffix)_PARAMETER_UPDATE",
        "AFTER UPDATE OF \(value) ON \(destinationTable) FOR EACH ROW",
        parameterBody(functionNames[0])
      ),
    ]
    triggers[0].backfill =
      "UPDATE \(owner) SET \(column) = (SELECT target.\(value) FROM \(destinationTable) AS target WHERE target.Z_PK = \(owner).\(link))"
      + source.restriction
    return triggers
  }

  private static func make(_ name: String, _ event: String, _ body: String) -> DerivationTrigger {
    let name = "Z_DA_" + name
    return DerivationTrigger(name: name, sql: "CREATE TRIGGER \(name) \(event) BEGIN \(body); END")
  }
}

extension DerivationSource {
  /// The call that tells Core Data about the changed value.
  func report(function: String, _ condition: String) -> String {
    "SELECT \(function)('\(table)', Z_ENT, Z_PK, '\(attribute)', \(column)) FROM \(table) WHERE \(condition)"
  }
}
