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
      try fetching.finish()
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
private struct FolderFetch {
  private let path: String
  private let lockPath: String
  private let downloader: Downloader
  private let refreshes: Bool
  private var lock: FetchLock
  private var isFirst = true
  private var unsaved = 0

  init(_ path: String, _ downloader: Downloader, refreshes: Bool) throws {
    self.path = path
    self.downloader = downloader
    self.refreshes = refreshes
    lockPath = FetchLock.fileName(forFolder: path)
    lock = try FetchLock(path: lockPath)
    try Files.makeFolder(path)
  }

  /// Fetches a file if it is not there.
  ///
  /// - Returns: Whether there is another file now.
  mutating func fetch(_ wanted: WantedFile) throws -> Bool {
    let entry = lock.files[wanted.address]
    let isThere = try entry.map { entry in
      try Files.contents(of: "\(path)/\(entry.file)").map { SHA2Digest(of: $0).hexadecimal == entry.sha256 } ?? false
    }
    if isThere == true, !refreshes { return false }
    if !isFirst { downloader.pause() }
    isFirst = false
    var stamp = Downloader.Stamp()
    if isThere == true, let entry {
      stamp = Downloader.Stamp(entityTag: entry.entityTag, lastModified: entry.lastModified)
    }
    guard let answer = try downloader.get(wanted.address, unless: stamp) else {
      lock.files[wanted.address]?.date = Self.now()
      try note()
      return false
    }
    let digest = SHA2Digest(of: answer.bytes).hexadecimal
    let type = MediaType(of: answer.bytes)
    // The name follows from the address, so that it stays when the file changes.
    let name = SHA2Digest(of: wanted.address.utf8).hexadecimal.prefix(16) + "." + (type?.shortName ?? "data")
    try FileWriter.replace("\(path)/\(name)", with: answer.bytes)
    if let entry, entry.file != name { try Files.removeFile("\(path)/\(entry.file)") }
    lock.files[wanted.address] = FetchLock.Entry(
      file: String(name),
      bytes: answer.bytes.count,
      sha256: digest,
      mediaType: type?.rawValue ?? answer.mediaType,
      date: Self.now(),
      entityTag: answer.stamp.entityTag,
      lastModified: answer.stamp.lastModified,
      licence: answer.licence ?? wanted.licence
    )
    try note()
    return isThere != true || entry?.sha256 != digest
  }

  /// Writes the lock file now and then, so that little is lost when the command is ended.
  private mutating func note() throws {
    unsaved += 1
    if unsaved >= 20 { try finish() }
  }

  /// Writes the lock file.
  mutating func finish() throws {
    guard unsaved > 0 else { return }
    try FileWriter.replace(lockPath, with: lock.json())
    unsaved = 0
  }

  private static func now() -> String { Date().formatted(.iso8601) }
}
