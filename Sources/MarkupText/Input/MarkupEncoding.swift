internal import TextInput

/// The encodings that documents may be said to have.
package enum MarkupEncoding {
  /// Whether documents in the encoding of this name can be read.
  package static func isKnown(_ name: String) -> Bool {
    let isPlain = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.:".contains($0)) }
    return isPlain && !name.isEmpty && UnicodeConverter.exists(name)
  }

  /// - Throws: `MarkupTextError` of kind `encoding` if a given name is unknown.
  static func require(_ name: String?) throws(MarkupTextError) {
    guard let name, !isKnown(name) else { return }
    throw MarkupTextError(.encoding, "There is no encoding '\(name)'")
  }
}
