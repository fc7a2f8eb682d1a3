internal import Digests
internal import Foundation
internal import JSONText
internal import MarkupText
internal import TextInput

/// Where the rejected records of one file stand, found by reading its sources again.
struct RejectedRecords {
  /// The byte ranges of the rejected records in ascending order; a record within a record goes with the outer one.
  let rejected: [Range<Int>]
  /// Those of the records, for files of markup, that are not rejected and have no rejected one in them or around them.
  let others: [Range<Int>]
  /// How the file's characters are written as bytes.
  let encoding: TextEncoding

  /// - Parameters:
  ///   - sources: The sources that read the file, each with the numbers of its rejected records in ascending order.
  ///   - path: The file to read.
  /// - Returns: `nil` if the places of the records in bytes are not known.
  /// - Throws: The reader's error when the file cannot be read.
  /// - Complexity: O(*n* log *n*) in the records.
  init?(_ sources: [(plan: SourcePlan, numbers: [UInt32])], in path: String) throws {
    var found: Set<Range<Int>> = []
    var all: [Range<Int>] = []
    var encoding = TextEncoding.utf8
    for source in sources {
      let opened = try source.plan.open(path)
      guard try Self.read(opened, source.numbers, &found, &all),
        let read = TextEncoding(named: opened.encodingName)
      else { return nil }
      encoding = read
    }
    self.encoding = encoding
    let rejected = Self.outermost(found)
    self.rejected = rejected
    others = Self.outermost(Set(all.filter { !Self.touches($0, rejected) }))
  }

  /// Reads one source as far as needed; `false` if the places of its records in bytes are not known.
  private static func read(
    _ source: some RecordSource,
    _ numbers: [UInt32],
    _ found: inout Set<Range<Int>>,
    _ all: inout [Range<Int>]
  ) throws -> Bool {
    var next = 0
    while next < numbers.count || source.isTree, try source.next() {
      guard let range = source.byteRange else { return false }
      if source.isTree { all.append(range) }
      if next < numbers.count, source.recordNumber == Int(numbers[next]) {
        found.insert(range)
        next += 1
      }
      _ = source.takeFindings()
    }
    return true
  }

  /// The digest of the places of all records that were rejected, and of those that are cut out around them.
  ///
  /// With that of the file it proves that these are the records that were written to the file of rejects, however the file is read by now.
  ///
  /// - Complexity: O(*n*) in the records.
  var digest: String {
    var hasher = SHA2Hasher()
    for ranges in [rejected, others] {
      for range in ranges { hasher.update("\(range.lowerBound)-\(range.upperBound)\n".utf8) }
      hasher.update("\n".utf8)
    }
    return hasher.finalize().hexadecimal
  }

  /// A file of markup without the records that were not rejected, and the places of the rejected ones in what is left.
  ///
  /// - Complexity: O(*n*) in the file's bytes.
  func cut(_ bytes: Data, hasCommas: Bool) -> (text: Data, places: [Range<Int>]) {
    var cutter = RecordCutter(bytes, in: encoding, hasCommas: hasCommas)
    var text = Data()
    var places: [Range<Int>] = []
    var next = 0
    // How many bytes have been cut out before a rejected record.
    var distance = 0
    func place(before end: Int) {
      while next < rejected.count, rejected[next].lowerBound < end {
        places.append(rejected[next].moved(by: -distance))
        next += 1
      }
    }
    for range in others {
      text += cutter.textBefore(cutting: range)
      place(before: range.lowerBound)
      distance = cutter.position - text.count
    }
    place(before: bytes.endIndex)
    return (text + cutter.rest, places)
  }

  /// The places of all records that sources find in a file, in ascending order; a record within a record comes after the outer one.
  ///
  /// - Parameter isUTF8: Whether the file is in UTF-8, whatever it or the recipe says.
  /// - Throws: The reader's error when the file cannot be read.
  static func places(in path: String, of sources: [SourcePlan], isUTF8: Bool = false) throws -> [Range<Int>] {
    var ranges: Set<Range<Int>> = []
    for source in sources {
      let opened = try source.open(path, isUTF8: isUTF8)
      while try opened.next() {
        if let range = opened.byteRange { ranges.insert(range) }
        _ = opened.takeFindings()
      }
    }
    return inOrder(ranges)
  }

  /// The places that `places` finds; `nil` if the text is none that the sources read, as one without any record may be.
  ///
  /// - Throws: The system's reason if the file cannot be read.
  static func placesIfReadable(in path: String, of sources: [SourcePlan]) throws -> [Range<Int>]? {
    do {
      return try places(in: path, of: sources)
    } catch is SourceOpeningProblem {
      return nil
    } catch let error as MarkupTextError where error.kind != .unreadable {
      return nil
    } catch let error as JSONTextError where error.kind != .unreadable {
      return nil
    }
  }

  /// Whether a rejected record stands in `range`, or `range` in a rejected record.
  private static func touches(_ range: Range<Int>, _ rejected: [Range<Int>]) -> Bool {
    var low = 0
    var high = rejected.count
    while low < high {
      let middle = (low + high) / 2
      if rejected[middle].upperBound <= range.lowerBound { low = middle + 1 } else { high = middle }
    }
    return low < rejected.count && rejected[low].lowerBound < range.upperBound
  }

  private static func inOrder(_ ranges: Set<Range<Int>>) -> [Range<Int>] {
    ranges.sorted { ($0.lowerBound, -$0.upperBound) < ($1.lowerBound, -$1.upperBound) }
  }

  /// The ranges in ascending order, without those that stand in others.
  static func outermost(_ ranges: Set<Range<Int>>) -> [Range<Int>] { outermost(inOrder(ranges)) }

  /// - Parameter ranges: Ranges in ascending order, those that stand in others after them.
  static func outermost(_ ranges: [Range<Int>]) -> [Range<Int>] {
    var outer: [Range<Int>] = []
    for range in ranges
    where outer.last.map({ range.lowerBound >= $0.upperBound }) ?? true { outer.append(range) }
    return outer
  }
}
