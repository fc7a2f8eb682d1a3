internal import AttributeValues
public import ObjectModel
public import Observation

/// An object of a managed object context: Core Data's `NSManagedObject`.
///
/// ```swift
/// final class Breed: ManagedObject {
///   var name: String? {
///     get { attribute("name") }
///     set { setAttribute("name", to: newValue) }
///   }
///   var group: ManagedObject? { related("group") }
///
///   override func awakeFromInsert() { name = "A new breed" }
/// }
/// ```
///
/// Values stand in slots that the entity's layout gives out. `value(forKey:)` and `setValue(_:forKey:)` look the slot up by name; code
/// that handles many objects resolves names once and uses the slots. A subclass adds typed properties and hooks; register it with
/// `ManagedObjectClasses` or hand it to the coordinator, because there is no Objective-C runtime to find it by its name.
///
/// An object belongs to its context and is used where the context is: it is not `Sendable`. Its ID is.
open class ManagedObject {
  package final let runtime: EntityRuntime
  /// The context. It cannot dangle: see `ObjectRegistry`, which knows every object that has an owner and takes it out before the context goes.
  final private(set) unowned(unsafe) var owner: ManagedObjectContext?
  /// The key of the object's ID; see `ManagedObjectID`.
  final private(set) var reference: Int64
  final private(set) var storeNumber: UInt32
  // Not checked for exclusivity, which would be done at every access: nothing that changes the state or the values calls anybody while it does.
  @exclusivity(unchecked) final var state: ObjectState
  /// The attributes and to-one references.
  @exclusivity(unchecked) final var values: ObjectValues
  /// Empty until a to-many relationship is asked for or changed.
  final var toMany: [ToManyState] = []

  /// Makes a new object of `entity` and inserts it into `context`; without a context, an object on its own, to be
  /// inserted later, which has attributes and no relationships until then.
  ///
  /// Subclasses do not override this: the context also uses it to make faults. Use `awakeFromInsert()`.
  // The parameters are borrowed: handing them over would count two references for each object that a fetch makes.
  public required init(entity: __shared EntityDescription, insertInto context: __shared ManagedObjectContext?) {
    if let context, let row = context.takeRowOfFault() {
      runtime = context.runtime(for: entity)
      owner = context
      (reference, storeNumber, values) = row._withUnsafeGuaranteedRef { row in
        (row.head.pointee.reference, row.head.pointee.layout.storeNumber, ObjectValues(row))
      }
      state = ObjectState(readAheadTracked: context.recorder.isRecording)
      return
    }
    (reference, storeNumber) = (0, 0)
    state = ObjectState()
    values = ObjectValues()
    if let context {
      runtime = context.runtime(for: entity)
      owner = context
      if !context.isMakingFault { context.adoptInsertion(of: self) }
    } else {
      runtime = EntityRuntime(entity: entity, objectClass: Self.self, model: nil)
      owner = nil
      values.becomeDefaults(of: runtime)
      state.becomeNew(isTracked: false)
    }
  }

  deinit {
    if flags.contains(.registered) { owner?.forget(self) }
  }

  // MARK: Belonging to a context

  /// Makes this an object of `context` under an ID; only for `ObjectRegistry`.
  final func join(_ context: ManagedObjectContext, reference: Int64, storeNumber: UInt32) {
    owner = context
    rename(reference: reference, storeNumber: storeNumber)
  }

  /// Gives the object another ID; only for `ObjectRegistry`, which finds it by its ID.
  final func rename(reference: Int64, storeNumber: UInt32) {
    self.reference = reference
    self.storeNumber = storeNumber
  }

  /// Leaves the context for good; relationships are cut, so that objects that refer to each other can go.
  final func detach() {
    state.becomeDetached()
    owner = nil
    values.removeAll()
    toMany = []
  }

  // MARK: Hooks

  /// Called once after the object was inserted; changes made here are not undone by undo. Call `super`.
  open func awakeFromInsert() {}
  /// Called after the object's values were read from the store. Changes made here through primitive setters do not count. Call `super`.
  open func awakeFromFetch() {}
  /// Called before a save validates and writes the object; changes made here are saved.
  open func willSave() {}
  /// Called after a save.
  open func didSave() {}
  /// Called once before the object is deleted, while its relationships and those of all objects that are deleted with it are still whole.
  open func prepareForDeletion() {}
  /// Called after undo, redo, a rollback, a refresh or a merge gave the object other values, in place of `awakeFromInsert` and
  /// `awakeFromFetch`: for what is computed of the values. Call `super`.
  open func awake(fromSnapshotEvents events: SnapshotEventType) {}
  /// Called before the object becomes a fault again.
  open func willTurnIntoFault() {}
  /// Called after the object became a fault again.
  open func didTurnIntoFault() {}

  /// The object for people who look for a mistake: its class, entity, ID and values, without ending a fault.
  open var description: String { debugText() }

  /// Checks one value, and may replace it; the value need not be the object's own.
  ///
  /// A save calls it for every attribute of a new or changed object and for every relationship that changed. A subclass checks and replaces what it knows more about than the
  /// model; it may call `super`, which applies the model's rules, but need not: a save applies them in any case, to what this method leaves.
  ///
  /// - Throws: `ValidationErrors` for the model's rules, `PropertyAccessError` for a name that is no property's or a value that is not of its
  ///   type, and whatever a subclass throws, which a save reports as a `ValidationError`.
  open func validateValue(_ value: inout Any?, forKey key: String) throws {
    try validateAgainstModel(value, forKey: key)
  }

  /// Checks the whole object before it is saved for the first time. Call `super`, which checks every property.
  ///
  /// - Throws: `ValidationErrors` with everything that is wrong.
  open func validateForInsert() throws { try validateProperties() }

  /// Checks the whole object before a change of it is saved. Call `super`, which checks every property.
  ///
  /// - Throws: `ValidationErrors` with everything that is wrong.
  open func validateForUpdate() throws { try validateProperties() }

  /// Checks whether the object may be deleted. Call `super`, which applies the deny rule.
  ///
  /// - Throws: `ValidationErrors` with every relationship that denies it.
  open func validateForDelete() throws { try validateDenials() }

  /// What key-value access returns for a name that the entity does not have. Call `super` for names that the subclass does not know either.
  ///
  /// - Throws: `PropertyAccessError.unknownKey`.
  open func value(forUndefinedKey key: String) throws(PropertyAccessError) -> Any? {
    if key == "objectID" { return objectID }
    throw .unknownKey(key, of: runtime.entity)
  }

  /// Sets what the entity does not have. Call `super` for names that the subclass does not know either.
  ///
  /// - Throws: `PropertyAccessError.unknownKey`.
  open func setValue(_ value: Any?, forUndefinedKey key: String) throws(PropertyAccessError) {
    throw .unknownKey(key, of: runtime.entity)
  }
}

// Watched while the context is `isObservable`.
extension ManagedObject: Observable {}

extension ManagedObject: CustomStringConvertible, Hashable {
  /// Objects are equal when they are the same object: a context has one per row.
  public static func == (left: ManagedObject, right: ManagedObject) -> Bool { left === right }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension ManagedObject {
  /// What is known about the object's state.
  final var flags: ObjectFlags { state.flags }
  /// The attributes by slot; empty while the object is a fault whose values were not read ahead.
  final var attributes: [AttributeValue] {
    if flags.contains(.rowAtHand) { values.unpack() }
    return values.attributes
  }
  /// The to-one references by slot; empty when `attributes` is.
  final var toOne: [ToOneReference] {
    if flags.contains(.rowAtHand) { values.unpack() }
    return values.toOne
  }
  /// What the values were before the first change since they were read or saved; `nil` while there was none.
  final var snapshot: ObjectSnapshot? { values.snapshot }
  /// The version of the row that the values come from; 0 before the first save.
  package final var version: Int64 { values.version }

  /// The object's entity.
  public final var entity: EntityDescription { runtime.entity }

  /// The object's identity: temporary until it is saved.
  public final var objectID: ManagedObjectID {
    ManagedObjectID(entity: runtime.entity, storeNumber: storeNumber, reference: reference)
  }

  /// The context that the object belongs to; `nil` after the context was reset or went away, and after a deletion was saved.
  public final var managedObjectContext: ManagedObjectContext? { isDismissed ? nil : owner }

  /// Whether the object was inserted and not saved yet.
  public final var isInserted: Bool { flags.contains(.inserted) }
  /// Whether the object changed since it was read or saved.
  public final var isUpdated: Bool { flags.contains(.updated) && flags.isDisjoint(with: [.inserted, .deleted]) }
  /// Whether the next save deletes the object; not any more once it has.
  public final var isDeleted: Bool { flags.isSuperset(of: [.deleted, .registered]) }
  /// Whether the object was deleted, be it saved or not.
  final var isGone: Bool { flags.contains(.deleted) }
  /// Whether its deletion was saved, so that nothing but undo reaches it.
  private final var isDismissed: Bool { isGone && !flags.contains(.registered) }
  /// Whether the next save has a row to delete.
  final var isDeletionPending: Bool { flags.contains(.deleted) && !flags.contains(.deletedUnsaved) }
  /// Whether the object's values have not been asked for yet. Asking for one, or setting one, ends it.
  public final var isFault: Bool { flags.contains(.fault) }
  /// 0 when the object's values are in memory, else another number.
  public final var faultingState: Int { isFault ? 1 : 0 }
  /// Whether the object is new, changed or to be deleted.
  public final var hasChanges: Bool { isInserted || isDeleted || flags.contains(.updated) }
  /// Whether saving the object would write its row: it is new, or its values differ from those that were read or last saved.
  ///
  /// - Complexity: O(properties) for a changed object.
  public final var hasPersistentChangedValues: Bool {
    flags.contains(.inserted) || flags.contains(.storedChange) && !isAsRead
  }
}
