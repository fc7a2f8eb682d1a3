extension [String] {
  /// The names as what there is to choose from, to stand behind a message: “; there are a, b”. Nothing where there are none, or too many to read.
  var asChoice: String { isEmpty || count > 40 ? "" : "; there are \(joined(separator: ", "))" }

  /// The names in quotes: “a”, “b”.
  func quoted(separator: String = ", ") -> String { map { "“\($0)”" }.joined(separator: separator) }
}
