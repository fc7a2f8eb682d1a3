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

  @Test func aSaveThatFailsKeepsTheDocumentOpenAndSaysSo() throws {
    let document = try saved()
    var states: [ManagedDocument.State] = []
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

  /// A document with a note beside its objects.
  private final class NotedDocument: ManagedDocument {
    var note = "new"

    override func additionalContent(for folder: String) throws -> (any Sendable)? { note }

    override func writeAdditionalContent(_ content: any Sendable, to folder: String) throws {
      try (content as? String)?.write(toFile: folder + "/note.txt", atomically: true, encoding: .utf8)
    }

    override func readAdditionalContent(from folder: String) throws {
      note = (try? String(contentsOfFile: folder + "/note.txt", encoding: .utf8)) ?? "none"
    }
  }
}
