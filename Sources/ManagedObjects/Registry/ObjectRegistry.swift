internal import ObjectModel

/// The objects that belong to a context, by their IDs: all of them, and nothing else has this context as its owner.
///
/// Objects do not keep their context alive and do not watch it: their reference to it is neither strong nor weak, which would cost an object more than
/// its other references together. It cannot dangle, because whatever gives an object an owner registers it here first, and a context that goes calls
/// `detachAll()`, which takes the owner out of every object that still lives. An object that goes earlier is taken out by its `deinit`.
final class ObjectRegistry {
  private struct DismissedObject {
    weak var object: ManagedObject?
  }

  private let table = ObjectTable()
  /// All objects, while they are kept alive.
  private var retained: Set<ManagedObject> = []
  /// Objects that were deleted and saved, but that undo may bring back: nobody finds them by their ID, and they still have their owner.
  private var dismissed: [DismissedObject] = []
  /// The number of dismissed objects at which those that have gone are thrown away.
  private var dismissedLimit = 64
  private var temporaryReferences = TemporaryReferences()

  /// Whether objects are kept alive, even those that nobody else holds.
  var retainsObjects = false {
    didSet { retained = retainsObjects ? Set(table.objects) : [] }
  }

  /// All objects, in no particular order.
  ///
  /// - Complexity: O(*n*).
  var objects: [ManagedObject] { table.objects }

  /// The object of a row.
  ///
  /// - Complexity: O(1).
  func object(of row: PackedValues) -> ManagedObject? { table.object(of: row) }

  /// The object with this ID.
  ///
  /// - Complexity: O(1).
  func object(for objectID: ManagedObjectID) -> ManagedObject? {
    table.object(reference: objectID.reference, storeNumber: objectID.storeNumber, entity: objectID.entity)
  }

  // MARK: Coming and going

  /// Makes a new object, or one that is brought back, an object of `context` under a temporary ID.
  ///
  /// - Complexity: O(1), amortised.
  func insert(_ object: ManagedObject, into context: ManagedObjectContext) {
    object.join(context, reference: temporaryReferences.next(), storeNumber: 0)
    object.state.setRegistered(true)
    add(object)
  }

  /// Makes an object that is read an object of `context` under the ID that its store has given it.
  ///
  /// - Complexity: O(1), amortised.
  func insert(_ object: ManagedObject, readAs objectID: ManagedObjectID, into context: ManagedObjectContext) {
    object.join(context, reference: objectID.reference, storeNumber: objectID.storeNumber)
    object.state.setRegistered(true)
    insert(read: object)
  }

  /// Takes an object that was made with its owner, its ID and the mark that it is registered, for a row that was just read.
  ///
  /// - Complexity: O(1), amortised.
  func insert(read object: ManagedObject) { add(object) }

  private func add(_ object: ManagedObject) {
    table.insert(object)
    if retainsObjects { retained.insert(object) }
  }

  /// Gives an object another ID.
  func rename(_ object: ManagedObject, reference: Int64, storeNumber: UInt32) {
    let isRegistered = object.flags.contains(.registered)
    if isRegistered { table.remove(object) }
    object.rename(reference: reference, storeNumber: storeNumber)
    if isRegistered { table.insert(object) }
  }

  /// Gives a new object a temporary ID in the place of a permanent one: one that it had, or another.
  func takeBackID(of object: ManagedObject, reference: Int64?) {
    rename(object, reference: reference ?? temporaryReferences.next(), storeNumber: 0)
  }

  /// Takes an object that goes away out of the registry.
  func remove(_ object: ManagedObject) {
    table.remove(object)
    object.state.setRegistered(false)
    if retainsObjects { retained.remove(object) }
  }

  /// Takes a deleted object out of the registry and leaves it its owner, so that undo can bring it back.
  func dismiss(_ object: ManagedObject) {
    if object.flags.contains(.registered) { remove(object) }
    dismissed.append(DismissedObject(object: object))
    guard dismissed.count >= dismissedLimit else { return }
    dismissed.removeAll { $0.object?.flags.contains(.registered) ?? true }
    dismissedLimit = max(64, dismissed.count * 2)
  }

  /// Takes the owner out of all objects, which lose their values.
  ///
  /// - Complexity: O(*n*).
  func detachAll() {
    for case let object? in dismissed.map(\.object) where !object.flags.contains(.registered) {
      object.detach()
      object.state.becomeDeleted()
    }
    dismissed.removeAll()
    let held = table.removeAll()
    for object in held { object.detach() }
    retained.removeAll()
  }
}
