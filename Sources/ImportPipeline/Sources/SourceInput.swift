package import DelimitedText
package import Findings
package import PackedSources
internal import SystemErrors
package import TextInput
package import Worksheets

/// One file of a source, unpacked if it is packed.
package struct SourceInput {
  /// The file's name in positions, with the member's path if it is an archive: `dogs.zip/dogs.csv`.
  package let name: String
  /// How the file is packed, from outside to inside.
  package let packings: [Packing]
  /// The first bytes of the contents.
  package let firstBytes: [UInt8]
  let path: String
  /// `nil` for a plain file, which its reader opens itself.
  private let packed: PackedSource?
  /// Which file of an archive was asked for.
  private let member: String?
  /// Whether the file can be opened again.
  private let isRegularFile: Bool

  /// Opens a file and looks at its first bytes.
  ///
  /// - Parameters:
  ///   - path: The file; `-` is standard input.
  ///   - name: Its name in positions.
  ///   - member: Which file of an archive.
  /// - Throws: A `PackedSourceError`.
  package init(path: String, name: String, member: String? = nil) throws(PackedSourceError) {
    let source = try PackedSource(path, member: member)
    self.path = path
    self.member = member
    self.name = source.member.map { "\(name)/\($0)" } ?? name
    packings = source.packings
    firstBytes = source.firstBytes
    do {
      isRegularFile = path != "-" ? try FileState(ofFile: path) != nil : false
      packed = source.packings.isEmpty && isRegularFile ? nil : source
    } catch {
      throw PackedSourceError(.unreadable(errorNumber: error.number), file: path)
    }
  }

  /// A reader of the contents as delimited text; positions have this input's name.
  package func delimitedReader(_ options: DelimitedOptions) throws(DelimitedTextError) -> DelimitedReader {
    var options = options
    options.fileName = name
    guard let packed else { return try DelimitedReader(path: path, options: options) }
    let name = name
    let contents = ByteInput.stream { buffer in
      do {
        return try packed.read(into: buffer)
      } catch let error as PackedSourceError {
        throw DelimitedTextError(.packing(error.reason), file: name)
      }
    }
    return try DelimitedReader(contents, options: options)
  }

  /// The contents for a reader of JSON, XML or HTML.
  package var contents: ByteInput {
    guard let packed else { return .file(path) }
    guard isRegularFile else { return .stream { try packed.read(into: $0) } }
    // The first reading is that of which is known later what stood behind the packed data.
    var unread: PackedSource? = packed
    return .streams { [path, member] in
      let source = try unread ?? PackedSource(path, member: member)
      unread = nil
      return { try source.read(into: $0) }
    }
  }

  /// What is to be said about the packing, since the last call: that something behind the packed data was left out, or that an archive may be cut.
  package func takeFindings() -> [Finding] {
    guard let packed else { return [] }
    var kinds = packed.takeIgnored().map { [SourceFinding.Malformed.behindPacking(format: $0.rawValue)] } ?? []
    if packed.takeLackOfEnd() { kinds.append(.archiveWithoutEnd) }
    return kinds.map {
      Finding(SourceFinding.malformed($0), severity: .warning, at: SourcePosition(file: name, line: 1))
    }
  }

  /// The first byte that is no white space, byte order mark or half of a wide character.
  package var firstJSONByte: UInt8? {
    firstBytes.first { $0 > 0x20 && ![0xEF, 0xBB, 0xBF, 0xFE, 0xFF].contains($0) }
  }

  /// The contents as a workbook.
  ///
  /// - Throws: `WorksheetError`, and a `PackedSourceError` if the packing is damaged.
  package func workbook() throws -> Workbook {
    guard let packed else { return try Workbook(path: path, name: name) }
    return try Workbook(ZipFile(packed, name: name), name: name)
  }
}
