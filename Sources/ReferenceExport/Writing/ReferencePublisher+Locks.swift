extension ReferencePublisher {
  /// A staging folder of another process that is at work on the same release.
  struct OtherStaging {
    let process: Int32
    let folder: FileOperations.Descriptor
  }

  /// Removes staging folders whose process has died.
  ///
  /// - Returns: One whose process lives; `nil` if there is none.
  static func removeStagingOfDeadProcesses(folder: String, name: String) throws -> OtherStaging? {
    var other: OtherStaging?
    for file in try FileOperations.names(in: folder) {
      guard let process = stagingProcess(of: file, name: name) else { continue }
      let path = "\(folder)/\(file)"
      let descriptor: FileOperations.Descriptor
      do { descriptor = try FileOperations.open(path) } catch {
        // Its process has removed it meanwhile.
        if error.kind == .notFound { continue }
        throw error
      }
      switch FileOperations.lock(descriptor) {
      case .locked: try FileOperations.removeTree(path)
      case .held: other = OtherStaging(process: process, folder: descriptor)
      case .unsupported: if !ProcessNumber.isAlive(process) { try FileOperations.removeTree(path) }
      }
    }
    return other
  }

  /// Waits until another process has published or given up.
  ///
  /// - Throws: `PublicationError` when the time is over.
  static func wait(for other: OtherStaging, path: String, _ wait: LockWait) throws(PublicationError) {
    // Shared, so that nobody is taken for the holder who waits too.
    try wait.lock(other.folder, of: path, isShared: true) { other.process }
  }

  /// Runs `body` while no other publisher changes the folder's releases; waits for one that does.
  ///
  /// - Parameter isShared: Whether others may run at the same time that share the lock.
  /// - Throws: `PublicationError` when the time to wait is over; what `body` throws.
  static func withFolderLock<Result>(
    _ folder: String,
    isShared: Bool = false,
    _ wait: LockWait,
    _ body: () throws -> Result
  ) throws -> Result {
    let descriptor = try FileOperations.open(folder)
    try wait.lock(descriptor, of: folder, isShared: isShared) { ProcessNumber.holder(ofLockOn: descriptor) }
    return try withExtendedLifetime(descriptor, body)
  }
}
