internal import Foundation
internal import ImportPipeline

/// What a grid's page shows, as its address says it: the query, the window and the open panel.
struct GridAddress: Sendable {
  let source: Int
  var query = GridQuery()
  /// Whether only records with findings are wanted.
  var isFaulty = false
  /// The place of the window's first record among those that are asked for, from 1.
  var first = 1
  /// The column whose values are shown beside the grid.
  var panel: Int?

  static let rowsOfPage = 100
  static let mostRows = 1_000
  /// Nobody has so many.
  private static let mostRecords = 1 << 40

  init(source: Int) { self.source = source }

  /// Reads an address; what makes no sense in it is not taken.
  init(_ request: DeskRequest, source: Int, columns: [PlannedSource.Column]) {
    self.source = source
    query.search = request["q"] ?? ""
    query.searchColumn = request["in"].flatMap { name in columns.contains { $0.name == name } ? name : nil }
    query.predicate = (request["where"] ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
    isFaulty = request["faulty"] == "1"
    first = min(max(1, request["from"].flatMap(Int.init) ?? 1), Self.mostRecords)
    panel = request["panel"].flatMap(Int.init).flatMap { columns.indices.contains($0) ? $0 : nil }
    for value in request.all("is") {
      guard let (column, text) = Self.pair(value), columns.indices.contains(column) else { continue }
      query.facets[columns[column].name, default: .init()].texts.insert(text)
    }
    for value in request.all("none") {
      guard let column = Int(value), columns.indices.contains(column) else { continue }
      query.facets[columns[column].name, default: .init()].takesEmpty = true
    }
  }

  private static func pair(_ value: String) -> (Int, String)? {
    let parts = value.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    return Int(parts[0]).flatMap { parts.count == 2 ? ($0, String(parts[1])) : nil }
  }

  /// The query with the records that have findings, if only those are wanted.
  func query(_ faults: FaultyCells) -> GridQuery {
    var query = query
    if isFaulty { query.records = faults.records }
    return query
  }

  /// The names and values of the address's query, window and panel apart.
  func parameters(_ columns: [PlannedSource.Column]) -> [(String, String)] {
    var pairs: [(String, String)] = []
    if !query.search.isEmpty { pairs.append(("q", query.search)) }
    if let column = query.searchColumn { pairs.append(("in", column)) }
    if !query.predicate.isEmpty { pairs.append(("where", query.predicate)) }
    if isFaulty { pairs.append(("faulty", "1")) }
    for (number, column) in columns.enumerated() {
      guard let facet = query.facets[column.name] else { continue }
      pairs += facet.texts.sorted().map { ("is", "\(number):\($0)") }
      if facet.takesEmpty { pairs.append(("none", "\(number)")) }
    }
    return pairs
  }

  /// The path of the page, or of another one below the source's.
  func path(_ columns: [PlannedSource.Column], below: String = "") -> String {
    var pairs = parameters(columns)
    if first > 1, below.isEmpty { pairs.append(("from", "\(first)")) }
    if let panel, below.isEmpty { pairs.append(("panel", "\(panel)")) }
    let text = pairs.map { "\($0.0)=\(Self.encoded($0.1))" }.joined(separator: "&")
    return "/sources/\(source)\(below)\(text.isEmpty ? "" : "?\(text)")"
  }

  static func encoded(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += "%" + (digits.count == 1 ? "0" : "") + digits
      }
    }
    return result
  }
}
