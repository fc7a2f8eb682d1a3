internal import SystemErrors

/// The text of a recipe, to which lines are added; all others stay as they are.
struct RecipeText {
  private let path: String
  private let bytes: [UInt8]
  private var lines: [String]
  private let lineBreak: String

  /// - Throws: `FileError`, `DeskProblem` if it is no text.
  init(_ path: String) throws {
    self.path = path
    bytes = try Files.contents(of: path) ?? []
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw DeskProblem(.unprocessableContent, "The recipe is not UTF-8 text")
    }
    lineBreak = text.contains("\r\n") ? "\r\n" : "\n"
    lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { String($0) }
  }

  /// The recipe with an item more in a list of its own; the list is made if there is none.
  ///
  /// - Throws: `DeskProblem` if the list is written in a form to which nothing can be added line by line.
  func adding(_ item: String, to key: String) throws -> FileReplacement {
    guard let index = lines.firstIndex(where: { $0.hasPrefix("\(key):") }) else {
      return appending(["\(key):", "  - \(item)"])
    }
    let rest = lines[index].dropFirst(key.count + 1).drop(while: \.isWhitespace)
    let next = lines[(index + 1)...].first {
      !$0.allSatisfy(\.isWhitespace) && !$0.drop(while: \.isWhitespace).hasPrefix("#")
    }
    guard rest.isEmpty || rest.hasPrefix("#"), let next, next.drop(while: \.isWhitespace).hasPrefix("-") else {
      throw DeskProblem(
        .unprocessableContent,
        "“\(key)” of the recipe is not written as lines",
        "Add it there by hand: - \(item)"
      )
    }
    var new = self
    new.lines.insert(String(next.prefix(while: \.isWhitespace)) + "- \(item)", at: index + 1)
    return new.replacement(of: self)
  }

  /// The recipe with a key that it does not have yet.
  func setting(_ key: String, to value: String) throws -> FileReplacement {
    guard !lines.contains(where: { $0.hasPrefix("\(key):") }) else {
      throw DeskProblem(.unprocessableContent, "The recipe has “\(key)” already")
    }
    return appending(["\(key): \(value)"])
  }

  private func appending(_ more: [String]) -> FileReplacement {
    var new = self
    // The last one stands after the last line break.
    if new.lines.last?.isEmpty == true { new.lines.removeLast() }
    new.lines += more + [""]
    return new.replacement(of: self)
  }

  private func replacement(of old: RecipeText) -> FileReplacement {
    FileReplacement(path: path, old: old.bytes, new: Array(lines.joined(separator: lineBreak).utf8))
  }
}
