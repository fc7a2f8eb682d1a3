extension DeskServer {
  /// The desk's parts, in the order of the navigation.
  package static var allSections: [any DeskSection] {
    [FindingsSection(), GridSection(), ObjectsSection(), ReleaseSection()]
  }
}
