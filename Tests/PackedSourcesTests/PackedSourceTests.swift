import Foundation
import PackedSources
import TestSupport
import Testing

@Suite("Packed sources")
struct PackedSourceTests {
  private func open(_ bytes: [UInt8], member: String? = nil, limits: PackedLimits = PackedLimits()) throws
    -> PackedSource
  {
    let folder = try TemporaryFolder()
    let path = folder.file("file.bin")
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return try PackedSource(path, member: member, limits: limits)
  }

  private func contents(_ source: PackedSource, piece: Int = 1 << 16) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: piece)
    while true {
      let count = try buffer.withUnsafeMutableBytes { try source.read(into: $0) }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
  }

  static let samples: [(name: String, bytes: [UInt8], packings: [Packing], member: String?)] = [
    ("plain", Array(PackedSamples.contents.utf8), [], nil),
    ("gzip of two members and zeros", PackedSamples.gzip, [.gzip], nil),
    ("zstd", PackedSamples.zstd, [.zstd], nil),
    ("bzip2 of two streams", PackedSamples.bzip2, [.bzip2], nil),
    ("xz", PackedSamples.xz, [.xz], nil),
    ("zip", PackedSamples.zip, [.zip], "data/dogs.csv"),
    ("zip by bzip2", PackedSamples.zipBzip2, [.zip], "dogs.csv"),
    ("zip that stores", PackedSamples.zipStored, [.zip], "dogs.csv"),
    ("gzip in a zip", PackedSamples.zipOfGzip, [.zip, .gzip], "dogs.csv.gz"),
    (
      "tar with a long name in xz", PackedSamples.tarPaxXz, [.xz, .tar],
      String(repeating: "x", count: 90) + "/" + String(repeating: "y", count: 120) + "/dogs.csv"
    ),
    (
      "GNU tar with a long name", PackedSamples.tarGnuXz, [.xz, .tar],
      String(repeating: "x", count: 90) + "/" + String(repeating: "y", count: 120) + "/dogs.csv"
    ),
  ]

  @Test(arguments: samples.indices, [1, 5, 1 << 16]) func areKnownByTheirContents(_ index: Int, piece: Int) throws {
    let sample = Self.samples[index]
    let source = try open(sample.bytes)
    #expect(
      String(decoding: try contents(source, piece: piece), as: UTF8.self) == PackedSamples.contents,
      "\(sample.name)"
    )
    #expect(source.packings == sample.packings)
    #expect(source.member == sample.member)
  }

  @Test(arguments: [nil, "data/dogs.csv", "dogs.csv", "*.csv"]) func aMemberIsChosenByPathNameOrPattern(
    _ member: String?
  ) throws {
    guard let member else {
      let error = #expect(throws: PackedSourceError.self) { try open(PackedSamples.zipTwo) }
      #expect(error?.kind == .memberNeeded(["readme.txt", "data/dogs.csv"]))
      #expect(error?.reason == "the archive holds readme.txt, data/dogs.csv; say which member to read")
      return
    }
    let source = try open(PackedSamples.zipTwo, member: member)
    #expect(String(decoding: try contents(source), as: UTF8.self) == PackedSamples.contents)
    #expect(source.member == "data/dogs.csv")
  }

  @Test func aMemberOfACompressedTarIsChosen() throws {
    let source = try open(PackedSamples.tarGzip, member: "dogs.csv")
    #expect(source.packings == [.gzip, .tar])
    #expect(String(decoding: try contents(source), as: UTF8.self) == PackedSamples.contents)
    let error = #expect(throws: PackedSourceError.self) { try open(PackedSamples.tarGzip, member: "cats.csv") }
    #expect(error?.kind == .memberMissing("cats.csv", ["readme.txt", "dogs.csv"]))
  }

  @Test func whatIsNoArchiveHasNoMembers() {
    #expect(throws: PackedSourceError.self) { try open(Array("a,b\n".utf8), member: "a.csv") }
  }

  @Test func membersAreListed() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("two")
    try Data(PackedSamples.zipTwo).write(to: URL(fileURLWithPath: path))
    #expect(try PackedSource.members(of: path) == ["readme.txt", "data/dogs.csv"])
  }

  /// Issue 18: each packing was allowed its ratio, so that a file packed twice could become 160,000 times as large.
  @Test func theRatioCountsForAllPackingsTogether() throws {
    var limits = PackedLimits()
    (limits.ratio, limits.ratioOfLarge, limits.largeBytes) = (1_000_000, 3, 1 << 20)
    // 20 MB become 20 kB, and these 120 bytes; each step alone is allowed.
    var each = PackedLimits()
    each.ratio = 2_000
    let twice = try #require(throws: PackedSourceError.self) {
      try contents(open(PackedSamples.zeros(packedTwice: 20 << 20), limits: each))
    }
    #expect(twice.reason.contains("more than 2000 times as many"))
    let large = try #require(throws: PackedSourceError.self) { try contents(open(PackedSamples.bomb, limits: limits)) }
    #expect(large.reason.contains("more than 3 times as many"))
  }

  /// Issue 18: an archive that is cut in the padding behind a member was read as if it were whole.
  @Test func aTarCutInItsPaddingIsDamaged() throws {
    let whole = Array(PackedSamples.tar)
    #expect(try contents(open(whole)) == Array(PackedSamples.contents.utf8))
    let padding = 512 + PackedSamples.contents.utf8.count
    for end in [padding, padding + 1, 1_023] {
      let error = #expect(throws: PackedSourceError.self) { try contents(open(Array(whole[..<end]))) }
      #expect(error?.kind == .damaged("a tar member ends too early"))
    }
    var limits = PackedLimits()
    limits.members = 0
    let error = #expect(throws: PackedSourceError.self) { try open(whole, limits: limits) }
    #expect(error?.kind == .limit("an archive of more than 0 files"))
  }

  /// An archive that is cut between two members looks whole but for its end: two blocks of zeros, of which one is enough for other programs, too.
  @Test func aTarWithoutItsEndMayBeCut() throws {
    let first = Self.tarMember("a.csv", "0", PackedSamples.contents)
    let members = first + Self.tarMember("b.csv", "0", "b\n")
    for (bytes, isCut) in [
      (members + Self.zeros(1_024), false), (members + Self.zeros(512), false), (members, true), (first, true),
    ] {
      let source = try open(bytes, member: "a.csv")
      #expect(try contents(source) == Array(PackedSamples.contents.utf8))
      #expect(source.takeLackOfEnd() == isCut)
      #expect(!source.takeLackOfEnd())
    }
  }

  /// Whoever adds to an archive (`tar -u`, `zip`'s libraries) leaves the older file of a name where it is.
  @Test(arguments: [nil, "a.csv", "*.csv"]) func ofSeveralMembersWithOnePathTheLastCounts(_ member: String?) throws {
    let tar = Self.tarMember("a.csv", "0", "old\n") + Self.tarMember("a.csv", "0", PackedSamples.contents)
    let zip = StoredZip.bytes([("a.csv", Array("old\n".utf8)), ("a.csv", Array(PackedSamples.contents.utf8))])
    for bytes in [tar + Self.zeros(1_024), zip] {
      #expect(String(decoding: try contents(open(bytes, member: member)), as: UTF8.self) == PackedSamples.contents)
    }
  }

  @Test func aBombIsNotUnpacked() throws {
    let source = try open(PackedSamples.bomb)
    let error = #expect(throws: PackedSourceError.self) { try contents(source) }
    #expect(error?.reason.contains("more than 400 times as many") == true)
    var limits = PackedLimits()
    limits.bytes = 10
    let small = try #require(throws: PackedSourceError.self) { try contents(open(PackedSamples.gzip, limits: limits)) }
    #expect(small.kind == .limit("more than 10 bytes"))
  }

  @Test(arguments: samples.indices.dropFirst()) func damagedDataAreAnErrorNotACrash(_ index: Int) throws {
    let bytes = Self.samples[index].bytes
    for cut in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 40)) {
      var broken = bytes
      broken[cut] ^= 0x55
      for candidate in [Array(bytes[..<cut]), broken] {
        do {
          let source = try PackedSource(temporary(candidate))
          #expect(try contents(source, piece: 64).count < 10_000)
        } catch let error as PackedSourceError {
          #expect(!error.reason.isEmpty)
        }
      }
    }
  }

  private let folder = try? TemporaryFolder()

  private func temporary(_ bytes: [UInt8]) throws -> String {
    let path = try #require(folder).file("broken")
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return path
  }

  static let odd: [(name: String, bytes: [UInt8], parts: Int)] = [
    ("xz with padding", PackedSamples.xz + zeros(8) + PackedSamples.xz + zeros(4), 2),
    ("gzip between zeros", PackedSamples.gzip + zeros(70_000) + PackedSamples.gzip + zeros(3), 2),
    ("bzip2 before junk", PackedSamples.bzip2 + Array("junk".utf8), 1),
    ("bzip2 before zeros", PackedSamples.bzip2 + zeros(700), 1),
    ("zstd between empty frames", skippable + PackedSamples.zstd + skippable + PackedSamples.zstd, 2),
    ("zstd before junk", PackedSamples.zstd + Array("junk".utf8), 1),
    (
      "zip with a comment that looks like an end",
      PackedSamples.zip.dropLast(2) + [30, 0, 0x50, 0x4B, 5, 6] + Array(repeating: 0x78, count: 26), 1
    ),
  ]

  @Test(arguments: [
    (PackedSamples.gzip, Packing.gzip), (PackedSamples.zstd, .zstd), (PackedSamples.bzip2, .bzip2),
  ]) func whatStandsBehindPackedDataIsLeftOutAndNoted(_ bytes: [UInt8], _ packing: Packing) throws {
    let source = try open(bytes + Array("junk".utf8))
    #expect(String(decoding: try contents(source), as: UTF8.self) == PackedSamples.contents)
    #expect(source.takeIgnored() == packing)
    #expect(source.takeIgnored() == nil)
    let clean = try open(bytes + Self.zeros(bytes.count % 2))
    _ = try contents(clean)
    #expect(clean.takeIgnored() == nil)
  }

  private static let skippable: [UInt8] = [0x5A, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 1, 2, 3]

  private static func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0, count: count) }

  @Test(arguments: odd.indices, [1, 7, 1 << 16]) func oddButSoundDataAreRead(_ index: Int, piece: Int) throws {
    let sample = Self.odd[index]
    let wanted = String(repeating: PackedSamples.contents, count: sample.parts)
    #expect(String(decoding: try contents(open(sample.bytes), piece: piece), as: UTF8.self) == wanted, "\(sample.name)")
  }

  /// A tar's block of a header and those of its contents.
  private static func tarMember(_ name: String, _ type: Character, _ contents: String, size: Int? = nil) -> [UInt8] {
    var header = Array(name.utf8) + zeros(512 - name.utf8.count)
    let digits = Array(String(size ?? contents.utf8.count, radix: 8).utf8)
    header.replaceSubrange(124..<(124 + digits.count), with: digits)
    header[156] = type.asciiValue ?? 0
    header.replaceSubrange(148..<156, with: Array(repeating: 0x20, count: 8))
    let sum = Array(String(header.reduce(0) { $0 + Int($1) }, radix: 8).utf8)
    header.replaceSubrange(148..<156, with: sum + zeros(8 - sum.count))
    return header + Array(contents.utf8) + zeros((512 - contents.utf8.count % 512) % 512)
  }

  @Test(arguments: [
    ("16 path=b/a.csv\n", "b/a.csv"), ("26 comment=1\n9 path=b.csv\n", "c"),
    ("11 size=15\n16 path=b\na.csv\n", "b\na.csv"),
    ("12 path=b\n", "c"), ("7", "c"), ("0 path=b\n", "c"), ("-1 path=b\n", "c"), ("8 path=b\n9 path=b\n", "c"),
  ]) func anExtendedHeaderOfATarIsReadByItsLengths(_ attributes: String, _ name: String) throws {
    let size = attributes.contains("size") ? 0 : nil
    let tar =
      Self.tarMember("x", "x", attributes) + Self.tarMember("c", "0", PackedSamples.contents, size: size)
      + Self.zeros(1_024)
    let source = try open(tar)
    #expect(source.member == name)
    #expect(String(decoding: try contents(source), as: UTF8.self) == PackedSamples.contents)
  }

  @Test func aCutStreamIsSaidToBeDamaged() throws {
    for bytes in [
      PackedSamples.gzip.dropLast(24), PackedSamples.bzip2.dropLast(8), PackedSamples.xz.dropLast(8),
      PackedSamples.zstd.dropLast(3),
    ] {
      let error = #expect(throws: PackedSourceError.self) { try contents(open(Array(bytes))) }
      #expect(error?.kind == .damaged("they end too early"))
    }
  }
}
