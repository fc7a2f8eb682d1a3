internal import ObjectModel

/// Which names of a model and of Room's mean the same.
struct RoomNames {
  /// What the user says: names of tables by entity or `Entity.relationship`, names of columns by `Entity.property`.
  let said: [String: String]

  /// A name without what conventions differ in: case, underscores, hyphens.
  static func plain(_ name: String) -> String {
    String(name.lowercased().filter { $0 != "_" && $0 != "-" && $0 != " " })
  }

  /// A name as a singular, if it looks like a plural.
  static func singular(_ name: String) -> String {
    if name.hasSuffix("ies"), name.count > 4 { return name.dropLast(3) + "y" }
    if name.hasSuffix("ses") || name.hasSuffix("xes") || name.hasSuffix("ches") { return String(name.dropLast(2)) }
    return name.hasSuffix("s") && !name.hasSuffix("ss") ? String(name.dropLast()) : name
  }

  /// How well the table's name is that of the entity: 0 for not at all.
  func likeness(of table: String, to entity: String) -> Int {
    if let name = said[entity] { return name.lowercased() == table.lowercased() ? 9 : 0 }
    let (table, entity) = (Self.plain(table), Self.plain(entity))
    if table == entity { return 4 }
    var bare = table
    for ending in ["entities", "entity", "table"] where bare.hasSuffix(ending) && bare.count > ending.count {
      bare = String(bare.dropLast(ending.count))
      break
    }
    if bare == entity { return 3 }
    return Self.singular(bare) == entity || bare == Self.singular(entity) ? 2 : 0
  }

  /// Whether the field is what the user calls, or what has the name of, a property of an entity.
  func means(_ field: RoomSchema.Field, _ property: String, of entities: [String]) -> Bool {
    for entity in entities {
      if let name = said["\(entity).\(property)"] { return name.lowercased() == field.columnName.lowercased() }
    }
    let plain = Self.plain(property)
    let path = field.fieldPath.map { Self.plain($0.split(separator: ".").joined()) }
    return Self.plain(field.columnName) == plain || path == plain
  }
}

extension EntityDescription {
  /// The entity and its ancestors, nearest first.
  var roomLineage: [EntityDescription] {
    var lineage = [self]
    while let parent = lineage[lineage.count - 1].superentity { lineage.append(parent) }
    return lineage
  }
}
