internal import Synchronization
internal import _StringProcessing

/// A regular expression that whole texts have to match, compiled once.
///
/// Models write ICU's regular expressions. Most of them (literals, classes, groups, alternatives, repetitions) are regular languages and run
/// on an automaton of ours, in linear time and without allocation; the rest (boundaries, look-around, back references, class operations) goes
/// to the standard library's engine, which took about twelve times as long for patterns that both know, and exponential time for some.
package struct TextPattern: Sendable {
  private enum Engine: Sendable {
    case automaton(PatternAutomaton)
    case general(GeneralEngine)
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
    } else if let general = GeneralEngine(text) {
      engine = .general(general)
    } else {
      engine = .unusable
    }
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

/// The standard library's engine. Its expressions may not be used by two threads at once, hence the lock.
package final class GeneralEngine: Sendable {
  private let expression: Mutex<Expression>

  private struct Expression: @unchecked Sendable {
    // Only used inside the lock.
    var regex: Regex<AnyRegexOutput>
  }

  /// Compiles a pattern; `nil` if the engine does not understand it.
  package init?(_ text: String) {
    guard let regex = try? Regex(text) else { return nil }
    expression = Mutex(Expression(regex: regex.matchingSemantics(.unicodeScalar)))
  }

  package func matches(_ value: String) -> Bool {
    expression.withLock { expression in
      (try? expression.regex.wholeMatch(in: value)) != nil
    }
  }
}
