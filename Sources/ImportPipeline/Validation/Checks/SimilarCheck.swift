internal import AttributeValues
internal import Findings
internal import ManagedObjects

/// Finds objects whose names differ by a letter or two from another's. The spelling that more objects have is taken for the right one, else the first.
///
/// Two texts at distance 1 have a text in common that each becomes by leaving out at most one letter (symmetric deletion), so texts
/// with the same hash of such a rest are compared, and no others: the cost grows with the letters and not with the pairs. The rests are looked at in portions of
/// equal hashes, so that they take a few megabytes whatever the number of objects.
final class SimilarCheck: EndCheck {
  private let plan: EndCheckPlan
  private let distance: Int
  /// The folded texts one after the other, and where each ends.
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  private var references: [Int64] = []
  private var restCount = 0

  /// How many rests are sorted at a time, sixteen bytes each: so many that few passes are enough, unless that were more than `mostRests`.
  private var portion: Int { max(Self.fewestRests, min(restCount / Self.passes, Self.mostRests)) }
  private static let fewestRests = 2_000_000
  private static let mostRests = 16_000_000
  private static let passes = 32
  /// Texts shorter than this differ from too many others by a letter.
  private static let shortest = 5
  /// Texts longer than this are no names; with two letters left out, a text has half as many rests as letters squared.
  private var longest: Int { distance == 1 ? 200 : 100 }
  /// With more texts than this of one rest, only neighbours are compared.
  private static let mostCompared = 32

  init(plan: EndCheckPlan, distance: Int) {
    self.plan = plan
    self.distance = distance
  }

  func see(_ row: borrowing StoreRow) {
    guard case .string(let text) = row.attributes[plan.slot] else { return }
    // What is too long is not folded first.
    guard text.utf8.count <= 16 * longest else { return }
    let folded = FoldedText.fold(text)
    let length = folded.unicodeScalars.count
    guard length >= Self.shortest, length <= longest else { return }
    bytes.append(contentsOf: folded.utf8)
    ends.append(bytes.count)
    references.append(row.objectID.reference)
    restCount += distance == 1 ? length + 1 : length * (length + 1) / 2 + 1
  }

  func findings(in store: any PersistentStore) throws -> [DeferredFinding] {
    var partners: [Int: Int] = [:]
    let portions = UInt64(restCount / portion + 1)
    for portion in 0..<portions { findPartners(portion, of: portions, into: &partners) }
    let spellings = spellings(partners)
    var findings: [DeferredFinding] = []
    for (wrong, right) in spellings.sorted(by: { $0.key < $1.key }) {
      let text = try plan.text(of: references[wrong], in: store)
      let other = try plan.text(of: references[right], in: store)
      findings.append(
        plan.finding(
          RecordFinding.similar(
            TextRepair.visible(Finding.shortened(text)),
            to: TextRepair.visible(Finding.shortened(other))
          ),
          reference: references[wrong],
          in: store,
          value: text,
          suggestion: other,
          related: (.similarValue, references[right])
        )
      )
    }
    (bytes, ends, references) = ([], [], [])
    return findings
  }

  /// Which of two texts is the wrong one, with the one that is right: what stands more often, else what stood first.
  private func spellings(_ partners: [Int: Int]) -> [Int: Int] {
    var counts: [String: Int] = [:]
    for index in Set(partners.keys).union(partners.values) { counts[text(index)] = 0 }
    guard !counts.isEmpty else { return [:] }
    for index in ends.indices {
      let text = text(index)
      if let count = counts[text] { counts[text] = count + 1 }
    }
    var spellings: [Int: Int] = [:]
    for (later, earlier) in partners.sorted(by: { $0.key < $1.key }) {
      let isKnown = counts[text(later), default: 0] > counts[text(earlier), default: 0]
      let (wrong, right) = isKnown ? (earlier, later) : (later, earlier)
      if spellings[wrong] == nil { spellings[wrong] = right }
    }
    return spellings
  }

  private func text(_ index: Int) -> String {
    String(decoding: bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]], as: UTF8.self)
  }

  private func findPartners(_ portion: UInt64, of portions: UInt64, into partners: inout [Int: Int]) {
    var rests: [(hash: UInt64, index: Int)] = []
    rests.reserveCapacity(min(restCount, self.portion))
    for index in ends.indices {
      RestHashes(text(index)).forEach(deletions: distance) { hash in
        if portions == 1 || hash % portions == portion { rests.append((hash, index)) }
      }
    }
    rests.sort { $0 < $1 }
    rests.forEachRun(where: { $0.hash == $1.hash }) { run in
      for later in run.indices.dropFirst() {
        for earlier in max(run.startIndex, later - Self.mostCompared)..<later {
          compare(run[earlier].index, run[later].index, &partners)
        }
      }
    }
  }

  private func compare(_ first: Int, _ second: Int, _ partners: inout [Int: Int]) {
    let (earlier, later) = (min(first, second), max(first, second))
    guard earlier != later, partners[later].map({ earlier < $0 }) ?? true else { return }
    let (left, right) = (text(earlier), text(later))
    guard left != right, !Self.differInDigits(left, right),
      EditDistance.distance(from: left, to: right, atMost: distance) != nil
    else { return }
    partners[later] = earlier
  }

  /// Whether two texts are the same but for their digits, as the names of numbered things are.
  private static func differInDigits(_ left: String, _ right: String) -> Bool {
    func letters(_ text: String) -> [UInt8] { text.utf8.filter { $0 &- 48 >= 10 } }
    return letters(left) == letters(right)
  }
}

/// Hashes of what is left of a text when letters are taken out, each in constant time from sums over the text's beginning.
private struct RestHashes {
  private let scalars: [UInt64]
  /// `prefix[i]` is the hash of the first `i` letters.
  private var prefix: [UInt64] = [0]
  private var powers: [UInt64] = [1]

  private static let base: UInt64 = 0x9E37_79B9_7F4A_7C15

  init(_ text: String) {
    scalars = text.unicodeScalars.map { UInt64($0.value) &+ 1 }
    for scalar in scalars {
      prefix.append(prefix[prefix.count - 1] &* Self.base &+ scalar)
      powers.append(powers[powers.count - 1] &* Self.base)
    }
  }

  /// The hash of the letters in `range`.
  private func hash(_ range: Range<Int>) -> UInt64 {
    prefix[range.upperBound] &- prefix[range.lowerBound] &* powers[range.count]
  }

  private func joined(_ left: UInt64, _ right: Range<Int>) -> UInt64 { left &* powers[right.count] &+ hash(right) }

  /// Mixed so that the last bits are as good as the others.
  private func mixed(_ hash: UInt64) -> UInt64 {
    var hash = hash
    hash = (hash ^ hash >> 31) &* 0xBF58_476D_1CE4_E5B9
    return hash ^ hash >> 29
  }

  /// Calls `body` with the hash of the text and of every rest with up to `deletions` letters less; the same hash perhaps several times.
  func forEach(deletions: Int, _ body: (UInt64) -> Void) {
    let count = scalars.count
    body(mixed(hash(0..<count)))
    for first in 0..<count {
      let beginning = hash(0..<first)
      // Taking out either of two equal neighbours leaves the same.
      if first > 0, scalars[first] == scalars[first - 1] { continue }
      body(mixed(joined(beginning, first + 1..<count)))
      guard deletions > 1 else { continue }
      for second in first + 1..<max(count, first + 1) {
        body(mixed(joined(joined(beginning, first + 1..<second), second + 1..<count)))
      }
    }
  }
}
