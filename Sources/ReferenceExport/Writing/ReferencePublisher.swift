package import ObjectModel
package import SQLiteStore
internal import SystemErrors

/// Publishes a release: a reference file with its manifest and reports, all of it or nothing.
///
/// The argument, which `ReferencePublisherTests` checks by killing the process at every step:
///
/// 1. A release is made in a staging folder of its own inside the output folder, `.NAME.PID.building`. Until step 3 nothing else is
///    touched, so a run that dies leaves the previous release as it was, and a staging folder that the next run removes. (A lock on the
///    folder says whether its process lives; the kernel lets go of it when the process dies.)
/// 2. Everything in it is written, made read-only and synced to the disk, the folders too.
/// 3. One `rename` gives the staged release the name `.NAME.decided`. This is the moment at which the new release becomes *the*
///    release. Two files cannot be replaced at once, but one folder can be renamed at once.
/// 4. Its files are moved to their places one by one, each by an atomic `rename`, the reference file after the reports and the manifest
///    last. The folder is the journal: what is still in it has yet to be moved. A run that dies here leaves every file
///    whole, either old or new, and the next run (of any recipe with this output) moves the rest before it does anything else.
///
/// So the reference file is at every moment one whole file, and the release as a whole is either the old one (before step 3) or the new
/// one (after). `ReferenceVerifier` says so when it meets a release in the middle of step 4.
///
/// Used from one thread.
package final class ReferencePublisher {
  /// The output folder.
  package let folder: String
  /// The reference file's name.
  package let name: String

  let checkpoint: (PublicationStep) throws -> Void
  private let lockWait: LockWait
  private let staging: String
  private var stagingLock: FileOperations.Descriptor?
  /// The staging folder, which a signal that ends the process removes.
  private var stagingItem: TemporaryItem?
  /// The files that the release is made from, by their real paths.
  private var inputs: Set<String> = []
  /// The reference file's digest, which is worked out while the file is checked.
  package private(set) var sealedDigest: FileDigest?
  /// How the reference file was sealed; `nil` before, and for one that was written sealed.
  package private(set) var sealingWay: SealingWay?

  /// Where a database is made before it is sealed: inside the staging folder, so that it takes room on the same disk.
  package let workPath: String

  /// Prepares a release of the reference file `name` in `folder`, which is made if there is none; puts the rest of an interrupted
  /// release in place and removes what dead processes left behind. A process that is at work on the same release is waited for.
  ///
  /// - Parameters:
  ///   - wait: How to wait for other processes, now and when the release is put in place.
  ///   - checkpoint: Called after each step; what it throws ends the publication there.
  /// - Throws: `PublicationError`.
  package init(
    folder: String,
    name: String,
    wait: LockWait = LockWait(),
    checkpoint: @escaping (PublicationStep) throws -> Void = { _ in }
  ) throws {
    guard Self.isPlainName(name), !name.hasPrefix(".") else {
      throw PublicationError(
        .unusableName,
        action: "publish",
        path: name,
        reason: "the name is not that of a file in the folder"
      )
    }
    let folder = folder.isEmpty ? "." : folder
    self.folder = folder
    self.name = name
    self.checkpoint = checkpoint
    lockWait = wait
    staging = "\(folder)/.\(name).\(ProcessNumber.current).building"
    workPath = "\(staging)/\(Self.workFolder)/\(name)"
    try FileOperations.makeFolder(folder)
    while let other = try beginUnlessOther() {
      try Self.wait(for: other, path: "\(folder)/\(name)", lockWait)
    }
    do { try checkpoint(.begun) } catch {
      discard()
      throw error
    }
  }

  deinit { discard() }

  /// Makes the staging folder, unless another process is at work on the release: two at once would put in place what they have read in any order, and an
  /// older one last.
  ///
  /// - Returns: The other one; `nil` if there is none, and this one has begun.
  private func beginUnlessOther() throws -> OtherStaging? {
    try Self.withFolderLock(folder, lockWait) {
      try Self.recover(folder: folder, name: name)
      let other = try Self.removeStagingOfDeadProcesses(folder: folder, name: name)
      // A second publisher of this process may be at work on the same file.
      guard try !FileOperations.exists(staging) else {
        throw PublicationError(
          .notPermitted,
          action: "publish",
          path: "\(folder)/\(name)",
          reason: "it is being published already"
        )
      }
      if let other { return other }
      stagingItem = TemporaryItem(staging)
      try FileOperations.makeFolder(staging)
      let lock = try FileOperations.open(staging)
      _ = FileOperations.lock(lock)
      stagingLock = lock
      try FileOperations.makeFolder("\(staging)/\(Self.workFolder)")
      try FileOperations.makeFolder("\(staging)/\(Self.releaseFolder)")
      return nil
    }
  }

  /// Refuses to replace the files that the release is made from, now for the reference file and its manifest, later for all others.
  ///
  /// - Throws: `PublicationError`.
  package func protect(_ inputs: [String]) throws {
    for path in inputs {
      if let path = try FileOperations.realPath(path) { self.inputs.insert(path) }
    }
    for path in [name, manifestName, ReleaseSignature.fileName(forManifest: manifestName)] {
      try requireNoInput("\(folder)/\(path)")
    }
  }

  private func requireNoInput(_ destination: String) throws {
    guard !inputs.isEmpty, let path = try FileOperations.realPath(destination), inputs.contains(path) else { return }
    throw PublicationError(
      .unusableName,
      action: "replace",
      path: destination,
      reason: "the release is made from it; choose another output"
    )
  }

  /// Where a file of the release has to be written; its folder is there when this returns.
  ///
  /// - Parameter path: The file's place in the output folder, such as `rejects/akc-breeds.csv`.
  /// - Throws: `PublicationError` if the path reaches out of the output folder.
  package func stagedPath(for path: String) throws -> String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.allSatisfy({ Self.isPlainName(String($0)) }), !Self.isOwnName(String(parts[0]), of: name) else {
      throw PublicationError(
        .unusableName,
        action: "publish",
        path: path,
        reason: "the name is not that of a file in the folder"
      )
    }
    let staged = "\(releasePath)/\(path)"
    try FileOperations.makeFolder(FileOperations.parentFolder(of: staged))
    return staged
  }

  /// Seals the database at `workPath` as the reference file of the release; see `ReferenceSealer`.
  ///
  /// - Parameters:
  ///   - model: The model of a Core Data store, whose relationships are then checked as foreign keys would be: that they lead to
  ///     objects that are there.
  ///   - renumbering: New keys for the store's objects, and its UUID.
  ///   - userVersion: What `PRAGMA user_version` is in the file.
  /// - Throws: `PublicationError`.
  /// - Complexity: O(rows), with one look-up by key for each relationship of each object if there is a model.
  package func seal(
    model: ManagedObjectModel? = nil,
    renumbering: (keys: KeyRenumbering, identifier: String)? = nil,
    userVersion: Int32 = 0
  ) throws {
    let sealed = try stagedPath(for: name)
    sealingWay = try ReferenceSealer.seal(
      workPath,
      as: sealed,
      renumbering: renumbering,
      userVersion: userVersion
    ) {
      try checkpoint(.sealing($0))
    } meanwhile: {
      sealedDigest = try FileDigest(of: sealed, as: name)
      if let model { try requireWholeReferences(in: sealed, model: model) }
    }
  }

  /// Seals what a store that is there holds as the reference file of the release, with what its write-ahead log holds and with its external binary data. The
  /// store stays as it is.
  ///
  /// - Throws: `PublicationError`.
  /// - Complexity: O(rows).
  package func sealCopy(of store: String) throws {
    let sealed = try stagedPath(for: name)
    sealingWay = try ReferenceSealer.sealCopy(of: store, as: sealed, work: workPath) {
      try checkpoint(.sealing($0))
    } meanwhile: {
      sealedDigest = try FileDigest(of: sealed, as: name)
    }
  }

  /// Makes the file that has been written at `stagedPath(for: name)` the database at `workPath` again, to be sealed anew.
  ///
  /// - Parameter problems: What is not in the file as it was written.
  /// - Throws: `PublicationError`; what `problems` throws.
  package func reopenSealedFile(problems: () throws -> [String]) throws {
    let sealed = try stagedPath(for: name)
    try ReferenceSealer.requireNone(try problems(), in: sealed)
    try ReferenceSealer.moveDatabase(sealed, to: workPath)
  }

  /// Takes the file that has been written at `stagedPath(for: name)` as the reference file of the release; it is sealed already. The file is read back, and
  /// nothing of it is written.
  ///
  /// - Parameters:
  ///   - model: As `seal(model:)` takes it.
  ///   - problems: What is not in the file as it was written; asked on another thread.
  /// - Throws: `PublicationError`; what `problems` throws.
  /// - Complexity: O(rows), as `seal(model:)`.
  package func acceptSealedFile(
    model: ManagedObjectModel? = nil,
    problems: @escaping @Sendable () throws -> [String]
  ) throws {
    let sealed = try stagedPath(for: name)
    try ReferenceSealer.requireSound(sealed, problems: problems) {
      sealedDigest = try FileDigest(of: sealed, as: name)
      if let model { try requireWholeReferences(in: sealed, model: model) }
    }
    try checkpoint(.sealing(.checked))
  }

  /// Takes the file at `stagedPath(for: name)` as the reference file of the release: pages that were proven when an earlier file was published, and others, all of
  /// which its writer has read back and hashed.
  ///
  /// - Parameter digest: What was read back.
  /// - Throws: `PublicationError`.
  package func acceptRewrittenFile(_ digest: FileDigest) throws {
    let sealed = try stagedPath(for: name)
    try ReferenceSealer.requireNone(ReferenceSealer.problemsOfForm(of: sealed), in: sealed)
    sealedDigest = digest
    try checkpoint(.sealing(.checked))
  }

  /// Throws if a relationship of the store at `path` leads to an object that is not there.
  private func requireWholeReferences(in path: String, model: ManagedObjectModel) throws {
    var options = SQLiteStoreOptions()
    options.isImmutable = true
    options.checksVersionHashes = false
    let store = try SQLiteStore.open(at: path, model: model, options: options)
    let dangling = try store.foreignRelationshipCheck().map(\.description)
    try store.close()
    guard !dangling.isEmpty else { return }
    throw PublicationError(
      .unsoundDatabase(problems: dangling),
      action: "seal",
      path: "\(folder)/\(name)",
      reason: "relationships lead nowhere: \(dangling.prefix(3).joined(separator: "; "))"
    )
  }

  /// Publishes what has been staged, with its manifest; the manifest's `outputs` are filled in here.
  ///
  /// Files of the previous release that the new one does not have are removed, unless somebody has changed them since. A file whose
  /// bytes are the same stays as it is.
  ///
  /// - Parameters:
  ///   - manifest: What the release is described as.
  ///   - writable: Files of the release that people are to edit; all others are published with mode 0444.
  ///   - unlisted: Files that are published but are no part of the release, so that the manifest does not name them.
  ///   - sign: Makes the signature of the manifest's bytes; without it the signature of a manifest that is replaced by another one is removed.
  /// - Returns: The manifest as published.
  /// - Throws: What `sign` throws; `PublicationError`; if its `isDecided` is not set, the previous release is as it was.
  @discardableResult
  package func publish(
    _ manifest: ReleaseManifest,
    writable: Set<String> = [],
    unlisted: Set<String> = [],
    sign: ((_ manifest: [UInt8]) throws -> [UInt8])? = nil
  ) throws -> ReleaseManifest {
    var manifest = manifest
    let signatureName = ReleaseSignature.fileName(forManifest: manifestName)
    manifest.outputs = try FileOperations.files(below: releasePath)
      .filter { $0 != manifestName && $0 != signatureName && !unlisted.contains($0) }
      .map { path in
        if path == name, let sealedDigest { return sealedDigest }
        return try FileDigest(of: "\(releasePath)/\(path)", as: path)
      }
    let json = try manifest.json()
    try FileOperations.write(json, to: stagedPath(for: manifestName))
    if let sign { try FileOperations.write(try sign(json), to: stagedPath(for: signatureName)) }
    try publishWhatIsStaged(writable: writable)
    return manifest
  }

  /// Publishes what has been staged without a manifest, as for a single exported file.
  ///
  /// - Throws: `PublicationError`, as `publish(_:writable:unlisted:)`.
  package func publishWithoutManifest() throws { try publishWhatIsStaged(writable: []) }

  private func publishWhatIsStaged(writable: Set<String>) throws {
    for file in try FileOperations.files(below: releasePath) {
      try FileOperations.setMode(writable.contains(file) ? 0o644 : 0o444, of: "\(releasePath)/\(file)")
      try FileOperations.synchronize("\(releasePath)/\(file)")
    }
    try Self.writeJournal(of: releasePath, in: folder, writable: writable)
    for folder in try FileOperations.folders(below: releasePath) { try FileOperations.synchronize(folder) }
    try checkpoint(.staged)
    try Self.withFolderLock(folder, lockWait) {
      // Another run may have been interrupted since this one began.
      try Self.recover(folder: folder, name: name)
      try requirePlaces()
      // A signal ends the process with the old release or with the new one.
      Termination.postpone()
      defer { Termination.resume() }
      try FileOperations.move(releasePath, to: Self.decidedPath(folder: folder, name: name))
      do {
        try FileOperations.synchronize(folder)
        try checkpoint(.decided)
        try Self.placeDecidedFiles(folder: folder, name: name) { try checkpoint(.placed($0)) }
        try checkpoint(.finished)
      } catch var error as PublicationError {
        error.isDecided = true
        throw error
      }
    }
    do { try removeStaging() } catch {
      var error = error
      error.isPlaced = true
      throw error
    }
  }

  /// Removes what has been staged; nothing is published. A second call does nothing.
  package func discard() {
    // Whoever gives up has a reason of its own to say; the next run removes what is left.
    try? removeStaging()
  }

  private func removeStaging() throws(PublicationError) {
    guard stagingLock != nil else { return }
    defer {
      stagingLock = nil
      stagingItem = nil
    }
    try FileOperations.removeTree(staging)
  }

  /// Throws if something stands where a file of the release belongs that it cannot or must not replace: once the release is decided, it has to go through.
  private func requirePlaces() throws {
    let others = try Self.filesOfOthers(folder: folder, name: name)
    let files = try FileOperations.files(below: releasePath)
    for file in files {
      let destination = "\(folder)/\(file)"
      if let other = others[file] {
        let reason =
          "it belongs to the release \(other) in the same folder; choose another output, or remove that release"
        throw PublicationError(.unusableName, action: "replace", path: destination, reason: reason)
      }
      try requireNoInput(destination)
      if try FileOperations.isFolder(destination) {
        throw PublicationError(.unusableName, action: "replace", path: destination, reason: "it is a folder")
      }
    }
    let device = try FileOperations.device(of: folder)
    for parent in Set(files.flatMap(FileOperations.parentFolders)).sorted() {
      let parent = "\(folder)/\(parent)"
      // What leads elsewhere is not ours to fill, and to another file system no file can be moved at once.
      guard try FileOperations.exists(parent) else { continue }
      guard try FileOperations.isFolder(parent), try FileOperations.device(of: parent) == device else {
        let reason =
          "it is a link, a file or on another file system; put a folder in its place, or choose another output folder"
        throw PublicationError(.unusableName, action: "publish in", path: parent, reason: reason)
      }
    }
    for file in files { try FileOperations.makeFolder(FileOperations.parentFolder(of: "\(folder)/\(file)")) }
  }

  private var releasePath: String { "\(staging)/\(Self.releaseFolder)" }
  private var manifestName: String { ReleaseManifest.fileName(forReferenceFile: name) }
  private static let workFolder = "work"
  private static let releaseFolder = "release"

  private static func isPlainName(_ name: String) -> Bool {
    !name.isEmpty && name != "." && name != ".." && !name.utf8.contains(UInt8(ascii: "/")) && !name.utf8.contains(0)
  }
}
