internal import AttributeValues

extension ValueConverter {
  /// What is done to a field's text beyond trimming it and reading it as a value of its type, in order.
  ///
  /// - Parameter isList: Whether each part of a list is a value of its own.
  func words(isList: Bool) -> [String] {
    if takesPresence { return ["true if the field has a text"] }
    var words = steps.words(isList: isList)
    if let conversion = numbers.conversion {
      words.append("\(conversion.source.symbol) to \(conversion.target.symbol)")
    }
    if let decimals = numbers.decimals { words.append(decimals == 1 ? "1 decimal kept" : "\(decimals) decimals kept") }
    words += files.words
    if type == .date { words.append("read as " + datePatterns.map(\.text).joined(separator: " or ")) }
    return words
  }
}

extension FileConversion {
  /// What is done to a text and to the bytes that it stands for, in order.
  var words: [String] {
    var words: [String] = []
    if let files { words.append("the file of \(files.isFetched ? "this address" : "this name") in \(files.name)") }
    if let fitter { words.append(fitter.words) }
    return words
  }
}
