/// A zip archive whose members are read by their names, such as an Office document.
///
/// ```swift
/// let archive = try ZipFile(path)
/// if let member: PackedMember = try archive.member("akc/breeds.csv") {
///   var buffer = [UInt8](repeating: 0, count: 4096)
///   while case let count = try buffer.withUnsafeMutableBytes({ try member.read(into: $0) }), count > 0 {
///     text += buffer[..<count]
///   }
/// }
/// ```
///
/// An archive belongs to one thread; several members may be read at the same time.
public final class ZipFile {
  private let archive: ZipArchive
  private let limits: PackedLimits
  private let counters: [ByteCounter]
  private let file: String
  /// The members by their names, and by these without regard to case; of several with one name the last, as whoever unpacks the archive has it.
  private let numbers: [String: Int]
  private let foldedNumbers: [String: Int]

  /// Opens an archive.
  ///
  /// - Throws: A `PackedSourceError`.
  public convenience init(_ path: String, limits: PackedLimits = PackedLimits()) throws(PackedSourceError) {
    let file = try FileStream(path)
    try self.init(try SeekableBytes(file, file, limits: limits, file: path), file: path, limits: limits)
  }

  /// Opens an archive that is the contents of a packed source; it is read into memory.
  ///
  /// - Throws: A `PackedSourceError`.
  public convenience init(_ source: PackedSource, name: String, limits: PackedLimits = PackedLimits())
    throws(PackedSourceError)
  {
    try self.init(
      try SeekableBytes(nil, source.stream, limits: limits, file: name),
      file: name,
      limits: limits,
      around: source.packedCounters
    )
  }

  /// - Parameter counters: How many bytes the archive's own packing has taken, at each level.
  private init(
    _ bytes: SeekableBytes,
    file: String,
    limits: PackedLimits,
    around counters: [ByteCounter] = []
  ) throws(PackedSourceError) {
    self.counters = counters
    archive = try ZipArchive(bytes, file: file)
    self.limits = limits
    self.file = file
    var numbers: [String: Int] = [:]
    for (number, entry) in archive.entries.enumerated() {
      try numbers.requireNoOtherForm(of: entry.name, file: file)
      numbers[entry.name] = number
    }
    self.numbers = numbers
    // Names of parts of documents are the same in any case; some programs write them as Windows does.
    foldedNumbers = Dictionary(
      archive.entries.enumerated().map { ($1.name.lowercased().replacing("\\", with: "/"), $0) },
      uniquingKeysWith: { $1 }
    )
  }

  /// How many bytes the archive has.
  package var packedBytes: Int { archive.source.count }

  /// The members' paths, as the archive lists them.
  public var memberNames: [String] { archive.entries.map(\.name) }

  /// Opens the member of a name; where there is none, one whose name differs in the case of its letters only.
  ///
  /// - Returns: `nil` if there is none of that name.
  /// - Throws: A `PackedSourceError`.
  public func member(_ name: String) throws(PackedSourceError) -> PackedMember? {
    guard let number = numbers[name] ?? foldedNumbers[name.lowercased()] else { return nil }
    let counter = ByteCounter()
    let contents = try archive.contents(of: archive.entries[number], counter: counter)
    return PackedMember(GuardedStream(contents, packed: counters + [counter], limits: limits, file: file))
  }
}

/// The contents of a member of an archive.
///
/// ```swift
/// let archive = try ZipFile(path)
/// if let member: PackedMember = try archive.member("akc/breeds.csv") {
///   var buffer = [UInt8](repeating: 0, count: 4096)
///   while case let count = try buffer.withUnsafeMutableBytes({ try member.read(into: $0) }), count > 0 {
///     text += buffer[..<count]
///   }
/// }
/// ```
public final class PackedMember {
  private let stream: any ByteStream

  init(_ stream: any ByteStream) { self.stream = stream }

  /// Puts up to `buffer.count` bytes of the contents into `buffer`.
  ///
  /// - Returns: How many; 0 only at the end.
  /// - Throws: A `PackedSourceError` when the packed data are damaged, or outgrow the limits.
  public func read(into buffer: UnsafeMutableRawBufferPointer) throws(PackedSourceError) -> Int {
    try stream.read(into: buffer)
  }
}

extension SeekableBytes {
  /// A regular file, in which one can read anywhere; anything else is read into memory.
  init(_ file: FileStream?, _ stream: any ByteStream, limits: PackedLimits, file name: String) throws(PackedSourceError)
  {
    if let file, let size = file.seekableSize {
      self = .file(file, size: size)
      return
    }
    let bytes = try stream.read(upTo: limits.archiveInMemory + 1)
    guard bytes.count <= limits.archiveInMemory else {
      throw PackedSourceError(.limit("an archive of more than \(limits.archiveInMemory) bytes in a stream"), file: name)
    }
    self = .memory(bytes)
  }
}
