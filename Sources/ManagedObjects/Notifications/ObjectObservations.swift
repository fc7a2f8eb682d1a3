internal import Observation
internal import ObjectModel

/// Tells Swift's observation which properties of a context's objects are read, and when they change.
///
/// A property of an object is told apart from others by a key path that holds its name.
final class ObjectObservations {
  /// What is known of an object of which somebody has read a property while it was watched.
  private final class Watched {
    let registrar = ObservationRegistrar()
    var keys: Set<String> = []
  }

  private var watched: [ObjectIdentifier: Watched] = [:]

  /// Notes that a property is read; whoever is watching at the moment will hear of its next change.
  func noteAccess(to key: String, of object: ManagedObject) {
    let entry = watched[ObjectIdentifier(object)] ?? Watched()
    watched[ObjectIdentifier(object)] = entry
    entry.keys.insert(key)
    entry.registrar.access(object, keyPath: \.[observed: key])
  }

  /// Tells that a property is changing.
  func noteChange(of key: String, of object: ManagedObject) {
    guard let entry = watched[ObjectIdentifier(object)], entry.keys.contains(key) else { return }
    entry.registrar.withMutation(of: object, keyPath: \.[observed: key]) {}
  }

  /// Tells that all properties of an object may have other values.
  func noteChanges(of object: ManagedObject) {
    guard let entry = watched[ObjectIdentifier(object)] else { return }
    for key in entry.keys.sorted() { entry.registrar.withMutation(of: object, keyPath: \.[observed: key]) {} }
  }

  /// Tells that a context's objects, which are all that are watched, lose their values.
  func noteChanges(ofAll objects: [ManagedObject]) { for object in objects { noteChanges(of: object) } }

  /// Forgets an object that goes.
  func forget(_ object: ManagedObject) { watched[ObjectIdentifier(object)] = nil }

  /// Forgets all objects.
  func forgetAll() { watched.removeAll() }
}

extension ManagedObject {
  /// Stands for a property in the key paths by which `ObservationRegistrar` tells properties apart.
  fileprivate final subscript(observed key: String) -> Never? { nil }

  /// Notes a read of a property, if the context lets its objects be watched.
  @inline(__always)
  final func noteAccess(to key: String) {
    if flags.contains(.tracked), let observations = owner?.recorder.observations {
      observations.noteAccess(to: key, of: self)
    }
  }
}

extension ManagedObjectContext {
  /// Whether Swift's `withObservationTracking` learns which properties of this context's objects are read, and is told when they change. Off by
  /// default, because changes are then recorded one by one.
  ///
  /// Read are properties through `value(forKey:)`, the typed accessors of subclasses and whatever calls `willAccessValue(forKey:)`. A change is told
  /// before it is made, as Observation does it; a refresh, a merge, a deletion or a reset counts as a change of every property.
  public var isObservable: Bool {
    get { recorder.observations != nil }
    set {
      guard newValue != isObservable else { return }
      recorder.setObservations(newValue ? ObjectObservations() : nil)
      updateRecording()
    }
  }
}
