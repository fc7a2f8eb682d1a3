internal import Findings

extension JSONWriter {
  /// Writes `finding` as `docs/findings-schema.json` describes it.
  mutating func finding(_ finding: Finding, fingerprint: String) {
    object { json in
      json.member("rule", finding.rule.rawValue)
      json.member("severity", finding.severity.rawValue)
      json.member("message", finding.message)
      if let position = finding.position {
        json.key("position")
        json.position(position)
      }
      json.optionalMember("record", finding.record)
      json.optionalMember("field", finding.field)
      json.optionalMember("entity", finding.entity)
      json.optionalMember("attribute", finding.attribute)
      json.optionalMember("value", finding.value)
      json.optionalMember("suggestion", finding.suggestion)
      if let excerpt = finding.excerpt {
        json.key("excerpt")
        json.excerpt(excerpt)
      }
      json.array("related", finding.related) { json, place in
        json.object { json in
          json.key("position")
          json.position(place.position)
          json.member("message", place.message)
        }
      }
      if let acceptance = finding.acceptance {
        json.object("acceptance") { json in
          json.member("kind", acceptance.kind.rawValue)
          json.optionalMember("reason", acceptance.reason)
        }
      }
      json.member("fingerprint", fingerprint)
    }
  }

  private mutating func position(_ position: SourcePosition) {
    object { json in
      json.member("file", position.file)
      json.member("line", position.line)
      json.member("column", position.column)
      if let byteColumn = position.byteColumn { json.member("byteColumn", byteColumn) }
      json.member("endLine", position.endLine)
      json.member("endColumn", position.endColumn)
      if let range = position.byteRange {
        json.key("byteRange")
        json.array(of: [range.lowerBound, range.upperBound])
      }
    }
  }

  private mutating func excerpt(_ excerpt: SourceExcerpt) {
    object { json in
      json.member("text", excerpt.text)
      json.member("line", excerpt.line)
      json.member("markStart", excerpt.markStart)
      json.member("markLength", excerpt.markLength)
      json.member("isCutAtStart", excerpt.isCutAtStart)
      json.member("isCutAtEnd", excerpt.isCutAtEnd)
    }
  }

  /// Writes `summary` without the times, which differ from run to run.
  mutating func summary(_ summary: RunSummary) {
    object { json in
      json.member("toolVersion", summary.toolVersion)
      json.member("recipe", summary.recipe)
      json.member("model", summary.model)
      json.optionalMember("output", summary.output)
      json.member("balances", summary.balances)
      json.array("imbalances", summary.imbalances) { $0.string($1) }
      json.key("totals")
      json.records(summary.recordTotals)
      json.array("sources", summary.sources) { $0.source($1) }
      json.array("entities", summary.entities) { $0.entity($1) }
      if !summary.inputs.isEmpty { json.array("inputs", summary.inputs) { $0.input($1) } }
      json.array("completeness", summary.completeness) { $0.profile($1) }
      json.array("findingCounts", summary.findingCounts) { $0.count($1) }
      if !summary.acceptedCounts.isEmpty { json.array("acceptedCounts", summary.acceptedCounts) { $0.count($1) } }
      if summary.hasBaseline { json.member("hasBaseline", true) }
    }
  }

  private mutating func count(_ count: FindingCount) {
    object { json in
      json.member("rule", count.rule.rawValue)
      json.member("severity", count.severity.rawValue)
      json.member("count", count.count)
    }
  }

  private mutating func records(_ records: RecordCounts) {
    object { json in
      json.member("read", records.read)
      json.member("inserted", records.inserted)
      json.member("updated", records.updated)
      json.member("unchanged", records.unchanged)
      json.member("rejected", records.rejected)
      json.member("skipped", records.skipped)
    }
  }

  private mutating func source(_ source: SourceAccount) {
    object { json in
      json.member("file", source.file)
      json.member("format", source.format)
      json.member("entity", source.entity)
      json.key("records")
      json.records(source.records)
      json.member("bytes", source.bytes)
    }
  }

  private mutating func input(_ input: InputAccount) {
    object { json in
      json.member("path", input.path)
      json.optionalMember("bytes", input.bytes)
      json.optionalMember("sha256", input.sha256)
      json.optionalMember("licence", input.licence)
      json.optionalMember("origin", input.origin)
    }
  }

  private mutating func entity(_ account: EntityAccount) {
    object { json in
      json.member("entity", account.entity)
      json.member("before", account.before)
      json.member("inserted", account.inserted)
      json.member("deleted", account.deleted)
      json.member("after", account.after)
    }
  }

  private mutating func profile(_ profile: AttributeProfile) {
    object { json in
      json.member("entity", profile.entity)
      json.member("attribute", profile.attribute)
      json.member("filled", profile.filled)
      json.member("total", profile.total)
      guard let histogram = profile.histogram else { return }
      json.object("histogram") { json in
        json.member("start", histogram.start)
        json.member("width", histogram.width)
        json.key("counts")
        json.array(of: histogram.counts)
        json.member("minimum", histogram.minimum)
        json.member("maximum", histogram.maximum)
      }
    }
  }
}
