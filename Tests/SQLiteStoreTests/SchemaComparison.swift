import ObjectModel
import SQLiteStore

/// The differences between the schema that the rules give for a model and the one of a real store.
struct SchemaComparison {
  enum Difference: String, Hashable {
    case entityNumbers, missingTable, extraTable, columns, columnOrder, missingIndex, extraIndex, index, trigger
  }

  private(set) var differences: [(kind: Difference, text: String)] = []
  private let schema: StoreSchema
  private let facts: StorePair.Facts

  init(schema: StoreSchema, facts: StorePair.Facts) {
    self.schema = schema
    self.facts = facts
    compareNumbers()
    compareTables()
    compareIndexes()
    compareTriggers()
  }

  var kinds: Set<Difference> { Set(differences.map(\.kind)) }

  private mutating func note(_ kind: Difference, _ text: String) { differences.append((kind, text)) }

  private mutating func compareNumbers() {
    // Numbers from 16000 on are those of Core Data's own entities.
    let found = facts.primaryKeys.filter { (Int($0[0]) ?? 0) < 16_000 }.map { $0.joined(separator: " ") }
    let wanted = schema.entities.map { "\($0.number) \($0.entity.name) \($0.superNumber)" }
    if Set(found) != Set(wanted) { note(.entityNumbers, "\(Set(wanted).symmetricDifference(found).sorted())") }
  }

  private mutating func compareTables() {
    var wanted: [String: String] = [:]
    for table in schema.tables { wanted[table.name] = StoreSchema.statement(for: table) }
    for join in schema.joinTables {
      // Which relationship names a reflexive join table is open, so either is right.
      var join = join
      if let other = join.alternativeName, facts.objects.contains(where: { $0.type == "table" && $0.name == other }) {
        join.name = other
        swap(&join.firstColumn, &join.secondColumn)
        swap(&join.firstOrderColumn, &join.secondOrderColumn)
      }
      wanted[join.name] = StoreSchema.statement(for: join)
    }
    let own = ["Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE"]
    let found = facts.objects.filter {
      $0.type == "table" && $0.name.hasPrefix("Z") && !own.contains($0.name) && !$0.name.hasPrefix("Z_RT_")
    }
    for table in found {
      guard let statement = wanted.removeValue(forKey: table.name) else {
        note(.extraTable, table.name)
        continue
      }
      // Tables that ALTER TABLE has renamed have a quoted name.
      let sql = table.sql.split(separator: "\"").joined()
      let withoutPlaces = Self.columns(sql).filter { !$0.contains("Z_FOK_") }
      if sql == statement || withoutPlaces == Self.columns(statement).filter({ !$0.contains("Z_FOK_") }) { continue }
      note(Set(Self.columns(sql)) == Set(Self.columns(statement)) ? .columnOrder : .columns, "\(statement)\n\(sql)")
    }
    for name in wanted.keys.sorted() { note(.missingTable, name) }
  }

  /// The columns and constraints of a CREATE TABLE.
  private static func columns(_ sql: String) -> [String] {
    guard let start = sql.firstIndex(of: "("), let end = sql.lastIndex(of: ")") else { return [sql] }
    return sql[sql.index(after: start)..<end].split(separator: ",").map { part in
      part.split(separator: " ").joined(separator: " ")
    }
  }

  private mutating func compareIndexes() {
    var wanted = Dictionary(
      schema.indexes.map { ($0.name, StoreSchema.statement(for: $0)) },
      uniquingKeysWith: { first, _ in first }
    )
    // Both relationships are those of one entity.
    func number(_ name: String) -> Substring { name.dropFirst(2).prefix(while: \.isNumber) }
    let reflexive = Set(
      schema.joinTables.filter { $0.alternativeName.map(number) == number($0.name) }
        .flatMap { [$0.name, $0.alternativeName ?? ""] }
    )
    for index in facts.objects where index.type == "index" && index.name.hasPrefix("Z") && index.table.hasPrefix("Z") {
      if reflexive.contains(index.table) { continue }
      let sql = index.sql.split(separator: "\"").joined()
      if let statement = wanted.removeValue(forKey: index.name) {
        if sql != statement { note(.index, "\(statement)\n\(sql)") }
      } else {
        note(.extraIndex, index.name)
      }
    }
    for (name, statement) in wanted.sorted(by: { $0.key < $1.key }) {
      if schema.indexes.contains(where: { $0.name == name && reflexive.contains($0.table) }) { continue }
      note(.missingIndex, statement)
    }
  }

  private mutating func compareTriggers() {
    var wanted = Dictionary(
      schema.derivationTriggers.map { ($0.name, $0.sql) },
      uniquingKeysWith: { first, _ in first }
    )
    for trigger in facts.objects where trigger.type == "trigger" && trigger.name.hasPrefix("Z_DA_") {
      guard let sql = wanted.removeValue(forKey: trigger.name) else {
        note(.trigger, "not foreseen: \(trigger.sql)")
        continue
      }
      if sql != trigger.sql { note(.trigger, "\(sql)\n\(trigger.sql)") }
    }
    for name in wanted.keys.sorted() { note(.trigger, "missing: \(name)") }
  }
}
