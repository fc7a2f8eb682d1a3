/// The difference of two texts that have the same number of lines, in the unified form that `patch` and editors read.
package enum UnifiedDiff {
  /// How many unchanged lines stand around a change.
  private static let context = 3

  /// The diff; empty if nothing differs.
  package static func text(_ file: String, before: String, after: String) -> String {
    let old = lines(before)
    let new = lines(after)
    let endings = (old: ending(before), new: ending(after))
    precondition(old.count == new.count, "A mend never adds or removes a line")
    let changed = old.indices.filter { old[$0] != new[$0] }
    guard !changed.isEmpty else { return "" }
    var text = "--- \(file)\n+++ \(file)\n"
    var index = 0
    while index < changed.count {
      var last = index
      while last + 1 < changed.count, changed[last + 1] - changed[last] <= 2 * context { last += 1 }
      let start = max(0, changed[index] - context)
      let end = min(old.count, changed[last] + context + 1)
      text += "@@ -\(start + 1),\(end - start) +\(start + 1),\(end - start) @@\n"
      text += hunk(old[start..<end], new[start..<end], old.count, endings)
      index = last + 1
    }
    return text
  }

  /// - Parameters:
  ///   - count: The number of all lines.
  ///   - endings: What follows the last line of each text.
  private static func hunk(
    _ old: ArraySlice<Substring>,
    _ new: ArraySlice<Substring>,
    _ count: Int,
    _ endings: (old: String, new: String)
  ) -> String {
    func line(_ mark: String, _ line: Substring, _ index: Int, _ ending: String) -> String {
      "\(mark)\(line)" + (index == count - 1 ? ending : "\n")
    }
    var text = ""
    var index = old.startIndex
    while index < old.endIndex {
      if old[index] == new[index] {
        text += line(" ", old[index], index, endings.old)
        index += 1
        continue
      }
      let first = index
      while index < old.endIndex, old[index] != new[index] { index += 1 }
      for changed in first..<index { text += line("-", old[changed], changed, endings.old) }
      for changed in first..<index { text += line("+", new[changed], changed, endings.new) }
    }
    return text
  }

  /// What follows the last line: `patch` and people have to see that a line feed is missing.
  private static func ending(_ text: String) -> String {
    text.unicodeScalars.last == "\n" ? "\n" : "\n\\ No newline at end of file\n"
  }

  /// The lines without their line feeds; a carriage return belongs to its line.
  private static func lines(_ text: String) -> [Substring] {
    var view = text[...]
    if view.unicodeScalars.last == "\n" { view = Substring(view.unicodeScalars.dropLast()) }
    return view.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(Substring.init)
  }
}
