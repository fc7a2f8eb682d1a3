import SystemErrors

/// The folder of a site: pages are written beside it, and take its place as a whole.
struct SitePlace {
  let staging: String
  /// The folder as the user names it.
  private let output: String
  /// The same, without a link.
  private let path: String
  private let item: TemporaryItem
  /// The file by which a site is known again; behind its first line it lists the site's other files. Earlier versions wrote no list.
  private static let mark = ".studbook-site"

  /// Looks at the folder, and makes nothing yet.
  ///
  /// - Parameter sources: What the site is made from.
  /// - Throws: `CommandFailure` if the site cannot take the folder's place, because that would delete something else; `FileError`.
  init(_ output: String, madeFrom sources: [String]) throws {
    var path = output.count > 1 && output.hasSuffix("/") ? String(output.dropLast()) : output
    // A link stays one.
    if try Files.status(of: path, followsLinks: false)?.kind == .link { path = try Files.realPath(path) ?? path }
    self.output = output
    self.path = path
    item = TemporaryItem(beside: path)
    staging = item.path
    if let kind = try Files.status(of: path)?.kind, kind != .folder {
      throw CommandFailure("\(output) is no folder; name one for the pages, or one that is not there yet")
    }
    if let folder = try Files.realPath(path) {
      for source in sources {
        guard let place = try Files.realPath(source), place == folder || place.hasPrefix("\(folder)/") else { continue }
        throw CommandFailure(
          "\(source) lies in \(output), which is replaced as a whole; name another folder for the pages with --output"
        )
      }
    }
    try requireOwnFiles()
  }

  /// Throws if the folder has files that no site has brought.
  private func requireOwnFiles() throws {
    guard let names = try Files.names(in: path), !names.isEmpty else { return }
    guard names.contains(Self.mark) else {
      throw CommandFailure(
        "\(output) is a folder that holds other files; name an empty one, or one that this command has written"
      )
    }
    let text = String(decoding: try Files.contents(of: "\(path)/\(Self.mark)") ?? [], as: UTF8.self)
    let own = Set(text.split(whereSeparator: \.isNewline).map(String.init)).union([Self.mark])
    guard own.count > 2, let other = try Self.files(in: path).first(where: { !own.contains($0) }) else { return }
    throw CommandFailure(
      "\(output) is replaced as a whole, and holds \(other), which is no file of the site there; move it elsewhere, or name another folder"
    )
  }

  /// Makes the folder that the pages are written into.
  func begin() throws { try Files.makeFolder(staging) }

  /// Puts the pages in their place.
  ///
  /// - Throws: `CommandFailure`, `FileError`; the folder is as it was then, or the new site is there and the old one beside it.
  func publish() throws {
    let lines = try ["studbook site"] + Self.files(in: staging)
    try FileWriter.replace("\(staging)/\(Self.mark)", with: lines.map { "\($0)\n" }.joined().utf8)
    try requireOwnFiles()
    if try Files.exists(path), try Files.exchange(staging, with: path) {
      // What is there now is the site before.
      try Files.removeTree(staging)
      return item.keep()
    }
    let old = TemporaryItem("\(staging)-old")
    if try Files.exists(path) { try Files.move(path, to: old.path) }
    do {
      try Files.move(staging, to: path)
    } catch {
      if try Files.exists(old.path) { try Files.move(old.path, to: path) }
      throw error
    }
    item.keep()
    try Files.removeTree(old.path)
  }

  /// The files of a folder and below it, by their paths from it, in the order of their bytes; links are not followed.
  private static func files(in folder: String, prefix: String = "") throws -> [String] {
    try (Files.names(in: folder) ?? []).flatMap { name -> [String] in
      let path = "\(folder)/\(name)"
      guard try Files.status(of: path, followsLinks: false)?.kind == .folder else { return [prefix + name] }
      return try files(in: path, prefix: "\(prefix)\(name)/")
    }
  }
}
