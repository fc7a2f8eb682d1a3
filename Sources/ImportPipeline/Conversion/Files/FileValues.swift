internal import Digests
internal import Findings
internal import ImageFiles
internal import ImageFitting
internal import PackedSources
internal import Synchronization
internal import SystemErrors

/// A file that was read, and its digest.
struct NamedFile: Sendable {
  let bytes: [UInt8]
  let digest: SHA2Digest

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    digest = SHA2Digest(of: bytes)
  }
}

/// The files of a folder or an archive, of which fields of records name some.
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
    case archive(FileArchive)
  }

  private struct State: Sendable {
    var used: Set<String> = []
    /// The files read last, the newest at the end.
    var kept: [(name: String, file: NamedFile)] = []
    /// How many bytes each file had that was read, and their SHA-256.
    var digests: [String: (bytes: Int, sha256: SHA2Digest)] = [:]
    /// Why the system did not let a file be read, the first time.
    var failure: FileError?
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
    case .file? where !isFetched: place = .archive(try FileArchive(path: path))
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
  func contents(of text: String) throws(ConversionFailure) -> NamedFile {
    guard let lock else { return try contents(ofFile: text) }
    guard let entry = lock[text] else { throw .file(FileFinding.unfetched(text, problem: nil)) }
    let file: NamedFile
    do throws(ConversionFailure) {
      file = try contents(ofFile: entry.file)
    } catch {
      guard case .file(.missing, _) = error else { throw error }
      throw .file(FileFinding.unfetched(text, problem: nil))
    }
    guard file.digest.hexadecimal == entry.sha256 else {
      throw .file(FileFinding.changed(entry.file, address: text))
    }
    return file
  }

  private func contents(ofFile name: String) throws(ConversionFailure) -> NamedFile {
    let kept: NamedFile? = state.withLock { state in
      state.used.insert(name)
      // Files of Linux may differ in Unicode's normal form alone.
      return state.kept.last { $0.name.utf8.elementsEqual(name.utf8) }?.file
    }
    if let kept { return kept }
    let file = NamedFile(try read(name))
    state.withLock { state in
      state.digests[name] = (file.bytes.count, file.digest)
      state.kept.append((name, file))
      while state.kept.count > 8
        || state.kept.count > 1 && state.kept.reduce(0, { $0 + $1.file.bytes.count }) > 32 << 20
      {
        state.kept.removeFirst()
      }
    }
    return file
  }

  /// Requires that the file is there, without reading it.
  func require(_ name: String) throws(ConversionFailure) {
    _ = state.withLock { $0.used.insert(name) }
    switch place {
    case .folder: _ = try path(of: name)
    case .archive(let archive): if Self.leadsOut(name) || !archive.has(name) { throw try missing(name) }
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
        if let bytes = try Files.contents(of: path, size: size) { return bytes }
      } catch {
        throw unreadable(name, error)
      }
      throw try missing(name)
    case .archive(let archive):
      if Self.leadsOut(name) { throw try missing(name) }
      let found: (bytes: [UInt8], size: Int)?
      do {
        found = try archive.contents(of: name, limit: Self.mostBytes)
      } catch {
        throw unreadable(name, error)
      }
      guard let found else { throw try missing(name) }
      guard found.size <= Self.mostBytes else {
        throw .file(FileFinding.tooLarge(name, bytes: found.size, limit: Self.mostBytes))
      }
      return found.bytes
    }
  }

  /// Whether a name leads to no file of a folder or archive, whatever is in it.
  private static func leadsOut(_ name: String) -> Bool {
    name.hasPrefix("/") || name.split(separator: "/").contains("..")
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
      throw unreadable(name, error)
    }
  }

  /// What is found of a file that cannot be read. That the system does not let it be read ends a run.
  private func unreadable(_ name: String, _ error: any Error) -> ConversionFailure {
    let failure: FileError?
    switch error {
    case let error as FileError: failure = error
    case let error as PackedSourceError:
      if case .unreadable(let number) = error.kind {
        failure = FileError(path: error.file, number: number, action: "read")
      } else {
        failure = nil
      }
    default: failure = nil
    }
    if let failure { state.withLock { $0.failure = $0.failure ?? failure } }
    let problem = (error as? FileArchive.Refusal)?.problem ?? failure?.reason ?? "\(error)"
    return .file(FileFinding.unreadable(name, problem: problem))
  }

  /// Throws why the system did not let a file be read of which a record is about.
  func throwFailure() throws(FileError) {
    if let failure = state.withLock(\.failure) { throw failure }
  }

  private func missing(_ name: String) throws(ConversionFailure) -> ConversionFailure {
    if Self.leadsOut(name) {
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
    case .archive(let archive):
      return archive.names.filter { !$0.split(separator: "/").contains { $0.hasPrefix(".") } }.sorted()
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

  /// Notes that a record names a file, without looking at it.
  func noteUse(of text: String) {
    guard let name = lock.map({ $0[text]?.file }) ?? text else { return }
    state.withLock { _ = $0.used.insert(name) }
  }

  /// The digests of the folder's files that were read, by their paths in it; empty for an archive.
  var digests: [String: (bytes: Int, sha256: SHA2Digest)] {
    if case .archive = place { [:] } else { state.withLock(\.digests) }
  }
}
