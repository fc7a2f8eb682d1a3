internal import SystemErrors

#if canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Reading and writing what is in files.
extension FileOperations {
  /// Writes a new file.
  static func write(_ bytes: [UInt8], to path: String) throws(PublicationError) {
    try writing(path) { try $0.write(bytes) }
  }

  /// Copies a file's bytes to a new file.
  static func copyFile(_ path: String, to destination: String) throws(PublicationError) {
    try asking("copy") { () throws(FileError) in try Files.copy(path, to: destination) }
  }

  /// Makes a new file of what `body` writes.
  private static func writing(_ path: String, _ body: (FileWriter) throws -> Void) throws(PublicationError) {
    do {
      let file = try FileWriter(path: path)
      try body(file)
      try file.finish()
    } catch let error as FileWriteError {
      throw failure("write", path, number: error.number)
    } catch {
      throw error as? PublicationError ?? failure("write", path)
    }
  }

  /// Replaces bytes in the middle of a file.
  static func overwrite(_ bytes: [UInt8], at offset: Int, of path: String) throws(PublicationError) {
    let number = retryingInterrupted { systemOpen(path, O_RDWR | O_CLOEXEC) }
    guard number >= 0 else { throw failure("write", path) }
    let descriptor = Descriptor(number)
    let failed = bytes.withUnsafeBytes { bytes in
      FileWriter.writeAll(bytes) { pwrite(descriptor.number, $0.baseAddress, $0.count, off_t(offset + $1)) }
    }
    if failed != 0 { throw failure("write", path, number: failed) }
  }

  /// Reads a file in pieces of up to a megabyte; `body` returns whether to go on.
  static func read(_ path: String, _ body: (UnsafeRawBufferPointer) -> Bool) throws(PublicationError) {
    let isThere = try asking("read") { () throws(FileError) in try Files.read(path, body) }
    if !isThere { throw failure("read", path, number: ENOENT) }
  }

  /// Whether two plain files have the same bytes.
  ///
  /// - Complexity: O(1) when their sizes differ, else O(*n*) up to the first difference.
  static func haveSameBytes(_ path: String, _ other: String) throws(PublicationError) -> Bool {
    guard try isPlainFile(path), try isPlainFile(other), try status(of: path)?.size == status(of: other)?.size else {
      return false
    }
    let second = try open(other, action: "read")
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
    defer { buffer.deallocate() }
    var areSame = true
    var failedWith: Int32 = 0
    try read(path) { piece in
      var compared = 0
      while compared < piece.count, areSame {
        let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[..<(piece.count - compared)])
        let count = retryingInterrupted { systemRead(second.number, rest) }
        if count < 0 { failedWith = errno }
        // A file that became shorter is not the same.
        guard count > 0, let start = piece.baseAddress, let found = rest.baseAddress else {
          areSame = false
          break
        }
        areSame = memcmp(start + compared, found, count) == 0
        compared += count
      }
      return areSame
    }
    if failedWith != 0 { throw failure("read", other, number: failedWith) }
    return areSame
  }
}

// The name of this function is taken by the method above.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, buffer.baseAddress, buffer.count)
}
