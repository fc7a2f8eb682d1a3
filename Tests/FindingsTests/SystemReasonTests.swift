import Foundation
import Testing
import SystemErrors

@Suite("What the system says")
struct SystemReasonTests {
  /// A file where a folder is needed: nobody can write below it, root neither.
  private static let impossible = "/proc/version/x"

  @Test func saysWhyAFolderCannotBeMade() throws {
    let error = #expect(throws: (any Error).self) {
      try FileManager.default.createDirectory(atPath: Self.impossible, withIntermediateDirectories: true)
    }
    #expect(SystemReason.text(of: try #require(error)) == "Not a directory")
    #expect(SystemReason.description(of: try #require(error)).hasSuffix(": Not a directory"))
  }

  @Test func saysWhyAFileCannotBeWritten() throws {
    for options in [[], [Data.WritingOptions.atomic]] as [Data.WritingOptions] {
      let error = #expect(throws: (any Error).self) {
        try Data("x".utf8).write(to: URL(filePath: Self.impossible), options: options)
      }
      #expect(SystemReason.text(of: try #require(error), writing: Self.impossible) == "Not a directory")
    }
    #expect(SystemReason.ofWriting(Self.impossible) == "Not a directory")
    #expect(SystemReason.ofWriting("/dev/null") == nil)
  }

  @Test func saysWhyAFileCannotBeReadCopiedOrRemoved() throws {
    let manager = FileManager.default
    let actions: [() throws -> Void] = [
      { _ = try Data(contentsOf: URL(filePath: "/no/such/file")) },
      { _ = try manager.attributesOfItem(atPath: "/no/such/file") },
      { try manager.copyItem(atPath: "/no/such/file", toPath: "/tmp/x") },
      { try manager.removeItem(atPath: "/no/such/file") },
      { _ = try manager.contentsOfDirectory(atPath: "/no/such/file") },
    ]
    for action in actions {
      let error = #expect(throws: (any Error).self) { try action() }
      #expect(SystemReason.text(of: try #require(error)) == "No such file or directory")
    }
  }

  @Test func leavesErrorsOfOurOwnAsTheyAre() throws {
    struct Own: Error, CustomStringConvertible { let description = "the dog is out" }
    #expect(SystemReason.text(of: Own()) == "the dog is out")
    #expect(SystemReason.description(of: Own()) == "the dog is out")
    let error = #expect(throws: (any Error).self) { try JSONDecoder().decode([Int].self, from: Data("{".utf8)) }
    #expect(SystemReason.text(of: try #require(error)) == "it is not JSON")
  }
}
