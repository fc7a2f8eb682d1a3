internal import AttributeValues

/// Compares models entity by entity and property by property.
///
/// The order of entities and properties, and places in files, are not compared. What has another name in the second model is found by its renaming
/// identifier.
package enum ModelComparison {
  /// Everything in which two models differ, by entity and property name; empty for equal models.
  package static func differences(
    from first: ManagedObjectModel,
    to second: ManagedObjectModel
  ) -> [ModelDifference] {
    var differences: [ModelDifference] = []
    let entities = VersionPairs(first.entities, second.entities, name: \.name, predecessor: first.predecessor)
    for (name, first, second) in entities.pairs {
      switch (first, second) {
      case (let first?, let second?): differences += self.differences(from: first, to: second)
      case (let first, _):
        differences.append(
          ModelDifference("entity", first.map { _ in name }, first == nil ? name : nil, changesVersionHash: true)
        )
      }
    }
    var list = DifferenceList()
    list.add("version identifiers", names(first.versionIdentifiers.sorted()), names(second.versionIdentifiers.sorted()))
    list.addEntries("configuration", first.entityNamesByConfiguration, second.entityNamesByConfiguration) {
      names($0.sorted())
    }
    list.addEntries("fetch request", first.fetchRequestTemplatesByName, second.fetchRequestTemplatesByName, text(of:))
    list.addEntries("localisation", first.localizationDictionary ?? [:], second.localizationDictionary ?? [:]) { $0 }
    return differences + list.differences
  }

  /// Everything in which two versions of an entity differ.
  ///
  /// - Parameter includingInherited: Whether differences of inherited properties are listed here too; they change this entity's hash.
  package static func differences(
    from first: EntityDescription,
    to second: EntityDescription,
    includingInherited: Bool = false
  ) -> [ModelDifference] {
    var list = DifferenceList(entity: second.name)
    list.add("name", first.name, second.name, changesVersionHash: true)
    list.add("parent", first.superentity?.name, second.superentity?.name, changesVersionHash: true)
    list.add("abstract", first.isAbstract, second.isAbstract, changesVersionHash: true)
    list.add("version hash modifier", first.versionHashModifier, second.versionHashModifier, changesVersionHash: true)
    list.add("class", first.managedObjectClassName, second.managedObjectClassName)
    list.add("renaming identifier", first.renamingIdentifier ?? first.name, second.renamingIdentifier ?? second.name)
    list.addEntries("user info", first.userInfo, second.userInfo) { $0 }
    list.add(
      "uniqueness constraints",
      rows(first.uniquenessConstraints),
      rows(second.uniquenessConstraints),
      changesVersionHash: true
    )
    list.add("compound indexes", rows(first.compoundIndexes), rows(second.compoundIndexes))
    list.addEntries(
      "index",
      Dictionary(first.indexes.map { ($0.name, $0) }, uniquingKeysWith: { $1 }),
      Dictionary(second.indexes.map { ($0.name, $0) }, uniquingKeysWith: { $1 }),
      text(of:)
    )
    let old = includingInherited ? first.properties : first.declaredProperties
    let new = includingInherited ? second.properties : second.declaredProperties
    let properties = VersionPairs(old, new, name: \.name) { EntityDescription.predecessor(of: $0, among: old) }
    for (name, old, new) in properties.pairs {
      PropertyComparison.add(old, new, named: name, in: first, second, to: &list)
    }
    return list.differences
  }

  static func names(_ names: [String]) -> String? { names.isEmpty ? nil : names.joined(separator: ", ") }

  private static func rows(_ rows: [[String]]) -> String? {
    names(rows.map { "(" + $0.joined(separator: ", ") + ")" }.sorted())
  }

  static func text(of request: FetchRequestTemplate) -> String {
    let order = request.sortKeys.map { " by \($0.key)\($0.ascending ? "" : " descending")" }.joined()
    return
      "\(request.entityName) where \(request.predicateText ?? "anything")\(order), limit \(request.fetchLimit), batches of \(request.fetchBatchSize)"
  }

  private static func text(of index: FetchIndexDescription) -> String {
    let elements = index.elements.map { element in
      element.propertyName + (element.isAscending ? "" : " descending")
        + (element.collationType == .rTree ? " R-tree" : "")
    }
    return elements.joined(separator: ", ") + (index.partialIndexPredicateText.map { " where \($0)" } ?? "")
  }
}

/// Collects the differences of one entity.
struct DifferenceList {
  var entity: String?
  var differences: [ModelDifference] = []

  mutating func add(
    _ aspect: String,
    property: String? = nil,
    _ first: String?,
    _ second: String?,
    changesVersionHash: Bool = false
  ) {
    guard first != second else { return }
    differences.append(
      ModelDifference(entity: entity, property: property, aspect, first, second, changesVersionHash: changesVersionHash)
    )
  }

  mutating func add(
    _ aspect: String,
    property: String? = nil,
    _ first: Bool,
    _ second: Bool,
    changesVersionHash: Bool = false
  ) {
    add(aspect, property: property, first ? "yes" : "no", second ? "yes" : "no", changesVersionHash: changesVersionHash)
  }

  /// Adds an entry for every key whose values differ.
  mutating func addEntries<Value>(
    _ aspect: String,
    property: String? = nil,
    _ first: [String: Value],
    _ second: [String: Value],
    _ text: (Value) -> String?
  ) {
    for key in Set(first.keys).union(second.keys).sorted(by: CodeUnitOrder.areInIncreasingOrder) {
      add("\(aspect) \(key)", property: property, first[key].flatMap(text), second[key].flatMap(text))
    }
  }
}
