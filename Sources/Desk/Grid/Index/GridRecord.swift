package import ImportPipeline

/// A record of a source as a grid shows it.
package struct GridRecord: Sendable, Hashable {
  /// One field of it.
  package struct Cell: Sendable, Hashable {
    /// The text as it is read; `nil` if the record does not have the field.
    package var text: String?
    /// The bytes of the file that it takes, with its quotes; `nil` if they are not known.
    package var byteRange: Range<Int>?
  }

  /// The number in the source, from 1.
  package var number: Int
  /// Where it stands.
  package var place: RecordPage.Entry
  /// In the order of the columns.
  package var cells: [Cell]

  init(_ page: RecordPage, _ index: Int, number: Int) {
    self.number = number
    place = page.entries[index]
    cells = (0..<page.fieldCount).map { field in
      Cell(text: page.text(index, field), byteRange: page.byteRange(index, field))
    }
  }
}
