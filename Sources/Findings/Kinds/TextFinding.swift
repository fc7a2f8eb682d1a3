/// What is untidy in a text.
public enum TextFinding: FindingKind {
  case spaces(String)
  /// The name of a character that nobody sees.
  case invisible(String)
  case scripts(word: String, scripts: String)
  case punctuation(String)
  case placeholder(String)
  case capitals(String)

  public var rule: RuleCode {
    switch self {
    case .spaces: .textSpaces
    case .invisible: .textInvisible
    case .scripts: .textScripts
    case .punctuation: .textPunctuation
    case .placeholder: .textPlaceholder
    case .capitals: .textCapitals
    }
  }

  public var message: String {
    switch self {
    case .spaces(let text): "“\(Finding.shortened(text))” has needless spaces"
    case .invisible(let name): "The text holds \(name)"
    case .scripts(let word, let scripts): "“\(word)” mixes \(scripts) letters"
    case .punctuation(let text): "“\(Finding.shortened(text))” ends with a punctuation mark"
    case .placeholder(let text): "“\(Finding.shortened(text))” is a placeholder"
    case .capitals(let text): "“\(Finding.shortened(text))” is all capitals"
    }
  }
}
