import Dispatch
import Foundation
import ManagedObjects
import ObjectModel
import SQLiteStore
import StoreConformance
import TestSupport
import Testing

@Suite struct ManagedDocumentTests {
  private let folder: TemporaryFolder
  private var path: String { folder.file("Kennel.document") }

  init() throws {
    SQLiteStore.register()
    folder = try TemporaryFolder()
  }

  private func document(_ path: String? = nil) -> NotedDocument {
    NotedDocument(
      fileURL: path ?? self.path,
      managedObjectModel: ConformanceModel.make(),
      contextType: .confinement
    )
  }

  /// A document on the disk with one breed.
  private func saved(_ path: String? = nil) throws -> NotedDocument {
    let document = document(path)
    try document.save(to: document.fileURL, for: .forCreating)
    try document.managedObjectContext.make("Breed", ["name": "Akita"])
    try document.save(to: document.fileURL, for: .forOverwriting)
    return document
  }

  private func breeds(_ document: ManagedDocument) throws -> [String] {
    try document.managedObjectContext.all("Breed").names
  }

  @Test func aNewDocumentIsClosedUntilItIsSavedForCreating() throws {
    let document = document()
    #expect(document.documentState == .closed && document.localizedName == "Kennel")
    #expect(throws: ManagedDocumentError.missing(path)) { try document.open() }
    #expect(throws: ManagedDocumentError.notOpen(path)) { try document.save(to: path, for: .forOverwriting) }
    try document.save(to: path, for: .forCreating)
    #expect(document.documentState == .normal && !document.hasUnsavedChanges)
    #expect(folder.names().contains("Kennel.document/StoreContent/persistentStore"))
    #expect(throws: ManagedDocumentError.alreadyOpen(path)) { try document.open() }
    #expect(throws: ManagedDocumentError.exists(path)) { try self.document().save(to: path, for: .forCreating) }
  }

  /// A link to itself is the plainest path of which the system cannot tell whether anything is there.
  @Test func nothingIsMadeOrRemovedWhereTheSystemCannotTell() throws {
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path)
    let error = ManagedDocumentError.disk(path: path, reason: "Too many levels of symbolic links")
    #expect(throws: error) { try document().save(to: path, for: .forCreating) }
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == path)
  }

  @Test func objectsMadeBeforeTheFirstSaveAreSavedWithIt() throws {
    let document = document()
    try document.managedObjectContext.make("Breed", ["name": "Akita"])
    try document.save(to: path, for: .forCreating)
    try document.close()
    try document.open()
    #expect(try breeds(document) == ["Akita"])
  }

  @Test func whatIsSavedIsThereWhenTheDocumentIsOpenedAgain() throws {
    let document = try saved()
    #expect(!document.hasUnsavedChanges)
    try document.close()
    #expect(document.documentState == .closed)
    let again = self.document()
    try again.open()
    #expect(try breeds(again) == ["Akita"])
  }

  @Test func autosaveSavesOnlyWhatIsUnsaved() throws {
    let document = try saved()
    #expect(try !document.autosave())
    try document.managedObjectContext.make("Breed", ["name": "Beagle"])
    #expect(document.hasUnsavedChanges)
    #expect(try document.autosave() && !document.hasUnsavedChanges)
    document.noteChange()
    #expect(try document.autosave())
    let reader = self.document()
    try reader.open()
    #expect(try breeds(reader) == ["Akita", "Beagle"])
  }

  @Test func closingSavesAndEmptiesTheContext() throws {
    let document = try saved()
    let beagle = try document.managedObjectContext.make("Breed", ["name": "Beagle"])
    try document.close()
    #expect(beagle.managedObjectContext == nil)
    try document.open()
    #expect(try breeds(document) == ["Akita", "Beagle"])
  }

  @Test func objectsOfASavedDocumentArePermanentAndFetchedAsTheSame() throws {
    let document = try saved()
    let context = document.managedObjectContext
    let dogs = try ["Rex", "Ace"].map { try context.make("Dog", ["name": $0]) }
    let ann = try context.make("Person", ["name": "Ann", "dogs": dogs])
    let temporary = ann.objectID
    try document.save(to: path, for: .forOverwriting)
    #expect(([ann] + dogs).allSatisfy { !$0.objectID.isTemporaryID })
    #expect(try Set(context.all("Dog")) == Set(dogs) && context.all("Person").first === ann)
    #expect(context.object(with: temporary) === ann)
    try ann.setValue([dogs[1], dogs[0]], forKey: "dogs")
    try document.close()
    try document.open()
    #expect(try context.all("Person").first?.list("dogs").compactMap { $0.text("name") } == ["Ace", "Rex"])
  }

  @Test func aSaveThatFailsKeepsTheDocumentOpenAndSaysSo() throws {
    let document = try saved()
    nonisolated(unsafe) var states: [ManagedDocument.State] = []
    document.onStateChange = { states.append($0) }
    let breed = try document.managedObjectContext.make("Breed")
    #expect(throws: ValidationErrors.self) { try document.close() }
    #expect(document.documentState == .savingError && document.hasUnsavedChanges)
    try breed.setValue("Beagle", forKey: "name")
    try document.close()
    #expect(states == [.savingError, .normal, .closed])
  }

  @Test func revertingGivesUpWhatIsUnsaved() throws {
    let document = try saved()
    try document.managedObjectContext.make("Breed", ["name": "Beagle"])
    try document.managedObjectContext.save()
    try document.managedObjectContext.make("Breed", ["name": "Corgi"])
    document.note = "changed"
    try document.revert(toContentsOf: path)
    #expect(try breeds(document) == ["Akita"])
    #expect(!document.hasUnsavedChanges && document.note == "new" && document.documentState == .normal)
  }

  @Test func revertingToAnotherDocumentTakesItsContent() throws {
    let other = try saved(folder.file("Other.document"))
    try other.managedObjectContext.make("Breed", ["name": "Beagle"])
    try other.close()
    let document = try saved()
    try document.revert(toContentsOf: other.fileURL)
    #expect(try breeds(document) == ["Akita", "Beagle"])
    try document.managedObjectContext.make("Breed", ["name": "Corgi"])
    try document.close()
    try other.open()
    #expect(try breeds(other) == ["Akita", "Beagle"])
  }

  @Test func savingElsewhereGoesOnThereAndLeavesTheOldDocument() throws {
    let document = try saved()
    let elsewhere = folder.file("Elsewhere.document")
    try document.managedObjectContext.make("Breed", ["name": "Beagle"])
    try document.save(to: elsewhere, for: .forCreating)
    #expect(document.fileURL == elsewhere && document.documentState == .normal)
    try document.managedObjectContext.make("Breed", ["name": "Corgi"])
    try document.close()
    try document.open()
    #expect(try breeds(document) == ["Akita", "Beagle", "Corgi"])
    let old = self.document()
    try old.open()
    #expect(try breeds(old) == ["Akita", "Beagle"])
  }

  @Test func additionalContentIsWrittenAndReadBesideTheStore() throws {
    let document = try saved()
    document.note = "remember the puppies"
    document.noteChange()
    try document.close()
    let again = self.document()
    try again.open()
    #expect(again.note == "remember the puppies")
    #expect(folder.names().contains("Kennel.document/AdditionalContent/note.txt"))
  }

  @Test func whatAnotherDocumentSavedMeanwhileIsAConflictThatAPolicyResolves() throws {
    let first = try saved()
    let second = document()
    try second.open()
    try #require(try first.managedObjectContext.all("Breed").first).setValue("First", forKey: "name")
    try #require(try second.managedObjectContext.all("Breed").first).setValue("Second", forKey: "name")
    try first.save(to: path, for: .forOverwriting)
    #expect(throws: SaveConflictError.self) { try second.save(to: path, for: .forOverwriting) }
    #expect(second.documentState == [.savingError, .inConflict] && second.hasUnsavedChanges)
    second.mergePolicy = .mergeByPropertyObjectTrump
    try second.save(to: path, for: .forOverwriting)
    #expect(second.documentState == .normal)
    try first.revert(toContentsOf: path)
    #expect(try breeds(first) == ["Second"])
  }

  @Test func undoWorksInTheDocumentsContext() throws {
    let document = try saved()
    document.undoManager = UndoManager()
    let breed = try #require(try document.managedObjectContext.all("Breed").first)
    try breed.setValue("Shiba", forKey: "name")
    document.managedObjectContext.processPendingChanges()
    document.managedObjectContext.undo()
    #expect(breed.text("name") == "Akita" && !document.hasUnsavedChanges)
  }

  @Test func aDocumentThatCouldNotBeMadeCanBeMadeAfterAll() throws {
    let document = document()
    let context = document.managedObjectContext
    let tags = try (0..<2).map { _ in try context.make("Tag", ["name": "calm"]) }
    #expect(throws: SaveConflictError.self) { try document.save(to: path, for: .forCreating) }
    #expect(document.documentState == [.closed, .savingError, .inConflict] && folder.names().isEmpty)
    try tags[1].setValue("wild", forKey: "name")
    try document.save(to: path, for: .forCreating)
    try document.close()
    try document.open()
    #expect(try context.all("Tag").names == ["calm", "wild"])
  }

  // MARK: On queues

  /// A document whose context has a queue of its own.
  private func queued(savingAfter delay: Double = 0) throws -> NotedDocument {
    let document = NotedDocument(
      fileURL: path,
      managedObjectModel: ConformanceModel.make(),
      contextType: .privateQueue
    )
    document.autosaveDelay = delay
    try document.on { if FileManager.default.fileExists(atPath: path) { try $0.open() } else { try $0.make() } }
    return document
  }

  /// Waits until something holds, for ten seconds at most.
  private func until(_ holds: () throws -> Bool) async throws {
    for _ in 0..<1000 {
      if try holds() { return }
      try await Task.sleep(for: .milliseconds(10))
    }
    Issue.record("It does not hold after ten seconds.")
  }

  @Test func aDocumentSavesItselfSomeTimeAfterAChange() async throws {
    let document = try queued(savingAfter: 0.02)
    try document.on { _ = try $0.managedObjectContext.make("Breed", ["name": "Akita"]) }
    try await until { document.on { !$0.hasUnsavedChanges && $0.documentState == .normal } }
    let reader = self.document()
    try reader.open()
    #expect(try breeds(reader) == ["Akita"])
    document.on {
      $0.note = "puppies"
      $0.noteChange()
    }
    try await until { try String(contentsOfFile: path + "/AdditionalContent/note.txt", encoding: .utf8) == "puppies" }
    document.on { $0.autosaveDelay = 0 }
    try document.on { _ = try $0.managedObjectContext.make("Breed", ["name": "Beagle"]) }
    try await Task.sleep(for: .milliseconds(60))
    #expect(document.on { $0.hasUnsavedChanges })
  }

  @Test func whatADocumentCannotSaveByItselfIsToldAndStays() async throws {
    let document = try queued(savingAfter: 0.02)
    let breed = try document.on { try $0.managedObjectContext.make("Breed").objectID }
    try await until { document.on { !$0.errors.isEmpty } }
    document.on {
      #expect($0.errors.first is ValidationErrors && $0.savingError is ValidationErrors)
      #expect($0.documentState == .savingError && $0.hasUnsavedChanges)
    }
    try document.on { try $0.managedObjectContext.object(with: breed).setValue("Akita", forKey: "name") }
    try await until { document.on { $0.documentState == .normal && $0.savingError == nil && !$0.hasUnsavedChanges } }
  }

  @Test func aDocumentMayBeChangedWhileItIsWritten() async throws {
    let document = try queued()
    let (gate, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    try document.on {
      $0.gate = gate
      _ = try $0.managedObjectContext.make("Breed", ["name": "Akita"])
      $0.save(to: path, for: .forOverwriting) { error in
        #expect(error == nil)
        end.signal()
      }
      #expect($0.documentState == .progressAvailable && !$0.managedObjectContext.hasChanges)
      _ = try $0.managedObjectContext.make("Breed", ["name": "Beagle"])
    }
    gate.signal()
    try await until { end.wait(timeout: .now()) == .success }
    document.on {
      #expect($0.documentState == .normal && $0.hasUnsavedChanges)
      $0.gate = nil
    }
    let reader = self.document()
    try reader.open()
    #expect(try breeds(reader) == ["Akita"])
    try document.on { try $0.close() }
    #expect(try reader.managedObjectContext.count(for: FetchRequest<ManagedObject>(entityName: "Breed")) == 2)
  }

  @Test func aConflictOfASaveInTheBackgroundIsToldAndCanBeResolved() async throws {
    try saved().close()
    let document = try queued()
    try document.on { try $0.managedObjectContext.all("Breed").first?.setValue("Mine", forKey: "name") }
    let other = PersistentStoreCoordinator(managedObjectModel: ConformanceModel.make())
    try other.addPersistentStore(type: .sqlite, at: path + "/StoreContent/persistentStore")
    let elsewhere = ManagedObjectContext(persistentStoreCoordinator: other)
    try elsewhere.all("Breed").first?.setValue("Theirs", forKey: "name")
    try elsewhere.save()
    let (first, second) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    document.on {
      $0.autosave { error in
        #expect(error is SaveConflictError)
        first.signal()
      }
    }
    try await until { first.wait(timeout: .now()) == .success }
    document.on {
      #expect($0.documentState == [.savingError, .inConflict] && $0.hasUnsavedChanges)
      $0.mergePolicy = .mergeByPropertyObjectTrump
      $0.autosave { error in
        #expect(error == nil)
        second.signal()
      }
    }
    try await until { second.wait(timeout: .now()) == .success }
    #expect(document.on { $0.documentState } == .normal)
    elsewhere.reset()
    #expect(try elsewhere.all("Breed").names == ["Mine"])
  }

  @Test func revertingWaitsForASaveInTheBackground() throws {
    let document = try queued()
    try document.on {
      _ = try $0.managedObjectContext.make("Breed", ["name": "Akita"])
      $0.autosave { _ in }
      _ = try $0.managedObjectContext.make("Breed", ["name": "Beagle"])
      try $0.revert(toContentsOf: path)
      #expect(try $0.managedObjectContext.all("Breed").names == ["Akita"])
      #expect(!$0.hasUnsavedChanges)
    }
  }

  @Test func twoDocumentsAtOnePlaceMergeWhatTheOtherSaves() throws {
    try saved().close()
    let (first, second) = (try queued(), try queued())
    func settle(_ document: NotedDocument) { document.managedObjectContext.parent?.performAndWait {} }
    let kept = try second.on { document in
      document.managedObjectContext.retainsRegisteredObjects = true
      return try document.managedObjectContext.all("Breed").map(\.objectID)
    }
    try second.on { try $0.managedObjectContext.object(with: kept[0]).setValue(7, forKey: "popularity") }
    try first.on { document in
      try document.managedObjectContext.all("Breed").first?.setValue("Shiba", forKey: "name")
      _ = try document.managedObjectContext.make("Breed", ["name": "Beagle"])
      try document.save(to: path, for: .forOverwriting)
    }
    settle(second)
    try second.on { document in
      let breed = document.managedObjectContext.object(with: kept[0])
      #expect(breed.text("name") == "Shiba" && breed.number("popularity") == 7)
      #expect(try document.managedObjectContext.all("Breed").names == ["Beagle", "Shiba"])
      try document.save(to: path, for: .forOverwriting)
      #expect(document.documentState == .normal)
    }
    settle(first)
    try first.on { document in
      let breeds = try document.managedObjectContext.all("Breed")
      #expect(breeds.first { $0.text("name") == "Shiba" }?.number("popularity") == 7)
      for breed in breeds { document.managedObjectContext.delete(breed) }
      try document.save(to: path, for: .forOverwriting)
    }
    settle(second)
    try second.on { document in
      #expect(try document.managedObjectContext.all("Breed").isEmpty && !document.hasUnsavedChanges)
      try document.close()
    }
    // A closed document hears of nothing more, and of what it missed when it is opened.
    try first.on { document in
      _ = try document.managedObjectContext.make("Breed", ["name": "Corgi"])
      try document.save(to: path, for: .forOverwriting)
    }
    settle(second)
    try second.on { document in
      try document.open()
      #expect(try document.managedObjectContext.all("Breed").names == ["Corgi"])
    }
  }

  /// A document with a note beside its objects.
  private final class NotedDocument: ManagedDocument, @unchecked Sendable {
    // `@unchecked`: the tests use it on its context's queue.
    var note = "new"
    var errors: [any Error] = []
    /// What the writing of the note waits for.
    var gate: DispatchSemaphore?

    override func handleError(_ error: any Error) { errors.append(error) }

    func make() throws { try save(to: fileURL, for: .forCreating) }

    /// Runs a block where the document may be used.
    func on<Value>(_ body: (NotedDocument) throws -> Value) rethrows -> Value {
      try managedObjectContext.performAndWait { try body(self) }
    }

    override func additionalContent(for folder: String) throws -> (any Sendable)? { note }

    override func writeAdditionalContent(_ content: any Sendable, to folder: String) throws {
      gate?.wait()
      try (content as? String)?.write(toFile: folder + "/note.txt", atomically: true, encoding: .utf8)
    }

    override func readAdditionalContent(from folder: String) throws {
      note = (try? String(contentsOfFile: folder + "/note.txt", encoding: .utf8)) ?? "none"
    }
  }
}
