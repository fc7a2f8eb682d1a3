import Digests
import Foundation
import ReleasePacks
import TestSupport
import Testing

/// Patches that were damaged, and files that they are not for.
@Suite struct DamagedPatchTests {
  private let old = Array(String(repeating: "The quick brown fox jumps over the lazy dog. ", count: 40).utf8)
  private let new: [UInt8]
  private let patch: [UInt8]

  init() throws {
    var new = old
    new.replaceSubrange(100..<103, with: Array("cat".utf8))
    new.insert(contentsOf: Array("Something new. ".utf8), at: 700)
    new[1_200] = 0
    self.new = new
    patch = try PatchMaker.patch(from: old, to: new)
  }

  @Test func refusesEveryTruncation() throws {
    for count in 0..<patch.count {
      #expect(throws: PatchError.self, "\(count)") { try Patch(Array(patch[..<count])).apply(to: old) }
    }
  }

  @Test func refusesEveryChangedByte() throws {
    for index in patch.indices {
      for change: UInt8 in [1, 0x80, 0xFF] {
        var damaged = patch
        damaged[index] ^= change
        #expect(throws: PatchError.self, "\(index)") { try Patch(damaged).apply(to: old) }
      }
    }
  }

  /// Whoever changes a patch can also change its digest; what comes out is then still the right file, or none.
  @Test func neverMakesAWrongFile() throws {
    var refused = 0
    for index in patch.indices.dropLast(8) {
      for change: UInt8 in [1, 0x80, 0xFF] {
        var changed = Array(patch.dropLast(8))
        changed[index] ^= change
        changed += SHA2Digest(of: changed).bytes.prefix(8)
        do {
          #expect(try Patch(changed).apply(to: old) == new, "\(index)")
        } catch {
          refused += 1
        }
      }
    }
    #expect(refused > 2 * patch.count)
  }

  @Test func saysThatItIsForAnotherFile() throws {
    var other = old
    other[5] = 0
    let error = #expect(throws: PatchError.self) { try Patch(patch).apply(to: other) }
    guard case .otherFile(_, let wanted, let found) = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(wanted == SHA2Digest(of: old).hexadecimal && found == SHA2Digest(of: other).hexadecimal)
    #expect(throws: PatchError.self) { try Patch(patch).apply(to: []) }
    #expect(throws: PatchError.self) { try Patch(patch).apply(to: old + [0]) }
  }

  @Test func saysWhatIsNoPatchOrAnotherVersion() throws {
    #expect(throws: PatchError(.noPatch, file: "patch")) { try Patch(old) }
    #expect(throws: PatchError(.noPatch, file: "patch")) { try Patch([]) }
    var newer = patch
    newer[7] = 2
    #expect(throws: PatchError(.unknownVersion(2), file: "patch")) { try Patch(newer) }
  }

  @Test func saysThatTheOldFileWasChangedMeanwhile() throws {
    let folder = try TemporaryFolder()
    // Longer than what is read at once.
    let old = (0..<2_000_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 5) }
    try Data(old).write(to: URL(fileURLWithPath: folder.file("old")))
    let patch = try PatchMaker.patch(from: old, to: old + [1])
    var isChanged = false
    let error = #expect(throws: PatchError.self) {
      try Patch(patch).apply(toFileAt: folder.file("old")) { _ in
        guard !isChanged else { return }
        isChanged = true
        // In place, as a program does that writes to the file which is read.
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.file("old")))
        try file.seek(toOffset: 1_900_000)
        try file.write(contentsOf: Data(repeating: 7, count: 50))
        try file.close()
      }
    }
    #expect(error == PatchError(.changed, file: folder.file("old")))
  }

  @Test func saysThatTheOldFileWasCutMeanwhile() throws {
    let folder = try TemporaryFolder()
    let old = (0..<2_000_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 5) }
    try Data(old).write(to: URL(fileURLWithPath: folder.file("old")))
    let patch = try PatchMaker.patch(from: old, to: old + [1])
    let error = #expect(throws: PatchError.self) {
      try Patch(patch).apply(toFileAt: folder.file("old")) { _ in truncate(folder.file("old"), 100_000) }
    }
    #expect(error == PatchError(.changed, file: folder.file("old")))
  }
}
