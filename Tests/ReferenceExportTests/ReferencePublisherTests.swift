import Foundation
import Glibc
import ReferenceExport
import TestSupport
import Testing

@Suite struct ReferencePublisherTests {
  static let steps: [PublicationStep] =
    [.begun] + SealingStep.allCases.map { .sealing($0) } + [
      .staged, .decided, .placed("Sample.report.html"), .placed("rejects/words.csv"), .placed("Sample.sqlite"),
      .placed("Sample.manifest.json"), .finished,
    ]

  @Test func publishesEverythingReadOnlyExceptWhatPeopleEdit() throws {
    let folder = try TemporaryFolder()
    try SampleRelease.publish("new", in: folder.path)
    #expect(try SampleRelease.words(in: folder) == SampleRelease.whole("new"))
    #expect(
      folder.names() == ["Sample.manifest.json", "Sample.report.html", "Sample.sqlite", "rejects", "rejects/words.csv"]
    )
    #expect(try mode(of: folder.file("Sample.sqlite")) == 0o444)
    #expect(try mode(of: folder.file("Sample.manifest.json")) == 0o444)
    #expect(try mode(of: folder.file("rejects/words.csv")) == 0o644)
  }

  @Test func saysWhyAFolderCannotBeMade() throws {
    // The kernel's own folder takes none, whoever asks; the reason must not be that of a later call.
    let error = #expect(throws: PublicationError.self) {
      _ = try ReferencePublisher(folder: "/sys/studbook/deeper", name: "Sample.sqlite")
    }
    #expect(error?.kind == .notPermitted)
    #expect(error?.description.hasPrefix("cannot make the folder /sys/studbook: ") == true)
    #expect(error?.reason != "No such file or directory")
  }

  @Test func listsWhatItPublishedWithSizesAndDigests() throws {
    let folder = try TemporaryFolder()
    let manifest = try SampleRelease.publish("new", in: folder.path)
    #expect(manifest.outputs.map(\.path) == ["Sample.report.html", "Sample.sqlite", "rejects/words.csv"])
    for output in manifest.outputs {
      #expect(try FileDigest(of: folder.file(output.path), as: output.path) == output)
    }
    #expect(try ReleaseManifest(contentsOf: folder.file("Sample.manifest.json")) == manifest)
  }

  @Test func stepsComeInOrder() throws {
    let folder = try TemporaryFolder()
    var seen: [PublicationStep] = []
    try SampleRelease.publish("new", in: folder.path) { seen.append($0) }
    #expect(seen == Self.steps)
  }

  @Test(arguments: steps) func killedAtAnyStepLeavesTheOldReleaseOrTheNewOne(_ step: PublicationStep) async throws {
    let folder = try TemporaryFolder()
    try SampleRelease.publish("old", in: folder.path)
    let path = folder.path
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = folder.path as String, step] in
      try SampleRelease.publish("new", in: path) { reached in
        if reached == step { kill(getpid(), SIGKILL) }
      }
    }
    let isDecided = (Self.steps.firstIndex(of: step) ?? 0) >= (Self.steps.firstIndex(of: .decided) ?? 0)
    let found = try SampleRelease.words(in: folder)
    if isDecided {
      // Every file is whole, and either the old or the new one.
      #expect(Set(found.keys) == Set(SampleRelease.whole("new").keys))
      #expect(Set(found.values).isSubset(of: ["old", "new"]))
    } else {
      #expect(found == SampleRelease.whole("old"))
    }

    // The next run repairs before it does anything else.
    let next = try ReferencePublisher(folder: path, name: SampleRelease.name)
    next.discard()
    #expect(try SampleRelease.words(in: folder) == SampleRelease.whole(isDecided ? "new" : "old"))
    #expect(folder.names().filter { $0.hasPrefix(".") } == [])

    try SampleRelease.publish("third", in: path)
    #expect(try SampleRelease.words(in: folder) == SampleRelease.whole("third"))
  }

  @Test(arguments: steps) func failureBeforeTheDecisionLeavesNothingBehind(_ step: PublicationStep) throws {
    let folder = try TemporaryFolder()
    try SampleRelease.publish("old", in: folder.path)
    #expect(throws: Interruption.self) {
      try SampleRelease.publish("new", in: folder.path) { if $0 == step { throw Interruption() } }
    }
    let isDecided = try ReferencePublisher.isInterrupted(folder: folder.path, name: SampleRelease.name)
    if !isDecided && step != .finished {
      #expect(try SampleRelease.words(in: folder) == SampleRelease.whole("old"))
      #expect(folder.names().filter { $0.hasPrefix(".") } == [])
    }
    try SampleRelease.publish("third", in: folder.path)
    #expect(try SampleRelease.words(in: folder) == SampleRelease.whole("third"))
  }

  @Test func sameContentGivesTheSameBytesHoweverItWasWritten() throws {
    let folder = try TemporaryFolder()
    var digests: Set<String> = []
    for batch in [1, 7, 200, 1_000] {
      let work = folder.file("work-\(batch).sqlite")
      try SampleRelease.writeDatabase(at: work, word: "same", batch: batch)
      try ReferenceSealer.seal(work, as: folder.file("sealed-\(batch).sqlite"))
      digests.insert(try FileDigest(of: folder.file("sealed-\(batch).sqlite"), as: "").sha256)
    }
    #expect(digests.count == 1)
  }

  @Test func identicalReleaseLeavesTheFilesUntouched() throws {
    let folder = try TemporaryFolder()
    try SampleRelease.publish("same", in: folder.path)
    let before = try inode(of: folder.file("Sample.sqlite"))
    try SampleRelease.publish("same", in: folder.path)
    #expect(try inode(of: folder.file("Sample.sqlite")) == before)
    try SampleRelease.publish("other", in: folder.path)
    #expect(try inode(of: folder.file("Sample.sqlite")) != before)
  }

  @Test func removesWhatThePreviousReleaseHadUnlessItWasEdited() throws {
    let folder = try TemporaryFolder()
    try SampleRelease.publish("old", in: folder.path)
    try SampleRelease.publish("new", in: folder.path, rejects: false)
    #expect(folder.names() == ["Sample.manifest.json", "Sample.report.html", "Sample.sqlite"])

    try SampleRelease.publish("old", in: folder.path)
    try folder.write("mended\n", to: "rejects/words.csv")
    try SampleRelease.publish("new", in: folder.path, rejects: false)
    #expect(try folder.text(of: "rejects/words.csv") == "mended\n")
  }

  @Test func anInterruptedReleaseDoesNotReplaceWhatWasEditedSince() throws {
    let folder = try TemporaryFolder()
    try SampleRelease.publish("old", in: folder.path)
    #expect(throws: Interruption.self) {
      try SampleRelease.publish("new", in: folder.path) { if $0 == .decided { throw Interruption() } }
    }
    try folder.write("mended\n", to: "rejects/words.csv")
    try ReferencePublisher(folder: folder.path, name: SampleRelease.name).discard()
    #expect(try SampleRelease.words(in: folder) == SampleRelease.whole("new"))
    #expect(try folder.text(of: "rejects/words.csv.kept") == "mended\n")
  }

  @Test func filesThatAreNoPartOfTheReleaseAreNotInItsManifest() throws {
    let folder = try TemporaryFolder()
    let publisher = try ReferencePublisher(folder: folder.path, name: SampleRelease.name)
    try SampleRelease.writeDatabase(at: publisher.workPath, word: "one")
    try publisher.seal()
    try Data("kept\n".utf8).write(to: URL(fileURLWithPath: publisher.stagedPath(for: "rejects/words.csv")))
    let manifest = try publisher.publish(SampleRelease.manifest(word: "one"), unlisted: ["rejects/words.csv"])
    #expect(manifest.outputs.map(\.path) == ["Sample.sqlite"])
    #expect(try folder.text(of: "rejects/words.csv") == "kept\n")
  }

  /// What the new release replaces was there when it was decided; what it has beside its manifest's files is its own.
  @Test(arguments: [PublicationStep.decided, .placed("rejects/words.csv"), .placed("rejects/words.csv.source")])
  func anInterruptedReleaseKeepsItsUnlistedFilesAndReplacesWhatItKnew(_ step: PublicationStep) throws {
    let folder = try TemporaryFolder()
    func publish(_ rejects: String, unlisted: Set<String>, _ checkpoint: @escaping (PublicationStep) throws -> Void)
      throws
    {
      let publisher = try ReferencePublisher(folder: folder.path, name: SampleRelease.name, checkpoint: checkpoint)
      try SampleRelease.writeDatabase(at: publisher.workPath, word: rejects)
      try publisher.seal()
      for (name, text) in [("rejects/words.csv", rejects), ("rejects/words.csv.source", "the source")] {
        try Data(text.utf8).write(to: URL(fileURLWithPath: publisher.stagedPath(for: name)))
      }
      try publisher.publish(SampleRelease.manifest(word: rejects), writable: ["rejects/words.csv"], unlisted: unlisted)
    }
    try publish("old", unlisted: []) { _ in }
    try folder.write("mended and fed", to: "rejects/words.csv")
    #expect(throws: Interruption.self) {
      try publish("left", unlisted: ["rejects/words.csv.source"]) {
        if $0 == step { throw Interruption() }
      }
    }
    try ReferencePublisher(folder: folder.path, name: SampleRelease.name).discard()
    #expect(try folder.text(of: "rejects/words.csv") == "left")
    #expect(try folder.text(of: "rejects/words.csv.source") == "the source")
    #expect(folder.names().filter { $0.hasSuffix(".kept") || $0.hasPrefix(".") } == [])
  }

  @Test func removesJournalsThatWouldBePlayedIntoTheNewFile() throws {
    let folder = try TemporaryFolder()
    try SampleRelease.publish("old", in: folder.path)
    try folder.write("a stale log", to: "Sample.sqlite-wal")
    try SampleRelease.publish("new", in: folder.path)
    #expect(try SampleRelease.words(in: folder) == SampleRelease.whole("new"))
    #expect(!folder.names().contains("Sample.sqlite-wal"))
  }

  @Test func leavesTheStagingOfALivingProcessAlone() throws {
    let folder = try TemporaryFolder()
    let first = try ReferencePublisher(folder: folder.path, name: SampleRelease.name)
    #expect(throws: PublicationError.self) { try ReferencePublisher(folder: folder.path, name: SampleRelease.name) }
    try SampleRelease.writeDatabase(at: first.workPath, word: "new")
    try first.seal()
    try first.publish(SampleRelease.manifest(word: "new"))
    #expect(try SampleRelease.words(in: folder)[SampleRelease.name] == "new")
  }

  @Test func otherReferenceFilesOfTheFolderAreNoBusinessOfIts() throws {
    let folder = try TemporaryFolder()
    try folder.write("kept", to: ".Other.sqlite.1.building/work/file")
    try folder.write("kept", to: ".Sample.sqlite.notanumber.building")
    try SampleRelease.publish("new", in: folder.path)
    #expect(folder.names().filter { $0.hasPrefix(".") }.count == 4)
  }

  @Test(arguments: ["../outside.html", "/etc/file", "a/../../b", "a//b", "", ".Sample.sqlite.decided", "."])
  func refusesNamesThatReachOutOfTheFolder(_ path: String) throws {
    let folder = try TemporaryFolder()
    let publisher = try ReferencePublisher(folder: folder.path, name: SampleRelease.name)
    let error = try #require(throws: PublicationError.self) { try publisher.stagedPath(for: path) }
    #expect(error.kind == .unusableName)
  }

  @Test func saysWhenTheFolderCannotBeMade() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("no folder", to: "occupied")
    let error = try #require(throws: PublicationError.self) {
      try ReferencePublisher(folder: file + "/inner", name: SampleRelease.name)
    }
    #expect(error.kind == .notAFolder)
    #expect(error.description == "cannot make the folder \(file)/inner: Not a directory")
  }

  @Test func refusesToReplaceAFolderBeforeAnythingIsDecided() throws {
    let folder = try TemporaryFolder()
    try folder.write("x", to: "Sample.report.html/inner")
    let error = try #require(throws: PublicationError.self) { try SampleRelease.publish("new", in: folder.path) }
    #expect(error.kind == .unusableName)
    #expect(try !ReferencePublisher.isInterrupted(folder: folder.path, name: SampleRelease.name))
    #expect(folder.names() == ["Sample.report.html", "Sample.report.html/inner"])
  }

  @Test func fullDiskLeavesTheOldReleaseAsItWas() async throws {
    let folder = try TemporaryFolder()
    try SampleRelease.publish("old", in: folder.path)
    // A limit on the size of files stands in for a disk without room.
    await #expect(processExitsWith: .exitCode(3)) { [path = folder.path as String] in
      signal(SIGXFSZ, SIG_IGN)
      do {
        try SampleRelease.publish("new", in: path) { step in
          guard step == .sealing(.analyzed) else { return }
          var limit = rlimit(rlim_cur: 6_000, rlim_max: 6_000)
          setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        }
      } catch let error as PublicationError where !error.isDecided {
        exit(3)
      }
    }
    #expect(try SampleRelease.words(in: folder) == SampleRelease.whole("old"))
    try SampleRelease.publish("new", in: folder.path)
    #expect(try SampleRelease.words(in: folder) == SampleRelease.whole("new"))
  }

  // MARK: Files that are written sealed

  /// Publishes a file that has been written sealed, by somebody who finds `problems` in it.
  private func publishSealed(_ word: String, in folder: TemporaryFolder, problems: [String] = []) throws {
    let publisher = try ReferencePublisher(folder: folder.path, name: SampleRelease.name)
    try SampleRelease.writeDatabase(at: folder.file("\(word).sqlite"), word: word)
    try ReferenceSealer.seal(folder.file("\(word).sqlite"), as: publisher.stagedPath(for: SampleRelease.name))
    try publisher.acceptSealedFile { problems }
    try publisher.publish(SampleRelease.manifest(word: word))
  }

  @Test func takesAFileThatIsSealedAlready() throws {
    let folder = try TemporaryFolder()
    try publishSealed("old", in: folder)
    let database = folder.file(SampleRelease.name)
    let manifest = try ReleaseManifest(contentsOf: folder.file(SampleRelease.manifestName))
    #expect(manifest.outputs == [try FileDigest(of: database, as: SampleRelease.name)])
    #expect(try ReferenceSealer.problems(of: database).isEmpty)
    let before = try Data(contentsOf: URL(fileURLWithPath: database))
    let error = #expect(throws: PublicationError.self) {
      try publishSealed("new", in: folder, problems: ["nothing leads to page 7"])
    }
    #expect(error?.kind == .unsoundDatabase(problems: ["nothing leads to page 7"]))
    #expect(try Data(contentsOf: URL(fileURLWithPath: database)) == before)
    #expect(folder.names().filter { $0.hasPrefix(".") }.isEmpty)
  }

  @Test func refusesASealedFileWhosePagesAreDamaged() throws {
    let folder = try TemporaryFolder()
    let publisher = try ReferencePublisher(folder: folder.path, name: SampleRelease.name)
    let staged = try publisher.stagedPath(for: SampleRelease.name)
    try SampleRelease.writeDatabase(at: folder.file("w.sqlite"), word: "new")
    try ReferenceSealer.seal(folder.file("w.sqlite"), as: staged)
    var bytes = try Data(contentsOf: URL(fileURLWithPath: staged))
    for index in bytes.count - 4096..<bytes.count { bytes[index] = 0xFF }
    try bytes.write(to: URL(fileURLWithPath: staged))
    let error = #expect(throws: PublicationError.self) { try publisher.acceptSealedFile { [] } }
    if case .unsoundDatabase? = error?.kind {} else { Issue.record("\(String(describing: error))") }
  }

  private struct Interruption: Error {}

  private func mode(of path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.posixPermissions] as? NSNumber).intValue
  }

  private func inode(of path: String) throws -> UInt64 {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.systemFileNumber] as? NSNumber).uint64Value
  }
}
