internal import ImportPipeline
internal import Reports

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
