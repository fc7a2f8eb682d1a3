internal import ImportPipeline
internal import Reports
internal import Synchronization

/// The pages of objects: entities, lists, single objects, and what is done with them.
package struct ObjectsSection: DeskSection {
  private let cache = BrowserCache()

  package init() {}

  package var navigation: (title: String, path: String)? { ("Objects", "/objects") }
  package var style: String { ObjectsStyle.text }
  package var script: String { ObjectsScript.text }

  package var routes: [DeskRoute] {
    let cache = cache
    return [
      DeskRoute(.read, "/objects") { _, desk in
        let (browser, _) = try await cache.browser(desk)
        return desk.page("Objects", path: "/objects", EntitiesPage(entities: try browser.entities()).html)
      },
      DeskRoute(.read, "/objects/:entity") { request, desk in
        let (browser, _) = try await cache.browser(desk)
        return try ObjectListPage(request, browser, desk).response()
      },
      DeskRoute(.read, "/objects/:entity/:key") { request, desk in
        let (browser, _) = try await cache.browser(desk)
        return try ObjectPage(request, browser, desk).response()
      },
      DeskRoute(.read, "/objects/:entity/:key/picture/:attribute") { request, desk in
        let (browser, _) = try await cache.browser(desk)
        guard let picture = try browser.picture(request.parameters["attribute"] ?? "", of: ObjectKey(request)) else {
          throw DeskProblem(.notFound, "There is no such picture")
        }
        return .bytes(picture.bytes, type: picture.mediaType)
      },
    ] + EditPages(cache: cache).routes + AdditionPages(cache: cache).routes + DeletionPages(cache: cache).routes
  }
}

/// The objects of the sources as they are, imported when somebody asks for them.
final class BrowserCache: Sendable {
  private let known = Mutex<(version: Int, browser: ObjectBrowser)?>(nil)

  /// The objects, and what the desk knows at that moment.
  ///
  /// - Throws: `DeskProblem` if the recipe cannot be read; what an import throws.
  func browser(_ desk: DeskContext) async throws -> (ObjectBrowser, DeskState) {
    let state = await desk.session.current()
    if let known = known.withLock({ $0 }), known.version == state.version { return (known.browser, state) }
    let session = desk.session
    return try await session.work {
      let state = session.state
      if let known = self.known.withLock({ $0 }), known.version == state.version { return (known.browser, state) }
      guard let plan = state.plan else {
        throw DeskProblem(
          .conflict,
          "There are no objects to show",
          state.problem?.message ?? "The recipe cannot be read"
        )
      }
      let browser = ObjectBrowser(try ImportedGraph(plan))
      self.known.withLock { $0 = (state.version, browser) }
      return (browser, state)
    }
  }
}

extension ObjectKey {
  /// The key that an address names.
  init(_ request: DeskRequest) {
    self.init(entity: request.parameters["entity"] ?? "", text: request.parameters["key"] ?? "")
  }

  /// The address of an entity's list.
  static func path(ofEntity entity: String) -> String { "/objects/\(encoded(entity))" }
}

extension DeskProblem {
  /// Said of an object that is not there, or not any more.
  static func noObject(_ key: ObjectKey) -> DeskProblem {
    DeskProblem(
      .notFound,
      "There is no such object",
      "No \(key.entity) has this key. It may have been renamed or deleted; the list of all is at \(ObjectKey.path(ofEntity: key.entity))."
    )
  }
}
