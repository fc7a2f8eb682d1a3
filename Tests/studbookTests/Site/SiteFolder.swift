import Foundation
import Testing

/// The pages of a site as a reader meets them: what they say, and where their links lead.
struct SiteFolder {
  /// The texts of all pages by path.
  let pages: [String: String]
  private let files: Set<String>
  /// The script with what the search finds.
  let searchData: String

  init(_ path: String) throws {
    func text(_ name: String) throws -> String {
      String(decoding: try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)")), as: UTF8.self)
    }
    let names = try #require(FileManager.default.enumerator(atPath: path)).compactMap { $0 as? String }
    files = Set(names)
    pages = Dictionary(uniqueKeysWithValues: try names.filter { $0.hasSuffix(".html") }.map { ($0, try text($0)) })
    searchData = try text("search-data.js")
  }

  func page(_ name: String) throws -> String { try #require(pages[name], "\(name) in \(pages.keys.sorted())") }

  /// The texts of the links below a heading of a page, in their order.
  func links(of name: String, under heading: String) throws -> [String] {
    let page = try page(name)
    guard let start = page.range(of: "<h2>\(heading)") else { return [] }
    let section = page[start.upperBound...]
    let end = section.range(of: "<h2>")?.lowerBound ?? section.endIndex
    return section[..<end].matches(of: /<a href="([^"]+)"/).map { Self.resolve(String($0.1), from: name) ?? "" }
      .filter { !$0.hasSuffix("about.html") }
  }

  /// What is wrong with the links: files that are not there or lie outside, pages that nothing leads to, and anything that is loaded from elsewhere.
  func problems() throws -> [String] {
    var problems: [String] = []
    var targets: [String: [String]] = [:]
    for (name, page) in pages {
      for match in page.matches(of: /<(\w+)[^>]*?\s(href|src)="([^"]*)"/) {
        let (element, address) = (match.1, Self.unescaped(String(match.3)))
        if address.hasPrefix("https://") || address.hasPrefix("http://") {
          if element != "a" { problems.append("\(name) loads \(address)") }
          continue
        }
        guard let target = Self.resolve(address, from: name), !target.isEmpty else {
          problems.append("\(name) leads out: \(address)")
          continue
        }
        if !files.contains(target) {
          problems.append("\(name) leads to nothing: \(address)")
        }
        targets[name, default: []].append(target)
      }
    }
    var (reached, waiting): (Set<String>, [String]) = (["index.html"], ["index.html"])
    while let name = waiting.popLast() {
      for target in targets[name] ?? [] where pages[target] != nil && reached.insert(target).inserted {
        waiting.append(target)
      }
    }
    problems += Set(pages.keys).subtracting(reached).map { "nothing leads to \($0)" }
    for entry in try searchEntries() where pages[entry[2]] == nil {
      problems.append("the search leads to nothing: \(entry[2])")
    }
    return problems.sorted()
  }

  /// What the search knows of each object: title, entity, path, texts.
  func searchEntries() throws -> [[String]] {
    let json = searchData.dropFirst("window.studbookSearch = ".count).dropLast(";\n".count)
    return try JSONDecoder().decode([[String]].self, from: Data(json.utf8))
  }

  /// The path of a file from the site's folder; `nil` if it lies outside.
  private static func resolve(_ address: String, from page: String) -> String? {
    var parts = page.split(separator: "/").dropLast().map(String.init)
    for part in address.split(separator: "/") {
      if part == ".." {
        if parts.popLast() == nil { return nil }
      } else {
        parts.append(String(part))
      }
    }
    return parts.joined(separator: "/")
  }

  private static func unescaped(_ text: String) -> String {
    text.replacing("&quot;", with: "\"").replacing("&#39;", with: "'").replacing("&lt;", with: "<")
      .replacing("&gt;", with: ">").replacing("&amp;", with: "&")
  }
}
