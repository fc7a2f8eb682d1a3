package import Reports

/// What the handlers of all pages share.
package struct DeskContext: Sendable {
  /// The recipe, its sources and what is known of them.
  package let session: DeskSession
  /// What all open pages are told.
  package let events: DeskEvents
  /// Whether nothing may be changed.
  package var isReadOnly: Bool { session.isReadOnly }

  let sections: [any DeskSection]
  let access: DeskAccess?

  /// A page within the desk's frame: navigation, undo and redo, the state of the sources.
  ///
  /// - Parameters:
  ///   - title: The page's heading.
  ///   - path: The page's place in the navigation.
  ///   - main: What stands below the heading.
  ///   - reloads: Whether a browser without scripts is to ask for the page again and again.
  package func page(_ title: String, path: String, _ main: HTML, status: DeskStatus = .ok, reloads: Bool = false)
    -> DeskResponse
  {
    .html(DeskPage(title: title, path: path, main: main, desk: self, reloads: reloads).html, status: status)
  }
}
