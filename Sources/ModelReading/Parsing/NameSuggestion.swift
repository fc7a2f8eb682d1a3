/// The name that was most likely meant.
enum NameSuggestion {
  /// The nearest of `names`, or `nil` when none is near: about a third of its letters may differ, case not counted.
  static func nearest(to text: String, in names: some Sequence<String>) -> String? {
    let wanted = Array(text.lowercased().unicodeScalars)
    let limit = max((wanted.count + 1) / 3, 1)
    let ranked = names.map { name in (name: name, distance: distance(wanted, Array(name.lowercased().unicodeScalars))) }
    return ranked.filter { $0.distance <= limit }.min { ($0.distance, $0.name) < ($1.distance, $1.name) }?.name
  }

  /// How many letters have to be changed, added or removed.
  private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var row = Array(0...right.count)
    for (index, scalar) in left.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for (column, other) in right.enumerated() {
        let replaced = diagonal + (scalar == other ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, row[column] + 1, row[column + 1] + 1)
      }
    }
    return row[right.count]
  }
}
