internal import DelimitedText
internal import Synchronization
internal import TextInput

/// Where records of sources stand, as the last judgement has found them: a record is read without reading the file up to it.
package final class RecordPlaces: Sendable {
  /// Records one behind the other.
  private struct Block {
    var start: PartStart
    var end: Int
  }

  /// The records of a file as it was.
  private struct Places {
    var state: FileState
    var blocks: [Block]
    var count: Int
  }

  /// By the sources' places in the recipe.
  private let known = Mutex<[Int: Places]>([:])

  /// Takes what was found out about a source; `nil` if nothing is known of it.
  func keep(_ judged: JudgedSource?, of source: SourcePlan) {
    var records = 0
    let blocks = judged?.blocks.map { block in
      defer { records += block.records }
      let start = PartStart(bytes: block.bytes.lowerBound, lines: block.line - 1, records: records)
      return Block(start: start, end: block.bytes.upperBound)
    }
    known.withLock { known in
      known[source.number] = judged.map { Places(state: $0.state, blocks: blocks ?? [], count: records) }
    }
  }

  private func places(of source: SourcePlan, _ state: FileState?) -> Places? {
    guard let state, let places = known.withLock({ $0[source.number] }), places.state == state else { return nil }
    return places
  }

  /// How many records a source has; `nil` if that is not known of the file as it is.
  ///
  /// - Parameter state: The file's state now.
  func recordCount(of source: SourcePlan, _ state: FileState?) -> Int? { places(of: source, state)?.count }

  /// Reads some records of a source, and calls `body` when it stands at one.
  ///
  /// - Returns: Whether all were read; `false` if their places are not known of the file as it is, or if something is wrong with the form of records.
  /// - Throws: The reader's error if the file cannot be read; what `body` throws.
  /// - Complexity: O(1) for each record, and the file's beginning is read.
  func read(_ numbers: Set<Int>, of source: SourcePlan, _ body: (DelimitedSource) throws -> Void) throws -> Bool {
    guard source.isPlain, !source.isStandIn, let file = try? InputFile(source.path),
      let places = places(of: source, try FileState(file)), let whole = try? source.open() as? DelimitedSource
    else { return false }
    let options = source.partOptions(of: whole)
    for number in numbers {
      guard number > 0, number <= places.count,
        let block = places.blocks.last(where: { $0.start.records < number })
      else { return false }
      let bytes = try file.bytes(in: block.start.bytes..<block.end)
      let part = try whole.part(bytes, options, after: block.start)
      var isFound = false
      while !isFound, try part.next(), part.takeFindings().isEmpty, !part.isBroken {
        guard part.recordNumber == number else { continue }
        try body(part)
        isFound = true
      }
      if !isFound { return false }
    }
    return true
  }
}
