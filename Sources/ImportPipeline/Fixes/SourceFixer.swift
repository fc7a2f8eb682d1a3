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
  /// - Throws: The reader's error when a source cannot be opened or read any more.
  /// - Complexity: O(*n*) in the bytes of each source up to the last record that is corrected.
  public func fixes(for findings: [Finding]) throws -> [SourceFix] {
    var pending = Dictionary(grouping: findings.filter(corrects)) { $0.position?.file ?? "" }
    var order: [String] = []
    var open: [String: OpenFix] = [:]
    var closed: [String: SourceFix] = [:]
    for source in plan.sources {
      var forms: [String: SourceForm] = [:]
      for file in source.files {
        // Places in an archive have the member's path after that of the archive.
        for name in pending.keys.filter({ $0 == file.name || $0.hasPrefix(file.name + "/") }).sorted() {
          if closed[name] != nil { continue }
          if open[name] == nil { order.append(name) }
          if let reason = try file.obstacle(source.recipe) {
            let left = (pending.removeValue(forKey: name) ?? []).map { (finding: $0, reason: reason) }
            closed[name] = SourceFix(file: name, path: file.path, left: left)
          } else {
            forms[name] = try SourceForm(source, file)
            if open[name] == nil { open[name] = try OpenFix(file, encoding: forms[name]?.cells.encoding ?? .utf8) }
          }
        }
      }
      guard !forms.isEmpty else { continue }
      try correct(source, forms, &pending, &open)
    }
    return order.compactMap { name in
      guard var fix = closed[name] ?? open[name]?.fix else { return nil }
      let left = (pending[name] ?? []).sorted(by: Self.standBefore)
      fix.left += left.map { finding in
        let isAboutField = finding.field != nil
        return (finding, isAboutField ? "its place in the file's bytes is not known" : "it is about no single field")
      }
      return fix
    }
  }

  /// A file of which edits come together.
  private struct OpenFix {
    let input: InputFile
    var fix: SourceFix
    /// The cells of the source that is being read which have been corrected, by their bytes.
    var cells: [Range<Int>: Set<Cell>] = [:]
    /// Whether other cells may stand where these do.
    var mayBeShared = false

    struct Cell: Hashable {
      let record: Int
      let field: Int
    }

    init(_ file: SourceFile, encoding: TextEncoding) throws {
      input = try InputFile(file.path)
      fix = SourceFix(file: file.name, path: file.path, encoding: encoding, state: try FileState(input))
    }

    mutating func leave(_ findings: [Finding], _ obstacle: FixObstacle) {
      fix.left += findings.map { (finding: $0, reason: obstacle.reason) }
    }
  }

  /// Reads a source once more, as far as the last record with findings that can be corrected, and corrects what stands in it; takes what it has dealt
  /// with out of `pending`.
  private func correct(
    _ source: SourcePlan,
    _ forms: [String: SourceForm],
    _ pending: inout [String: [Finding]],
    _ open: inout [String: OpenFix]
  ) throws {
    var wanted: [Int: [Finding]] = [:]
    for name in forms.keys {
      for finding in pending[name] ?? [] { wanted[finding.record ?? 0, default: []].append(finding) }
    }
    var left = wanted.keys.count { $0 > 0 }
    var done: Set<Finding> = []
    let opened = try source.open()
    while left > 0, try opened.next() {
      defer { _ = opened.takeFindings() }
      guard let ofNumber = wanted[opened.recordNumber] else { continue }
      left -= 1
      // Taken out meanwhile, so that its edits are not copied.
      guard let form = forms[opened.name], var file = open.removeValue(forKey: opened.name) else { continue }
      let record = FoundCells(opened)
      // Several sources may be made from one file, whose records have numbers of their own.
      let ofRecord = ofNumber.filter { finding in
        finding.position?.file == opened.name && finding.position?.byteRange != nil
          && finding.position?.byteRange
            == finding.field.flatMap(record.fieldNames.firstIndex).flatMap(record.byteRange)
      }
      try correct(record, of: source, form, ofRecord, &file)
      open[opened.name] = file
      done.formUnion(ofRecord)
    }
    for name in forms.keys { pending[name]?.removeAll(where: done.contains) }
    if open.values.contains(where: \.mayBeShared) { try takeBackShared(source, &open) }
    for name in forms.keys {
      open[name]?.cells = [:]
      open[name]?.mayBeShared = false
    }
  }

  /// Takes back the corrections of cells that give a value to records or fields which are not corrected in the same way.
  private func takeBackShared(_ source: SourcePlan, _ open: inout [String: OpenFix]) throws {
    let opened = try source.open()
    let obstacle = FixObstacle(
      reason: "other records or fields have their value from there and would be changed, too; edit the text of the file"
    )
    while try opened.next() {
      _ = opened.takeFindings()
      guard let cells = open[opened.name]?.cells, !cells.isEmpty else { continue }
      let record = FoundCells(opened)
      for field in record.texts.indices where record.texts[field] != nil {
        guard let range = record.byteRange(ofField: field), let corrected = cells[range],
          !corrected.contains(OpenFix.Cell(record: record.number, field: field))
        else { continue }
        open[opened.name]?.fix.takeBack(range, obstacle)
      }
    }
  }

  private static func standBefore(_ finding: Finding, _ other: Finding) -> Bool {
    let starts = [finding, other].map { $0.position?.byteRange?.lowerBound ?? -1 }
    return starts[0] < starts[1]
  }

  /// A field that says something else after its corrections.
  private struct CorrectedField {
    let field: Int
    let edit: SourceFix.Edit
    let text: String
    let findings: [Finding]
  }

  /// Corrects the fields of one record.
  private func correct(
    _ record: FoundCells,
    of source: SourcePlan,
    _ form: SourceForm,
    _ findings: [Finding],
    _ file: inout OpenFix
  ) throws {
    var corrected: [CorrectedField] = []
    // The same field may have several findings; it is edited once.
    let places = Dictionary(grouping: findings) { $0.position?.byteRange ?? 0..<0 }
    for (range, ofPlace) in places.sorted(by: { $0.key.lowerBound < $1.key.lowerBound }) {
      let field = ofPlace[0].field.flatMap(record.fieldNames.firstIndex) ?? 0
      do {
        let (edit, text) = try edit(range, field, of: record, source, form, ofPlace, file.input)
        corrected.append(CorrectedField(field: field, edit: edit, text: text, findings: ofPlace))
      } catch let obstacle as FixObstacle {
        file.leave(ofPlace, obstacle)
      }
    }
    var kept: [CorrectedField] = []
    // Most records can have all of their corrections; of others it is found out which.
    do {
      try confirm(corrected, of: record, form, file.input)
      kept = corrected
    } catch is FixObstacle {
      for one in corrected {
        do {
          try confirm(kept + [one], of: record, form, file.input)
          kept.append(one)
        } catch let obstacle as FixObstacle {
          file.leave(one.findings, obstacle)
        }
      }
    }
    for one in kept {
      do {
        try file.fix.add(one.edit)
        file.fix.corrected += one.findings
        file.cells[one.edit.range, default: []].insert(OpenFix.Cell(record: record.number, field: one.field))
        // Rows of a table may share a cell, and a path may lead out of its record.
        if form.format == .html || form.isTree && record.byteRange?.contains(one.edit.range) != true {
          file.mayBeShared = true
        }
      } catch let obstacle as FixObstacle {
        file.leave(one.findings, obstacle)
      }
    }
  }

  /// Makes sure that a record says what it is to say after its corrections.
  private func confirm(_ corrected: [CorrectedField], of record: FoundCells, _ form: SourceForm, _ input: InputFile)
    throws
  {
    var texts = record.texts
    for one in corrected { texts[one.field] = one.text }
    try form.confirm(corrected.map(\.edit), of: record, saying: texts, in: input)
  }

  /// What a field is written as after its corrections, and what it says then.
  private func edit(
    _ range: Range<Int>,
    _ field: Int,
    of record: FoundCells,
    _ source: SourcePlan,
    _ form: SourceForm,
    _ findings: [Finding],
    _ input: InputFile
  ) throws -> (SourceFix.Edit, String) {
    let before = try input.bytes(in: range)
    let isAttribute = form.isAttribute(record.fieldNames[field], before)
    try form.cells.requireWhole(before, saying: record.texts[field], isAttribute: isAttribute)
    let text = try form.cells.text(of: before, isAttribute: isAttribute) ?? ""
    let corrected = try corrected(text, findings, record, source)
    guard form.isTree || lineBreaks(corrected) == lineBreaks(text) else {
      throw FixObstacle(reason: "it would change the lines of the file")
    }
    let after = try form.cells.written(corrected, over: before, isAttribute: isAttribute)
    guard after != before else { throw FixObstacle(reason: "nothing in the file's own text has to change") }
    guard try form.cells.areSame(form.cells.text(of: after, isAttribute: isAttribute), corrected) else {
      throw FixObstacle(reason: "it would not be read as “\(Finding.shortened(corrected))” then")
    }
    return (SourceFix.Edit(range: range, before: before, after: after), corrected)
  }

  private func lineBreaks(_ text: String) -> Int { text.unicodeScalars.count { $0 == "\n" || $0 == "\r" } }

  /// The text of a field after its corrections.
  private func corrected(_ text: String, _ findings: [Finding], _ record: FoundCells, _ source: SourcePlan) throws
    -> String
  {
    var text = text
    for finding in findings
    where finding.suggestion != nil && (takesAnySuggestion || !Self.safeRules.contains(finding.rule)) {
      let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
      guard trimmed == finding.value, let range = text.range(of: trimmed) else { throw Self.partObstacle }
      let replacement = plan.replacement(of: trimmed, by: finding, of: source, texts: record.texts)
      guard let replacement else { throw Self.partObstacle }
      text.replaceSubrange(range, with: replacement)
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

  private static let partObstacle = FixObstacle(reason: "the suggestion is about a part of the field")

  private func askedRules(_ finding: Finding) -> Set<RuleCode> {
    var rules: Set<RuleCode> = []
    for check in plan.checks.values where check.attributeName == finding.attribute {
      if case .text(let asked) = check.kind, check.entity.name == finding.entity { rules.formUnion(asked) }
    }
    return rules
  }
}
