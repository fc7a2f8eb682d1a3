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
    library = MustacheLibrary(templates: templates)
    files = texts.filter { !$0.name.hasSuffix(".mustache") }
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
