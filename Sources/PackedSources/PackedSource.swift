/// The contents of a file, unpacked as often as it is packed.
///
/// ```swift
/// let source = try PackedSource(path, member: "breeds.csv")
/// let isZipped = source.packings.contains(Packing.zip)
/// let reader = try DelimitedReader(.stream { try source.read(into: $0) })
/// ```
///
/// What is packed is told by the first bytes, not by the name. An Office document, which is a zip archive too, counts as not packed. Contents are a stream in constant memory, bounded by `PackedLimits`.
///
///     dogs.csv.gz      gzip → the contents
///     dogs.tar.xz      xz → tar → the member
///     dogs.zip         zip → the member → perhaps gzip again
///
/// A source belongs to one thread.
public final class PackedSource {
  /// The path of the chosen member in its archive; `nil` if there is no archive.
  public let member: String?
  /// How the file is packed, from outside to inside; empty for a plain file.
  public let packings: [Packing]
  let stream: any ByteStream
  private let ignored: IgnoredData
  /// How many packed bytes the contents were made of so far, at each level of packing.
  let packedCounters: [ByteCounter]
  /// The first bytes of the contents, up to 4,096 of them.
  public let firstBytes: [UInt8]

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: The file; `-` is standard input.
  ///   - member: Which file of an archive: its path, its name, or a pattern such as `*.csv`. An archive of one file needs none.
  ///   - limits: How much may come out.
  /// - Throws: A `PackedSourceError`.
  public init(_ path: String, member: String? = nil, limits: PackedLimits = PackedLimits()) throws(PackedSourceError) {
    let opener = Opener(path: path, wanted: member, limits: limits)
    let stream = try opener.open()
    self.stream = stream
    firstBytes = stream.firstBytes
    self.member = opener.member
    packings = opener.packings
    ignored = opener.ignored
    packedCounters = opener.counters
  }

  /// The packing behind whose data something stood that is none and was left out; `nil` if there is nothing of the kind so far, and from
  /// the second call on.
  public func takeIgnored() -> Packing? {
    defer { ignored.packing = nil }
    return ignored.packing
  }

  /// Whether a tar archive ends without the zeros that mark its end, so that files behind its last one may have been cut off; `false` from the second
  /// call on, and for standard input, which is read no further than the member.
  public func takeLackOfEnd() -> Bool {
    defer { ignored.lacksEnd = false }
    return ignored.lacksEnd
  }

  /// Puts up to `buffer.count` bytes of the contents into `buffer`.
  ///
  /// - Returns: How many; 0 only at the end.
  /// - Throws: A `PackedSourceError` when the packed data are damaged, or outgrow the limits.
  public func read(into buffer: UnsafeMutableRawBufferPointer) throws(PackedSourceError) -> Int {
    try stream.read(into: buffer)
  }

  /// The paths of the files in an archive; empty if the file is none.
  public static func members(of path: String, limits: PackedLimits = PackedLimits()) throws(PackedSourceError)
    -> [String]
  {
    do {
      let source = try PackedSource(path, member: nil, limits: limits)
      return source.member.map { [$0] } ?? []
    } catch {
      guard case .memberNeeded(let names) = error.kind else { throw error }
      return names
    }
  }
}

/// Goes from packing to packing.
private final class Opener {
  let path: String
  let wanted: String?
  let limits: PackedLimits
  private(set) var member: String?
  private(set) var packings: [Packing] = []
  let ignored = IgnoredData()
  private(set) var counters: [ByteCounter] = []

  init(path: String, wanted: String?, limits: PackedLimits) {
    self.path = path
    self.wanted = wanted
    self.limits = limits
  }

  func open() throws(PackedSourceError) -> PeekedStream {
    let file = try FileStream(path)
    var stream = try PeekedStream(file, peeking: Packing.peekedBytes)
    while packings.count < limits.depth, let packing = Packing(stream.firstBytes) {
      packings.append(packing)
      let counter = ByteCounter()
      let contents: any ByteStream
      switch packing {
      case .tar: contents = try tarMember(stream)
      case .zip:
        contents = try zipMember(packings.count == 1 ? file : nil, stream, counter)
        if contents is SliceStream {
          packings.removeLast()
          return try PeekedStream(contents, peeking: Packing.peekedBytes)
        }
      case .gzip, .zstd, .bzip2, .xz: contents = try decompressed(CountedStream(stream, counter), packing)
      }
      // A tar is no smaller than its contents.
      if packing != .tar { counters.append(counter) }
      let guarded =
        packing == .tar ? contents : GuardedStream(contents, packed: counters, limits: limits, file: path)
      stream = try PeekedStream(guarded, peeking: Packing.peekedBytes)
    }
    if wanted != nil && member == nil {
      throw PackedSourceError(.unsupported("is no archive and has no members"), file: path)
    }
    return stream
  }

  private func decompressed(_ stream: any ByteStream, _ packing: Packing) throws(PackedSourceError) -> any ByteStream {
    let reportJunk = { [ignored] in ignored.packing = packing }
    return try packing.unpacked(stream, file: path, reportJunk: reportJunk)
  }

  private func choose(_ paths: [String]) throws(PackedSourceError) -> Int {
    // A member that is an archive itself has members of its own, but only the first choice was made by anyone.
    let index = try MemberPattern.choose(paths, member == nil ? wanted : nil, file: path)
    member = member.map { "\($0)/\(paths[index])" } ?? paths[index]
    return index
  }

  private func zipMember(
    _ file: FileStream?,
    _ stream: any ByteStream,
    _ counter: ByteCounter
  ) throws(PackedSourceError) -> any ByteStream {
    let bytes = try SeekableBytes(file, stream, limits: limits, file: path)
    let archive = try ZipArchive(bytes, file: path)
    // An Office document is a zip archive, but nobody thinks of it as one unless asked for a part of it.
    if wanted == nil || member != nil, archive.entries.contains(where: { $0.name == "[Content_Types].xml" }) {
      return SliceStream(bytes, 0..<bytes.count)
    }
    return try archive.contents(of: archive.entries[try choose(archive.entries.map(\.name))], counter: counter)
  }

  /// The chosen member of a tar archive, which is read to its end first to know what there is to choose from.
  private func tarMember(_ stream: any ByteStream) throws(PackedSourceError) -> any ByteStream {
    guard path != "-" else { return try firstTarMember(stream) }
    let listing = TarArchive(stream, file: path)
    var paths: [String] = []
    while let name = try listing.next() {
      paths.append(name)
      guard paths.count <= limits.members else { throw tooManyMembers }
    }
    ignored.lacksEnd = !listing.hasEnd
    let index = try choose(paths)
    let archive = TarArchive(try reopened(), file: path)
    for _ in 0...index { _ = try archive.next() }
    return TarMemberStream(archive)
  }

  private var tooManyMembers: PackedSourceError {
    PackedSourceError(.limit("an archive of more than \(limits.members) files"), file: path)
  }

  /// In a stream that cannot be read twice, the first file that fits.
  private func firstTarMember(_ stream: any ByteStream) throws(PackedSourceError) -> any ByteStream {
    let archive = TarArchive(stream, file: path)
    var passed: [String] = []
    while let name = try archive.next() {
      if MemberPattern.isData(name), wanted.map({ MemberPattern(text: $0).fits(name) }) ?? true {
        member = name
        return TarMemberStream(archive)
      }
      passed.append(name)
      guard passed.count <= limits.members else { throw tooManyMembers }
    }
    throw PackedSourceError(wanted.map { .memberMissing($0, passed) } ?? .memberNeeded([]), file: path)
  }

  /// The data of the innermost packing but one, from their beginning.
  private func reopened() throws(PackedSourceError) -> any ByteStream {
    let opener = Opener(path: path, wanted: wanted, limits: limits)
    var stream: any ByteStream = try PeekedStream(FileStream(path), peeking: Packing.peekedBytes)
    counters = []
    for packing in packings.dropLast() {
      let counter = ByteCounter()
      let contents: any ByteStream =
        switch packing {
        case .zip: try opener.zipMember(FileStream(path), stream, counter)
        case .tar: throw PackedSourceError(.unsupported("a tar archive in a tar archive is not read"), file: path)
        case .gzip, .zstd, .bzip2, .xz: try opener.decompressed(CountedStream(stream, counter), packing)
        }
      counters.append(counter)
      stream = GuardedStream(contents, packed: counters, limits: limits, file: path)
    }
    return stream
  }
}
