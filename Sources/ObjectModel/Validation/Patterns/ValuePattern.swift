package import PredicateLanguage

/// A regular expression that whole values have to match, compiled once.
///
/// Models write ICU's regular expressions. Most of them (literals, classes, groups, alternatives, repetitions) are regular languages and run
/// on an automaton of ours, in linear time and without allocation; the rest (boundaries, look-around, back references, class operations) goes
/// to ICU itself, which took 580 to 790 ns a match where the automaton took 31 to 160, and takes exponential time for some patterns.
package struct ValuePattern: Sendable {
  private enum Engine: Sendable {
    case automaton(PatternAutomaton)
    case general(TextPattern)
    case unusable
  }

  /// The regular expression as the model spells it.
  package let text: String
  private let engine: Engine

  /// Compiles a pattern; one that no engine understands matches nothing and says so in `isUsable`.
  package init(_ text: String) {
    self.text = text
    if let node = PatternParser.parse(text), let automaton = PatternAutomaton(node) {
      engine = .automaton(automaton)
    } else if let general = Self.general(text) {
      engine = .general(general)
    } else {
      engine = .unusable
    }
  }

  /// ICU's engine takes the first way that matches; only an end that is demanded makes it look for one that takes the whole text.
  package static func general(_ text: String) -> TextPattern? {
    guard (try? TextPattern(text, [])) != nil else { return nil }
    return try? TextPattern("(?:\(text))\\z", [])
  }

  /// Whether the pattern could be compiled.
  package var isUsable: Bool { if case .unusable = engine { false } else { true } }

  /// Whether the pattern runs on the automaton.
  package var isFast: Bool { if case .automaton = engine { true } else { false } }

  /// Whether the whole of `value` matches.
  ///
  /// - Complexity: O(*n*) in the length of `value` for patterns that run on the automaton; up to exponential for others.
  package func matches(_ value: String) -> Bool {
    switch engine {
    case .automaton(let automaton): automaton.matches(value)
    case .general(let general): general.matches(value)
    case .unusable: false
    }
  }
}
