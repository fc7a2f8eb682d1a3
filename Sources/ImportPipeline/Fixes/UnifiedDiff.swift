internal import TextInput

#if canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// What edits change in a file, in the unified form that `patch` and editors read. The file is read once, and nothing but the changed lines is kept.
enum UnifiedDiff {
  /// How many unchanged lines stand around a change.
  private static let context = 3

  /// Lines that are shown together.
  private struct Hunk {
    /// The number of the first line, from 1.
    var firstLine: Int
    /// The number of the last changed line.
    var lastChange: Int
    /// The place of the lines.
    var range: Range<Int>
  }

  /// The diff; `nil` if the lines are no text in `encoding`.
  static func text(
    _ name: String,
    _ edits: [SourceFix.Edit],
    in file: InputFile,
    size: Int,
    _ encoding: TextEncoding
  ) throws -> String? {
    var text = "--- \(name)\n+++ \(name)\n"
    var shift = 0
    var rest = edits[...]
    for hunk in try hunks(edits, file, size: size, lineFeed: encoding.encode("\n") ?? [0x0A]) {
      let before = try file.bytes(in: hunk.range)
      let own = rest.prefix { $0.range.lowerBound < hunk.range.upperBound }
      rest = rest.dropFirst(own.count)
      var after = before
      for edit in own.reversed() {
        let start = edit.range.lowerBound - hunk.range.lowerBound
        after.replaceSubrange(start..<start + edit.range.count, with: edit.after)
      }
      guard let old = encoding.decode(before), let new = encoding.decode(after) else { return nil }
      let (oldLines, newLines) = (lines(old), lines(new))
      text += "@@ -\(hunk.firstLine),\(oldLines.count) +\(hunk.firstLine + shift),\(newLines.count) @@\n"
      text += changes(oldLines, newLines)
      shift += newLines.count - oldLines.count
    }
    return text
  }

  /// The changed lines with those around them.
  private static func hunks(_ edits: [SourceFix.Edit], _ file: InputFile, size: Int, lineFeed: [UInt8]) throws -> [Hunk]
  {
    var hunks: [Hunk] = []
    var number = 0
    var next = 0
    /// Where the last lines begin, this one included.
    var starts = [0]
    func endLine(_ end: Int) {
      guard let start = starts.last, start < end else { return }
      number += 1
      while next < edits.count, edits[next].range.upperBound <= start { next += 1 }
      if next < edits.count, edits[next].range.lowerBound < end {
        if let last = hunks.indices.last, number - hunks[last].lastChange <= 2 * context {
          hunks[last].lastChange = number
          hunks[last].range = hunks[last].range.lowerBound..<end
        } else {
          hunks.append(
            Hunk(firstLine: number - starts.count + 1, lastChange: number, range: starts[0]..<end)
          )
        }
      } else if let last = hunks.indices.last, number - hunks[last].lastChange <= context {
        hunks[last].range = hunks[last].range.lowerBound..<end
      }
      starts.append(end)
      if starts.count > context + 1 { starts.removeFirst() }
    }
    var position = 0
    try file.read(0..<size) { piece in
      var index = 0
      while let found = piece.firstOffset(of: lineFeed, from: index, at: position) {
        index = found + lineFeed.count
        endLine(position + index)
      }
      position += piece.count
    }
    endLine(position)
    return hunks
  }

  private static func changes(_ old: [Substring], _ new: [Substring]) -> String {
    var text = ""
    var (index, other) = (0, 0)
    while index < old.count || other < new.count {
      if index < old.count, other < new.count, old[index].utf8.elementsEqual(new[other].utf8) {
        text += " " + old[index]
        index += 1
        other += 1
        continue
      }
      // Lines are paired; only if there are more of one kind, all that is left is shown as changed.
      let isPaired = old.count == new.count
      let first = (index, other)
      while index < old.count, !isPaired || !old[index].utf8.elementsEqual(new[index].utf8) { index += 1 }
      other = isPaired ? index : new.count
      for line in old[first.0..<index] { text += "-" + line }
      for line in new[first.1..<other] { text += "+" + line }
    }
    return text
  }

  /// The lines with their line feeds, and with a note where the last one has none: `patch` and people have to see that it is missing.
  private static func lines(_ text: String) -> [Substring] {
    let scalars = text.unicodeScalars
    var lines: [Substring] = []
    var start = scalars.startIndex
    while start < scalars.endIndex {
      let end = scalars[start...].firstIndex(of: "\n").map(scalars.index(after:))
      lines.append(
        end.map { Substring(scalars[start..<$0]) }
          ?? Substring(scalars[start...]) + "\n\\ No newline at end of file\n"
      )
      start = end ?? scalars.endIndex
    }
    return lines
  }
}

extension UnsafeRawBufferPointer {
  /// Where the next line feed begins, if whole characters stand at places that its length divides.
  ///
  /// - Parameter place: Where in the file the buffer begins.
  fileprivate func firstOffset(of lineFeed: [UInt8], from start: Int, at place: Int) -> Int? {
    guard let baseAddress, start < count else { return nil }
    if lineFeed.count == 1 {
      return memchr(baseAddress + start, Int32(lineFeed[0]), count - start).map { UnsafeRawPointer($0) - baseAddress }
    }
    let width = lineFeed.count
    var offset = start + (width - (place + start) % width) % width
    while offset + width <= count {
      if self[offset..<offset + width].elementsEqual(lineFeed) { return offset }
      offset += width
    }
    return nil
  }
}
