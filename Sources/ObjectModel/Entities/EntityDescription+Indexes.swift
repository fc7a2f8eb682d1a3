/// An index that follows from how the model is written or compiled, beside the fetch indexes that it names.
package struct ImpliedIndex: Sendable, Hashable {
  /// What asks for the index.
  package enum Origin: Sendable, Hashable {
    /// `indexed="YES"`.
    case indexedAttribute
    /// A compound index of the old form.
    case compoundIndex
    /// A fetch index over one attribute, which model compilers repeat under the attribute's name.
    case fetchIndex
  }

  package let origin: Origin
  package let index: FetchIndexDescription
}

extension EntityDescription {
  /// The indexes that the entity's fetch indexes do not name, in the order in which they are compiled and made: indexed attributes by name,
  /// compound indexes, attributes that a fetch index covers alone by name.
  package var impliedIndexes: [ImpliedIndex] {
    let attributes = declaredProperties.compactMap { $0 as? AttributeDescription }
    let indexed = attributes.filter(\.isIndexed).map(\.name).sorted(by: CodeUnitOrder.areInIncreasingOrder)
    var doubled: Set<String> = []
    if managedObjectModel?.repeatsAttributeIndexes == true {
      let names = Set(attributes.map(\.name))
      doubled = Set(indexes.compactMap(\.onlyAscendingProperty).filter(names.contains))
        .subtracting(indexed).subtracting(indexes.map(\.name))
    }
    return indexed.map { ImpliedIndex(origin: .indexedAttribute, index: .ascending([$0])) }
      + compoundIndexes.map { ImpliedIndex(origin: .compoundIndex, index: .ascending($0)) }
      + doubled.sorted(by: CodeUnitOrder.areInIncreasingOrder).map {
        ImpliedIndex(origin: .fetchIndex, index: .ascending([$0]))
      }
  }
}

extension FetchIndexDescription {
  /// An ascending index over properties, named after them.
  static func ascending(_ names: [String]) -> FetchIndexDescription {
    FetchIndexDescription(
      name: names.joined(separator: "_"),
      elements: names.map { FetchIndexElementDescription(propertyName: $0) }
    )
  }

  /// Whether all elements are properties in ascending binary order, whatever predicate restricts the index.
  package var isAscending: Bool {
    elements.allSatisfy { !$0.isExpression && $0.isAscending && $0.collationType == .binary }
  }

  /// The property of an ascending index over one property alone.
  package var onlyAscendingProperty: String? {
    elements.count == 1 && isAscending ? elements.first?.propertyName : nil
  }
}
