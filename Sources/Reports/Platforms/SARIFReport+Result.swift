internal import Findings

extension SARIFReport {
  /// Writes one result.
  ///
  /// - Parameter isCompared: Whether there is a baseline, so that a result is either new or unchanged.
  func result(
    _ finding: Finding,
    _ ruleIndex: Int?,
    _ fingerprint: String,
    isCompared: Bool,
    _ json: inout JSONWriter
  ) {
    json.object { json in
      json.member("ruleId", finding.rule.rawValue)
      json.optionalMember("ruleIndex", ruleIndex)
      json.member("level", finding.severity.rawValue)
      json.key("message")
      json.messageText(finding.message)
      json.array("locations") { json in
        guard finding.position != nil || finding.entity != nil else { return }
        json.object { locations(finding, &$0) }
      }
      if !finding.related.isEmpty {
        json.array("relatedLocations") { json in
          for (index, place) in finding.related.enumerated() {
            json.object { json in
              json.member("id", index + 1)
              physicalLocation(place.position, nil, &json)
              json.key("message")
              json.messageText(place.message)
            }
          }
        }
      }
      json.object("partialFingerprints") { $0.member("studbook/v1", fingerprint) }
      if isCompared { json.member("baselineState", finding.acceptance?.kind == .baseline ? "unchanged" : "new") }
      suppressions(finding, &json)
      fix(finding, &json)
      properties(finding, &json)
    }
  }

  /// Writes the location of `file` with its members in an object.
  func location(_ file: String, _ json: inout JSONWriter) {
    json.object { json in
      json.member("uri", SourcePath(folder: folder).uri(file))
      if !file.hasPrefix("/") { json.member("uriBaseId", "%SRCROOT%") }
    }
  }

  private func locations(_ finding: Finding, _ json: inout JSONWriter) {
    if let position = finding.position { physicalLocation(position, finding.excerpt, &json) }
    guard let entity = finding.entity else { return }
    json.array("logicalLocations") { json in
      json.object { json in
        json.member("name", finding.attribute ?? entity)
        json.member("fullyQualifiedName", [entity, finding.attribute].compactMap(\.self).joined(separator: "."))
        json.member("kind", finding.attribute == nil ? "type" : "member")
      }
    }
  }

  private func physicalLocation(_ position: SourcePosition, _ excerpt: SourceExcerpt?, _ json: inout JSONWriter) {
    json.object("physicalLocation") { json in
      json.key("artifactLocation")
      location(position.file, &json)
      json.object("region") { json in
        region(position, &json)
        guard let excerpt, excerpt.line == position.line else { return }
        let mark = MarkedLine(excerpt).mark
        guard !mark.isEmpty, position.endLine == position.line else { return }
        json.key("snippet")
        json.text(mark)
      }
      guard let excerpt, !excerpt.text.isEmpty else { return }
      json.object("contextRegion") { json in
        json.member("startLine", max(excerpt.line, 1))
        json.key("snippet")
        json.text(excerpt.text)
      }
    }
  }

  private func region(_ position: SourcePosition, _ json: inout JSONWriter) {
    json.member("startLine", max(position.line, 1))
    json.member("startColumn", max(position.column, 1))
    if position.isExtended {
      json.member("endLine", position.endLine)
      json.member("endColumn", position.endColumn)
    }
    guard let bytes = position.byteRange else { return }
    json.member("byteOffset", bytes.lowerBound)
    json.member("byteLength", bytes.count)
  }

  /// Writes why the result does not count (3.35); what stands in the baseline is told apart by its state alone.
  private func suppressions(_ finding: Finding, _ json: inout JSONWriter) {
    guard let acceptance = finding.acceptance, acceptance.kind != .baseline else { return }
    json.array("suppressions") { json in
      json.object { json in
        json.member("kind", "external")
        json.member("status", "accepted")
        json.member("justification", acceptance.sentence)
      }
    }
  }

  /// Writes a fix when the marked text is the value as it stands and the suggestion can take its place in any of the source formats.
  private func fix(_ finding: Finding, _ json: inout JSONWriter) {
    guard let position = finding.position, position.isExtended, let suggestion = finding.suggestion,
      let excerpt = finding.excerpt, let value = finding.value, MarkedLine(excerpt).mark == value,
      !suggestion.unicodeScalars.contains(where: Self.needsQuoting)
    else { return }
    json.array("fixes") { json in
      json.object { json in
        json.key("description")
        json.messageText("Replace by “\(suggestion)”")
        json.array("artifactChanges") { json in
          json.object { json in
            json.key("artifactLocation")
            location(position.file, &json)
            json.array("replacements") { json in
              json.object { json in
                json.object("deletedRegion") { region(position, &$0) }
                json.key("insertedContent")
                json.text(suggestion)
              }
            }
          }
        }
      }
    }
  }

  private static func needsQuoting(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\"", "'", ",", ";", "|", "<", ">", "&": true
    default: VisibleText.isHidden(scalar)
    }
  }

  private func properties(_ finding: Finding, _ json: inout JSONWriter) {
    guard finding.record != nil || finding.field != nil || finding.value != nil || finding.suggestion != nil else {
      return
    }
    json.object("properties") { json in
      json.optionalMember("record", finding.record)
      json.optionalMember("field", finding.field)
      json.optionalMember("value", finding.value)
      json.optionalMember("suggestion", finding.suggestion)
    }
  }
}

extension SourcePosition {
  /// Whether it marks text rather than a point.
  var isExtended: Bool { endLine > line || endLine == line && endColumn > column }
}

extension JSONWriter {
  /// An object with a message, in which braces would be placeholders (3.11.5) and brackets before parentheses links (3.11.6).
  mutating func messageText(_ message: String) {
    guard
      message.utf8.contains(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") || $0 == UInt8(ascii: "[") })
    else { return text(message) }
    var escaped = ""
    for scalar in message.unicodeScalars {
      switch scalar {
      case "{", "}": escaped += "\(scalar)\(scalar)"
      case "[", "]", "\\": escaped += "\\\(scalar)"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    text(escaped)
  }

  /// An object with a text, as SARIF writes contents.
  mutating func text(_ text: String) {
    object { $0.member("text", text) }
  }
}
