// Apple's names of Core Data's classes, for code that was written with them. Each is another name of the type that it stands for, and no type of its own.
//
// `NSPredicate`, `NSExpression`, `NSComparisonPredicate` and `NSSortDescriptor` are not here: Foundation has types of these names on Linux, too. Write
// `ObjectPredicate`, `ObjectExpression`, `PredicateComparison` and `SortKey`. What differs behind the names is told in `docs/core-data.md`.

// One import does for all that an application uses, as `import CoreData` does.
@_exported public import AtomicStores
@_exported public import AttributeValues
@_exported public import ManagedObjects
@_exported public import ModelReading
@_exported public import ObjectModel
@_exported public import PredicateLanguage
@_exported public import SQLiteStore

// MARK: ManagedObjects

/// Apple's name of `ManagedObject`.
public typealias NSManagedObject = ManagedObject

/// Apple's name of `ManagedObjectID`.
public typealias NSManagedObjectID = ManagedObjectID

/// Apple's name of `ManagedObjectContext`.
public typealias NSManagedObjectContext = ManagedObjectContext

/// Apple's name of `PersistentStoreCoordinator`.
public typealias NSPersistentStoreCoordinator = PersistentStoreCoordinator

/// Apple's name of `PersistentStore`.
public typealias NSPersistentStore = PersistentStore

/// Apple's name of `AtomicStore`.
public typealias NSAtomicStore = AtomicStore

/// Apple's name of `PersistentContainer`.
public typealias NSPersistentContainer = PersistentContainer

/// Apple's name of `PersistentStoreDescription`.
public typealias NSPersistentStoreDescription = PersistentStoreDescription

/// Apple's name of `ManagedDocument`.
public typealias UIManagedDocument = ManagedDocument

/// Apple's name of `SnapshotEventType`.
public typealias NSSnapshotEventType = SnapshotEventType

/// Apple's name of `QueryGenerationToken`.
public typealias NSQueryGenerationToken = QueryGenerationToken

/// Apple's name of `MergePolicy`.
public typealias NSMergePolicy = MergePolicy

/// Apple's name of `MappingModel`.
public typealias NSMappingModel = MappingModel

// MARK: Fetching

/// Apple's name of `FetchRequest`.
public typealias NSFetchRequest<Result: FetchRequestResult> = FetchRequest<Result>

/// Apple's name of `FetchRequestResult`.
public typealias NSFetchRequestResult = FetchRequestResult

/// Apple's name of `AsynchronousFetchRequest`.
public typealias NSAsynchronousFetchRequest<Result: FetchRequestResult> = AsynchronousFetchRequest<Result>

/// Apple's name of `AsynchronousFetchResult`.
public typealias NSAsynchronousFetchResult<Result: FetchRequestResult> = AsynchronousFetchResult<Result>

/// Apple's name of `FetchedResultsController`.
public typealias NSFetchedResultsController<Object: ManagedObject> = FetchedResultsController<Object>

/// Apple's name of `FetchedProperty`.
public typealias NSExpressionDescription = FetchedProperty

// MARK: Batch requests

/// Apple's name of `BatchInsertRequest`.
public typealias NSBatchInsertRequest = BatchInsertRequest

/// Apple's name of `BatchUpdateRequest`.
public typealias NSBatchUpdateRequest = BatchUpdateRequest

/// Apple's name of `BatchDeleteRequest`.
public typealias NSBatchDeleteRequest = BatchDeleteRequest

/// Apple's name of `BatchResult`.
public typealias NSBatchInsertResult = BatchResult

/// Apple's name of `BatchResult`.
public typealias NSBatchUpdateResult = BatchResult

/// Apple's name of `BatchResult`.
public typealias NSBatchDeleteResult = BatchResult

/// Apple's name of `BatchRequestResultType`.
public typealias NSBatchInsertRequestResultType = BatchRequestResultType

/// Apple's name of `BatchRequestResultType`.
public typealias NSBatchUpdateRequestResultType = BatchRequestResultType

/// Apple's name of `BatchRequestResultType`.
public typealias NSBatchDeleteRequestResultType = BatchRequestResultType

// MARK: History

/// Apple's name of `PersistentHistoryChange`.
public typealias NSPersistentHistoryChange = PersistentHistoryChange

/// Apple's name of `PersistentHistoryTransaction`.
public typealias NSPersistentHistoryTransaction = PersistentHistoryTransaction

/// Apple's name of `PersistentHistoryChangeRequest`.
public typealias NSPersistentHistoryChangeRequest = PersistentHistoryChangeRequest

// MARK: Models

/// Apple's name of `ManagedObjectModel`.
public typealias NSManagedObjectModel = ManagedObjectModel

/// Apple's name of `EntityDescription`.
public typealias NSEntityDescription = EntityDescription

/// Apple's name of `PropertyDescription`.
public typealias NSPropertyDescription = PropertyDescription

/// Apple's name of `AttributeDescription`.
public typealias NSAttributeDescription = AttributeDescription

/// Apple's name of `DerivedAttributeDescription`.
public typealias NSDerivedAttributeDescription = DerivedAttributeDescription

/// Apple's name of `CompositeAttributeDescription`.
public typealias NSCompositeAttributeDescription = CompositeAttributeDescription

/// Apple's name of `RelationshipDescription`.
public typealias NSRelationshipDescription = RelationshipDescription

/// Apple's name of `FetchedPropertyDescription`.
public typealias NSFetchedPropertyDescription = FetchedPropertyDescription

/// Apple's name of `FetchIndexDescription`.
public typealias NSFetchIndexDescription = FetchIndexDescription

/// Apple's name of `FetchIndexElementDescription`.
public typealias NSFetchIndexElementDescription = FetchIndexElementDescription

/// Apple's name of `AttributeType`.
public typealias NSAttributeType = AttributeType

/// Apple's name of `DeleteRule`.
public typealias NSDeleteRule = DeleteRule
