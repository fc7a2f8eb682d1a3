public import AttributeValues
internal import ObjectModel

/// A row as a fetch finds it: its values are made when somebody asks for them.
///
/// ```swift
/// var names: [AttributeValue] = []
/// let isAnswered = try store.forEachRowIfExecutable(StoreFetch(entity: breed)) { (row: borrowing FetchedRow) in
///   names.append(row.attribute(0))  // nothing else of the row is made
///   return true
/// }
/// ```
///
/// What it holds is the state in which the row was read, whenever it is asked.
public struct FetchedRow: @unchecked Sendable {
  // `@unchecked`: packed values are not changed once there is a row of them.
  enum Contents {
    case packed(PackedValues)
    indirect case whole(StoreRow)
  }

  let contents: Contents

  /// A row of packed values, which are not changed any more as long as somebody holds the row.
  package init(_ values: PackedValues) { contents = .packed(values) }

  /// A row whose values are there already.
  public init(_ row: StoreRow) { contents = .whole(row) }

  /// The row's memory, for whoever reads cells without making values of them; `nil` for a row whose values are there already.
  package var packedValues: PackedValues? { if case .packed(let values) = contents { values } else { nil } }

  /// The object's ID.
  public var objectID: ManagedObjectID {
    switch contents {
    case .packed(let values): values.objectID
    case .whole(let row): row.objectID
    }
  }

  /// How often the object has been saved.
  public var version: Int64 {
    switch contents {
    case .packed(let values): values.head.pointee.version
    case .whole(let row): row.version
    }
  }

  /// Whether the object's own entity is this one.
  func isOf(_ entity: EntityDescription?) -> Bool {
    switch contents {
    case .packed(let values): values.head.pointee.layout.entity === entity
    case .whole(let row): row.objectID.entity === entity
    }
  }

  /// The attribute in a slot of the entity's layout.
  ///
  /// - Complexity: O(bytes of the value); each call makes the value anew.
  public func attribute(_ slot: Int) -> AttributeValue {
    switch contents {
    case .packed(let values): values.attribute(slot)
    case .whole(let row): row.attributes[slot]
    }
  }

  /// The object of the to-one relationship in a slot of the entity's layout.
  public func toOne(_ slot: Int) -> ManagedObjectID? {
    switch contents {
    case .packed(let values): values.toOne(slot)
    case .whole(let row): row.toOne[slot]
    }
  }

  /// The row with all its values.
  ///
  /// - Complexity: O(bytes of the row).
  public var storeRow: StoreRow {
    switch contents {
    case .packed(let values):
      StoreRow(
        objectID: values.objectID,
        version: values.head.pointee.version,
        attributes: values.attributes,
        toOne: values.toOnes
      )
    case .whole(let row): row
    }
  }
}
