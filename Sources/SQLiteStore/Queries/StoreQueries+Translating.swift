internal import ManagedObjects
internal import ObjectModel
internal import PredicateLanguage

extension StoreQueries {
  /// Whether all objects that a predicate selects lie in one range of an indexed attribute.
  private func hasIndexedRange(_ predicate: ObjectPredicate, of entity: StoreEntity) -> Bool {
    switch predicate.node {
    case .and(let parts): return parts.contains { hasIndexedRange($0, of: entity) }
    case .comparison(let comparison):
      guard comparison.isRange else { return false }
      return [comparison.left, comparison.right].contains { side in
        guard case .keyPath(let path, of: .evaluatedObject) = side, path.components.count == 1,
          case .attribute(let slot) = entity.entity.layout.slot(named: path.components[0]),
          case .column(let column) = entity.attributes[slot]
        else { return false }
        let table = database.schema.tables[entity.table]
        return database.schema.leadsIndex(table.columns[column.index].name, of: table)
      }
    case .or, .not, .constant: return false
    }
  }

  /// The statements of a fetch.
  ///
  /// - Throws: `Untranslatable` if they would not answer it exactly; `SQLiteStoreError.unknownEntity`.
  func translate(_ fetch: StoreFetch, constants: [PredicateConstant]) throws -> StoreQuery {
    let index = try database.entityIndex(fetch.entity)
    let entity = database.schema.entities[index]
    var select = SelectStatement(
      schema: database.schema,
      entity: entity,
      includesSubentities: fetch.includesSubentities
    )
    var isReusable = true
    if let predicate = fetch.predicate {
      var translator = PredicateTranslator(select: select, storeNumber: database.number, constants: constants)
      let condition = try translator.condition(predicate.numberingConstants())
      select = translator.select
      isReusable = translator.isReusable
      select.require(condition)
      if fetch.sortKeys.isEmpty, hasIndexedRange(predicate, of: entity) { select.preferIndexes() }
    }
    for key in fetch.sortKeys {
      guard let column = select.column(at: key.keyPath), column.isSortable, let collation = key.comparison.collation
      else {
        throw Untranslatable(reason: "the sort key \(key.keyPath)")
      }
      select.sort(by: column.sql + collation + (key.ascending ? "" : " DESC"))
    }
    return StoreQuery(
      select: select,
      reader: entityRows.reader(index),
      isReusable: isReusable,
      hasRange: fetch.limit != 0 || fetch.offset != 0
    )
  }
}

extension PredicateComparison {
  /// Whether the values that a constant is compared with form a range with one end.
  fileprivate var isRange: Bool {
    guard modifier == .direct, options.isEmpty, left.constantValue != nil || right.constantValue != nil else {
      return false
    }
    switch operation {
    case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual: return true
    default: return false
    }
  }
}

extension SelectedColumn {
  /// Whether the stored values have the order of the values in memory.
  fileprivate var isSortable: Bool {
    if case .attribute(let attribute) = content { !attribute.allowsExternalStorage } else { true }
  }
}

extension SortKey.Comparison {
  /// The COLLATE clause that compares texts this way; `nil` if there is none.
  fileprivate var collation: String? {
    switch self {
    case .binary: ""
    case .caseInsensitive: " COLLATE \(TextCollation.caseInsensitive)"
    case .localizedStandard: " COLLATE \(TextCollation.localizedStandard)"
    case .localized, .localizedCaseInsensitive: nil
    }
  }
}
