import Foundation
import Reports

/// The findings that stand in a rendering, read without any of the code that wrote it.
struct RenderedFindings {
  /// Each as `file:line:column rule`, with bytes and suggestion where the format has them.
  let keys: [String]

  init(_ text: String, _ format: ReportFormat) throws {
    switch format {
    case .terminal:
      keys = Self.keys(text) {
        $0.contains("[") ? $0.prefixMatch(of: Self.terminal) : nil
      } key: {
        "\($0.1) \($0.2)"
      }
    case .github:
      keys = Self.keys(text) {
        $0.prefixMatch(of: Self.command)
      } key: {
        "\($0.1):\($0.2)\($0.3.map { ":\($0)" } ?? "") \($0.4)"
      }
    case .junit:
      keys = Self.keys(text) {
        $0.prefixMatch(of: Self.testCase)
      } key: {
        "\($0.1):\($0.3) \($0.2)"
      }
    case .markdown: keys = Self.markdown(text)
    case .csv: keys = Self.table(text)
    case .json:
      let document = try Self.object(text)
      keys = Self.list(document["findings"]).map(Self.finding)
    case .jsonl:
      keys = try text.split(separator: "\n").dropFirst().map { Self.finding(try Self.object(String($0))) }
    case .gitlab:
      keys = Self.list(try JSONSerialization.jsonObject(with: Data(text.utf8))).map { issue in
        let location = issue["location"] as? [String: Any] ?? [:]
        let lines = location["lines"] as? [String: Any] ?? [:]
        return "\(location["path"] ?? ""):\(lines["begin"] ?? 0) \(issue["check_name"] ?? "")"
      }
    case .sarif:
      let run = Self.list(try Self.object(text)["runs"]).first ?? [:]
      keys = Self.list(run["results"]).map(Self.result)
    case .html: keys = try Self.page(text)
    }
  }

  private static var terminal: Regex<(Substring, Substring, Substring)> {
    #/(\S+:\d+:\d+): (?:error|warning|note)\[([a-z.-]+)\] /#
  }
  private static var command: Regex<(Substring, Substring, Substring, Substring?, Substring)> {
    #/::\w+ file=([^,]+),line=(\d+)(?:,col=(\d+))?[^:]*\[([a-z.-]+)\]::/#
  }
  private static var testCase: Regex<(Substring, Substring, Substring, Substring)> {
    #/<testcase classname="([^"]+)" name="([a-z.-]+) at (\d+:\d+)"/#
  }

  /// The keys of the lines that begin as findings do.
  private static func keys<Output>(
    _ text: String,
    match: (Substring) -> Regex<Output>.Match?,
    key: (Regex<Output>.Match) -> String
  ) -> [String] {
    text.split(separator: "\n").compactMap { match($0).map(key) }
  }

  private static func object(_ text: String) throws -> [String: Any] {
    try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
  }

  private static func list(_ value: Any?) -> [[String: Any]] { value as? [[String: Any]] ?? [] }

  private static func finding(_ object: [String: Any]) -> String {
    let position = object["position"] as? [String: Any] ?? [:]
    let bytes = (position["byteRange"] as? [Int]).map { "\($0[0])+\($0[1] - $0[0])" } ?? ""
    let place = "\(position["file"] ?? ""):\(position["line"] ?? 0):\(position["column"] ?? 0)"
    return "\(place) \(object["rule"] ?? "") \(bytes) \(object["suggestion"] ?? "")"
  }

  private static func result(_ result: [String: Any]) -> String {
    let place = list(result["locations"]).first?["physicalLocation"] as? [String: Any] ?? [:]
    let region = place["region"] as? [String: Any] ?? [:]
    let file = (place["artifactLocation"] as? [String: Any])?["uri"] ?? ""
    let suggestion = (result["properties"] as? [String: Any])?["suggestion"] ?? ""
    let start = "\(file):\(region["startLine"] ?? 0):\(region["startColumn"] ?? 0)"
    let bytes = region["byteOffset"].map { "\($0)+\(region["byteLength"] ?? 0)" } ?? ""
    return "\(start) \(result["ruleId"] ?? "") \(bytes) \(suggestion)"
  }

  /// A list item a finding, under the heading of its rule; headings stand in the order of the table of rules.
  private static func markdown(_ text: String) -> [String] {
    var codes: [Substring] = []
    var rule = -1
    var keys: [String] = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix("| `"), let row = line.wholeMatch(of: #/\| `([a-z.-]+)` \| [\d,]+ \| [\d,]+ \| [\d,]+ \|/#) {
        codes.append(row.1)
      } else if line.hasPrefix("### ") {
        rule += 1
      } else if line.hasPrefix("- **"), let item = line.prefixMatch(of: #/- \*\*\w+\*\* `(\S+:\d+:\d+)`: /#) {
        keys.append("\(item.1) \(codes[rule])")
      }
    }
    return keys
  }

  private static func table(_ text: String) -> [String] {
    // Line breaks within cells are written visibly, so that lines are rows.
    var rows = text.split(separator: "\r\n").map { line in
      var cells: [String] = []
      for (index, part) in line.split(separator: "\"", omittingEmptySubsequences: false).enumerated() {
        let pieces = index.isMultiple(of: 2) ? part.split(separator: ",", omittingEmptySubsequences: false) : [part]
        for (number, piece) in pieces.enumerated() {
          if number == 0, !cells.isEmpty { cells[cells.count - 1] += piece } else { cells.append(String(piece)) }
        }
      }
      return cells
    }
    let header = rows.removeFirst()
    return rows.filter { $0.count == header.count }.map { cells in
      func cell(_ name: String) -> String { header.firstIndex(of: name).map { cells[$0] } ?? "" }
      return "\(cell("file")):\(cell("line")):\(cell("column")) \(cell("rule")) \(cell("suggestion"))"
    }
  }

  /// The rows of data that the page's script shows.
  private static func page(_ text: String) throws -> [String] {
    guard let tables = text.firstMatch(of: #/<script type="application\/json" id="tables">(.*)<\/script>/#) else {
      return []
    }
    let object = try object(String(tables.1))
    let rules = object["rules"] as? [[Any]] ?? []
    let files = object["files"] as? [[Any]] ?? []
    var keys: [String] = []
    for block in text.components(separatedBy: "<script type=\"application/json\" data-rows>").dropFirst() {
      let json = block.prefix(upTo: block.range(of: "</script>")?.lowerBound ?? block.endIndex)
      for row in try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[Any]] ?? [] {
        guard let rule = row[1] as? Int, let file = row[3] as? Int else { continue }
        let suggestion = row.count > 11 ? row[11] as? String ?? "" : ""
        keys.append("\(files[file][0]):\(row[4]):\(row[5]) \(rules[rule][0]) \(suggestion)")
      }
    }
    return keys
  }
}
