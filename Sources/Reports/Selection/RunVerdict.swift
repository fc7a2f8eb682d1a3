package import Findings

/// What a run comes to, in a headline and a few sentences.
package struct RunVerdict {
  package enum Kind: String {
    case clean, notes, warnings, errors, unbalanced
  }

  package private(set) var kind: Kind
  /// One short sentence without a full stop.
  package private(set) var headline: String
  /// Sentences that explain it.
  package private(set) var details: [String]

  package init(_ summary: RunSummary) {
    let records = summary.recordTotals
    let errors = summary.openTotal(.error)
    let warnings = summary.openTotal(.warning)
    let notes = summary.openTotal(.note)
    let accepted = summary.findingTotal() - summary.openTotal()
    let imbalances = summary.imbalances

    if !imbalances.isEmpty {
      kind = .unbalanced
      headline = "The accounts do not balance"
    } else if records.rejected > 0, errors == 0, accepted > 0 {
      kind = .warnings
      headline =
        "Nothing new: the errors of \(ReadableNumber.counted(records.rejected, "rejected record")) are accepted"
    } else if records.rejected > 0 {
      kind = .errors
      headline =
        "\(ReadableNumber.grouped(records.rejected)) of \(ReadableNumber.counted(records.read, "record")) \(records.rejected == 1 ? "was" : "were") rejected"
    } else if errors > 0 {
      kind = .errors
      headline = "\(ReadableNumber.counted(errors, "error")) to mend"
    } else if warnings > 0 {
      kind = .warnings
      headline = "\(Self.taken(summary)), with \(ReadableNumber.counted(warnings, "warning")) to look at"
    } else if notes > 0 {
      kind = .notes
      headline = "\(Self.taken(summary)), with \(ReadableNumber.counted(notes, "note"))"
    } else {
      kind = .clean
      headline = "Everything is in order"
    }

    details = imbalances.map { $0 + "." }
    let found = Self.list([
      errors > 0 ? ReadableNumber.counted(errors, "error") : nil,
      warnings > 0 ? ReadableNumber.counted(warnings, "warning") : nil,
      notes > 0 ? ReadableNumber.counted(notes, "note") : nil,
    ])
    let source = ReadableNumber.counted(summary.sources.count, "source")
    var sentence = "\(ReadableNumber.counted(records.read, "record")) read from \(source)"
    sentence += found.isEmpty ? "; nothing to mend." : "; \(found)."
    details.append(sentence)
    if records.skipped > 0 {
      details.append(
        "\(ReadableNumber.counted(records.skipped, "record")) \(records.skipped == 1 ? "was" : "were") skipped."
      )
    }
    if accepted > 0 {
      details.append("\(ReadableNumber.counted(accepted, "more finding")) \(accepted == 1 ? "is" : "are") accepted.")
    }
    if let output = summary.output, !summary.entities.isEmpty {
      let holdings = Self.list(summary.entities.map { "\(ReadableNumber.grouped($0.after)) \($0.entity)" })
      details.append("\(output) holds \(holdings).")
    }
  }

  /// What was taken of the sources: `All is imported`, or all but the records that were skipped.
  private static func taken(_ summary: RunSummary) -> String {
    let skipped = summary.recordTotals.skipped
    let what = summary.output == nil ? "valid" : "imported"
    if skipped == 0 { return "All is \(what)" }
    return "All but \(ReadableNumber.counted(skipped, "record")) \(skipped == 1 ? "is" : "are") \(what)"
  }

  /// `a`, `a and b`, `a, b and c`.
  static func list(_ parts: [String?]) -> String {
    let parts = parts.compactMap(\.self)
    guard parts.count > 1, let last = parts.last else { return parts.first ?? "" }
    return parts.dropLast().joined(separator: ", ") + " and " + last
  }
}
