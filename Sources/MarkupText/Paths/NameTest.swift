/// What a path says about a name: `breed`, `gml:name`, `*` or `gml:*`.
///
/// A name without a prefix fits elements of that local name in every namespace, unless the prefix map has an entry for the
/// empty prefix; an attribute's name without a prefix fits attributes without one, as in XPath. A prefix that is not in the
/// map is compared with the prefix that the document writes.
struct NameTest: Sendable, Hashable {
  /// The prefix as the path writes it.
  var prefix: String?
  /// The local name; `nil` for `*`.
  var local: String?
  /// Several local names, of which it may have any; empty if `local` counts.
  var locals: Set<String> = []
  var isAttribute = false
  /// The test's number in the plan that it belongs to.
  var slot: Int32 = -1

  /// Whether an element or attribute of this name passes.
  func accepts(local: String, prefix: String?, namespace: String?, isAttribute: Bool, map: [String: String]) -> Bool {
    guard isAttribute == self.isAttribute else { return false }
    if let wanted = self.local, wanted != local { return false }
    if !locals.isEmpty, !locals.contains(local) { return false }
    guard let wantedPrefix = self.prefix else {
      // Attributes without a prefix have no namespace, whatever the default namespace is.
      if isAttribute { return self.local == nil || prefix == nil }
      guard let wanted = map[""], self.local != nil else { return true }
      return namespace ?? "" == wanted
    }
    if let wanted = map[wantedPrefix] { return namespace == wanted }
    return prefix == wantedPrefix
  }

  /// Whether an element could pass this test and another one, whatever its namespace is.
  func mayMeet(_ other: NameTest) -> Bool { local == nil || other.local == nil || local == other.local }
}

extension NameTest: CustomStringConvertible {
  var description: String {
    (isAttribute ? "@" : "") + (prefix.map { $0 + ":" } ?? "") + (local ?? "*")
  }
}
