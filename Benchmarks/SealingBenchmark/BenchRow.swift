import Foundation

/// One row of the benchmark at a time: twelve values, the same for the same number on every machine, written into memory that is used again.
final class BenchRow {
  static let columns = [
    ("id", "INTEGER PRIMARY KEY"), ("name", "TEXT"), ("grp", "TEXT"), ("country", "TEXT"), ("text", "TEXT"),
    ("photo", "TEXT"), ("number", "INTEGER"), ("parent", "INTEGER"), ("isKept", "INTEGER"), ("height", "REAL"),
    ("weight", "REAL"), ("recognised", "REAL"),
  ]
  static let indexes = [
    ("byName", "name"), ("byGroup", "grp"), ("byNumber", "number"), ("byCountryAndHeight", "country, height"),
  ]

  static var createTable: String {
    "CREATE TABLE dog(" + columns.map { "\($0.0) \($0.1)" }.joined(separator: ", ") + ")"
  }
  static func createIndex(_ index: (String, String)) -> String { "CREATE INDEX \(index.0) ON dog(\(index.1))" }

  private(set) var id: Int64 = 0
  private(set) var integers: (number: Int64, parent: Int64, isKept: Int64) = (0, 0, 0)
  private(set) var reals: (height: Double, weight: Double, recognised: Double) = (0, 0, 0)
  private(set) var texts: [UnsafeRawBufferPointer] = []
  private let memory = UnsafeMutableRawPointer.allocate(byteCount: 1024, alignment: 16)
  private var end = 0

  private static let groups = ["Herding", "Hound", "Non-Sporting", "Sporting", "Terrier", "Toy", "Working"].map {
    Array($0.utf8)
  }
  private static let countries = ["Germany", "Japan", "Scotland", "Tibet", "France", "Norway", "Peru", "Mali"].map {
    Array($0.utf8)
  }
  private static let halves = [
    "A sturdy dog of the mountains; watchful at night and calm by day", "Bred to follow game on foot over rough ground",
    "Quick and cheerful; at home in small houses and in large ones",
    "A coat that sheds rain and a tail that never rests",
  ].map { Array($0.utf8) }

  deinit { memory.deallocate() }

  private func put(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { (memory + end).copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
    end += bytes.count
  }

  private func put(_ number: UInt64, radix: UInt64) {
    var rest = number
    repeat {
      let digit = UInt8(rest % radix)
      memory.storeBytes(of: digit < 10 ? digit + 48 : digit + 87, toByteOffset: end, as: UInt8.self)
      end += 1
      rest /= radix
    } while rest > 0
  }

  private func text(_ body: () -> Void) {
    let start = end
    body()
    texts.append(UnsafeRawBufferPointer(start: memory + start, count: end - start))
  }

  private static let dog = Array("Dog ".utf8)
  private static let and = Array("; ".utf8)
  private static let address = Array("https://cdn.example.org/photos/".utf8)
  private static let suffix = Array(".jpg".utf8)

  /// Makes the values of a row.
  func make(_ number: Int) {
    let mixed = UInt64(number) &* 0x9E37_79B9_7F4A_7C15
    let pick = Int(mixed >> 40)
    id = Int64(number)
    end = 0
    texts.removeAll(keepingCapacity: true)
    text {
      put(Self.dog)
      put(mixed >> 16, radix: 36)
    }
    text { put(Self.groups[pick % 7]) }
    text { put(Self.countries[pick % 8]) }
    text {
      put(Self.halves[pick % 4])
      put(Self.and)
      put(Self.halves[pick / 4 % 4])
    }
    text {
      put(Self.address)
      put(mixed >> 32, radix: 16)
      put(Self.suffix)
    }
    integers = (Int64(mixed >> 20), Int64(pick % 1000), Int64(pick % 2))
    reals = (Double(150 + pick % 750) / 10, Double(10 + pick % 900) / 10, Double(pick % 1_000_000) * 1000 + 0.5)
  }

  /// The row as a line of CSV.
  func appendCSV(to text: inout [UInt8]) {
    text += Array("\(id)".utf8)
    for value in texts { text.append(0x2C); text += value }
    text += Array(
      ",\(integers.number),\(integers.parent),\(integers.isKept),\(reals.height),\(reals.weight),\(reals.recognised)\n"
        .utf8
    )
  }
}
