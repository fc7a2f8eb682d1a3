import PropertyLists
import TestSupport
import Testing

/// Damaged property lists end with a value or a typed error, whatever is wrong with them.
@Suite struct DamagedPropertyListTests {
  /// A value with something of every kind, nested a few levels deep.
  private static func value(_ generator: inout SeededGenerator, depth: Int = 0) -> PropertyListValue {
    switch generator.number(below: depth < 4 ? 11 : 9) {
    case 0: .string(["", "name", "Česko 日本 👩‍👧"][generator.number(below: 3)])
    case 1: .integer(Int64(truncatingIfNeeded: generator.next() >> UInt64(generator.number(below: 64))))
    case 2: .largeInteger(.max)
    case 3: .real(0.1)
    case 4: .boolean(true)
    case 5: .date(86_400.5)
    case 6: .data((0..<generator.number(below: 300)).map { UInt8(truncatingIfNeeded: $0) })
    case 7: .uid(UInt64(generator.number(below: 70_000)))
    case 8: .null
    case 9: .array((0..<generator.number(below: 20)).map { _ in value(&generator, depth: depth + 1) })
    default: .dictionary(dictionary(&generator, depth: depth + 1))
    }
  }

  private static func dictionary(_ generator: inout SeededGenerator, depth: Int) -> PropertyListDictionary {
    var entries = PropertyListDictionary()
    for index in 0..<generator.number(below: 20) { entries["key\(index)"] = value(&generator, depth: depth) }
    return entries
  }

  enum Damage: CaseIterable, Sendable { case flipped, overwritten, cut, removed, doubled, trailer }

  @Test(arguments: Damage.allCases) func endWithAValueOrAnError(_ damage: Damage) {
    var read = 0
    for seed in 0..<150 {
      var generator = SeededGenerator(UInt64(seed))
      let value = PropertyListValue.dictionary(Self.dictionary(&generator, depth: 0))
      var bytes = PropertyList.writeBinary(value)
      #expect((try? PropertyList.read(bytes)) == value)
      for _ in 0...generator.number(below: 3) { Self.damage(&bytes, damage, &generator) }
      do throws(PropertyListError) {
        _ = try PropertyList.read(bytes)
        read += 1
      } catch {
        #expect(!error.description.isEmpty)
      }
    }
    // Many a damage is none, or is in a text.
    #expect(read < 150)
  }

  private static func damage(_ bytes: inout [UInt8], _ damage: Damage, _ generator: inout SeededGenerator) {
    guard bytes.count > 40 else { return }
    let place = generator.number(below: bytes.count)
    let count = min(generator.number(below: 16) + 1, bytes.count - place)
    switch damage {
    case .flipped: bytes[place] ^= 1 << UInt8(generator.number(below: 8))
    case .overwritten: for index in place..<(place + count) { bytes[index] = UInt8(generator.number(below: 256)) }
    case .cut: bytes.removeLast(min(count, bytes.count))
    case .removed: bytes.removeSubrange(place..<(place + count))
    case .doubled: bytes.insert(contentsOf: bytes[place..<(place + count)], at: place)
    case .trailer:
      bytes[bytes.count - 1 - generator.number(below: 32)] = [0, 1, 0x7F, 0x80, 0xFF][generator.number(below: 5)]
    }
  }

  /// An array that holds itself, and a chain of arrays deeper than any stack.
  @Test func endWithAnErrorForCirclesAndDepth() {
    let circle: [UInt8] =
      Array("bplist00".utf8) + [0xA1, 0x00] + [8] + [0, 0, 0, 0, 0, 0, 1, 1] + Self.number(1)
      + Self.number(0) + Self.number(10)
    #expect(throws: PropertyListError.self) { try PropertyList.read(circle) }
    var deep: [UInt8] = Array("bplist00".utf8)
    let count = 60_000
    var offsets: [Int] = []
    for index in 0..<count {
      offsets.append(deep.count)
      deep += index + 1 < count ? [0xA1, UInt8((index + 1) >> 8), UInt8((index + 1) & 0xFF)] : [0x08]
    }
    let table = deep.count
    for offset in offsets { deep += [UInt8(offset >> 16), UInt8(offset >> 8 & 0xFF), UInt8(offset & 0xFF)] }
    deep += [0, 0, 0, 0, 0, 0, 3, 2] + Self.number(count) + Self.number(0) + Self.number(table)
    #expect(throws: PropertyListError.self) { try PropertyList.read(deep) }
  }

  private static func number(_ value: Int) -> [UInt8] {
    (0..<8).map { UInt8(value >> (8 * (7 - $0)) & 0xFF) }
  }
}
