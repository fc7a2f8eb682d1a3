internal import Findings

extension TerminalReport {
  /// Writes the tables of findings, sources and entities and the verdict.
  func renderSummary(_ summary: RunSummary, into output: inout ReportBuffer) {
    renderFindingCounts(summary, into: &output)
    renderSources(summary, into: &output)
    renderEntities(summary, into: &output)
    let verdict = RunVerdict(summary)
    output.line(style.paint(VisibleText.escaped(verdict.headline), Self.role(verdict.kind)))
    for sentence in verdict.details { output.line(VisibleText.withoutCommand(VisibleText.escaped(sentence))) }
  }

  private static func role(_ kind: RunVerdict.Kind) -> TerminalStyle.Role {
    switch kind {
    case .clean: .good
    case .notes: .note
    case .warnings: .warning
    case .errors, .unbalanced: .error
    }
  }

  private func renderFindingCounts(_ summary: RunSummary, into output: inout ReportBuffer) {
    guard !summary.findingCounts.isEmpty else { return }
    var table = TerminalTable([.left, .right, .right, .right, .right])
    table.add(["Findings", "errors", "warnings", "notes", "all"])
    for row in RuleRow.worstFirst(summary.findingCounts) {
      let numbers = [row.errors, row.warnings, row.notes, row.total]
      table.add([VisibleText.escaped(row.rule.rawValue)] + numbers.map(ReadableNumber.grouped))
    }
    let totals = [.error, .warning, .note, nil].map { summary.findingTotal($0) }
    table.add(["all"] + totals.map(ReadableNumber.grouped))
    write(table, rows: RuleRow.worstFirst(summary.findingCounts).count, into: &output)
  }

  private func renderSources(_ summary: RunSummary, into output: inout ReportBuffer) {
    guard !summary.sources.isEmpty else { return }
    let hasTimes = isVerbose && summary.sources.contains { $0.seconds != nil }
    let extraColumns: [TerminalTable.Alignment] = (isVerbose ? [.right] : []) + (hasTimes ? [.right] : [])
    var table = TerminalTable(
      [.left, .left] + [.right, .left, .right, .left, .right, .left, .right] + [.left, .right, .left, .right]
        + extraColumns
    )
    table.add(
      ["Sources", "entity", "read", "=", "inserted", "+", "updated", "+", "unchanged", "+", "rejected", "+", "skipped"]
        + (isVerbose ? ["size"] : []) + (hasTimes ? ["time"] : [])
    )
    for source in summary.sources {
      table.add(
        [VisibleText.escaped(source.file), VisibleText.escaped(source.entity)] + Self.equation(source.records)
          + (isVerbose ? [ReadableNumber.bytes(source.bytes)] : []) + (hasTimes ? [Self.time(source.seconds)] : [])
      )
    }
    table.add(
      ["all", ""] + Self.equation(summary.recordTotals)
        + (isVerbose ? [ReadableNumber.bytes(summary.sources.reduce(0) { $0 + $1.bytes })] : [])
        + (hasTimes ? [Self.time(summary.sources.reduce(0) { $0 + ($1.seconds ?? 0) })] : [])
    )
    write(table, rows: summary.sources.count, into: &output)
  }

  private func renderEntities(_ summary: RunSummary, into output: inout ReportBuffer) {
    guard !summary.entities.isEmpty else { return }
    let hasTimes = isVerbose && summary.entities.contains { $0.seconds != nil }
    var table = TerminalTable(
      [.left, .right, .left, .right, .left, .right, .left, .right] + (hasTimes ? [.right] : [])
    )
    table.add(["Entities", "before", "+", "inserted", "−", "deleted", "=", "after"] + (hasTimes ? ["time"] : []))
    var total = EntityAccount(entity: "all")
    for account in summary.entities {
      total.before += account.before
      total.inserted += account.inserted
      total.deleted += account.deleted
      total.after += account.after
      table.add(Self.equation(account) + (hasTimes ? [Self.time(account.seconds)] : []))
    }
    table.add(
      Self.equation(total) + (hasTimes ? [Self.time(summary.entities.reduce(0) { $0 + ($1.seconds ?? 0) })] : [])
    )
    write(table, rows: summary.entities.count, into: &output)
  }

  /// Writes `table`, whose last row is the sum of the `rows` before it; a sum over one row says nothing new and is left out.
  private func write(_ table: TerminalTable, rows: Int, into output: inout ReportBuffer) {
    let lines = table.lines { line, row in row == 0 || row == rows + 1 ? style.paint(line, .strong) : line }
    for line in rows == 1 ? lines.dropLast() : lines[...] { output.line(line) }
    output.line()
  }

  /// `read = inserted + updated + unchanged + rejected + skipped`, one part per cell; `≠` when it does not add up.
  private static func equation(_ counts: RecordCounts) -> [String] {
    let parts = [counts.inserted, counts.updated, counts.unchanged, counts.rejected, counts.skipped]
    return [ReadableNumber.grouped(counts.read), counts.balances ? "=" : "≠"]
      + parts.flatMap { ["+", ReadableNumber.grouped($0)] }.dropFirst()
  }

  private static func equation(_ account: EntityAccount) -> [String] {
    [
      VisibleText.escaped(account.entity), ReadableNumber.grouped(account.before), "+",
      ReadableNumber.grouped(account.inserted),
      "−", ReadableNumber.grouped(account.deleted), account.balances ? "=" : "≠", ReadableNumber.grouped(account.after),
    ]
  }

  private static func time(_ seconds: Double?) -> String {
    seconds.map { "\(ReadableNumber.decimal($0, places: 2)) s" } ?? ""
  }
}
