// Triggers of derivations that no real store shows. They work the value out anew, so that it is right whoever changes the rows, and tell
// Core Data of it in the same way as those that are known.
extension DerivationTrigger {
  /// The triggers of a sum, average, least or greatest value over a to-many relationship.
  static func statistic(
    _ source: DerivationSource,
    _ members: DerivationStep,
    function: String,
    value: String
  ) -> [DerivationTrigger] {
    let (owner, column, link) = (source.table, source.column, members.link)
    let prefix = "\(members.table)_\(source.entity)_\(source.attribute)_PARAMETER_"
    // Without members a sum is 0; the others have no value.
    var result = function == "SUM" ? "IFNULL(SUM(member.\(value)), 0)" : "\(function)(member.\(value))"
    if function == "AVG", source.isInteger { result = "CAST(\(result) AS INTEGER)" }
    let calculated = "(SELECT \(result) FROM \(members.table) AS member WHERE member.\(link) = \(owner).Z_PK)"
    func change(_ name: String, _ event: String, _ row: String) -> DerivationTrigger {
      inferred(
        prefix + name,
        "\(event) ON \(members.table) FOR EACH ROW WHEN (\(row).\(link) NOT NULL)",
        update(source, to: calculated, where: "Z_PK = \(row).\(link)")
      )
    }
    var triggers = [
      change("INSERT", "AFTER INSERT", "NEW"),
      change("UPDATE_INCREMENT", "AFTER UPDATE OF \(link), \(value)", "NEW"),
      change("UPDATE_DECREMENT", "AFTER UPDATE OF \(link)", "OLD"),
      change("DELETE", "AFTER DELETE", "OLD"),
      inferred(
        "\(owner)_\(source.entity)_\(source.attribute)_SOURCE_INSERT",
        "AFTER INSERT ON \(owner) FOR EACH ROW",
        update(source, to: calculated, where: "Z_PK = NEW.Z_PK", function: functionNames[1])
      ),
    ]
    triggers[0].backfill = "UPDATE \(owner) SET \(column) = \(calculated)\(source.restriction)"
    return triggers
  }

  /// The triggers of an attribute's value at the end of several to-one relationships, or of a copy of the object's own attribute.
  static func longPath(_ source: DerivationSource, _ steps: [DerivationStep], value: String) -> [DerivationTrigger] {
    let (owner, column) = (source.table, source.column)
    let suffix = "\(source.entity)_\(source.attribute)"
    let calculated = self.value(value, at: steps, from: owner)
    var triggers = [
      inferred(
        "\(owner)_\(suffix)_SOURCE_INSERT",
        "AFTER INSERT ON \(owner) FOR EACH ROW",
        update(source, to: calculated, where: "Z_PK = NEW.Z_PK", function: functionNames[1])
      ),
      inferred(
        "\(owner)_\(suffix)_SOURCE_UPDATE",
        "AFTER UPDATE OF \(steps.first?.link ?? value) ON \(owner) FOR EACH ROW",
        update(source, to: calculated, where: "Z_PK = NEW.Z_PK")
      ),
    ]
    for index in steps.indices {
      // The rows whose way leads through the changed one, looked for from its end.
      var condition = "= NEW.Z_PK"
      for back in (1..<(index + 1)).reversed() {
        condition = "IN (SELECT Z_PK FROM \(steps[back - 1].table) WHERE \(steps[back].link) \(condition))"
      }
      condition = "\(steps[0].link) \(condition)"
      let watched = index + 1 < steps.count ? steps[index + 1].link : value
      // A table may stand on the way twice.
      let name = "\(steps[index].table)_\(suffix)_PARAMETER"
      let repeated = steps[..<index].filter { $0.table == steps[index].table }.count
      let number = repeated == 0 ? "" : String(repeated)
      triggers.append(
        inferred(
          "\(name)_INSERT\(number)",
          "AFTER INSERT ON \(steps[index].table) FOR EACH ROW",
          update(source, to: calculated, where: condition, function: functionNames[1])
        )
      )
      triggers.append(
        inferred(
          "\(name)_UPDATE\(number)",
          "AFTER UPDATE OF \(watched) ON \(steps[index].table) FOR EACH ROW",
          update(source, to: calculated, where: condition)
        )
      )
    }
    triggers[0].backfill = "UPDATE \(owner) SET \(column) = \(calculated)\(source.restriction)"
    return triggers
  }

  /// The value at the end of a way from a row of `table`, as an SQL expression.
  private static func value(_ value: String, at steps: [DerivationStep], from table: String) -> String {
    guard let first = steps.first else { return "\(table).\(value)" }
    var key = "\(table).\(first.link)"
    for (index, step) in steps.enumerated() {
      let column = index + 1 < steps.count ? steps[index + 1].link : value
      key = "(SELECT step\(index).\(column) FROM \(step.table) AS step\(index) WHERE step\(index).Z_PK = \(key))"
    }
    return key
  }

  private static func update(
    _ source: DerivationSource,
    to value: String,
    where condition: String,
    function: String = functionNames[0]
  ) -> String {
    "UPDATE \(source.table) SET \(source.column) = \(value) WHERE \(condition); \(source.report(function: function, condition))"
  }

  private static func inferred(_ name: String, _ event: String, _ body: String) -> DerivationTrigger {
    var trigger = make(name, event, body)
    trigger.isProven = false
    return trigger
  }
}
