internal import AttributeValues
internal import DelimitedText
internal import FoundationEssentials
internal import ManagedObjects
package import ObjectModel
internal import TextInput

/// How a source was read of which every record was proved by itself to be a new object: what a later run needs to know to read only what has changed.
package struct SourceTrace: Codable, Sendable, Hashable {
  /// Records one behind the other.
  package struct Block: Codable, Sendable, Hashable {
    /// Where in the file they begin, in bytes.
    package var offset: Int
    package var records: Int
    /// How many of the objects have a value, by slot.
    package var filled: [Int]
  }

  /// How the file was read: encoding, dialect, names of the fields.
  package var form: String
  /// The size of the file in bytes.
  package var size: Int
  /// The first of them begins behind the header.
  package var blocks: [Block]

  /// Where a block begins, or the file ends.
  package func offset(of block: Int) -> Int { block < blocks.count ? blocks[block].offset : size }

  /// How many records some blocks have.
  package func records(in blocks: Range<Int>) -> Int { self.blocks[blocks].reduce(0) { $0 + $1.records } }
}

/// A source of which only parts are read, because the rest is as it was when it was read before.
package struct SourcePart: Sendable {
  /// How the source was read before.
  package var trace: SourceTrace
  /// The blocks that differ; empty if none does.
  package var changed: Range<Int>
  /// The size of the file now.
  package var size: Int
  /// A file with some blocks of the source, as they are now, behind its header: the first ones, by which the reader guesses, those that differ with their
  /// neighbours, and the last. Not used if nothing differs.
  package var path: String

  package init(trace: SourceTrace, changed: Range<Int>, size: Int, path: String) {
    self.trace = trace
    self.changed = changed
    self.size = size
    self.path = path
  }

  /// How many bytes of the beginning are read in any case: more than the reader looks at to guess.
  private static let leastBytesAtStart = 256 << 10

  /// The blocks to read, as they follow each other in the file.
  package var blocksToRead: [Range<Int>] {
    let count = trace.blocks.count
    var first = 0
    while first < count, trace.offset(of: first) < Self.leastBytesAtStart { first += 1 }
    let wanted = [
      0..<first, max(0, changed.lowerBound - 1)..<min(count, changed.upperBound + 1), max(0, count - 1)..<count,
    ]
    var found: [Range<Int>] = []
    for range in wanted.filter({ !$0.isEmpty }).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = found.last, range.lowerBound <= last.upperBound {
        found[found.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        found.append(range)
      }
    }
    return found
  }

  /// The bytes of the source, as it is now, that the file at `path` consists of, one behind the other.
  package var ranges: [Range<Int>] {
    blocksToRead.map { blocks in
      (blocks.lowerBound == 0 ? 0 : place(of: blocks.lowerBound))..<place(of: blocks.upperBound)
    }
  }

  /// Where a block that has not changed, or that changed ones begin with, stands in the file now.
  func place(of block: Int) -> Int {
    block <= changed.lowerBound && block < trace.blocks.count
      ? trace.offset(of: block) : trace.offset(of: block) + size - trace.size
  }
}

/// Why parts of a source are not enough, so that all of it has to be read.
package struct PartsAreNotEnough: LocalizedError, CustomStringConvertible {
  package let reason: String

  package init(reason: String) { self.reason = reason }

  package var description: String { reason }
  package var errorDescription: String? { reason }
}

/// Makes the trace of a source while it is read; used by one thread at a time.
final class SourceTracer {
  private let form: String
  private var blocks: [SourceTrace.Block] = []
  private var isProven = true
  private let slotCount: Int
  /// A block ends with the batch that makes it larger. A thousandth of the source, as far as that is of use.
  private let leastBlockSize: Int

  /// `nil` for sources of which nothing can be taken over.
  ///
  /// - Parameter size: The size of the file.
  init?(_ source: SourcePlan, _ opened: any RecordSource, size: Int, of plan: ImportPlan, _ validator: RecordValidator)
  {
    guard let form = source.form(of: opened), plan.mayReadParts(of: source, validator) else { return nil }
    self.form = form
    leastBlockSize = min(256 << 10, size / 1000)
    slotCount = source.entity.layout.attributes.count
  }

  /// Notes a batch.
  ///
  /// - Parameter areAdmitted: Whether every record was admitted by proof.
  func note(_ batch: PreparedBatch, areAdmitted: Bool) {
    guard batch.count > 0 || !batch.lastFindings.isEmpty, isProven else { return }
    guard areAdmitted, batch.lastFindings.isEmpty, let first = batch.offsets.first, let prechecked = batch.prechecked,
      !prechecked.hasSeenUncomposedKey
    else { return isProven = false }
    let filled = (0..<slotCount).map { prechecked.filledCount(slot: $0) }
    if let last = blocks.last, first - last.offset < leastBlockSize {
      blocks[blocks.count - 1].records += batch.count
      for slot in filled.indices { blocks[blocks.count - 1].filled[slot] += filled[slot] }
    } else {
      blocks.append(SourceTrace.Block(offset: first, records: batch.count, filled: filled))
    }
  }

  /// The trace of the whole source; `nil` if something of it was not proved.
  func trace(size: Int) -> SourceTrace? {
    isProven && !blocks.isEmpty ? SourceTrace(form: form, size: size, blocks: blocks) : nil
  }
}

extension SourcePlan {
  /// How a source is read that is one plain file of delimited text in UTF-8; `nil` for others.
  func form(of opened: any RecordSource, isPart: Bool = false) -> String? {
    guard isPlain, !isStandIn || isPart, let delimited = opened as? DelimitedSource, delimited.encoding == .utf8 else {
      return nil
    }
    return
      "\(delimited.dialect) \(delimited.fieldNames) \(delimited.reader.byteOrderMark) \(delimited.reader.headerBytes)"
  }
}

extension ImportPlan {
  /// Whether records of a source can be judged without the others: nobody else makes or names objects of its entity's hierarchy, and what has to be unique
  /// is so in the store.
  func mayReadParts(of source: SourcePlan, _ validator: RecordValidator) -> Bool {
    guard source.recipe.mode == .insert,
      !sources.contains(where: { other in
        other.number != source.number && other.entity.rootEntity === source.entity.rootEntity
          || other.relationships.contains { $0.destination.rootEntity === source.entity.rootEntity }
      })
    else { return false }
    return validator.resolver.indexes(of: source.entity).allSatisfy { index in
      index.isConstraint && index.isAboutAttributes && index.folding == .none
        && index.attributeSlots.allSatisfy {
          Self.typesOfKeys.contains(index.entity.layout.attributes[$0].attributeType)
        }
    }
  }

  /// The types of which two values are equal here just if they are for SQLite.
  private static let typesOfKeys: Set<AttributeType> = [
    .integer16, .integer32, .integer64, .double, .float, .string, .boolean, .date, .uuid,
  ]

  /// The root entities of the objects of some sources.
  func entities(of parts: [Int: SourcePart]) -> [EntityDescription] {
    parts.keys.filter(sources.indices.contains).map { sources[$0].entity.rootEntity }
  }

  /// The entities of the objects that some sources make.
  package func entities(ofSources numbers: some Sequence<Int>) -> [EntityDescription] {
    numbers.filter(sources.indices.contains).map { sources[$0].entity }
  }

  /// How the dialects of the sources are described by files beside them, if they are.
  package var dialectDescriptions: [String] {
    sources.map { $0.recipe.delimited.description.map { "\($0)" } ?? "" }
  }

  /// The name and the path of the one file of a source; `nil` if it has several.
  package func plainFile(ofSource number: Int) -> SourceFile? {
    guard sources.indices.contains(number), sources[number].isPlain, !sources[number].isStandIn else { return nil }
    return sources[number].files[0]
  }
}
