/// Makes and relates the objects of one entity mapping: Core Data's `NSEntityMigrationPolicy`.
///
/// ```swift
/// final class UpperCasePolicy: EntityMigrationPolicy {
///   override func createDestinationInstances(
///     forSource source: ManagedObject,
///     in mapping: MappingModel.EntityMapping,
///     manager: MigrationManager
///   ) throws {
///     try super.createDestinationInstances(forSource: source, in: mapping, manager: manager)
///     for breed in manager.destinationInstances(forEntityMapping: mapping.name, sourceInstances: [source]) {
///       try breed.setValue((breed.value(forKey: "name") as? String)?.uppercased(), forKey: "name")
///     }
///   }
/// }
/// ```
///
/// A mapping names the class; one object of it is made for each mapping and migration. First each mapping's objects are made, then each mapping's are
/// related, then they are checked. What a method throws ends the migration, and the old store stays.
open class EntityMigrationPolicy {
  /// Makes the policy of one mapping in one migration.
  public required init() {}

  /// Called before the mapping's objects are made.
  open func begin(_ mapping: MappingModel.EntityMapping, manager: MigrationManager) throws {}

  /// Makes what becomes of an object: here one object with the attributes that the mapping says. An override that makes objects itself associates them with
  /// the source's object.
  open func createDestinationInstances(
    forSource source: ManagedObject,
    in mapping: MappingModel.EntityMapping,
    manager: MigrationManager
  ) throws {
    let destination = manager.destinationContext.insert(mapping.destination)
    try manager.setAttributes(of: destination, from: source, mapping)
    manager.associate(sourceInstance: source, withDestinationInstance: destination, for: mapping)
  }

  /// The value of `FUNCTION($entityPolicy, "name:", arguments…)` in an expression of the mapping; here there is none. Core Data calls the method of that name, which
  /// nobody can do on Linux: an override tells the names apart.
  ///
  /// - Parameters:
  ///   - name: The method's name, with its colons.
  ///   - arguments: Values as key-value access shows them, objects of the source, and arrays of these.
  ///   - manager: The manager of the migration.
  /// - Returns: A value for an attribute; an object of the destination, or an array or a set of them, for a relationship.
  /// - Throws: `PersistentStoreError.migrationImpossible`; an override whatever it wants to end the migration with.
  open func value(ofMethod name: String, arguments: [Any?], manager: MigrationManager) throws -> Any? {
    throw PersistentStoreError.migrationImpossible(reason: "the migration policy \(Self.self) has no method \(name)")
  }

  /// Called when all objects of the mapping are made.
  open func endInstanceCreation(forMapping mapping: MappingModel.EntityMapping, manager: MigrationManager) throws {}

  /// Relates an object, when the objects of all mappings are made: here as the mapping says.
  open func createRelationships(
    forDestination destination: ManagedObject,
    in mapping: MappingModel.EntityMapping,
    manager: MigrationManager
  ) throws {
    let sources = manager.sourceInstances(forEntityMapping: mapping.name, destinationInstances: [destination])
    if let source = sources.first { try manager.setRelationships(of: destination, from: source, mapping) }
  }

  /// Called when all objects of the mapping are related.
  open func endRelationshipCreation(forMapping mapping: MappingModel.EntityMapping, manager: MigrationManager) throws {}

  /// Called when all objects are made and related, before they are validated and saved.
  open func performCustomValidation(forMapping mapping: MappingModel.EntityMapping, manager: MigrationManager) throws {}

  /// Called last.
  open func end(_ mapping: MappingModel.EntityMapping, manager: MigrationManager) throws {}
}
