import ArgumentParser
import Digests
import Downloads
import Findings
import Foundation
import ImageFiles
import ImportPipeline
import SystemErrors

/// Fetches the files whose addresses stand in the sources.
struct FetchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fetch",
    abstract: "Fetch the files whose addresses stand in the sources, for builds that need no network.",
    discussion: """
      Example:
        studbook fetch Inputs/DogBreeds.recipe.yml

      A mapping such as { field: photoURL, fetch: pictures/ } says which addresses are meant, and into which folder beside the recipe their files come. \
      The lock file beside the folder, pictures.lock.json, says for each address which file it gave, with its SHA-256, date, media type and licence. \
      What is there already is not asked for again. Servers are asked for one file at a time.

      Exits with 1 when a file could not be fetched.
      """
  )

  @Argument(
    help: "The recipe. (default: the only *.recipe.yml here or in Inputs)",
    completion: .file(extensions: ["yml", "yaml"])
  )
  var recipe: String?

  @Flag(help: "Ask for files that are there as well, whether the servers have others by now. (default: off)")
  var refresh = false

  @Option(help: ArgumentHelp("The most bytes of a file.", valueName: "bytes"))
  var mostBytes = 20 << 20

  @Option(help: ArgumentHelp("The most seconds that a file may take.", valueName: "seconds"))
  var timeout = 60

  @Option(help: ArgumentHelp("How often to ask again where a server fails for the moment.", valueName: "count"))
  var retries = 3

  @Option(help: ArgumentHelp("Seconds between two requests.", valueName: "seconds"))
  var pause = 0.5

  @Flag(help: "Ask computers of private networks, and this one, too. (default: off)")
  var allowPrivate = false

  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard mostBytes > 0, timeout > 0, (0...20).contains(retries), (0...600).contains(pause) else {
      throw ValidationError("--most-bytes and --timeout are above 0, --retries up to 20, --pause up to 600")
    }
  }

  func run() throws {
    let printer = CommandOutput(output)
    let session = try RecipeSession.open(recipe, printer: printer)
    let wanted = try session.plan.wantedFiles()
    guard !wanted.isEmpty else {
      printer.note("No mapping of the recipe has “fetch” with an address in its field.")
      return try printer.finish()
    }
    var options = Downloader.Options()
    (options.mostBytes, options.seconds, options.retries) = (mostBytes, timeout, retries)
    (options.pause, options.allowsPrivate, options.agent) = (pause, allowPrivate, "studbook/\(StudbookVersion.current)")
    let downloader = try Downloader(options)
    var findings: [Finding] = []
    var (fetched, kept) = (0, 0)
    for (folder, files) in Dictionary(grouping: wanted, by: \.folder).sorted(by: { $0.key < $1.key }) {
      var fetching = try FolderFetch(session.path(of: folder), downloader, refreshes: refresh)
      do {
        for file in files {
          do {
            if try fetching.fetch(file) { fetched += 1 } else { kept += 1 }
          } catch let error as DownloadError {
            findings.append(
              Finding(
                FileFinding.unfetched(file.address, problem: error.description),
                at: file.position,
                field: file.field,
                entity: file.entity,
                attribute: file.attribute,
                value: file.address
              )
            )
          }
        }
      } catch {
        // What was fetched is not asked for again; the error that led here is the one to say.
        try? fetching.save()
        throw error
      }
      try fetching.save()
    }
    for finding in findings { printer.note("\(finding.position?.description ?? ""): \(finding.message)") }
    printer.note(
      "\(fetched.counting("file")) fetched, \(kept) there already, \(findings.count) not fetched."
    )
    try printer.finish()
    if !findings.isEmpty { throw CommandExit.findings }
  }
}

/// Fetches into one folder.
///
/// The lock file never names another file than is there: a file's name follows from its address and its contents, the lock file is written after the files,
/// and files that it names no more are removed last.
private struct FolderFetch {
  private let path: String
  private let lockPath: String
  private let downloader: Downloader
  private let refreshes: Bool
  private var lock: FetchLock
  /// What the lock file does not say yet, by address.
  private var unsaved: [(address: String, entry: FetchLock.Entry)] = []
  private var isFirst = true

  init(_ path: String, _ downloader: Downloader, refreshes: Bool) throws {
    self.path = path
    self.downloader = downloader
    self.refreshes = refreshes
    lockPath = FetchLock.fileName(forFolder: path)
    if let kind = try Files.status(of: lockPath, followsLinks: false)?.kind, kind != .file {
      throw CommandFailure("\(lockPath) is no plain file, as which the lock file is written")
    }
    lock = try FetchLock(path: lockPath)
    try Files.makeFolder(path)
  }

  /// Fetches a file if it is not there.
  ///
  /// - Returns: Whether there is another file now.
  mutating func fetch(_ wanted: WantedFile) throws -> Bool {
    let entry = lock[wanted.address]
    let isThere = try entry.map(isThere) ?? false
    if isThere, !refreshes { return false }
    if !isFirst { downloader.pause() }
    isFirst = false
    var stamp = Downloader.Stamp()
    if isThere, let entry {
      stamp = Downloader.Stamp(entityTag: entry.entityTag, lastModified: entry.lastModified)
    }
    guard let answer = try downloader.get(wanted.address, unless: stamp) else {
      if var entry {
        entry.date = Self.now()
        try note(entry, at: wanted.address)
      }
      return false
    }
    let digest = SHA2Digest(of: answer.bytes).hexadecimal
    let type = MediaType(of: answer.bytes)
    let name = "\(Self.stem(wanted.address))-\(digest.prefix(8)).\(type?.shortName ?? "data")"
    try write(answer.bytes, to: name)
    try note(
      FetchLock.Entry(
        file: name,
        bytes: answer.bytes.count,
        sha256: digest,
        mediaType: type?.rawValue ?? answer.mediaType,
        date: Self.now(),
        entityTag: answer.stamp.entityTag,
        lastModified: answer.stamp.lastModified,
        licence: answer.licence ?? wanted.licence
      ),
      at: wanted.address
    )
    return !isThere || entry?.sha256 != digest
  }

  /// What the names of all files of an address begin with.
  private static func stem(_ address: String) -> String {
    String(SHA2Digest(of: FetchLock.key(address).utf8).hexadecimal.prefix(16))
  }

  private func isThere(_ entry: FetchLock.Entry) throws -> Bool {
    let file = "\(path)/\(entry.file)"
    guard try Files.status(of: file, followsLinks: false)?.kind == .file else { return false }
    return try Files.contents(of: file).map { SHA2Digest(of: $0).hexadecimal == entry.sha256 } ?? false
  }

  /// Writes a file of the folder, and never one that a link in its place leads to.
  private func write(_ bytes: [UInt8], to name: String) throws {
    let file = "\(path)/\(name)"
    if let kind = try Files.status(of: file, followsLinks: false)?.kind, kind != .file { try Files.removeFile(file) }
    try FileWriter.replace(file, with: bytes)
  }

  /// Writes the lock file now and then, so that little is lost when the command is ended.
  private mutating func note(_ entry: FetchLock.Entry, at address: String) throws {
    lock[address] = entry
    unsaved.append((address, entry))
    if unsaved.count >= 20 { try save() }
  }

  /// Writes the lock file, with what others have written to it meanwhile, and removes the files that it names no more.
  mutating func save() throws {
    guard !unsaved.isEmpty else { return }
    while true {
      let stamp = try FileStamp(path: lockPath)
      lock = try FetchLock(path: lockPath)
      for (address, entry) in unsaved { lock[address] = entry }
      do {
        _ = try FileWriter.replace(lockPath, ifStill: stamp) { [lock] in try $0.write(lock.json()) }
        break
      } catch is FileChangedError {
        continue
      }
    }
    let files = Dictionary(unsaved.map { (Self.stem($0.address), $0.entry.file) }) { $1 }
    unsaved = []
    for name in try Files.names(in: path) ?? [] where name.count > 16 {
      let isOfAddress = ["-", "."].contains(name.dropFirst(16).prefix(1))
      if isOfAddress, let file = files[String(name.prefix(16))], file != name {
        try Files.removeFile("\(path)/\(name)")
      }
    }
  }

  private static func now() -> String { Date().formatted(.iso8601) }
}
