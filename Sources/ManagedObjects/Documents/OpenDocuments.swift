internal import FoundationEssentials
internal import Synchronization

/// The contexts of the documents that this process has open, by the documents' places: what one saves, the others merge.
enum OpenDocuments {
  private struct Entry: Sendable {
    weak var context: ManagedObjectContext?
    let place: String
  }

  private static let entries = Mutex<[Entry]>([])

  /// Adds the context of a document that was opened at `path`, or has moved there.
  static func add(_ context: ManagedObjectContext, at path: String) {
    let place = URL(filePath: path).standardizedFileURL.path
    entries.withLock { entries in
      entries.removeAll { $0.context == nil || $0.context === context }
      entries.append(Entry(context: context, place: place))
    }
  }

  /// Takes out the context of a document that is closed.
  static func remove(_ context: ManagedObjectContext) {
    entries.withLock { entries in entries.removeAll { $0.context == nil || $0.context === context } }
  }

  private static func contains(_ context: ManagedObjectContext) -> Bool {
    entries.withLock { entries in entries.contains { $0.context === context } }
  }

  /// The contexts of other documents at the place of the one with `context`.
  private static func others(than context: ManagedObjectContext) -> [ManagedObjectContext] {
    entries.withLock { entries in
      guard let place = entries.first(where: { $0.context === context })?.place else { return [] }
      return entries.filter { $0.place == place }.compactMap(\.context).filter { $0 !== context }
    }
  }

  /// Hands what the document with `context` has saved to the others at its place, each on its own queues: first to what writes its store, then to what
  /// its objects belong to. A context without a queue is left alone.
  static func tell(_ saved: SavedObjectIDs, of context: ManagedObjectContext) {
    for other in others(than: context) where other.concurrencyType != .confinement {
      guard let writer = other.parent else { continue }
      writer.perform {
        guard contains(other) else { return }
        writer.mergeChanges(fromContextDidSave: saved)
        other.perform {
          if contains(other) { other.mergeChanges(fromContextDidSave: saved) }
        }
      }
    }
  }
}
