internal import SystemErrors

/// The text of a recipe, to which lines are added; all others stay as they are.
struct RecipeText {
  private let path: String
  private let bytes: [UInt8]
  private var lines: [Line]
  /// The line break to add lines with.
  private let lineBreak: String

  /// A line with the line break that ends it; the last one has none.
  private struct Line {
    var text: Substring
    var ending: Substring

    var isBlank: Bool { text.allSatisfy(\.isWhitespace) }
  }

  /// - Throws: `FileError`, `DeskProblem` if it is no text.
  init(_ path: String) throws {
    self.path = path
    bytes = try Files.contents(of: path) ?? []
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw DeskProblem(.unprocessableContent, "The recipe is not UTF-8 text")
    }
    lines = Self.lines(of: text)
    lineBreak = lines.first { !$0.ending.isEmpty }.map { String($0.ending) } ?? "\n"
  }

  /// A text line by line, as YAML breaks lines: https://yaml.org/spec/1.2.2/#54-line-break-characters
  private static func lines(of text: String) -> [Line] {
    var lines: [Line] = []
    var rest = Substring(text)
    while let end = rest.unicodeScalars.firstIndex(where: { $0 == "\n" || $0 == "\r" }) {
      let behind = rest[end...]
      let length = behind.unicodeScalars.starts(with: "\r\n".unicodeScalars) ? 2 : 1
      let next = rest.unicodeScalars.index(end, offsetBy: length)
      lines.append(Line(text: rest[..<end], ending: rest[end..<next]))
      rest = rest[next...]
    }
    return lines + [Line(text: rest, ending: "")]
  }

  /// The recipe with an item more in a list of its own; the list is made if there is none.
  ///
  /// - Throws: `DeskProblem` if the list is written in a form to which nothing can be added line by line.
  func adding(_ item: String, to key: String) throws -> FileReplacement {
    guard let index = lines.firstIndex(where: { $0.text.hasPrefix("\(key):") }) else {
      return appending(["\(key):", "  - \(item)"])
    }
    let rest = lines[index].text.dropFirst(key.count + 1).drop(while: \.isWhitespace)
    let next = lines[(index + 1)...].first {
      !$0.isBlank && !$0.text.drop(while: \.isWhitespace).hasPrefix("#")
    }?.text
    guard rest.isEmpty || rest.hasPrefix("#"), let next, next.drop(while: \.isWhitespace).hasPrefix("-") else {
      throw DeskProblem(
        .unprocessableContent,
        "“\(key)” of the recipe is not written as lines",
        "Add it there by hand: - \(item)"
      )
    }
    var new = self
    let text = String(next.prefix(while: \.isWhitespace)) + "- \(item)"
    new.lines.insert(Line(text: text[...], ending: lines[index].ending), at: index + 1)
    return new.replacement(of: self)
  }

  /// The recipe with a key that it does not have yet.
  func setting(_ key: String, to value: String) throws -> FileReplacement {
    guard !lines.contains(where: { $0.text.hasPrefix("\(key):") }) else {
      throw DeskProblem(.unprocessableContent, "The recipe has “\(key)” already")
    }
    return appending(["\(key): \(value)"])
  }

  private func appending(_ more: [String]) -> FileReplacement {
    var new = self
    // The last one stands after the last line break.
    if let last = new.lines.popLast(), !last.text.isEmpty {
      new.lines.append(Line(text: last.text, ending: lineBreak[...]))
    }
    new.lines += more.map { Line(text: $0[...], ending: lineBreak[...]) }
    return new.replacement(of: self)
  }

  private func replacement(of old: RecipeText) -> FileReplacement {
    FileReplacement(path: path, old: old.bytes, new: lines.flatMap { Array($0.text.utf8) + Array($0.ending.utf8) })
  }
}
