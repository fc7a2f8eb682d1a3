import Foundation
import SQLiteAccess
import SealedPages
import TestSupport
import Testing

/// The verification is given sealed files that have been changed in every way that comes to mind: it ends, it says that something is wrong, and what it does not find without
/// the writer's counts is content, with which SQLite finds nothing wrong either.
///
/// `STUDBOOK_MUTATIONS=5000` tries so many files of each seed; `STUDBOOK_SEEDS=1000-1100` takes other seeds.
@Suite struct MutationTests {
  private static let count = Int(ProcessInfo.processInfo.environment["STUDBOOK_MUTATIONS"] ?? "") ?? 120

  @Test(arguments: Seeds.range(1...6)) func findsWhatIsWrongWithChangedFiles(seed: UInt64) throws {
    var generator = SeededGenerator(seed &+ 7_000_000)
    let folder = try TemporaryFolder()
    let source = folder.file("source.sqlite")
    try RandomDatabase.make(source, seed: seed, rowLimit: 300)
    var settings = DatabaseSettings()
    settings.pageSize = generator.pick([512, 512, 1024, 4096])
    settings.autoVacuum = generator.pick([.incremental, .incremental, .full, .none])
    let whole = folder.file("whole.sqlite")
    let written = try SealedCopy.make(source, at: whole, settings: settings)
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: whole)))
    let path = folder.file("changed.sqlite")
    let verifier = try DatabaseVerifier(path: path, schema: written.schema, settings: settings)
    for number in 0..<Self.count {
      var mutation = FileMutation(bytes, pageSize: settings.pageSize)
      for _ in 0...generator.number(below: generator.once(in: 3) ? 4 : 1) { mutation.apply(&generator) }
      guard mutation.bytes != bytes else { continue }
      try Data(mutation.bytes).write(to: URL(fileURLWithPath: path))
      let what: Comment = "file \(number) of seed \(seed): \(mutation.words)"
      #expect(try !verifier.problems(comparedWith: written.summary).isEmpty, what)
      guard try verifier.problems().isEmpty else { continue }
      let connection = try SQLiteConnection(path: path, mode: .immutable)
      let problems = Result { try connection.integrityProblems() }
      connection.close()
      #expect(try problems.get().isEmpty, what)
    }
  }
}

/// The bytes of a file of pages, and what has been done to them.
struct FileMutation {
  private(set) var bytes: [UInt8]
  private(set) var words = ""
  private let pageSize: Int

  init(_ bytes: [UInt8], pageSize: Int) {
    self.bytes = bytes
    self.pageSize = pageSize
  }

  private var pageCount: Int { bytes.count / pageSize }

  /// Changes something, in a way that is drawn.
  mutating func apply(_ generator: inout SeededGenerator) {
    guard pageCount > 0 else { return }
    let page = generator.number(below: pageCount)
    let start = page * pageSize
    switch generator.number(below: 12) {
    case 0: set([UInt8.random(in: 0...255, using: &generator)], at: start + generator.number(below: pageSize))
    case 1:
      let place = start + generator.number(below: pageSize)
      set([bytes[place] ^ 1 << UInt8(generator.number(below: 8))], at: place)
    // Numbers of pages, sizes and counts stand in the first bytes of a page.
    case 2:
      set(
        number(&generator, size: generator.pick([1, 2, 4])),
        at: start + headerStart(page) + generator.number(below: 12)
      )
    // Where cells begin.
    case 3: set(number(&generator, size: 2), at: start + headerStart(page) + 8 + 2 * generator.number(below: 12))
    // Sizes of payloads, numbers of rows and header sizes of records stand where cells begin.
    case 4: set(number(&generator, size: generator.pick([1, 2, 9])), at: cell(of: page, &generator))
    // Chains of overflow and children that lead elsewhere, also in circles.
    case 5:
      let target = UInt32(
        generator.pick([0, 1, page + 1, page, generator.number(below: pageCount) + 1, pageCount + 1])
      )
      set(target.bytes, at: generator.pick([start, start + headerStart(page) + 8, cell(of: page, &generator)]))
    case 6: copy(from: generator.number(below: pageCount), to: page)
    case 7:
      let other = generator.number(below: pageCount)
      let kept = Array(bytes[start..<(start + pageSize)])
      copy(from: other, to: page)
      set(kept, at: other * pageSize)
    case 8:
      // Bytes that move within a page, as a torn write leaves them.
      let count = 1 + generator.number(below: 40)
      let source = generator.number(below: bytes.count - count)
      set(Array(bytes[source..<(source + count)]), at: start + generator.number(below: pageSize))
    case 9: set([UInt8](repeating: generator.pick([0, 255]), count: 1 + generator.number(below: pageSize)), at: start)
    case 10:
      let size = generator.pick([bytes.count - pageSize, bytes.count - 1, generator.number(below: bytes.count)])
      bytes.removeSubrange(max(size, 0)...)
      words += "cut to \(size); "
    default:
      bytes += generator.once(in: 2) ? Array(bytes[start..<(start + pageSize)]) : [UInt8](repeating: 0, count: pageSize)
      words += "one page more; "
    }
  }

  private func headerStart(_ page: Int) -> Int { page == 0 ? 100 : 0 }

  /// The place of one of the cells of a page, as its pointers say.
  private func cell(of page: Int, _ generator: inout SeededGenerator) -> Int {
    let header = page * pageSize + headerStart(page)
    let count = Int(bytes[header + 3]) << 8 | Int(bytes[header + 4])
    let isLeaf = bytes[header] == 10 || bytes[header] == 13
    let pointer = header + (isLeaf ? 8 : 12) + 2 * generator.number(below: min(max(count, 1), pageSize / 4))
    guard pointer + 1 < bytes.count else { return page * pageSize }
    let place = Int(bytes[pointer]) << 8 | Int(bytes[pointer + 1])
    return page * pageSize + min(place, pageSize - 1) + generator.number(below: 6)
  }

  /// A number at a limit, as so many bytes.
  private func number(_ generator: inout SeededGenerator, size: Int) -> [UInt8] {
    switch generator.number(below: 4) {
    case 0: [UInt8](repeating: 0, count: size)
    case 1: [UInt8](repeating: 255, count: size)
    case 2: [UInt8](repeating: 0x80, count: size - 1) + [UInt8.random(in: 0...127, using: &generator)]
    default: (0..<size).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }
  }

  private mutating func copy(from one: Int, to other: Int) {
    set(Array(bytes[(one * pageSize)..<((one + 1) * pageSize)]), at: other * pageSize)
  }

  private mutating func set(_ new: [UInt8], at place: Int) {
    let end = min(place + new.count, bytes.count)
    guard place < end else { return }
    bytes.replaceSubrange(place..<end, with: new[..<(end - place)])
    words += "\(end - place) bytes at \(place); "
  }
}

extension UInt32 {
  /// The bytes, the most significant first.
  fileprivate var bytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}
