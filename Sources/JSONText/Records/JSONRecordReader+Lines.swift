internal import Findings
internal import Glibc
internal import TextInput

/// Reading JSON Lines.
extension JSONRecordReader {
  /// Reads the next line that is not blank.
  ///
  /// - Returns: Whether it is no JSON, and `record` is it. The records of other lines are made later.
  /// - Throws: What the input throws.
  func readLine(_ record: inout JSONRecord) throws -> Bool {
    while true {
      window.hold = scanner.offset
      guard let line = try nextLine() else { return false }
      let text = trimmed(line.text)
      guard !text.isEmpty else {
        skip(to: line.next)
        continue
      }
      defer { skip(to: line.next) }
      scanner.start(at: text.lowerBound, end: text.upperBound)
      do {
        let event = try scanner.next()
        guard try buildUnit(event, nil, 0) else { continue }
        scanner.offset = max(scanner.offset, text.lowerBound)
        _ = try scanner.next()
        return false
      } catch let fault as JSONSyntaxError {
        makeBroken(&record, text, fault)
        return true
      }
    }
  }

  /// The line at the scanner's place, and where the next one begins; `nil` at the end of the text. Lines that are too long are reported and
  /// passed.
  private func nextLine() throws -> (text: Range<Int>, next: Int)? {
    var isTooLong = false
    var first = scanner.offset
    var searched = first
    while true {
      let piece = window.text(searched..<window.end)
      if let found = piece.firstIndex(of: 0x0A) {
        let end = searched + found
        if !isTooLong, end - first > options.limits.recordBytes {
          isTooLong = true
          reportTooLongLine(first)
        }
        guard isTooLong else { return (first..<end, end + 1) }
        isTooLong = false
        first = end + 1
        searched = first
        window.hold = first
        continue
      }
      searched = window.end
      if !isTooLong, searched - first > options.limits.recordBytes {
        isTooLong = true
        reportTooLongLine(first)
      }
      if isTooLong { window.hold = searched }
      if try !window.fill() {
        guard searched > first, !isTooLong else {
          isFinished = true
          return nil
        }
        return (first..<searched, searched)
      }
    }
  }

  private func reportTooLongLine(_ start: Int) {
    recordCount += 1
    let place = window.place(at: start)
    findings.append(
      Finding(
        SourceFinding.limit(.longLine(bytes: options.limits.recordBytes)),
        at: SourcePosition(file: fileName, line: place.line, column: 1, byteColumn: 1),
        record: recordCount
      )
    )
  }

  private func trimmed(_ line: Range<Int>) -> Range<Int> {
    let text = window.text(line)
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
    guard let first = text.firstIndex(where: { !isSpace($0) }), let last = text.lastIndex(where: { !isSpace($0) })
    else {
      return line.lowerBound..<line.lowerBound
    }
    return line.lowerBound + first..<line.lowerBound + last + 1
  }

  private func skip(to next: Int) {
    scanner.start(at: next, end: next)
  }

  /// Makes a record of a line that is no JSON.
  private func makeBroken(_ record: inout JSONRecord, _ text: Range<Int>, _ fault: JSONSyntaxError) {
    chains.removeAll(keepingCapacity: true)
    unitIssues.removeAll(keepingCapacity: true)
    nextIssue = 0
    scanner.issues.removeAll(keepingCapacity: true)
    unitOffset = text.lowerBound
    unit.cursor = window.moveCursor(to: text.lowerBound)
    unit.fileName = fileName
    unit.measure = window.measure
    unit.tree.removeAll()
    keepText(text.lowerBound, text.upperBound)
    recordCount += 1
    forgetPlace()
    let storage = freshStorage(&record, start: 0, end: text.count)
    storage.isBroken = true
    emptyCells(storage)
    report(fault, record: recordCount)
  }
}
