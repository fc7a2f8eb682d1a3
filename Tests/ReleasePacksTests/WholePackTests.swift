import Foundation
import PackedSources
import ReleasePacks
import TestSupport
import Testing

@Suite struct WholePackTests {
  private let folder: TemporaryFolder
  private let bytes: [UInt8]

  init() throws {
    folder = try TemporaryFolder()
    bytes = try RandomFiles.databases(2).old
    try Data(bytes).write(to: URL(fileURLWithPath: folder.file("file")))
  }

  private func unpack(_ name: String, expecting: PackContents? = nil) throws -> [UInt8] {
    var made: [UInt8] = []
    _ = try WholePack.read(folder.file(name), expecting: expecting) { made.append(contentsOf: $0) }
    return made
  }

  @Test(arguments: PackFormat.allCases) func packsAndUnpacks(_ format: PackFormat) throws {
    let contents = try WholePack.write(folder.file("file"), as: format, to: folder.file("pack"))
    #expect(contents == PackContents(of: bytes))
    #expect(try unpack("pack", expecting: contents) == bytes)
    #expect(try PackedSource(folder.file("pack")).packings.map(\.rawValue) == [format.rawValue])
    let first = try PackContents(ofFileAt: folder.file("pack"))
    _ = try WholePack.write(folder.file("file"), as: format, to: folder.file("pack"))
    #expect(try PackContents(ofFileAt: folder.file("pack")) == first)
  }

  @Test(arguments: PackFormat.allCases) func refusesWhatIsCutOrDamaged(_ format: PackFormat) throws {
    let contents = try WholePack.write(folder.file("file"), as: format, to: folder.file("pack"))
    let pack = Array(try Data(contentsOf: URL(fileURLWithPath: folder.file("pack"))))
    for count in stride(from: 0, to: pack.count, by: max(1, pack.count / 50)) {
      try Data(pack[..<count]).write(to: URL(fileURLWithPath: folder.file("pack")))
      #expect(throws: (any Error).self, "\(count)") { try unpack("pack", expecting: contents) }
    }
    for index in stride(from: 0, to: pack.count, by: max(1, pack.count / 200)) {
      var damaged = pack
      damaged[index] ^= 0x55
      try Data(damaged).write(to: URL(fileURLWithPath: folder.file("pack")))
      // Some bits of a header mean nothing.
      if let made = try? unpack("pack", expecting: contents) { #expect(made == bytes, "\(index)") }
    }
  }

  @Test func refusesMoreThanWasToCome() throws {
    _ = try WholePack.write(folder.file("file"), as: .xz, to: folder.file("pack"))
    let shorter = PackContents(bytes: bytes.count - 1, sha256: PackContents(of: bytes).sha256)
    #expect(throws: PatchError.self) { try unpack("pack", expecting: shorter) }
    #expect(throws: PatchError.self) { try unpack("pack", expecting: PackContents(of: [])) }
  }

  @Test func refusesWhatIsNoPack() throws {
    #expect(throws: PatchError(.noPack, file: folder.file("file"))) { try unpack("file") }
  }
}
