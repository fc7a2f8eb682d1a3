import Foundation
import SystemErrors
import Testing

/// Writing files whole, whatever the system takes at once.
@Suite("Writing files")
struct FileWriterTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "file-writer-\(UUID())").path

  private func inFolder(_ body: (_ path: String) throws -> Void) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder + "/a.txt")
  }

  private func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  @Test(arguments: 1...7) func goesOnWhereAWriteStopped(_ taken: Int) {
    let bytes = (0..<20).map { UInt8($0) }
    var written: [UInt8] = []
    let number = bytes.withUnsafeBytes { bytes in
      FileWriter.writeAll(bytes) { rest, before in
        #expect(before == written.count)
        written += rest.prefix(taken)
        return min(taken, rest.count)
      }
    }
    #expect(number == 0)
    #expect(written == bytes)
  }

  @Test func goesOnAfterAnInterruptionAndEndsWithAnError() {
    let bytes = [UInt8](repeating: 1, count: 9)
    var calls = 0
    let number = bytes.withUnsafeBytes { bytes in
      FileWriter.writeAll(bytes) { _, _ in
        calls += 1
        if calls == 3 { errno = ENOSPC } else if calls == 1 { errno = EINTR }
        return calls == 2 ? 4 : -1
      }
    }
    #expect(number == ENOSPC)
    #expect(calls == 3)
    #expect(bytes.withUnsafeBytes { FileWriter.writeAll($0) { _, _ in 0 } } == EIO)
  }

  @Test func replacesAFileAsAWhole() throws {
    try inFolder { path in
      try Data("old".utf8).write(to: URL(filePath: path))
      try FileManager.default.setAttributes([.posixPermissions: 0o606], ofItemAtPath: path)
      try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: "a.txt")
      struct Stop: Error {}
      #expect(throws: Stop.self) {
        try FileWriter.replace(folder + "/link") {
          try $0.write([UInt8](repeating: 65, count: 1 << 20))
          throw Stop()
        }
      }
      #expect(try text(path) == "old")
      try FileWriter.replace(folder + "/link", with: "new".utf8)
      #expect(try text(path) == "new")
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == 0o606)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["a.txt", "link"])
    }
  }

  @Test func addsToAFileAndWritesToWhatIsNoFile() throws {
    try inFolder { path in
      for text in ["one", "two"] {
        let writer = try FileWriter(path: path, isAppending: true)
        try writer.write(text.utf8)
        try writer.finish()
      }
      #expect(try text(path) == "onetwo")
      try FileWriter.replace("/dev/null", with: "x".utf8)
      let error = #expect(throws: FileWriteError.self) { try FileWriter.replace("/dev/full", with: "x".utf8) }
      #expect(error?.description == "/dev/full: No space left on device")
      #expect(error.map(SystemReason.text) == "No space left on device")
      #expect(throws: FileWriteError.self) { try FileWriter(path: folder) }
    }
  }

  @Test func replacesAFileThatIsStillTheSame() throws {
    try inFolder { path in
      let new = try FileWriter.replace(path, ifStill: nil) { try $0.write("one".utf8) }
      #expect(try new == FileStamp(path: path))
      let next = try FileWriter.replace(path, ifStill: new) { try $0.write("two".utf8) }
      #expect(try next != new && next == FileStamp(path: path))
      #expect(try text(path) == "two")
      // Of an older state, or of none, nothing is written.
      for stamp in [new, nil] {
        #expect(throws: FileChangedError.self) {
          _ = try FileWriter.replace(path, ifStill: stamp) { try $0.write("x".utf8) }
        }
      }
      #expect(try text(path) == "two")
      try "2".write(toFile: path, atomically: false, encoding: .utf8)
      #expect(throws: FileChangedError.self) { _ = try FileWriter.replace(path, ifStill: next) { _ in } }
    }
  }

  @Test(arguments: [true, false]) func ofManyWhoSawTheSameOneWrites(_ isThere: Bool) async throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/b.txt"
    for _ in 0..<20 {
      try? FileManager.default.removeItem(atPath: path)
      if isThere { try "start".write(toFile: path, atomically: false, encoding: .utf8) }
      let stamp = try FileStamp(path: path)
      let written = await withTaskGroup(of: Bool.self) { group in
        for number in 0..<8 {
          group.addTask {
            (try? FileWriter.replace(path, ifStill: stamp) { try $0.write("\(number)".utf8) }) != nil
          }
        }
        return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      #expect(written == 1)
      #expect(try text(path).count == 1)
    }
    struct Failure: Error {}
    try FileManager.default.removeItem(atPath: path)
    #expect(throws: Failure.self) { _ = try FileWriter.replace(path, ifStill: nil) { _ in throw Failure() } }
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}
