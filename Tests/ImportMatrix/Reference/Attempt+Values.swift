internal import AttributeValues

/// 0. What a record says: values, keys and references, after lookups.
extension Attempt {
  mutating func mapValues() {
    for (cell, column) in zip(record.cells, source.columns) {
      let errorsBefore = errors.count
      defer { if errors.count > errorsBefore { unknownProperties.insert(column.property) } }
      if let relationship = model.relationship(column.property, of: source.entity), let reference = column.reference {
        mapReference(cell, column, reference, relationship, relationship.destination)
        continue
      }
      let isKey = source.key == [column.property]
      guard let attribute = model.attribute(column.property, of: source.entity),
        let all = translated(cell, column, attribute, takesSeveral: isKey)
      else { continue }
      // 9. With its severity lowered, a value that breaks a limit is kept.
      for value in all { for rule in ReferenceValues.faults(of: value, attribute) { isError(rule) } }
      values[column.property] = all.first ?? .null
      if isKey { keyValues = all }
      if isKey, all.isEmpty, cell != .empty { isKeyLeftOut = true }
    }
    // The relationships that the recipe names come first.
    mapOuterKey()
  }

  /// A record inside another one refers to the object of that one by its key, as the outer source reads it.
  private mutating func mapOuterKey() {
    guard let nesting = source.nesting, let outer = matrix.source(nesting.outer), let key = outer.key.first,
      let place = outer.column(of: key), let relationship = model.relationship(nesting.property, of: source.entity)
    else { return }
    let reference = MatrixColumn.Reference(key, ignoresCase: outer.ignoresCase)
    let values = mapReference(
      outer.records[record.outer].cells[place],
      outer.columns[place],
      reference,
      relationship,
      outer.entity
    )
    if values == [] { isError("reference.unknown") }
  }

  /// - Returns: The values; `nil` if something is wrong with them.
  @discardableResult
  private mutating func mapReference(
    _ cell: MatrixCell,
    _ column: MatrixColumn,
    _ reference: MatrixColumn.Reference,
    _ relationship: MatrixRelationship,
    _ destination: String
  ) -> [AttributeValue]? {
    guard let matches = model.attribute(reference.matches, of: destination),
      let all = translated(cell, column, matches, takesSeveral: true)
    else { return nil }
    // 3. That is seen before anything is looked up. 9. With its severity lowered, the relationship is left out.
    if !relationship.isToMany, all.count > 1 {
      isError("reference.ambiguous")
      return nil
    }
    references.append(
      Reference(relationship: relationship, destination: destination, column: reference, values: all)
    )
    return all
  }

  /// What a cell stands for, after its lookup; `nil` if something is wrong with it, so that it stays empty whatever the severity.
  private mutating func translated(
    _ cell: MatrixCell,
    _ column: MatrixColumn,
    _ attribute: MatrixAttribute,
    takesSeveral: Bool
  ) -> [AttributeValue]? {
    var results: [AttributeValue] = []
    for value in cell.values {
      guard let lookup = column.lookup else {
        results.append(value)
        continue
      }
      let targets = lookup.targets(of: value.sourceText)
      if targets.count > 1, !takesSeveral {
        isError("value.lookup")
        return nil
      }
      results += targets
      guard targets.isEmpty else { continue }
      switch lookup.missing {
      case .keep: results.append(ReferenceValues.kept(value, as: attribute.type))
      case .skip: break
      case .error, .warning:
        isError("value.lookup", default: lookup.missing.rawValue)
        return nil
      }
    }
    guard results.allSatisfy({ ReferenceValues.isOfType($0, attribute.type) }) else {
      isError("value.type")
      return nil
    }
    return results
  }

  /// What the record says of the object that it is about; once for each value of a list that is the key.
  mutating func statements() -> [[String: AttributeValue]] {
    mapValues()
    return keyValues.isEmpty ? [values] : keyValues.map { values.merging([source.key[0]: $0]) { $1 } }
  }
}
