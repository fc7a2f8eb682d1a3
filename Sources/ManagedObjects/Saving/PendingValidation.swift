internal import AttributeValues
internal import ObjectModel

/// The validation of everything that a context is about to save.
struct PendingValidation {
  private let context: ManagedObjectContext

  init(_ context: ManagedObjectContext) { self.context = context }

  /// Validates every new, changed and deleted object.
  ///
  /// - Throws: `ValidationErrors` with everything that is not valid.
  /// - Complexity: O(changed objects); next to nothing for an object without class that was validated since its last change.
  func run() throws {
    var errors: [ValidationError] = []
    for object in context.changes.inserted where object.flags.contains(.inserted) {
      collect(from: object, into: &errors) { try $0.validateForInsert() }
    }
    for object in context.changes.updated where object.isUpdated {
      collect(from: object, into: &errors) { try $0.validateForUpdate() }
    }
    for object in context.changes.deleted where object.isDeletionPending {
      collectThrown(by: object, into: &errors) { try $0.validateForDelete() }
    }
    if !errors.isEmpty { throw ValidationErrors(errors) }
  }

  /// An object without a class has no `validate` of its own: its properties are checked, unless they are known to be valid.
  private func collect(
    from object: ManagedObject,
    into errors: inout [ValidationError],
    _ validate: (ManagedObject) throws -> Void
  ) {
    if object.hasHooks { return collectThrown(by: object, into: &errors, validate) }
    if context.validatesOnSave, !object.flags.isSuperset(of: [.attributesValidated, .relationshipsValidated]) {
      object.collectPropertyErrors(into: &errors)
    }
  }

  private func collectThrown(
    by object: ManagedObject,
    into errors: inout [ValidationError],
    _ validate: (ManagedObject) throws -> Void
  ) {
    do {
      try validate(object)
    } catch {
      errors.append(contentsOf: object.validationErrors(from: error, key: nil, value: .null))
    }
  }
}
