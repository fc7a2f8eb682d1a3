/// The namespaces that are in force where a scanner stands.
struct NamespaceScope {
  private struct Binding {
    /// Empty for names without a prefix.
    var prefix: String
    /// Empty where a default namespace is taken back.
    var namespace: String
    /// How many elements are open around it, the one that declares it included.
    var depth: Int
  }

  private var bindings: [Binding] = []
  /// Changes whenever a name may mean something else than before; 0 while no namespace has been declared.
  private(set) var version: Int32 = 0
  private var lastVersion: Int32 = 0

  var isEmpty: Bool { bindings.isEmpty }

  /// Adds a declaration of the element at `depth`.
  mutating func declare(_ prefix: String, _ namespace: String, depth: Int) {
    bindings.append(Binding(prefix: prefix, namespace: namespace, depth: depth))
    renew()
  }

  /// Forgets the declarations of the element at `depth`, which ends.
  mutating func leave(_ depth: Int) {
    guard let last = bindings.last, last.depth >= depth else { return }
    while let last = bindings.last, last.depth >= depth { bindings.removeLast() }
    renew()
  }

  private mutating func renew() {
    lastVersion &+= 1
    version = bindings.isEmpty ? 0 : lastVersion
  }

  /// The namespace of a prefix; `nil` if it has none.
  func namespace(of prefix: String) -> String? {
    if prefix == "xml" { return "http://www.w3.org/XML/1998/namespace" }
    let found = bindings.last { $0.prefix == prefix }?.namespace
    return found?.isEmpty == true ? nil : found
  }

  /// The declarations of the element at `depth` as attributes.
  func declarations(at depth: Int) -> String {
    bindings.filter { $0.depth == depth }
      .map { " xmlns\($0.prefix.isEmpty ? "" : ":")\($0.prefix)=\"\($0.namespace)\"" }
      .joined()
  }
}
