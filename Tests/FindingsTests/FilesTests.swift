import Foundation
import SystemErrors
import TestSupport
import Testing

/// There is something, there is nothing, and the system cannot tell: three answers.
@Suite struct FilesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Two links that lead to each other: the system gives up, whoever asks.
  private func circle() throws -> String {
    let path = folder.file("circle")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: folder.file("other"))
    try FileManager.default.createSymbolicLink(atPath: folder.file("other"), withDestinationPath: path)
    return path
  }

  @Test func nothingIsAnAnswer() throws {
    let file = try folder.write("text", to: "file")
    for path in [folder.file("none"), file + "/inner", folder.file(String(repeating: "x", count: 300))] {
      #expect(try Files.status(of: path) == nil)
      #expect(try Files.contents(of: path) == nil)
      #expect(try Files.names(in: path) == nil)
      #expect(try Files.realPath(path) == nil)
      #expect(try FileBeginning(path: path) == nil)
      #expect(try FileStamp(path: path) == nil)
      try Files.removeFile(path)
      try Files.removeTree(path)
    }
  }

  @Test func whatCannotBeToldIsAnErrorWithFileAndReason() throws {
    let path = try circle()
    let error = try #require(throws: FileError.self) { try Files.status(of: path) }
    #expect(error.description == "\(path) cannot be looked at: Too many levels of symbolic links")
    #expect(SystemReason.description(of: error) == error.description)
    #expect(throws: FileError.self) { try Files.contents(of: path) }
    #expect(throws: FileError.self) { try Files.names(in: path) }
    #expect(throws: FileError.self) { _ = try FileStamp(path: path) }
    #expect(try Files.status(of: path, followsLinks: false)?.kind == .link)
    #expect(try Files.destination(ofLink: path) == folder.file("other"))
    #expect(throws: FileError(path: folder.path, number: EISDIR, action: "read")) {
      try Files.contents(of: folder.path)
    }
  }

  @Test func readsAndCopiesInPieces() throws {
    let text = String(repeating: "0123456789", count: 250_000)
    let file = try folder.write(text, to: "file")
    #expect(try Files.contents(of: file) == Array(text.utf8))
    #expect(try Files.status(of: file)?.size == text.utf8.count)
    #expect(try FileBeginning(path: file)?.firstBytes(12) == Array("012345678901".utf8))
    try Files.copy(file, to: folder.file("copy"))
    #expect(try folder.text(of: "copy") == text)
    #expect(throws: FileError(path: folder.file("none"), number: ENOENT, action: "read")) {
      try Files.copy(folder.file("none"), to: folder.file("copy"))
    }
  }

  @Test func makesAndRemovesTreesAndFollowsNoLinks() throws {
    try folder.write("stays", to: "outside/file")
    try Files.makeFolder(folder.file("a/b/c"))
    try Files.makeFolder(folder.file("a/b/c"))
    try folder.write("goes", to: "a/b/file")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("a/link"),
      withDestinationPath: folder.file("outside")
    )
    #expect(try Files.names(in: folder.file("a")) == ["b", "link"])
    #expect(try !Files.removeEmptyFolder(folder.file("a")))
    try Files.removeTree(folder.file("a"))
    #expect(folder.names() == ["outside", "outside/file"])
    #expect(throws: FileError(path: folder.file("outside/file"), number: ENOTDIR, action: "made")) {
      try Files.makeFolder(folder.file("outside/file"))
    }
  }
}
