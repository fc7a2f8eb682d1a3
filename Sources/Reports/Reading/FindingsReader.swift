package import Findings
internal import FoundationEssentials

/// What a JSON report holds, read back so that it can be rendered again without a new run.
package struct RecordedRun: Sendable, Equatable {
  /// The run's summary; `nil` for JSON Lines that have findings only.
  package var summary: RunSummary?
  /// The findings in the order of the file.
  package var findings: [Finding]

  package init(summary: RunSummary? = nil, findings: [Finding]) {
    self.summary = summary
    self.findings = findings
  }
}

/// Why a file could not be read as a JSON report.
package struct FindingsReadingError: LocalizedError, Equatable, CustomStringConvertible {
  package enum Kind: Sendable, Equatable {
    /// The text is not JSON, or lacks what `docs/findings-schema.json` asks for.
    case malformed(reason: String)
    /// The file was written by a later version of Studbook.
    case unknownSchemaVersion(Int)
  }

  package var kind: Kind
  /// The line of JSON Lines, from 1; `nil` when the file was read as one document.
  package var line: Int?

  package var description: String {
    let place = line.map { "line \($0): " } ?? ""
    switch kind {
    case .malformed(let reason):
      return "\(place)this is not a finding of Studbook: \(reason)"
    case .unknownSchemaVersion(let version):
      return """
        \(place)the findings have schema version \(version), but this Studbook reads versions up to \
        \(JSONReport.schemaVersion); read them with the Studbook that wrote them, or a later one
        """
    }
  }
}

/// Reads what `JSONReport` has written, in each of its layouts, also after another program has laid it out anew.
package enum FindingsReader {
  /// Reads a document or JSON Lines; which of them it is, the text tells.
  ///
  /// - Throws: `FindingsReadingError` at the first place that cannot be read.
  /// - Complexity: O(*n*) in bytes.
  package static func read(_ bytes: [UInt8]) throws(FindingsReadingError) -> RecordedRun {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let decoder = JSONDecoder()
    // A first line that is a whole value means JSON Lines, unless it is a document on one line.
    guard let first = lines.firstIndex(where: { !isBlank($0) }) else { return RecordedRun(findings: []) }
    if let head = try? decoder.decode(Head.self, from: Data(lines[first])), head.findings == nil {
      return try readLines(lines, decoder)
    }
    return try readDocument(bytes, decoder)
  }

  private struct Head: Decodable {
    var schemaVersion: Int?
    var summary: RunSummary?
    /// Whether the value is a document with findings inside.
    var findings: [Ignored]?
    var rule: RuleCode?
  }

  private struct Ignored: Decodable {}

  private struct Document: Decodable {
    var summary: RunSummary?
    var findings: [Finding]
  }

  private struct Version: Decodable {
    var schemaVersion: Int?
  }

  private static func readDocument(
    _ bytes: [UInt8],
    _ decoder: JSONDecoder
  ) throws(FindingsReadingError) -> RecordedRun {
    let data = Data(bytes)
    do {
      try checkVersion(try decoder.decode(Version.self, from: data).schemaVersion, line: nil)
      let document = try decoder.decode(Document.self, from: data)
      return RecordedRun(summary: document.summary, findings: document.findings)
    } catch let error as FindingsReadingError {
      throw error
    } catch {
      throw FindingsReadingError(kind: .malformed(reason: reason(error)), line: nil)
    }
  }

  private static func readLines(
    _ lines: [ArraySlice<UInt8>],
    _ decoder: JSONDecoder
  ) throws(FindingsReadingError) -> RecordedRun {
    var run = RecordedRun(findings: [])
    for (index, line) in lines.enumerated() where !isBlank(line) {
      let data = Data(line)
      do {
        if run.findings.isEmpty, run.summary == nil {
          let head = try decoder.decode(Head.self, from: data)
          try checkVersion(head.schemaVersion, line: index + 1)
          if head.rule == nil, let summary = head.summary {
            run.summary = summary
            continue
          }
        }
        run.findings.append(try decoder.decode(Finding.self, from: data))
      } catch let error as FindingsReadingError {
        throw error
      } catch {
        throw FindingsReadingError(kind: .malformed(reason: reason(error)), line: index + 1)
      }
    }
    return run
  }

  private static func checkVersion(_ version: Int?, line: Int?) throws(FindingsReadingError) {
    guard let version, version != JSONReport.schemaVersion else { return }
    throw FindingsReadingError(kind: .unknownSchemaVersion(version), line: line)
  }

  private static func isBlank(_ line: ArraySlice<UInt8>) -> Bool {
    line.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r") }
  }

  /// What is wrong, in words, from the decoder's error.
  private static func reason(_ error: any Error) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, let context):
      "“\(key.stringValue)” is missing\(path(context.codingPath))"
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      "a value of another kind is expected\(path(context.codingPath))"
    case DecodingError.dataCorrupted(let context):
      context.codingPath.isEmpty ? "the text is not JSON" : "a value cannot be used\(path(context.codingPath))"
    default: "the text is not JSON"
    }
  }

  private static func path(_ keys: [any CodingKey]) -> String {
    keys.isEmpty ? "" : " at " + keys.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
  }
}

extension FindingsReadingError {
  package var errorDescription: String? { description }
}
