/// A trigger that keeps a derived attribute.
package struct DerivationTrigger: Sendable, Hashable {
  package var name: String
  package var sql: String
  /// The statement that works the attribute out for every row there is; one trigger of each attribute has it.
  package var backfill: String?
  /// The derived attribute that it keeps, with its entity and table.
  var table = ""
  var entity = ""
  var attribute = ""
  /// Whether real stores show triggers of this make.
  package var isProven = true

  /// The functions that the triggers call; they exist only inside Core Data, so any other program has to register stand-ins.
  static let functionNames = [
    "NSCoreDataDATriggerUpdatedAffectedObjectValue", "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue",
  ]

  /// The function by which an application's own triggers, which Photos has, tell Core Data of values that they have changed.
  static let applicationFunctionName = "NSCoreDataTriggerUpdateAffectedObjectValue"

  /// The function by which triggers of stores from elsewhere set a derived attribute to the time of the save. Its text is known from a published log only,
  /// so that Studbook makes no such trigger.
  static let clockFunctionName = "NSCoreDataNow"

  /// SQL's functions for the operators of key paths.
  static let statistics = ["@sum": "SUM", "@avg": "AVG", "@min": "MIN", "@max": "MAX"]

  /// The triggers of a count over a to-many relationship.
  static func count(_ source: DerivationSource, _ members: DerivationStep) -> [DerivationTrigger] {
    let (owner, column, member) = (source.table, source.column, members.link)
    func reported(_ condition: String) -> String { source.report(function: functionNames[0], condition) }
    func change(_ name: String, _ event: String, _ row: String, _ value: String) -> DerivationTrigger {
      make(
        "\(members.table)_\(source.entity)_\(source.attribute)_PARAMETER_\(name)",
        "\(event) ON \(members.table) FOR EACH ROW WHEN (\(row).\(member) NOT NULL)",
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
        "UPDATE \(owner) SET \(column) = (SELECT IFNULL(COUNT(\(member)), 0) FROM \(members.table) WHERE \(member) = NEW.Z_PK)"
          + " WHERE Z_PK = NEW.Z_PK; \(source.report(function: functionNames[1], "Z_PK = NEW.Z_PK"))"
      ),
    ]
    triggers[0].backfill =
      "UPDATE \(owner) SET \(column) = (SELECT count(*) FROM \(members.table) AS member WHERE member.\(member) = \(owner).Z_PK)"
      + source.restriction
    return triggers
  }

  /// The triggers of an attribute's value at the other end of one to-one relationship.
  static func path(_ source: DerivationSource, _ step: DerivationStep, value: String) -> [DerivationTrigger] {
    let (owner, column, link) = (source.table, source.column, step.link)
    let suffix = "\(source.entity)_\(source.attribute)"
    func sourceBody(_ function: String) -> String {
      "UPDATE \(owner) SET \(column) = (SELECT \(value) FROM \(step.table) WHERE Z_PK = NEW.\(link)) WHERE Z_PK = NEW.Z_PK; "
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
        "\(step.table)_\(suffix)_PARAMETER_INSERT",
        "AFTER INSERT ON \(step.table) FOR EACH ROW",
        parameterBody(functionNames[1])
      ),
      make(
        "\(step.table)_\(suffix)_PARAMETER_UPDATE",
        "AFTER UPDATE OF \(value) ON \(step.table) FOR EACH ROW",
        parameterBody(functionNames[0])
      ),
    ]
    triggers[0].backfill =
      "UPDATE \(owner) SET \(column) = (SELECT target.\(value) FROM \(step.table) AS target WHERE target.Z_PK = \(owner).\(link))"
      + source.restriction
    return triggers
  }

  static func make(_ name: String, _ event: String, _ body: String) -> DerivationTrigger {
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
