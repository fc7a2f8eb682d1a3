import Digests
import Foundation
@testable import ReleasePacks
import TestSupport
import Testing

/// Patches that somebody made by hand to do harm. Their digests are right, so that nothing but the checks of what they say stops them.
@Suite struct HostilePatchTests {
  private static let old = [UInt8](repeating: 7, count: 1_000)

  /// A patch whose segments have these lists.
  private static func patch(
    _ segments: [[[UInt8]]],
    newSize: Int = 1_000,
    oldSize: Int = old.count,
    pageSizes: (old: Int, new: Int) = (0, 0),
    after: [UInt8] = []
  ) throws -> [UInt8] {
    var body: [UInt8] = []
    for lists in segments {
      for list in lists { Varint.append(list.count, to: &body) }
      body += lists.joined()
    }
    let compressor = try XZCompressor(file: "body")
    var packed: [UInt8] = []
    try body.withUnsafeBytes { try compressor.add($0) { packed.append(contentsOf: $0) } }
    try compressor.finish { packed.append(contentsOf: $0) }
    let header = PatchHeader(
      old: PatchHeader.File(size: oldSize, sha256: SHA2Digest(of: old).hexadecimal, pageSize: pageSizes.old),
      new: PatchHeader.File(size: newSize, sha256: String(repeating: "0", count: 64), pageSize: pageSizes.new)
    )
    let all = header.bytes + packed + after
    return all + SHA2Digest(of: all).bytes.prefix(8)
  }

  private static func number(_ number: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    Varint.append(number, to: &bytes)
    return bytes
  }

  /// Lists of one instruction.
  private static func lists(
    _ unchanged: Int,
    _ replaced: Int = 0,
    _ inserted: Int = 0,
    jump: Int = 0,
    differences: [UInt8] = [],
    literals: [UInt8] = []
  ) -> [[UInt8]] {
    var seek: [UInt8] = []
    Varint.appendSigned(jump, to: &seek)
    return [number(unchanged), number(replaced), number(inserted), seek, differences, literals]
  }

  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var patch: [UInt8]
    var reason: String
  }

  static let cases: [Case] = {
    do {
      return try [
        Case(
          testDescription: "copies beyond the old file",
          patch: patch([lists(1_001)]),
          reason: "beyond the old file"
        ),
        Case(
          testDescription: "copies a number of bytes that overflows",
          patch: patch([lists(.max)]),
          reason: "beyond the old file"
        ),
        Case(
          testDescription: "jumps before the old file",
          patch: patch([lists(10, jump: -11), lists(10)]),
          reason: "beyond the old file"
        ),
        Case(
          testDescription: "jumps by a number that overflows",
          patch: patch([lists(10, jump: .max >> 1), lists(10)]),
          reason: "beyond the old file"
        ),
        Case(
          testDescription: "replaces more than there are differences",
          patch: patch([lists(0, 5)]),
          reason: "more than its segment has"
        ),
        Case(
          testDescription: "inserts more than there are bytes",
          patch: patch([lists(0, 0, 5)]),
          reason: "more than its segment has"
        ),
        Case(
          testDescription: "leaves bytes over",
          patch: patch([lists(1_000, literals: [1])]),
          reason: "more than its instructions use"
        ),
        Case(testDescription: "makes less than it says", patch: patch([lists(999)]), reason: "ends too early"),
        Case(
          testDescription: "makes more than it says",
          patch: patch([lists(1_000, 0, 1, literals: [1])]),
          reason: "goes on beyond"
        ),
        Case(
          testDescription: "goes on with another segment",
          patch: patch([lists(1_000, jump: -5), lists(2)]),
          reason: "goes on beyond"
        ),
        Case(
          testDescription: "does nothing, again and again",
          patch: patch([[[UInt8]](repeating: [UInt8](repeating: 0, count: 9_000), count: 4) + [[], []]]),
          reason: "does nothing"
        ),
        Case(
          testDescription: "has a segment without instructions",
          patch: patch([[[], [], [], [], [], [1]]]),
          reason: "no instructions"
        ),
        Case(
          testDescription: "has a number without an end",
          patch: patch([[[UInt8](repeating: 0xFF, count: 20), [0], [0], [0], [], []]]),
          reason: "a number is cut off"
        ),
        Case(
          testDescription: "lacks a number",
          patch: patch([[number(5), [], [0], [0], [], []]]),
          reason: "a number is cut off"
        ),
        Case(
          testDescription: "says a segment that is too long",
          patch: patch([[[0], [UInt8](repeating: 0, count: 5 << 20), [0], [0], [], []]]),
          reason: "longer than one may be"
        ),
        Case(
          testDescription: "makes a page of an unknown kind",
          patch: patch(
            [lists(0, 0, 600, literals: [3] + [UInt8](repeating: 0, count: 599))],
            newSize: 512,
            pageSizes: (0, 512)
          ),
          reason: "a page that is none"
        ),
        Case(
          testDescription: "makes a page of more cells than fit",
          patch: patch(
            [lists(0, 0, 600, literals: [13, 255, 255] + [UInt8](repeating: 1, count: 597))],
            newSize: 512,
            pageSizes: (0, 512)
          ),
          reason: "a page that is none"
        ),
        Case(
          testDescription: "makes a cell that is longer than its page",
          patch: patch(
            [lists(0, 0, 600, literals: [13, 0, 1, 0xFF, 0x7F] + [UInt8](repeating: 1, count: 595))],
            newSize: 512,
            pageSizes: (0, 512)
          ),
          reason: "a page that is none"
        ),
        Case(
          testDescription: "makes a page that is cut off",
          patch: patch([lists(0, 0, 1, literals: [0])], newSize: 512, pageSizes: (0, 512)),
          reason: "a page that is none"
        ),
        Case(
          testDescription: "makes a file of a wrong digest",
          patch: patch([lists(1_000)]),
          reason: "instead of 00000000"
        ),
        Case(
          testDescription: "has a size of pages that none have",
          patch: patch([lists(1_000)], pageSizes: (3 << 20, 0)),
          reason: "impossible sizes"
        ),
        Case(
          testDescription: "says that it makes a terabyte",
          patch: patch([lists(1_000)], newSize: 1 << 40),
          reason: "may be a bomb"
        ),
        Case(
          testDescription: "says that it makes more bytes than there are numbers",
          patch: patch([lists(1_000)], newSize: .max),
          reason: "may be a bomb"
        ),
      ]
    } catch {
      return [Case(testDescription: "the cases could not be made: \(error)", patch: [], reason: "-")]
    }
  }()

  @Test(arguments: cases) func refuses(_ example: Case) throws {
    let error = #expect(throws: PatchError.self) { try Patch(example.patch).apply(to: Self.old) }
    #expect(error?.description.contains(example.reason) == true, "\(String(describing: error))")
  }

  /// 16 MB come out of any patch; of more, so many as the old file and the patch are long for.
  @Test func endsABombBeforeItBursts() throws {
    let limit = PatchFormat.longestResult(oldSize: 1_000, patchSize: 500)
    #expect(limit == 16 << 20)
    var made = 0
    let repeated = (0..<40_000).map { _ in Self.lists(1_000, jump: -1_000) }
    let bomb = try Self.patch(repeated, newSize: 16 << 20)
    #expect(throws: PatchError.self) { try Patch(bomb).apply(to: Self.old) }
    let data = try TemporaryFolder()
    try Data(Self.old).write(to: URL(fileURLWithPath: data.file("old")))
    #expect(throws: PatchError.self) { try Patch(bomb).apply(toFileAt: data.file("old")) { made += $0.count } }
    #expect(made <= 16 << 20)
  }

  /// The size of the old file says how much a patch may make; a patch that exaggerates it makes nothing.
  @Test(arguments: [0, 999, 1_001, 1 << 40, 1 << 61, .max])
  func refusesAPatchThatSaysAnotherSizeOfTheOldFile(_ size: Int) throws {
    // More than 16 MB where the size would allow it.
    let copies = size > 1 << 20 ? 17_000 : 1
    let segments = (0..<copies).map { _ in Self.lists(1_000, jump: copies > 1 ? -1_000 : 0) }
    let patch = try Patch(Self.patch(segments, newSize: 1_000 * copies, oldSize: size))
    let data = try TemporaryFolder()
    try Data(Self.old).write(to: URL(fileURLWithPath: data.file("old")))
    var made = 0
    let error = #expect(throws: PatchError.self) { try patch.apply(toFileAt: data.file("old")) { made += $0.count } }
    #expect(made == 0)
    #expect(error?.description.hasSuffix("says \(size) bytes of the old file, which has 1000") == true)
  }

  @Test func refusesBytesBehindTheCompressedOnes() throws {
    #expect(throws: PatchError.self) {
      try Patch(Self.patch([Self.lists(1_000)], after: [1, 2, 3])).apply(to: Self.old)
    }
  }
}
