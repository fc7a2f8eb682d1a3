internal import TextInput

/// What stands between the records of a file, and how a record is put in or taken out.
struct RecordSurroundings {
  private let input: InputFile
  private let size: Int
  private let form: SourceForm
  /// How far white space around a record is looked for.
  private static let reach = 4 << 10

  init(_ input: InputFile, size: Int, _ form: SourceForm) {
    self.input = input
    self.size = size
    self.form = form
  }

  /// What takes records out: their lines, or their elements with the white space before them, or their values with the commas that belong to them.
  ///
  /// - Throws: `FixObstacle` if the surroundings cannot be told.
  func cuts(_ ranges: [Range<Int>]) throws -> [SourceFix.Edit] {
    var whole: [Range<Int>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      // The comma between two values goes once.
      if form.format == .json, let last = whole.last, try isComma(last.upperBound..<range.lowerBound) {
        whole[whole.count - 1] = last.lowerBound..<range.upperBound
      } else {
        whole.append(range)
      }
    }
    return try whole.map(cut)
  }

  private func isComma(_ range: Range<Int>) throws -> Bool {
    guard range.count <= Self.reach, let text = form.cells.encoding.decode(try input.bytes(in: range)) else {
      return false
    }
    return text.filter { !$0.isWhitespace } == ","
  }

  private func cut(_ range: Range<Int>) throws -> SourceFix.Edit {
    var range = range
    switch form.format {
    case .csv: break
    case .jsonlines:
      // The line break goes with the line.
      range = try range.lowerBound..<(range.upperBound + bytes(after: range.upperBound, through: "\n"))
    case .json:
      let before = try text(before: range.lowerBound)
      let after = try text(after: range.upperBound)
      let space = trailingSpace(before)
      if before.dropLast(space.count).last == "," {
        range = range.lowerBound - (try length(space) + length(","))..<range.upperBound
      } else {
        let leading = String(after.prefix(while: \.isWhitespace))
        let rest = after.dropFirst(leading.count)
        if rest.first == "," {
          let next = String(rest.dropFirst().prefix(while: \.isWhitespace))
          range = range.lowerBound..<range.upperBound + (try length(leading) + length(",") + length(next))
        }
      }
    case .xml, .html:
      let space = trailingSpace(try text(before: range.lowerBound))
      range = range.lowerBound - (try length(space))..<range.upperBound
    case .xlsx: throw FixObstacle(reason: "it is a workbook")
    }
    return SourceFix.Edit(range: range, before: try input.bytes(in: range), after: [])
  }

  /// What puts a record in, before or after another, or as the only one.
  ///
  /// - Throws: `FixObstacle` if the format cannot say it.
  func insertion(
    _ insertion: RecordInsertion,
    beside neighbour: FoundCells?,
    as draft: RecordDraft
  ) throws -> SourceFix.Edit {
    let isBefore = insertion.after == 0
    let range = neighbour?.byteRange
    guard neighbour == nil || range != nil else {
      throw FixObstacle(reason: "the place of the record beside it is not known")
    }
    let model = try range.map { try form.cells.decoded(input.bytes(in: $0)) }
    let record = try draft.text(like: model) { name in
      // A number is written as one where the record beside it does so.
      guard let neighbour, let field = neighbour.fieldNames.firstIndex(of: name),
        let place = neighbour.byteRange(ofField: field), neighbour.texts[field] != nil
      else { return true }
      return try input.bytes(in: place).first != UInt8(ascii: "\"")
    }
    var place = size
    var added: String
    switch form.format {
    case .csv, .jsonlines:
      let ending = try lineBreak(model)
      if let range { place = isBefore ? range.lowerBound : range.upperBound }
      if form.format == .jsonlines, !isBefore { place += try bytes(after: place, through: "\n") }
      let isOpen = try place > 0 && place == size && !endsLine(at: place)
      // A last line without a line break stays the last one without.
      added = isOpen ? ending + record : record + ending
      try form.confirm(
        line: form.cells.encoded(record + ending),
        saying: insertion.values,
        beside: range.map { try input.bytes(in: $0) + form.cells.encoded(isOpen ? ending : "") } ?? [],
        isBefore: isBefore
      )
    case .json:
      guard let range else { throw FixObstacle(reason: "there is no record to take the form from") }
      guard model?.first != "\"", model?.first != "'" else {
        throw FixObstacle(reason: "the records are members of an object, and nobody knows the new one's name")
      }
      place = isBefore ? range.lowerBound : range.upperBound
      let before = trailingSpace(try text(before: range.lowerBound))
      let space = before.isEmpty ? " " : before
      added = isBefore ? record + "," + space : "," + space + record
    case .xml, .html:
      guard let range else { throw FixObstacle(reason: "there is no record to take the form from") }
      place = isBefore ? range.lowerBound : range.upperBound
      let space = trailingSpace(try text(before: range.lowerBound))
      added = isBefore ? record + space : space + record
    case .xlsx: throw FixObstacle(reason: "it is a workbook")
    }
    return SourceFix.Edit(range: place..<place, before: [], after: try form.cells.encoded(added))
  }

  // MARK: Surroundings

  /// The line break to end a record with: that of a record beside it, or the file's own.
  private func lineBreak(_ model: String?) throws -> String {
    if let last = model?.last, last.isNewline { return String(last) }
    let beginning = try text(after: 0)
    return beginning.first(where: \.isNewline).map { String($0) }
      ?? form.lineBreaks.first.flatMap { form.cells.encoding.decode($0) } ?? "\n"
  }

  private func endsLine(at offset: Int) throws -> Bool { try text(before: offset).last?.isNewline ?? true }

  private func trailingSpace(_ text: String) -> String {
    String(text.reversed().prefix(while: \.isWhitespace).reversed())
  }

  private func length(_ text: String) throws -> Int { try form.cells.encoded(text).count }

  /// How many bytes there are up to the end of a character that ends the line.
  private func bytes(after offset: Int, through character: Character) throws -> Int {
    let rest = try text(after: offset)
    guard let end = rest.firstIndex(where: \.isNewline), rest[..<end].allSatisfy({ $0 == " " || $0 == "\t" }) else {
      return 0
    }
    return try length(String(rest[...end]))
  }

  /// What stands before a place, as far as it is looked for.
  ///
  /// - Throws: `FixObstacle` if the bytes are no text.
  func text(before offset: Int) throws -> String {
    let start = max(0, offset - Self.reach)
    return try whole(start, offset, step: 1)
  }

  private func text(after offset: Int) throws -> String {
    try whole(offset, min(size, offset + Self.reach), step: -1)
  }

  /// The characters of a stretch whose start, or end, may stand within one.
  private func whole(_ start: Int, _ end: Int, step: Int) throws -> String {
    var (start, end) = (start, end)
    for _ in 0..<4 {
      if let text = form.cells.encoding.decode(try input.bytes(in: start..<end)) { return text }
      if step > 0 { start = min(start + 1, end) } else { end = max(end - 1, start) }
    }
    throw FixObstacle(reason: "the bytes around it are not \(form.cells.encoding.name) text")
  }
}
