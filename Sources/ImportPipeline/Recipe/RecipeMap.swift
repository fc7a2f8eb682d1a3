internal import Findings
internal import Yams

/// A mapping of the recipe that notices keys nobody asked for.
struct RecipeMap {
  let node: Node
  let problems: RecipeProblems
  /// What the mapping describes, for messages.
  let kind: String
  private var values: [String: Node] = [:]
  private(set) var keys: [Located<String>] = []

  /// Reads `node` as a mapping; says so and is empty if it is something else.
  init(_ node: Node, kind: String, problems: RecipeProblems) {
    self.node = node
    self.kind = kind
    self.problems = problems
    guard let mapping = node.mapping else {
      problems.add(.noMapping(kind), at: problems.position(of: node))
      return
    }
    for (key, value) in mapping {
      guard let name = key.scalar?.string else { continue }
      keys.append(Located(name, at: problems.position(of: key)))
      values[name] = value
    }
  }

  var position: SourcePosition { problems.position(of: node) }

  subscript(_ key: String) -> Node? {
    guard let value = values[key], !RecipeMap.isNull(value) else { return nil }
    return value
  }

  /// The value even if it is null, which some keys use to say "nothing".
  func rawValue(_ key: String) -> Node? { values[key] }

  static func isNull(_ node: Node) -> Bool {
    guard let scalar = node.scalar, scalar.style == .plain || scalar.style == .any else { return false }
    return ["", "~", "null", "Null", "NULL"].contains(scalar.string)
  }

  /// Reports keys that are not among `known`.
  func allowOnly(_ known: [String]) {
    for key in keys where !known.contains(key.value) {
      problems.addUnknown("key of \(kind.prefix(1).lowercased() + kind.dropFirst())", key, known: known)
    }
  }

  /// The mapping that stands under a key; `nil` if there is none.
  func map(_ key: String) -> RecipeMap? { self[key].map { RecipeMap($0, kind: "“\(key)”", problems: problems) } }

  /// The list that stands under a key; empty if there is none.
  func list(_ key: String) -> [Node] {
    guard let value = self[key] else { return [] }
    guard let sequence = value.sequence else {
      problems.add(.noList(key: key), at: problems.position(of: value))
      return []
    }
    return Array(sequence)
  }

  func string(_ key: String) -> Located<String>? {
    guard let value = self[key] else { return nil }
    guard let text = value.scalar?.string else {
      problems.add(.form(key: key, .text), at: problems.position(of: value))
      return nil
    }
    return Located(text, at: problems.position(of: value))
  }

  func required(_ key: String) -> Located<String>? {
    if let text = string(key) { return text }
    if self[key] == nil { problems.add(.needs(kind, key: key), at: position) }
    return nil
  }

  /// A text without its place.
  func text(_ key: String) -> String? { string(key)?.value }

  /// A text, or a list of texts, without their places.
  func texts(_ key: String, mayBeNone: Bool = false) -> [String]? {
    strings(key, mayBeNone: mayBeNone)?.map(\.value)
  }

  /// A text, or a list of texts each of which stands there once.
  func names(_ key: String) -> [Located<String>]? {
    let names = strings(key)
    var known: Set<String> = []
    for name in names ?? [] where !known.insert(name.value).inserted {
      problems.add(.form(key: key, .textTwice(name.value)), at: name.position)
    }
    return names
  }

  /// A text, or a list of texts.
  ///
  /// - Parameter mayBeNone: Whether an empty list says something.
  func strings(_ key: String, mayBeNone: Bool = false) -> [Located<String>]? {
    guard let value = self[key] else { return nil }
    if let text = value.scalar?.string { return [Located(text, at: problems.position(of: value))] }
    guard let sequence = value.sequence else {
      problems.add(.form(key: key, .texts), at: problems.position(of: value))
      return nil
    }
    if sequence.isEmpty, !mayBeNone { problems.add(.form(key: key, .textsNeeded), at: problems.position(of: value)) }
    return sequence.compactMap { element in
      guard let text = element.scalar?.string else {
        problems.add(.form(key: key, .textsOnly), at: problems.position(of: element))
        return nil
      }
      return Located(text, at: problems.position(of: element))
    }
  }

  func boolean(_ key: String) -> Bool? {
    guard let value = self[key] else { return nil }
    switch value.scalar?.string.lowercased() {
    case "true", "yes", "on": return true
    case "false", "no", "off": return false
    default:
      problems.add(.form(key: key, .boolean), at: problems.position(of: value))
      return nil
    }
  }

  func integer(_ key: String, in range: ClosedRange<Int>) -> Int? {
    guard let value = self[key] else { return nil }
    guard let number = value.scalar.flatMap({ Int($0.string) }), range.contains(number) else {
      problems.add(.form(key: key, .integer(range)), at: problems.position(of: value))
      return nil
    }
    return number
  }

  /// One of an enumeration's raw values.
  func choice<Choice: RawRepresentable & CaseIterable>(_ key: String, _ type: Choice.Type) -> Choice?
  where Choice.RawValue == String {
    guard let text = string(key) else { return nil }
    if let choice = Choice(rawValue: text.value) { return choice }
    problems.addUnknown("“\(key)”", text, known: Choice.allCases.map(\.rawValue))
    return nil
  }
}
