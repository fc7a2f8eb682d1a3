internal import ImportPipeline

/// Counts a column's texts in one pass, in memory that does not grow with the source.
///
/// Up to `mostValues` different texts are counted exactly. With more of them the rare ones are let go (lossy counting), and each count says by how much it
/// may be too small.
struct ColumnCounter: Sendable {
  /// How many different texts are counted at the same time.
  static let mostValues = 10_000
  /// Of longer texts only the beginning is shown.
  static let mostBytesShown = 240

  private struct Entry {
    var text: String
    var count: Int
    var missed: Int
    var isCut: Bool
  }

  private var entries: [Int: Entry] = [:]
  private var estimate = DistinctEstimate()
  /// The greatest count of a text that was let go.
  private var lost = 0
  private var records = 0
  private var filled = 0
  private var sampledLength = 0
  private var sampled = 0

  /// Counts a field; `nil` for one that its record does not have.
  ///
  /// - Complexity: O(*n*) in its bytes.
  mutating func add(_ text: UnsafeBufferPointer<UInt8>?) {
    records += 1
    guard let text, text.hasInk else { return }
    filled += 1
    if sampled < 1_000 {
      sampled += 1
      sampledLength += text.count { $0 & 0xC0 != 0x80 }
    }
    let hash = Self.hash(text)
    estimate.add(hash)
    if (entries[hash]?.count += 1) != nil { return }
    if entries.count >= Self.mostValues { letGo() }
    let isCut = text.count > Self.mostBytesShown
    let shown = isCut ? Self.beginning(of: text) : String(decoding: text, as: UTF8.self)
    entries[hash] = Entry(text: shown, count: 1, missed: lost, isCut: isCut)
  }

  /// Counts a column of a page.
  mutating func add(_ page: RecordPage, _ field: Int) {
    for record in 0..<page.count { page.withField(record, field) { add($0) } }
  }

  /// Takes back what `add` has counted of a page.
  mutating func remove(_ page: RecordPage, _ field: Int) {
    for record in 0..<page.count {
      page.withField(record, field) { text in
        records -= 1
        guard let text, text.hasInk else { return }
        filled -= 1
        let hash = Self.hash(text)
        guard let entry = entries[hash] else { return }
        if entry.count > 1 { entries[hash]?.count -= 1 } else { entries[hash] = nil }
      }
    }
  }

  /// - Complexity: O(1) for `most` = 0, else O(*n*) in the texts that are counted.
  func profile(most: Int) -> ColumnProfile {
    ColumnProfile(
      records: records,
      filled: filled,
      distinct: lost == 0 ? .exactly(entries.count) : .about(max(estimate.count, entries.count)),
      frequent: frequent(most).map {
        ColumnProfile.Value(text: $0.text, count: $0.count, missed: $0.missed, isCut: $0.isCut)
      },
      typicalLength: sampled == 0 ? 0 : sampledLength / sampled
    )
  }

  /// The most frequent texts, most frequent first.
  private func frequent(_ most: Int) -> [Entry] {
    guard most > 0 else { return [] }
    // Only what is as frequent as the last that is wanted has to be sorted.
    var least = 0
    if entries.count > most {
      var counts: [Int: Int] = [:]
      for entry in entries.values { counts[entry.count, default: 0] += 1 }
      var taken = 0
      for (count, number) in counts.sorted(by: { $0.key > $1.key }) where taken < most {
        least = count
        taken += number
      }
    }
    let candidates = entries.values.filter { $0.count >= least }
    return Array(candidates.sorted { $0.count != $1.count ? $0.count > $1.count : $0.text < $1.text }.prefix(most))
  }

  /// Lets go of the rarer half of the texts.
  private mutating func letGo() {
    let bounds = entries.values.map { $0.count + $0.missed }.sorted()
    lost = max(lost, bounds[bounds.count / 2])
    let least = lost
    entries = entries.filter { $0.value.count + $0.value.missed > least }
  }

  /// Two of the texts that are counted at the same time have the same hash once in three hundred billion columns.
  private static func hash(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(text))
    return hasher.finalize()
  }

  private static func beginning(of text: UnsafeBufferPointer<UInt8>) -> String {
    var end = mostBytesShown
    while end > 0, text[end] & 0xC0 == 0x80 { end -= 1 }
    return String(decoding: text[..<end], as: UTF8.self)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether there is anything but ASCII white space.
  var hasInk: Bool { contains { $0 > 0x20 } }
}
