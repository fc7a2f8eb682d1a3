extension DialectDetector {
  func reportDelimiter(_ best: Trial, rival: Trial?, in report: inout DetectionReport) {
    let name = DetectionReport.name(best.dialect.delimiter)
    if known.delimiter != nil { return report.add("delimiter", name, 1, known.origin) }
    guard best.score > 0 else {
      return report.add("delimiter", name, 0.3, "no delimiter cuts the text into rows of several fields")
    }
    let margin = (best.score - (rival?.score ?? 0)) / best.score
    let rows = best.cut.rows.count
    var evidence =
      best.commonRows == rows
      ? "it cuts \(rows == 1 ? "the only row" : "all \(rows) rows") into \(best.commonCount) fields"
      : "it cuts \(best.commonRows) of \(rows) rows into \(best.commonCount) fields"
    if let rival, rival.score > 0 { evidence += "; next best: \(DetectionReport.name(rival.dialect.delimiter))" }
    report.add("delimiter", name, max(0.3, min(1, 0.5 + margin / 2)), evidence)
  }

  func reportQuoting(_ best: Trial, in report: inout DetectionReport) {
    let dialect = best.dialect
    let quote = dialect.quote.map { DetectionReport.name([$0]) } ?? "none"
    let quoted = best.cut.quotedCells
    if known.quote != nil {
      report.add("quote", quote, 1, known.origin)
    } else {
      let evidence =
        switch quoted {
        case 0: "no field is quoted"
        case 1: "1 field is quoted"
        default: "\(quoted) fields are quoted"
        }
      report.add("quote", quote, quoted > 0 ? 0.95 : 0.5, evidence)
    }
    if case .character(let escape) = dialect.escape {
      let evidence = known.escape == nil ? "it stands before quotes inside quoted fields" : known.origin
      report.add("escape", DetectionReport.name([escape]), known.escape == nil ? 0.9 : 1, evidence)
    }
    if dialect.skipsInitialSpace {
      let reason =
        dialect.delimiter == [0x20]
        ? "several spaces in a row stand between fields" : "nearly every delimiter is followed by a space"
      let evidence = known.skipsInitialSpace == nil ? reason : known.origin
      report.add("initial space", "skipped", known.skipsInitialSpace == nil ? 0.9 : 1, evidence)
    }
    if let comment = dialect.comment {
      let evidence = known.comment == nil ? "lines that start with it have no fields" : known.origin
      report.add("comment", DetectionReport.name(comment), known.comment == nil ? 0.8 : 1, evidence)
    }
  }

  func reportRecordEnd(_ best: Trial, in report: inout DetectionReport) {
    // Line breaks inside quotes end no record.
    let found =
      best.cut.quotedCells > 0 && text.lineBreaks.kinds > 1
      ? text.rows(best.dialect, limit: .max).lineBreaks : text.lineBreaks
    switch best.dialect.recordEnd {
    case .any:
      report.add(
        "line end",
        found.name,
        1,
        "\(found.count) line \(found.count == 1 ? "break" : "breaks") in the beginning of the text"
      )
    case .lineFeed: report.add("line end", "LF", 1, known.origin)
    case .carriageReturn: report.add("line end", "CR", 1, known.origin)
    case .carriageReturnLineFeed: report.add("line end", "CRLF", 1, known.origin)
    }
  }
}
