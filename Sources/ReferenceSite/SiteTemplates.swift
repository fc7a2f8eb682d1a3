internal import FoundationEssentials
internal import Mustache
internal import SystemErrors

/// The templates of a site, and the files that its pages load: those that are built in, or a team's own of the same names.
package struct SiteTemplates {
  private let library: MustacheLibrary
  /// The style sheet and the script.
  let files: [(name: String, text: String)]

  /// The names and texts that are built in.
  package static let builtIn: [(name: String, text: String)] = [
    ("page.mustache", page), ("index.mustache", index), ("entity.mustache", entity), ("object.mustache", object),
    ("entities.mustache", entities), ("cards.mustache", cards), ("pages.mustache", pages), ("about.mustache", about),
    ("style.css", styleSheet), ("search.js", script),
  ]

  /// Takes what a folder has in the place of what is built in.
  ///
  /// - Throws: `FileError` if the folder cannot be read, `SiteError` if a template is wrong.
  package init(folder: String?) throws {
    var texts = Self.builtIn
    if let folder {
      guard let names = try Files.names(in: folder) else { throw SiteError("there is no folder \(folder)") }
      for (place, (name, _)) in texts.enumerated() where names.contains(name) {
        texts[place].text = String(decoding: try Files.contents(of: "\(folder)/\(name)") ?? [], as: UTF8.self)
      }
    }
    var templates: [String: MustacheTemplate] = [:]
    for (name, text) in texts where name.hasSuffix(".mustache") {
      do {
        templates[String(name.dropLast(".mustache".count))] = try MustacheTemplate(string: text)
      } catch {
        throw SiteError("the template \(name) is wrong: \(error)")
      }
    }
    try Self.requireNoCircle(templates)
    library = MustacheLibrary(templates: templates)
    files = texts.filter { !$0.name.hasSuffix(".mustache") }
  }

  /// Throws if a template has itself as a part, or as a part of its parts: a page of it would have no end.
  private static func requireNoCircle(_ templates: [String: MustacheTemplate]) throws(SiteError) {
    let parts = templates.mapValues { Set(self.parts(of: $0)).sorted() }
    var ended: Set<String> = []
    func follow(_ name: String, from way: [String]) throws(SiteError) {
      guard !ended.contains(name) else { return }
      let way = way + [name]
      for part in parts[name] ?? [] {
        if let start = way.firstIndex(of: part) {
          let circle = (way[start...] + [part]).map { "\($0).mustache" }.joined(separator: " → ")
          throw SiteError("templates that include themselves have no end: \(circle); take one of these parts out")
        }
        try follow(part, from: way)
      }
      ended.insert(name)
    }
    for name in parts.keys.sorted() { try follow(name, from: []) }
  }

  /// The names of the templates that one includes, in whatever section. The library lets nobody ask, so its value is looked into.
  private static func parts(of value: Any) -> [String] {
    Mirror(reflecting: value).children.flatMap { label, child -> [String] in
      let name = label == "partial" ? Mirror(reflecting: child).children.first?.value as? String : nil
      return [name].compactMap(\.self) + parts(of: child)
    }
  }

  /// A page: what a template makes of values, in the frame of all pages.
  func page(_ template: String, _ values: [String: Any], title: String, root: String, site: String) throws -> String {
    guard let body = library.render(values, withTemplate: template) else {
      throw SiteError("there is no template \(template)")
    }
    let frame: [String: Any] = ["title": title, "site": site, "root": root, "body": body]
    guard let page = library.render(frame, withTemplate: "page") else { throw SiteError("there is no template page") }
    return page
  }
}

/// Why there is no site.
package struct SiteError: LocalizedError, CustomStringConvertible, Sendable {
  package let description: String
  package var errorDescription: String? { description }

  init(_ description: String) { self.description = description }
}
