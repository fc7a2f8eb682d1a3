import AttributeValues
import ClassGeneration
import DelimitedText
import Findings
import Foundation
import ImportPipeline
import JSONText
import ManagedObjects
import MarkupText
import ObjectModel
import PredicateLanguage
import SQLiteAccess
import SQLiteStore
import TestSupport
import Testing

/// Every error that can reach a person has words: what is wrong, where, and what to do.
@Suite struct ErrorWordsTests {
  private static let dog = ManagedObjectID(entity: EntityDescription(name: "Dog"), storeNumber: 9_999, reference: 3)
  private static let other = ManagedObjectID(entity: dog.entity, storeNumber: 9_999, reference: 4)

  static let samples: [(any Error, String)] = [
    (
      StoreConflictError(conflicts: [.version(objectID: dog, expected: 1, found: nil)]),
      "\(dog) was read at version 1 and has been deleted since."
    ),
    (
      StoreConflictError(conflicts: [
        .version(objectID: dog, expected: 1, found: 2),
        .uniqueness(objectID: dog, constraint: ["name", "born"], holder: other),
        .uniqueness(objectID: dog, constraint: ["name"], holder: nil), .keyTaken(objectID: other),
      ]),
      """
      4 conflicts:
      - \(dog) was read at version 1 and is stored at version 2 now
      - \(dog) has the same name, born as \(other)
      - \(dog) has the same name as another object
      - \(other) has a key that another process has given to another object
      """
    ),
    (PersistentStoreError.unknownEntity("Dgo"), "The model has no entity named \"Dgo\"."),
    (
      PersistentStoreError.folderUnwritable(path: "/x", reason: "Permission denied"),
      "The folder /x cannot be made: Permission denied."
    ),
    (
      BatchDeletionError.denied(dog, relationship: "puppies"),
      "\(dog) cannot be deleted while puppies has objects."
    ),
    (
      PropertyAccessError.notToMany(entity: "Dog", key: "group"), "Dog.group is no to-many relationship."
    ),
    (ManagedDocumentError.missing("/x"), "There is no document at /x."),
    (
      ValidationErrors([ValidationError(.missingMandatoryProperty, objectID: dog, message: "Dog.name is missing")]),
      "Dog.name is missing"
    ),
    (
      SQLiteStoreError(.externalDataUnwritable(file: "/x/y", reason: "Permission denied"), path: "/a.sqlite"),
      "/a.sqlite: A value cannot be kept in the file /x/y: Permission denied."
    ),
    (
      SQLiteError(code: .SQLITE_BUSY, message: "database is locked", path: "/a.sqlite"),
      "SQLite could not go on: database is locked (SQLITE_BUSY), in /a.sqlite"
    ),
    (
      ImportError.cannotWrite(path: "/x", reason: "No space left on device"),
      "/x cannot be written: No space left on device"
    ),
    (
      GeneratedFiles.Failure.unwritable(path: "/x", reason: "Permission denied"),
      "/x cannot be written: Permission denied"
    ),
    (DelimitedTextError(.cannotOpen(errorNumber: 13), file: "a.csv"), "a.csv: cannot be opened: Permission denied"),
    (JSONTextError(.path, "A name is missing"), "A name is missing"),
    (MarkupTextError(.path, "A name is missing"), "A name is missing"),
    (PredicateEvaluationError.undefinedVariable("x"), "the variable $x has no value"),
    (PredicateBindingError.undefinedVariable("x"), "the variable $x has no value"),
    (PredicateSyntaxError(text: "a ==", range: 4..<4, message: "expected a value"), "expected a value\na ==\n    ^"),
  ]

  @Test func saysWhatIsWrong() {
    for (error, words) in Self.samples { #expect("\(error)" == words) }
  }

  /// Errors that end where they are thrown: each is caught and said in other words.
  private static let inner: Set<String> = [
    "HeaderIsComplete", "Untranslatable", "Invalid", "Failure in PredicateScanner.swift", "JSONSyntaxError", "Fault",
    "OutputClosed",
    "FixObstacle",
    "Problem in MeasurementUnit.swift", "ConversionFailure",
  ]

  /// Looks through the sources: an error without a description would be printed with the names of its type and cases.
  @Test func everyErrorHasADescription() throws {
    let root = Package.path("Sources")
    let files = try FileManager.default.subpathsOfDirectory(atPath: root).filter { $0.hasSuffix(".swift") }
    let texts = try files.map { (file: $0, text: try String(contentsOfFile: root + "/" + $0, encoding: .utf8)) }
    let declaration = #/(?:struct|enum|class) (\w+): ([^{\n]*\b(?:Localized)?Error\b[^{\n]*)\{/#
    var count = 0
    for (file, text) in texts {
      let name = (file as NSString).lastPathComponent
      for match in text.matches(of: declaration) {
        let type = String(match.1)
        if Self.inner.contains(type) || Self.inner.contains("\(type) in \(name)") { continue }
        count += 1
        let isDescribed =
          match.2.contains("CustomStringConvertible") || text.contains("extension \(type): CustomStringConvertible")
        #expect(isDescribed, "\(type) in \(file) has no description")
      }
    }
    #expect(count > 25)
  }

  @Test func theSystemsWordsReachTheCommandLine() throws {
    let towns = try TownStore()
    for arguments in [
      ["export", "Towns.sqlite", "--output", "/sys/studbook/x.sqlite"],
      ["model", "swift", "Towns.xcdatamodel", "--output", "/sys/studbook"],
      ["model", "compile", "Towns.xcdatamodel", "--output", "/sys/studbook/x.momd"],
    ] {
      let outcome = try Tool.run(arguments, in: towns.folder.path)
      #expect(outcome.status == 2)
      #expect(!outcome.errors.contains("Cocoa") && !outcome.errors.contains("No such file"), "\(outcome.errors)")
      #expect(outcome.errors.contains("/sys/studbook"), "\(outcome.errors)")
    }
  }
}
