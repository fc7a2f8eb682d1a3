/// Something that is wrong with a store, with its place.
package struct StoreProblem: Codable, Sendable, Hashable {
  /// What is wrong; the raw value is stable and stands in reports.
  package enum Kind: String, Codable, Sendable, Hashable, CaseIterable {
    /// SQLite finds the file damaged.
    case integrity = "store.integrity"
    /// A table, column or index is missing or is not as the model asks.
    case schema = "store.schema"
    /// A version hash is not the model's.
    case versionHash = "store.version-hash"
    /// `Z_PRIMARYKEY` has another number or parent for an entity, or a maximum below a key in use.
    case primaryKey = "store.primary-key"
    /// A row's `Z_ENT` is no entity of its table, or an abstract one.
    case entityNumber = "store.entity-number"
    /// A relationship leads to an object that is not there.
    case danglingReference = "store.dangling-reference"
    /// A relationship leads to an object of the wrong entity.
    case wrongDestination = "store.wrong-destination"
    /// Two one-to-one relationships do not lead to each other.
    case inverse = "store.inverse"
    /// A required attribute or relationship has no value.
    case required = "store.required"
    /// A value breaks a rule of the model.
    case validation = "store.validation"
    /// Two objects have the same values where the model asks for unique ones.
    case uniqueness = "store.uniqueness"
    /// A column holds a value of a kind that Core Data does not write there.
    case storageClass = "store.storage-class"
    /// A value is kept in a file that is not there.
    case externalData = "store.external-data"
    /// `Z_METADATA` contradicts itself, or is not what Core Data writes.
    case metadata = "store.metadata"
    /// Members of an ordered relationship have no place, or the same one.
    case order = "store.order"
    /// A derived attribute is not what it is derived from.
    case derivation = "store.derivation"
    /// A text holds a NUL, or bytes that are no UTF-8.
    case text = "store.text"
    /// A decimal has more digits than a floating-point number is sure of. A warning.
    case precision = "store.precision"
    /// A relationship that is not optional has no object, though the model asks for no certain number. A warning: SwiftData saves such objects.
    case emptyRelationship = "store.empty-relationship"
    /// A file beside the store belongs to no row. A warning.
    case orphanFile = "store.orphan-file"
    /// The model uses a feature for which the way Core Data stores it is inferred, not measured. A warning.
    case unproven = "store.unproven"
    /// More problems of a kind were found than are listed. A note.
    case more = "store.more"
  }

  package var kind: Kind
  /// What is wrong, for people, as a sentence without a full stop at its end.
  package var message: String
  package var table: String?
  /// The row's key (`Z_PK`).
  package var key: Int64?
  package var entity: String?
  /// The attribute or relationship.
  package var property: String?

  package init(
    _ kind: Kind,
    _ message: String,
    table: String? = nil,
    key: Int64? = nil,
    entity: String? = nil,
    property: String? = nil
  ) {
    self.kind = kind
    self.message = message
    self.table = table
    self.key = key
    self.entity = entity
    self.property = property
  }

  /// Whether Core Data may open and use the store all the same.
  package var isWarning: Bool { [.unproven, .more, .emptyRelationship, .orphanFile, .precision].contains(kind) }
}
