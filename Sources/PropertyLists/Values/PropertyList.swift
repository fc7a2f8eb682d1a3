/// Reads property lists in either form and writes the binary one.
package enum PropertyList {
  /// Reads a binary or XML property list.
  ///
  /// - Throws: `PropertyListError` for bytes that are neither, or that are damaged.
  package static func read(_ bytes: [UInt8]) throws(PropertyListError) -> PropertyListValue {
    if bytes.starts(with: BinaryPropertyListReader.magic) { return try BinaryPropertyListReader.read(bytes) }
    return try XMLPropertyListReader.read(bytes)
  }

  /// Writes the binary form. The same value gives the same bytes.
  package static func writeBinary(_ value: PropertyListValue) -> [UInt8] {
    var writer = BinaryPropertyListWriter()
    return writer.write(value)
  }

  /// The XML form, without declaration and document type, as it stands in another document; lines end with a line feed.
  ///
  /// Dates are cut to whole seconds, and characters that XML cannot hold are left out of texts: the form has no place for either.
  ///
  /// - Parameter indentation: The number of blanks before the outermost element.
  package static func writeXML(_ value: PropertyListValue, indentation: Int = 0) -> [UInt8] {
    XMLPropertyListWriter.write(value, indentation: indentation)
  }
}
