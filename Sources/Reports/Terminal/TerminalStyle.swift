internal import Findings

/// Colours for a terminal, or none.
package struct TerminalStyle {
  /// Whether texts are coloured at all.
  package var isOn: Bool

  package init(isOn: Bool) { self.isOn = isOn }

  package enum Role: Sendable {
    case strong, faint, good, error, warning, note
  }

  /// `text` in the colour of `role`.
  package func paint(_ text: String, _ role: Role) -> String {
    guard isOn, !text.isEmpty else { return text }
    return "\u{1B}[\(Self.code(role))m\(text)\u{1B}[0m"
  }

  /// The role that shows `severity`.
  static func role(_ severity: Severity) -> Role {
    switch severity {
    case .error: .error
    case .warning: .warning
    case .note: .note
    }
  }

  private static func code(_ role: Role) -> String {
    switch role {
    case .strong: "1"
    case .faint: "2"
    case .good: "32"
    case .error: "1;31"
    case .warning: "1;33"
    case .note: "1;36"
    }
  }
}
