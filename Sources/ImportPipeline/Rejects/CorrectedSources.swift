internal import DelimitedText
internal import Foundation
internal import SystemErrors
internal import TextInput

/// Sources in which corrected records stand in the place of the rejected ones.
///
/// All other bytes of a source are as they were, so that what is built from it is what clean sources would have given, byte for byte.
package struct CorrectedSources {
  /// Why corrected records cannot take the place of the rejected ones.
  package struct Failure: LocalizedError, Sendable, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
  }

  /// The folder of rejects, as the last release left it.
  private let rejectFolder: String
  private let plan: ImportPlan

  /// - Parameter plan: The plan over the sources themselves.
  package init(rejectFolder: String, plan: ImportPlan) {
    self.rejectFolder = rejectFolder
    self.plan = plan
  }

  /// Writes each source whose rejects have been corrected, now or before, to `folder`, with the corrected records. A source is left out if all
  /// of them are in it already.
  ///
  /// - Returns: The path of each, by the source's name in the recipe.
  /// - Throws: `Failure`, with what to do.
  package func write(to folder: String) throws -> [String: String] {
    guard let state = try RejectState.read(from: rejectFolder) else {
      throw Self.nothingToFeed(in: rejectFolder)
    }
    return try write(state, to: folder)
  }

  /// As `write(to:)`, for a state that has been read.
  func write(_ state: RejectState, to folder: String) throws -> [String: String] {
    try requireOnlyChangesThatCanBeFed(state)
    var paths: [String: String] = [:]
    for (number, file) in state.files.enumerated() {
      let source = plan.sources.first { $0.recipe.file.value == file.file }
      guard try state.hasCorrectedRecords(file, in: rejectFolder, source: source?.path) else { continue }
      guard let source else {
        throw Failure(
          """
          The recipe has no source \(file.file) any more, whose mended records are in \(rejectFolder); move that folder elsewhere \
          and build without --only-rejects
          """
        )
      }
      guard source.isPlain, try isAsExpected(source, file) else { throw changed(file) }
      let name = file.file.split(separator: "/").last.map(String.init) ?? file.file
      let path = "\(folder)/\(number)-\(name)"
      try FileWriter.replace(path, with: corrected(file, source))
      paths[file.file] = path
    }
    return paths
  }

  /// Whether the recipe's own file is the one whose records were rejected, or has all that was corrected since.
  private func isAsExpected(_ source: SourcePlan, _ file: RejectState.File) throws -> Bool {
    guard let expected = file.expected else { return true }
    let digest = try RejectState.digest(of: source.path)
    return digest == expected || digest == file.settled
  }

  private func changed(_ file: RejectState.File) -> Failure {
    Failure(
      """
      \(file.file) has changed since its records were rejected, so that those in \(rejectFolder)/\(file.rejects) cannot take their \
      places; put what was mended into \(file.file) by hand, move \(rejectFolder) elsewhere and build without --only-rejects
      """
    )
  }

  private func readOtherwise(_ file: RejectState.File) -> Failure {
    Failure(
      """
      \(file.file) is read otherwise now than when its records were rejected, so that those in \(rejectFolder)/\(file.rejects) would take \
      the places of others; if the recipe has changed, change it back and build with --only-rejects; else put what was mended into \
      \(file.file) by hand, move \(rejectFolder) elsewhere and build without --only-rejects
      """
    )
  }

  static func nothingToFeed(in folder: String) -> Failure {
    Failure("\(folder) has no rejects to feed again; build without --only-rejects first")
  }

  /// Throws if all rejects are of sources into which nothing can be put back.
  static func requireFiles(_ state: RejectState) throws {
    guard let name = state.apart?.first, state.files.isEmpty || state.written == nil else { return }
    throw Failure(
      """
      \(name) is packed, a workbook, of several files, standard input or in an encoding that switches between sets of characters; mend \
      the source itself and build without --only-rejects
      """
    )
  }

  /// Throws if there is nothing to feed, or if the build would replace a changed file from which nothing is fed.
  private func requireOnlyChangesThatCanBeFed(_ state: RejectState) throws {
    try Self.requireFiles(state)
    let fed = Set(state.files.flatMap { [$0.rejects, $0.base ?? $0.rejects] })
    for name in state.written?.keys.sorted() ?? [] where !fed.contains(name) {
      guard try state.isChanged(name, in: rejectFolder) else { continue }
      throw Self.cannotBeFed(name, in: rejectFolder)
    }
  }

  /// The failure for a changed file that the next build would replace without having read it.
  static func cannotBeFed(_ name: String, in folder: String) -> Failure {
    Failure(
      """
      \(folder)/\(name) has been changed, but nothing is fed from it, and the build would replace it; move it elsewhere\
      \(name.hasSuffix(RejectNames.reasonsEnding) ? "" : " and mend the source itself")
      """
    )
  }

  private func corrected(_ file: RejectState.File, _ source: SourcePlan) throws -> Data {
    let base = file.base.map { "\(rejectFolder)/\($0)" } ?? source.path
    guard try RejectState.digest(of: base) == file.sha256, let bytes = try Files.contents(of: base).map({ Data($0) })
    else {
      throw changed(file)
    }
    let path = "\(rejectFolder)/\(file.rejects)"
    guard let rejects = try Files.contents(of: path).map({ Data($0) }) else {
      throw Failure(
        """
        \(path) is missing; put it back, or remove \(rejectFolder) with all that was mended in it and build without --only-rejects
        """
      )
    }
    let sources = plan.sources.filter { $0.recipe.file.value == file.file }
    if file.isWhole == true { return try whole(rejects, path, base, bytes, sources) }
    // No record takes less than a byte.
    let numbered = try sources.map { source in
      guard let rejected = file.sources.first(where: { $0.source == source.number }) else {
        return (plan: source, numbers: [UInt32]())
      }
      guard let numbers = rejected.numbers(most: bytes.count) else { throw RejectState.damaged(in: rejectFolder) }
      return (plan: source, numbers: numbers)
    }
    guard let records = try RejectedRecords(numbered, in: base), file.places == nil || file.places == records.digest
    else { throw readOtherwise(file) }
    let opened = try source.open(base)
    let ranges = records.rejected
    let pieces =
      if let delimited = opened as? DelimitedSource {
        try Self.records(in: rejects, delimited, like: ranges.map { bytes[$0] }, path)
      } else {
        try elements(in: path, rejects, of: sources, records, bytes, file)
      }
    guard pieces.count == ranges.count else {
      throw Failure(
        """
        \(path) has \(pieces.count) records where \(ranges.count) were rejected; leave those that are not to be mended as they are, \
        instead of removing them\(source.conditionRemark)
        """
      )
    }
    var result = Data()
    var position = 0
    for (range, piece) in zip(ranges, pieces) {
      result += bytes[position..<range.lowerBound]
      result += opened.isTree ? piece : Self.withLineBreak(of: bytes[range], piece, opened.lineBreaks)
      position = range.upperBound
    }
    return result + bytes[position...]
  }

  // MARK: Lines

  /// The corrected records of a delimited file.
  ///
  /// As long as nobody adds or removes lines, each record has as many lines as the one it came from; that also tells records apart of which one was never
  /// closed. Where that does not give records, the file is read as a reader would.
  private static func records(
    in rejects: Data,
    _ source: DelimitedSource,
    like originals: [Data],
    _ path: String
  ) throws -> [Data] {
    let resaved = ResavedRejects(source, originals: originals)
    guard resaved.isAsWritten(rejects) else {
      do {
        if let records = try resaved.records(in: [UInt8](rejects)) { return records }
      } catch let obstacle as FixObstacle {
        throw CorrectedSources.Failure("\(path): \(obstacle.reason)")
      }
      throw CorrectedSources.Failure("\(path) has another header than its source; leave the first line as it was")
    }
    let body = rejects.dropFirst(source.rejectPreamble.count)
    guard let lineFeed = source.encoding.encode("\n"), let text = source.lines(body, endingWith: lineFeed) else {
      return try source.records(in: rejects)
    }
    let counts = originals.map { source.lines($0, endingWith: lineFeed)?.count ?? 1 }
    guard counts.reduce(0, +) == text.count else { return try source.records(in: rejects) }
    var next = 0
    let pieces = counts.map { count in
      defer { next += count }
      return text[next..<next + count].reduce(Data(), +)
    }
    // What was not mended is a record, however it reads.
    let changed = try zip(pieces, originals).filter { $0 != $1 }.map { try source.oneRecord($0.0) }
    if changed.allSatisfy({ $0.isOne && $0.isWhole }) { return pieces }
    let records = try source.records(in: rejects)
    return records.count != originals.count && changed.allSatisfy(\.isOne) ? pieces : records
  }

  /// `piece` with the line break that `original` ends with, or without one.
  private static func withLineBreak(of original: Data, _ piece: Data, _ lineBreaks: [[UInt8]]) -> Data {
    func ending(_ line: Data) -> [UInt8] {
      lineBreaks.filter { !$0.isEmpty && line.suffix($0.count).elementsEqual($0) }.max { $0.count < $1.count } ?? []
    }
    return piece.dropLast(ending(piece).count) + ending(original)
  }

  // MARK: Elements

  /// The corrected elements of a file of markup, in its order, in the encoding of the source.
  ///
  /// - Parameter bytes: The source in which the records were rejected.
  private func elements(
    in path: String,
    _ rejects: Data,
    of sources: [SourcePlan],
    _ records: RejectedRecords,
    _ bytes: Data,
    _ file: RejectState.File
  ) throws -> [Data] {
    let copy = TemporaryItem()
    defer { copy.remove() }
    // A build that writes rejects makes sure that they are found; but one of an earlier version did not, and the recipe may have changed since.
    let cut = records.cut(bytes, hasCommas: sources.contains { $0.recipe.format == .json })
    try FileWriter.replace(copy.path, with: cut.text)
    guard !sources.contains(where: \.readsColumns),
      let written = try RejectedRecords.placesIfReadable(in: copy.path, of: sources),
      let choice = RejectChoice(cut.places, among: written)
    else { throw readOtherwise(file) }
    let text = try Self.resavedText(rejects, path, of: cut.text, records.encoding)
    if let text { try FileWriter.replace(copy.path, with: Data(text.utf8)) }
    let found = try readable(path) {
      try RejectedRecords.places(in: text == nil ? path : copy.path, of: sources, isUTF8: text != nil)
    }
    guard let places = choice.places(among: found) else {
      throw Failure(
        """
        \(path) has other records within records than were rejected; mend those that were, and leave what stands around them as it \
        is\(sources[0].conditionRemark)
        """
      )
    }
    guard let text = text.map({ Data($0.utf8) }) else { return places.map { rejects[$0] } }
    return try places.map { try Self.encoded(String(decoding: text[$0], as: UTF8.self), records.encoding, path) }
  }

  /// The whole source that the file of rejects is, with what was corrected in it, in the encoding of the source.
  private func whole(
    _ rejects: Data,
    _ path: String,
    _ base: String,
    _ bytes: Data,
    _ sources: [SourcePlan]
  ) throws -> Data {
    func mark(_ bytes: Data) -> Int { TextEncoding.byteOrderMark(bytes.prefix(4))?.length ?? 0 }
    // An editor may have added or removed the byte order mark.
    var result = bytes.prefix(mark(bytes)) + rejects.dropFirst(mark(rejects))
    let copy = TemporaryItem()
    defer { copy.remove() }
    for (number, source) in sources.enumerated() {
      let before = try Self.read(base, source)
      if number == 0 {
        let encoding = TextEncoding(named: before.encoding) ?? .utf8
        if let text = try Self.resavedText(rejects, path, of: bytes, encoding) {
          result = try bytes.prefix(mark(bytes)) + Self.encoded(text, encoding, path)
        }
        try FileWriter.replace(copy.path, with: result)
      }
      let now = try readable(path) { try Self.read(copy.path, source) }
      guard now.count == before.count else {
        throw Failure(
          """
          \(path) has \(now.count) records where \(source.recipe.file.value) has \(before.count); it is the whole source: mend what \
          was rejected and leave all other records as they are\(source.conditionRemark)
          """
        )
      }
    }
    return result
  }

  /// How many records a file has, and its encoding, which is known by then.
  private static func read(_ path: String, _ source: SourcePlan) throws -> (count: Int, encoding: String) {
    let opened = try source.open(path)
    var count = 0
    while try opened.next() {
      count += 1
      _ = opened.takeFindings()
    }
    return (count, opened.encodingName)
  }

  private func readable<Result>(_ path: String, _ read: () throws -> Result) throws -> Result {
    do {
      return try read()
    } catch {
      throw Failure("\(path) cannot be read: \(error)")
    }
  }

  /// The text of a file that an editor has saved in another encoding than that of the source; `nil` for one that is as it was written.
  ///
  /// - Parameter written: What was written.
  private static func resavedText(
    _ rejects: Data,
    _ path: String,
    of written: Data,
    _ encoding: TextEncoding
  ) throws -> String? {
    let mark = TextEncoding.byteOrderMark(rejects.prefix(4))
    let isUTF8 = ResavedRejects.isUTF8(rejects, insteadOf: encoding, written)
    guard let own = mark?.encoding ?? (isUTF8 ? .utf8 : nil), own != encoding else { return nil }
    guard let text = own.decode(rejects.dropFirst(mark?.length ?? 0)) else {
      throw Failure("\(path) cannot be read: it is not \(own.name), as its byte order mark says")
    }
    return text
  }

  private static func encoded(_ text: String, _ encoding: TextEncoding, _ path: String) throws -> Data {
    guard let bytes = encoding.encode(text) else {
      throw Failure(
        """
        \(path) has characters that \(encoding.name), the source's encoding, does not have; write them as references, such as “&#x4E18;”
        """
      )
    }
    return Data(bytes)
  }
}

extension CorrectedSources.Failure {
  package var errorDescription: String? { description }
}
