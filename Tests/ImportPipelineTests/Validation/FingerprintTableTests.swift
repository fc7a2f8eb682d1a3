import AttributeValues
import Foundation
import Testing
import TestSupport

@testable import ImportPipeline

@Suite("Tables of fingerprints")
struct FingerprintTableTests {
  /// Objects come and go, many of them with one fingerprint; the table has to say what lists in a dictionary say.
  @Test(arguments: Seeds.range(1...12))
  func agreesWithADictionary(_ seed: UInt64) {
    var random = SeededGenerator(seed)
    // Few fingerprints give long runs of equal ones, many let the table grow several times.
    let fingerprintCount = random.pick([3, 60, 900, 5000])
    let fingerprints = (0..<fingerprintCount).map { Fingerprint(.integer(Int64($0))) }
    var table = FingerprintTable()
    var known: [Fingerprint: [FingerprintTable.Entry]] = [:]
    var count = 0
    for step in 0..<6000 {
      let fingerprint = random.pick(fingerprints)
      if random.chance(step < 4000 ? 2 : 5, in: 7), step >= 100 {
        let reference = random.once(in: 5) ? 1_000_000 : random.pick((known[fingerprint] ?? []) + [Self.none]).reference
        table.remove(fingerprint, reference: reference)
        if let index = known[fingerprint]?.firstIndex(where: { $0.reference == reference }) {
          known[fingerprint]?.remove(at: index)
          count -= 1
        }
      } else {
        let entry = FingerprintTable.Entry(
          reference: Int64(step),
          source: Int32(random.number(below: 4)) - 1,
          line: Int32(random.number(below: 100_000))
        )
        table.insert(fingerprint, entry)
        known[fingerprint, default: []].append(entry)
        count += 1
      }
      expectTheSame(table, known[fingerprint] ?? [], fingerprint)
      #expect(table.count == count)
    }
    for fingerprint in fingerprints { expectTheSame(table, known[fingerprint] ?? [], fingerprint) }
  }

  private static let none = FingerprintTable.Entry(reference: 2_000_000, source: -1, line: 0)

  private func expectTheSame(
    _ table: FingerprintTable,
    _ known: [FingerprintTable.Entry],
    _ fingerprint: Fingerprint,
    location: SourceLocation = #_sourceLocation
  ) {
    var entries: [FingerprintTable.Entry] = []
    table.forEach(fingerprint) { entry in
      entries.append(entry)
      return true
    }
    #expect(entries == known, sourceLocation: location)
    #expect((table.first(fingerprint) == nil) == known.isEmpty, sourceLocation: location)
    #expect((table.only(fingerprint) != nil) == (known.count == 1), sourceLocation: location)
  }

  /// Who was first is told of a duplicate, however often the table has grown since.
  @Test func keepsTheOrderOfObjectsThatWereOnlyAdded() {
    var table = FingerprintTable()
    let same = Fingerprint(.string("same"))
    for number in 0..<5000 {
      table.insert(Fingerprint(.integer(Int64(number))), .init(reference: Int64(number), source: 0, line: 1))
      if number.isMultiple(of: 50) { table.insert(same, .init(reference: Int64(number), source: 0, line: 2)) }
    }
    var references: [Int64] = []
    table.forEach(same) { entry in
      references.append(entry.reference)
      return true
    }
    #expect(references == (0..<100).map { Int64($0 * 50) })
    #expect(table.first(same)?.reference == 0)
  }

  @Test func keepsTheLimitsOfItsFields() {
    var table = FingerprintTable()
    let fingerprint = Fingerprint(.boolean(true))
    let entry = FingerprintTable.Entry(reference: Int64(UInt32.max), source: -1, line: .max)
    table.insert(fingerprint, entry)
    #expect(table.first(fingerprint) == entry)
    table.remove(fingerprint, reference: 1)
    #expect(table.count == 1)
    table.remove(fingerprint, reference: Int64(UInt32.max))
    #expect(table.first(fingerprint) == nil && table.count == 0)
  }

  @Test func equalTextsHaveEqualFingerprints() {
    #expect(Fingerprint(.string("caf\u{e9}")) == Fingerprint(.string("cafe\u{301}")))
    #expect(Fingerprint(.string("cafe")) != Fingerprint(.string("caf\u{e9}")))
    #expect(Fingerprint(.string("1")) != Fingerprint(.integer(1)))
    let texts = ["", "a", "ab", "abcdefgh", "abcdefghi", "abcdefgh\0", "\0"]
    #expect(Set(texts.map { Fingerprint(.string($0)) }).count == texts.count)
    for text in texts {
      let bytes = Array(text.utf8)
      #expect(bytes.withUnsafeBufferPointer { Fingerprint(ascii: $0) } == Fingerprint(.string(text)))
    }
    // Foundation's `Data` hashes its first 80 bytes alone.
    let blobs = (0..<100).map { place in Data((0..<100).map { $0 == place ? 1 : 0 }) }
    #expect(Set(blobs.map { Fingerprint(.binary($0)) }).count == blobs.count)
    #expect(Fingerprint(.binary(blobs[99])) == Fingerprint(.binary(Data(blobs[99]))))
    let (left, right) = (Fingerprint(.string("a")), Fingerprint(.string("b")))
    #expect(Fingerprint([left, right]) != Fingerprint([right, left]))
    #expect(Fingerprint([left, right]) == Fingerprint([left, right]))
  }
}
