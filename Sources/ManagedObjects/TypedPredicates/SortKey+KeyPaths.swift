internal import FoundationEssentials
public import FoundationInternationalization

extension SortKey {
  /// Makes a criterion of a class's property, or of a path to one through to-one relationships; ascending and by binary comparison unless it says
  /// otherwise.
  ///
  /// Objects whose attribute has no value come first, whatever the property shows for it.
  ///
  /// - Throws: `QueryTranslationError` for a key path that does not lead to one attribute of the model.
  public init<Object: ManagedObject, Value>(
    _ keyPath: KeyPath<Object, Value>,
    ascending: Bool = true,
    comparison: Comparison = .binary
  ) throws(QueryTranslationError) {
    try self.init(reading: keyPath, ascending: ascending, comparison: comparison)
  }

  /// Makes the criterion that Foundation's descriptor is.
  ///
  /// Texts compare by Unicode scalars: on Linux, Foundation's only comparison for them is `.lexical`.
  ///
  /// - Throws: `QueryTranslationError` for a descriptor whose key path does not lead to one attribute of the model.
  public init<Object: ManagedObject>(_ descriptor: SortDescriptor<Object>) throws(QueryTranslationError) {
    guard let keyPath = descriptor.keyPath else { throw QueryTranslationError(.unsortable, descriptor) }
    if let comparator = descriptor.stringComparator, comparator != .lexical {
      throw QueryTranslationError(.unsortable, comparator)
    }
    try self.init(reading: keyPath, ascending: descriptor.order == .forward, comparison: .binary)
  }

  private init(reading keyPath: AnyKeyPath, ascending: Bool, comparison: Comparison) throws(QueryTranslationError) {
    let path = try PropertyPath.of(keyPath)
    guard case .attribute = path.kind else { throw QueryTranslationError(.unsortable, keyPath) }
    self.init(path.names.joined(separator: "."), ascending: ascending, comparison: comparison)
  }
}
