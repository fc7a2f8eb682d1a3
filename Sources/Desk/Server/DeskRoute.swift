internal import Foundation

/// What answers requests of one method at the paths of one pattern.
///
/// ```swift
/// DeskRoute(.read, "/sources/:source/records") { request, desk in
///   .page(try await recordsPage(request.parameters["source"], desk))
/// }
/// ```
package struct DeskRoute: Sendable {
  package enum Kind: Sendable {
    /// GET: changes nothing.
    case read
    /// POST that changes nothing of the sources: allowed on a desk that is read only, too.
    case ask
    /// POST that changes something: refused on a desk that is read only.
    case change
  }

  package typealias Handler = @Sendable (DeskRequest, DeskContext) async throws -> DeskResponse

  let kind: Kind
  private let parts: [Substring]
  let handler: Handler

  /// - Parameter pattern: A path, in which a part such as `:name` stands for any.
  package init(_ kind: Kind, _ pattern: String, _ handler: @escaping Handler) {
    self.kind = kind
    parts = pattern.split(separator: "/")
    self.handler = handler
  }

  /// What the pattern's names stand for in a path; `nil` if it does not fit.
  func parameters(of path: String) -> [String: String]? {
    let pathParts = path.split(separator: "/")
    guard pathParts.count == parts.count else { return nil }
    var found: [String: String] = [:]
    for (pattern, part) in zip(parts, pathParts) {
      guard let text = part.removingPercentEncoding else { return nil }
      if pattern.hasPrefix(":") {
        found[String(pattern.dropFirst())] = text
      } else if pattern != text {
        return nil
      }
    }
    return found
  }
}

/// A part of the desk: its pages, and where they stand in the navigation.
package protocol DeskSection: Sendable {
  /// The name in the navigation, and the path that it leads to; `nil` for pages that others lead to.
  var navigation: (title: String, path: String)? { get }
  var routes: [DeskRoute] { get }
  /// Style rules and a script of the section's own, which every page gets with those of the desk.
  var style: String { get }
  var script: String { get }
}

extension DeskSection {
  package var navigation: (title: String, path: String)? { nil }
  package var style: String { "" }
  package var script: String { "" }
}
