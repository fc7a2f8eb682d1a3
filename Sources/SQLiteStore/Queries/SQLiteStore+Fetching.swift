public import ManagedObjects
internal import ObjectModel
internal import SQLiteAccess

extension SQLiteStore {
  public func canExecute(_ fetch: StoreFetch) -> Bool {
    guard schema.index(of: fetch.entity) != nil else { return false }
    return (try? selectStatement(for: fetch)) != nil
  }

  public func rows(for fetch: StoreFetch) throws -> [StoreRow] {
    var rows: [StoreRow] = []
    try forEachRow(for: fetch) { row in
      rows.append(copy row)
      return true
    }
    return rows
  }

  public func forEachRow(for fetch: StoreFetch, _ body: (borrowing StoreRow) throws -> Bool) throws {
    try requireUsable()
    let reader = reader(try entityIndex(fetch.entity))
    let select = try selectStatement(for: fetch)
    try Self.translatingErrors(path: location) {
      try connection.withStatement(
        select.text(selecting: reader.selection, limit: fetch.limit, offset: fetch.offset)
      ) { statement in
        try statement.bind(select.values)
        while try statement.step() {
          guard let row = try reader.row(in: statement) else { continue }
          if try !body(row) { break }
        }
      }
    }
  }

  public func objectIDs(for fetch: StoreFetch) throws -> [ManagedObjectID] {
    try requireUsable()
    let reader = reader(try entityIndex(fetch.entity))
    let select = try selectStatement(for: fetch)
    return try Self.translatingErrors(path: location) {
      try connection.withStatement(
        select.text(selecting: "t0.Z_PK, t0.Z_ENT", limit: fetch.limit, offset: fetch.offset)
      ) { statement in
        try statement.bind(select.values)
        var objectIDs: [ManagedObjectID] = []
        while try statement.step() {
          if let objectID = reader.objectID(in: statement) { objectIDs.append(objectID) }
        }
        return objectIDs
      }
    }
  }

  public func count(for fetch: StoreFetch) throws -> Int {
    try requireUsable()
    let select = try selectStatement(for: fetch)
    return try Self.translatingErrors(path: location) {
      try connection.withStatement(select.countText(limit: fetch.limit, offset: fetch.offset)) { statement in
        try statement.bind(select.values)
        return try statement.step() ? Int(statement.integer(0)) : 0
      }
    }
  }

  public func row(for objectID: ManagedObjectID) throws -> StoreRow? {
    try requireUsable()
    let index = try entityIndex(objectID.entity)
    let reader = reader(index)
    let table = SQLIdentifier.spelled(schema.tables[schema.entities[index].table].name)
    return try Self.translatingErrors(path: location) {
      try connection.withStatement("SELECT \(reader.selection) FROM \(table) AS t0 WHERE t0.Z_PK = ?1") { statement in
        try statement.bind(objectID.reference, at: 1)
        return try statement.step() ? try reader.row(in: statement) : nil
      }
    }
  }

  /// The statement for a fetch, without what it selects.
  ///
  /// - Throws: `SQLiteStoreError.untranslatableFetch` if the database cannot answer it exactly.
  func selectStatement(for fetch: StoreFetch) throws -> SelectStatement {
    let entity = schema.entities[try entityIndex(fetch.entity)]
    var select = SelectStatement(schema: schema, entity: entity, includesSubentities: fetch.includesSubentities)
    do {
      if let predicate = fetch.predicate {
        var translator = PredicateTranslator(select: select, storeNumber: number)
        let condition = try translator.condition(predicate)
        select = translator.select
        select.require(condition)
      }
      for key in fetch.sortKeys {
        guard let column = select.column(at: key.keyPath), column.isSortable else {
          throw Untranslatable(reason: "the sort key \(key.keyPath)")
        }
        select.sort(by: column.sql + key.comparison.collation + (key.ascending ? "" : " DESC"))
      }
    } catch let error as Untranslatable {
      throw SQLiteStoreError(.untranslatableFetch(error.reason), path: location)
    }
    return select
  }
}

extension SelectedColumn {
  /// Whether the stored values have the order of the values in memory.
  fileprivate var isSortable: Bool {
    if case .attribute(let attribute) = content { !attribute.allowsExternalStorage } else { true }
  }
}

extension SortKey.Comparison {
  /// The COLLATE clause that compares texts this way.
  fileprivate var collation: String {
    switch self {
    case .binary: ""
    case .caseInsensitive: " COLLATE \(TextCollation.caseInsensitive)"
    case .localizedStandard: " COLLATE \(TextCollation.localizedStandard)"
    }
  }
}
