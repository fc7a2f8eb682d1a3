package import Findings
internal import FoundationEssentials

/// A baseline as a file: JSON Lines, a head and then one accepted finding per line, sorted, so that a change of it reads well in a diff.
///
/// A JSON report serves as a baseline, too: it accepts all of its findings.
package enum BaselineFile {
  /// The version of the layout; it grows when a member changes its meaning or goes.
  package static let version = 1

  /// The file's bytes; the same baseline gives the same bytes.
  package static func bytes(_ baseline: FindingBaseline) -> [UInt8] {
    var output = ReportBuffer()
    var json = JSONWriter()
    json.object { $0.member("baselineVersion", version) }
    json.move(to: &output)
    output.line()
    for entry in baseline.entries {
      json.object { json in
        json.member("fingerprint", entry.fingerprint)
        json.optionalMember("rule", entry.rule?.rawValue)
        json.optionalMember("file", entry.file)
        json.optionalMember("message", entry.message)
      }
      json.move(to: &output)
      output.line()
    }
    return output.bytes
  }

  /// Reads a baseline, or a JSON report in any of its layouts.
  ///
  /// - Throws: `FindingsReadingError` at the first place that cannot be read.
  package static func read(_ bytes: [UInt8]) throws(FindingsReadingError) -> FindingBaseline {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let decoder = JSONDecoder()
    guard let first = lines.first, let head = try? decoder.decode(Head.self, from: Data(first)) else {
      return FindingBaseline(accepting: try FindingsReader.read(bytes).findings)
    }
    guard head.baselineVersion == version else {
      throw FindingsReadingError(kind: .unknownSchemaVersion(head.baselineVersion), line: 1)
    }
    var entries: [FindingBaseline.Entry] = []
    for (index, line) in lines.enumerated().dropFirst() where !line.allSatisfy({ $0 == 32 || $0 == 13 || $0 == 9 }) {
      do {
        entries.append(try decoder.decode(FindingBaseline.Entry.self, from: Data(line)))
      } catch {
        throw FindingsReadingError(kind: .malformed(reason: "“fingerprint” is missing"), line: index + 1)
      }
    }
    return FindingBaseline(entries)
  }

  private struct Head: Decodable {
    var baselineVersion: Int
  }
}
