/// What a file that is no SQLite database seems to be, by its first bytes.
///
/// ```swift
/// do {
///   _ = try SQLiteStore.open(at: path, model: model)
/// } catch let error as SQLiteStoreError {
///   if case .notADatabase(let found) = error.kind { content = found }  // FileContent.text
///   print(error)
/// }
/// ```
public enum FileContent: String, Sendable, Hashable, CaseIterable {
  /// There is nothing in it.
  case empty
  /// Bytes without any order, as an encrypted database (SQLCipher and others) shows.
  case encrypted
  case realm
  /// A binary property list.
  case binaryPropertyList
  /// A binary store of Core Data.
  case binaryStore
  /// XML, which Core Data's XML stores are.
  case xml
  /// Readable text.
  case text
  /// A compressed file or an archive.
  case compressed
  case unknown

  /// Looks at the beginning of a file; a few thousand bytes tell order from chance.
  package init(beginning bytes: [UInt8]) {
    func begins(_ text: String, at offset: Int = 0) -> Bool { bytes.dropFirst(offset).starts(with: Array(text.utf8)) }
    if bytes.isEmpty {
      self = .empty
    } else if begins("T-DB", at: 16) {
      self = .realm
    } else if begins("CoreData\u{0}") {
      self = .binaryStore
    } else if begins("bplist") {
      self = .binaryPropertyList
    } else if begins("<?xml") || begins("\u{FEFF}<?xml") {
      self = .xml
    } else if bytes.starts(with: [0x1F, 0x8B]) || begins("PK\u{3}\u{4}") || begins("BZh")
      || bytes.starts(with: [0xFD, 0x37])
    {
      self = .compressed
    } else if String(validating: bytes.dropLast(3), as: UTF8.self) != nil, !bytes.contains(where: { $0 < 9 }) {
      self = .text
    } else {
      self = Self.looksRandom(bytes) ? .encrypted : .unknown
    }
  }

  /// Whether the bytes are spread as evenly as chance spreads them (a chi-square test whose bound chance passes once in some million times).
  private static func looksRandom(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 512 else { return false }
    var counts = [Double](repeating: 0, count: 256)
    for byte in bytes { counts[Int(byte)] += 1 }
    let expected = Double(bytes.count) / 256
    let deviation = counts.reduce(0) { $0 + ($1 - expected) * ($1 - expected) / expected }
    return deviation < 380
  }

  /// What the file is, to stand after “This is not a SQLite database, but ”.
  var explanation: String {
    switch self {
    case .empty: "an empty file"
    case .encrypted: "bytes without order, as an encrypted database has; decrypt it first"
    case .realm: "a Realm database"
    case .binaryPropertyList: "a binary property list"
    case .binaryStore: "a binary store of Core Data; open it as a store of type Binary"
    case .xml: "XML; Core Data's XML stores are such, and are opened as stores of type XML"
    case .text: "a text"
    case .compressed: "a compressed file or an archive; unpack it first"
    case .unknown: "something else, perhaps a damaged or encrypted file"
    }
  }
}
