internal import AttributeValues

extension ValueConverter {
  /// What is done to a field's text beyond trimming it and reading it as a value of its type, in order.
  var words: [String] {
    if takesPresence { return ["true if the field has a text"] }
    var words = steps.words
    if let conversion = numbers.conversion {
      words.append("\(conversion.source.symbol) to \(conversion.target.symbol)")
    }
    if let decimals = numbers.decimals { words.append(decimals == 1 ? "1 decimal kept" : "\(decimals) decimals kept") }
    if type == .date { words.append("read as " + datePatterns.map(\.text).joined(separator: " or ")) }
    return words
  }
}
