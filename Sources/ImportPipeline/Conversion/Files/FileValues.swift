internal import Digests
internal import Findings
internal import ImageFiles
internal import ImageFitting
internal import PackedSources
internal import Synchronization
internal import SystemErrors

/// The files of a folder or a zip archive, of which fields of records name some.
///
/// Several threads ask at the same time. What was read last is kept, within limits, because a picture and its thumbnail are made of the same file.
final class FileValues: Sendable {
  /// The most bytes that a file may have.
  static let mostBytes = 64 << 20

  /// The folder or archive as the recipe names it.
  let name: String
  /// Where the recipe names it first.
  let position: SourcePosition
  /// What was fetched, if the texts are addresses.
  private let lock: FetchLock?
  private let place: Place
  private let state = Mutex(State())

  private enum Place: Sendable {
    /// A folder, by its path as it was resolved.
    case folder(String)
    case archive(Archive)
  }

  private struct State: Sendable {
    var used: Set<String> = []
    /// The files read last, the newest at the end.
    var kept: [(name: String, bytes: [UInt8])] = []
  }

  /// An archive belongs to one thread at a time.
  private final class Archive: Sendable {
    let names: Set<String>
    let path: String
    private let file: Mutex<Holder>

    private struct Holder: @unchecked Sendable { let file: ZipFile }

    init(path: String) throws(PackedSourceError) {
      let file = try ZipFile(path)
      names = Set(file.memberNames.filter { !$0.hasSuffix("/") })
      self.path = path
      self.file = Mutex(Holder(file: file))
    }

    func contents(of name: String, limit: Int) throws(PackedSourceError) -> [UInt8]? {
      try file.withLock { holder throws(PackedSourceError) -> [UInt8]? in
        guard let member = try holder.file.member(name) else { return nil }
        var bytes: [UInt8] = []
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { buffer.deallocate() }
        while bytes.count <= limit, case let count = try member.read(into: buffer), count > 0 {
          bytes.append(contentsOf: buffer[..<count])
        }
        return bytes
      }
    }
  }

  /// Opens a folder or an archive below the recipe's folder.
  ///
  /// - Throws: `FileError` if the system cannot tell what it is, `PackedSourceError` if it is an archive that is damaged.
  init?(_ name: String, in folder: String, namedAt position: SourcePosition, isFetched: Bool) throws {
    guard let path = try RecipeFolder(folder).path(of: name) else { return nil }
    lock = isFetched ? try FetchLock(path: FetchLock.fileName(forFolder: path)) : nil
    switch try Files.status(of: path)?.kind {
    // Nothing has been fetched yet.
    case nil where isFetched: place = .folder(path)
    case .folder?: place = .folder(path)
    case .file? where !isFetched: place = .archive(try Archive(path: path))
    default: return nil
    }
    self.name = name
    self.position = position
  }

  /// Whether texts are addresses of files that were fetched.
  var isFetched: Bool { lock != nil }

  /// The file that a text names, below the folder, or that was fetched from its address.
  ///
  /// - Throws: What a finding says of it.
  func contents(of text: String) throws(ConversionFailure) -> [UInt8] {
    guard let lock else { return try contents(ofFile: text) }
    guard let entry = lock.files[text] else { throw .file(FileFinding.unfetched(text, problem: nil)) }
    let bytes: [UInt8]
    do throws(ConversionFailure) {
      bytes = try contents(ofFile: entry.file)
    } catch {
      guard case .file(.missing, _) = error else { throw error }
      throw .file(FileFinding.unfetched(text, problem: nil))
    }
    guard SHA2Digest(of: bytes).hexadecimal == entry.sha256 else {
      throw .file(FileFinding.changed(entry.file, address: text))
    }
    return bytes
  }

  private func contents(ofFile name: String) throws(ConversionFailure) -> [UInt8] {
    let kept: [UInt8]? = state.withLock { state in
      state.used.insert(name)
      return state.kept.last { $0.name == name }?.bytes
    }
    if let kept { return kept }
    let bytes = try read(name)
    guard bytes.count <= Self.mostBytes else {
      throw .file(FileFinding.tooLarge(name, bytes: bytes.count, limit: Self.mostBytes))
    }
    state.withLock { state in
      state.kept.append((name, bytes))
      while state.kept.count > 8 || state.kept.count > 1 && state.kept.reduce(0, { $0 + $1.bytes.count }) > 32 << 20 {
        state.kept.removeFirst()
      }
    }
    return bytes
  }

  /// Requires that the file is there, without reading it.
  func require(_ name: String) throws(ConversionFailure) {
    _ = state.withLock { $0.used.insert(name) }
    switch place {
    case .folder: _ = try path(of: name)
    case .archive(let archive): if !archive.names.contains(name) { throw try missing(name) }
    }
  }

  private func read(_ name: String) throws(ConversionFailure) -> [UInt8] {
    switch place {
    case .folder:
      let (path, size) = try path(of: name)
      guard size <= Self.mostBytes else {
        throw .file(FileFinding.tooLarge(name, bytes: size, limit: Self.mostBytes))
      }
      do {
        if let bytes = try Files.contents(of: path) { return bytes }
      } catch {
        throw .file(FileFinding.unreadable(name, problem: error.reason))
      }
      throw try missing(name)
    case .archive(let archive):
      // Names of members have to be as the field says, also in the case of their letters, as those of files have to.
      guard archive.names.contains(name) else { throw try missing(name) }
      do {
        if let bytes = try archive.contents(of: name, limit: Self.mostBytes) { return bytes }
      } catch {
        throw .file(FileFinding.unreadable(name, problem: "\(error)"))
      }
      throw try missing(name)
    }
  }

  /// The path of a file of the folder, and its size.
  private func path(of name: String) throws(ConversionFailure) -> (path: String, size: Int) {
    guard case .folder(let folder) = place else { throw try missing(name) }
    do {
      guard let path = try RecipeFolder(folder).path(of: name) else {
        throw ConversionFailure.file(FileFinding.outside(name, folder: self.name))
      }
      guard let status = try Files.status(of: path), status.kind == .file else { throw try missing(name) }
      return (path, status.size)
    } catch let failure as ConversionFailure {
      throw failure
    } catch {
      throw .file(FileFinding.unreadable(name, problem: (error as? FileError)?.reason ?? "\(error)"))
    }
  }

  private func missing(_ name: String) throws(ConversionFailure) -> ConversionFailure {
    if name.hasPrefix("/") || name.split(separator: "/").contains("..") {
      return .file(FileFinding.outside(name, folder: self.name))
    }
    let names = (try? names()) ?? []  // The suggestion is left out where the folder cannot be listed.
    let suggestion = EditDistance.suggestion(for: name, among: names)
    return .file(FileFinding.missing(name, folder: self.name), suggestion: suggestion)
  }

  // MARK: Unused files

  /// Every file of the folder or archive, sorted; hidden ones are left out.
  func names() throws(FileError) -> [String] {
    switch place {
    case .archive(let archive): return archive.names.sorted()
    case .folder(let path): return try Self.names(in: path)
    }
  }

  /// The names of the files in a folder and below it, by folders in the order of their bytes; hidden ones and links are left out.
  static func names(in folder: String, below stem: String = "", depth: Int = 0) throws(FileError) -> [String] {
    var found: [String] = []
    for name in try Files.names(in: folder) ?? [] where !name.hasPrefix(".") {
      let path = folder + "/" + name
      switch try Files.status(of: path, followsLinks: false)?.kind {
      case .folder? where depth < 16: found += try names(in: path, below: stem + name + "/", depth: depth + 1)
      case .file?: found.append(stem + name)
      default: break
      }
    }
    return found
  }

  /// The files that no record has named so far.
  func unused() throws(FileError) -> [String] {
    let used = state.withLock(\.used)
    return try names().filter { !used.contains($0) }
  }
}
