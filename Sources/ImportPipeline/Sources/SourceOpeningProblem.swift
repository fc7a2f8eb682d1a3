internal import Findings
internal import FoundationEssentials
internal import JSONText
internal import MarkupText

/// Why a source cannot be opened as its recipe says.
struct SourceOpeningProblem: LocalizedError, CustomStringConvertible {
  var kind: any FindingKind
  /// Where the recipe says what cannot be followed; its source's file for `nil`.
  var position: SourcePosition?
  /// Where the source is not as the recipe expects it; `nil` where the recipe itself is wrong.
  var place: SourcePlace?
  /// What stands there, in the place of what was expected.
  var value: String?
  var suggestion: String?

  var description: String { kind.message + (suggestion.map { "; did you mean “\($0)”?" } ?? "") }
}

extension SourceOpeningProblem {
  /// A source that is not what the recipe expects: a mistake of whoever made the file.
  ///
  /// - Parameters:
  ///   - file: The file's name in positions.
  ///   - place: Where in it; its first line for `nil`.
  ///   - asked: Where the recipe says what it expects.
  ///   - value: What stands there.
  ///   - expected: What the recipe expects there.
  init(
    _ kind: any FindingKind,
    in file: String,
    at place: SourcePosition? = nil,
    asked: SourcePosition? = nil,
    value: String? = nil,
    expected: String? = nil
  ) {
    self.init(
      kind: kind,
      position: asked,
      place: (place ?? SourcePosition(file: file, line: 1), nil),
      value: value,
      suggestion: expected
    )
  }

  /// A mistake of the recipe.
  init(_ kind: RecipeFinding, at position: SourcePosition? = nil) { self.init(kind: kind, position: position) }

  /// Turns a path that is not understood into a problem of the recipe.
  ///
  /// - Parameters:
  ///   - what: What the path is.
  ///   - position: Where the recipe has it.
  static func understood<Result>(_ what: String, at position: SourcePosition?, _ body: () throws -> Result) throws
    -> Result
  {
    func problem(_ error: any Error) -> SourceOpeningProblem {
      SourceOpeningProblem(.unreadable(what, problem: "\(error)"), at: position)
    }
    do {
      return try body()
    } catch let error as JSONTextError where error.kind == .path {
      throw problem(error)
    } catch let error as MarkupTextError where error.kind == .path {
      throw problem(error)
    }
  }
}

extension SourceOpeningProblem {
  var errorDescription: String? { description }
}
