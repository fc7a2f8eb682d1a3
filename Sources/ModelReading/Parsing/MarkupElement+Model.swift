internal import MarkupText

// What the elements of a model file have in common.
extension MarkupElement {
  /// Whether an attribute says yes; `missing` where it says nothing.
  func flag(_ name: String, default missing: Bool = false) -> Bool {
    guard let value = attribute(name) else { return missing }
    return ["YES", "TRUE", "1"].contains(value.uppercased())
  }

  var userInfo: [String: String] {
    let entries = elements(named: "userInfo").flatMap { $0.elements(named: "entry") }
    return Dictionary(
      entries.compactMap { entry in entry.attribute("key").map { ($0, entry.attribute("value") ?? "") } },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// Lists of names such as `<compoundIndexes><compoundIndex><index value="…"/>…`.
  func rows(in list: String, of row: String, named item: String) -> [[String]] {
    elements(named: list).flatMap { $0.elements(named: row) }
      .map { $0.elements(named: item).compactMap { $0.attribute("value") } }
      .filter { !$0.isEmpty }
  }
}

extension Optional where Wrapped == String {
  /// `nil` for an empty text too.
  var nonEmpty: String? { self?.isEmpty == true ? nil : self }
}
