internal import DelimitedText
public import Findings
internal import Foundation
internal import ObjectModel
internal import TextInput

/// Corrects sources where a finding says how, and leaves every other byte as it is.
///
/// ```swift
/// let fixer = SourceFixer(plan: plan, takesSuggestions: true)
/// for fix: SourceFix in try fixer.fixes(for: findings) {
///   print(try fix.diff())
///   try fix.apply()
/// }
/// ```
public struct SourceFixer {
  private let plan: ImportPlan
  private let takesSuggestions: Bool

  /// - Parameters:
  ///   - plan: The plan of the run that had the findings.
  ///   - takesSuggestions: Whether suggestions that change letters are taken too: names that were probably meant, addresses in their right shape.
  public init(plan: ImportPlan, takesSuggestions: Bool = false) {
    self.plan = plan
    self.takesSuggestions = takesSuggestions
  }

  /// Corrections that change nothing that anyone could have meant: spaces, characters that cannot be seen, text that was decoded twice.
  private static let safeRules: Set<RuleCode> = [.textSpaces, .textInvisible, .valueMojibake]
  /// Corrections that are taken on request.
  private static let suggestedRules: Set<RuleCode> = [
    .referenceUnknown, .valueOneOf, .valueLookup, .recordUnmatched, .valueLanguageTag, .valueURL, .valueEmail,
    .textScripts, .textPunctuation, .textCapitals,
  ]

  /// Whether any suggestion is taken, as an editor does who has seen it.
  package var takesAnySuggestion = false

  private func corrects(_ finding: Finding) -> Bool {
    if takesAnySuggestion, finding.suggestion != nil { return true }
    if Self.safeRules.contains(finding.rule) { return true }
    return takesSuggestions && finding.suggestion != nil && Self.suggestedRules.contains(finding.rule)
  }

  /// The corrected files, those with something to correct only, in the order of the recipe.
  ///
  /// - Throws: The reader's error when a source cannot be opened any more.
  public func fixes(for findings: [Finding]) throws -> [SourceFix] {
    let byFile = Dictionary(grouping: findings.filter(corrects)) { $0.position?.file ?? "" }
    var fixes: [SourceFix] = []
    for source in plan.sources {
      for file in source.files {
        // Places in an archive have the member's path after that of the archive.
        let names = byFile.keys.filter { $0 == file.name || $0.hasPrefix(file.name + "/") }.sorted()
        for name in names where !fixes.contains(where: { $0.file == name }) {
          guard let wanted = byFile[name] else { continue }
          if let reason = try file.obstacle(source.recipe) {
            let left = wanted.map { (finding: $0, reason: reason) }
            fixes.append(SourceFix(file: name, path: file.path, left: left))
          } else {
            fixes.append(try fix(source, file, wanted))
          }
        }
      }
    }
    return fixes
  }

  private func fix(_ source: SourcePlan, _ file: SourceFile, _ findings: [Finding]) throws -> SourceFix {
    let bytes = try InputFile(file.path)
    let state = try FileState(bytes)
    let form = try SourceForm(source, file).cells
    var fix = SourceFix(file: file.name, path: file.path, encoding: form.encoding, state: state)
    // The same field may have several findings; it is edited once.
    let places = Dictionary(grouping: findings) { $0.position?.byteRange }
    for (range, ofPlace) in places.sorted(by: { ($0.key?.lowerBound ?? -1) < ($1.key?.lowerBound ?? -1) }) {
      do {
        guard let range, range.upperBound <= state?.size ?? 0 else {
          throw FixObstacle(reason: "its place in the file's bytes is not known")
        }
        if let last = fix.edits.last, range.lowerBound < last.range.upperBound {
          throw FixObstacle(reason: "it overlaps another mend")
        }
        let isAttribute = ofPlace[0].field?.contains("@") ?? false
        let before = try bytes.bytes(in: range)
        let edited = try form.edited(before, isAttribute: isAttribute) { text in
          let corrected = try corrected(text, ofPlace)
          guard !(form is DelimitedCellForm) || lineBreaks(corrected) == lineBreaks(text) else {
            throw FixObstacle(reason: "it would change the lines of the file")
          }
          return corrected
        }
        guard edited != before else {
          throw FixObstacle(reason: "nothing in the file's own text has to change")
        }
        fix.edits.append(SourceFix.Edit(range: range, before: before, after: edited))
        fix.corrected += ofPlace
      } catch let obstacle as FixObstacle {
        fix.left += ofPlace.map { (finding: $0, reason: obstacle.reason) }
      }
    }
    return fix
  }

  private func lineBreaks(_ text: String) -> Int { text.unicodeScalars.count { $0 == "\n" || $0 == "\r" } }

  /// The text of a field after its corrections.
  private func corrected(_ text: String, _ findings: [Finding]) throws -> String {
    var text = text
    for finding in findings
    where finding.suggestion != nil && (takesAnySuggestion || !Self.safeRules.contains(finding.rule)) {
      let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
      guard trimmed == finding.value, let suggestion = finding.suggestion, let range = text.range(of: trimmed) else {
        throw FixObstacle(reason: "the suggestion is about a part of the field")
      }
      text.replaceSubrange(range, with: suggestion)
    }
    let rules = Set(findings.map(\.rule))
    // Text that was decoded twice hides what else is wrong with it, so that what the recipe asks of the text is asked again.
    let asked = rules.contains(.valueMojibake) ? rules.union(askedRules(findings[0])) : rules
    for _ in 0..<4 {
      var next = text
      if asked.contains(.valueMojibake) { next = Mojibake.repair(next) ?? next }
      if asked.contains(.textInvisible) { next = TextRepair.invisible(next) }
      if asked.contains(.textSpaces) { next = TextRepair.spaces(next) }
      if next == text { break }
      text = next
    }
    return text
  }

  private func askedRules(_ finding: Finding) -> Set<RuleCode> {
    var rules: Set<RuleCode> = []
    for check in plan.checks.values where check.attributeName == finding.attribute {
      if case .text(let asked) = check.kind, check.entity.name == finding.entity { rules.formUnion(asked) }
    }
    return rules
  }
}
