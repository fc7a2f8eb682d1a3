internal import FoundationEssentials

#if canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Reading and writing what is in files.
extension FileOperations {
  /// Writes a new file.
  static func write(_ bytes: [UInt8], to path: String) throws(PublicationError) {
    let number = retryingInterrupted { systemCreate(path) }
    guard number >= 0 else { throw failure("write", path) }
    let descriptor = Descriptor(number)
    try write(bytes, to: descriptor, at: nil, path: path)
  }

  /// Copies a file's bytes to a new file.
  static func copyFile(_ path: String, to destination: String) throws(PublicationError) {
    let number = retryingInterrupted { systemCreate(destination) }
    guard number >= 0 else { throw failure("write", destination) }
    let descriptor = Descriptor(number)
    var outcome: Result<Void, PublicationError> = .success(())
    try read(path) { piece in
      outcome = Result { () throws(PublicationError) in
        try write(Array(piece), to: descriptor, at: nil, path: destination)
      }
      if case .success = outcome { return true }
      return false
    }
    try outcome.get()
  }

  /// Replaces bytes in the middle of a file.
  static func overwrite(_ bytes: [UInt8], at offset: Int, of path: String) throws(PublicationError) {
    let number = retryingInterrupted { systemOpen(path, O_RDWR | O_CLOEXEC) }
    guard number >= 0 else { throw failure("write", path) }
    let descriptor = Descriptor(number)
    try write(bytes, to: descriptor, at: offset, path: path)
  }

  /// Reads a file in pieces of up to a megabyte; `body` returns whether to go on.
  static func read(_ path: String, _ body: (UnsafeRawBufferPointer) -> Bool) throws(PublicationError) {
    let descriptor = try open(path, action: "read")
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      let count = retryingInterrupted { systemRead(descriptor.number, buffer) }
      guard count >= 0 else { throw failure("read", path) }
      if count == 0 || !body(UnsafeRawBufferPointer(rebasing: buffer[..<count])) { return }
    }
  }

  /// Whether two plain files have the same bytes.
  ///
  /// - Complexity: O(1) when their sizes differ, else O(*n*) up to the first difference.
  static func haveSameBytes(_ path: String, _ other: String) throws(PublicationError) -> Bool {
    guard isPlainFile(path), isPlainFile(other), size(of: path) == size(of: other) else { return false }
    let second = try open(other, action: "read")
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
    defer { buffer.deallocate() }
    var areSame = true
    try read(path) { piece in
      var compared = 0
      while compared < piece.count, areSame {
        let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[..<(piece.count - compared)])
        let count = retryingInterrupted { systemRead(second.number, rest) }
        // A file that became shorter or cannot be read on is not the same.
        guard count > 0, let start = piece.baseAddress, let found = rest.baseAddress else {
          areSame = false
          break
        }
        areSame = memcmp(start + compared, found, count) == 0
        compared += count
      }
      return areSame
    }
    return areSame
  }

  private static func write(
    _ bytes: [UInt8],
    to descriptor: Descriptor,
    at offset: Int?,
    path: String
  ) throws(PublicationError) {
    var written = 0
    while written < bytes.count {
      let count = retryingInterrupted {
        bytes.withUnsafeBytes { buffer in
          let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
          guard let offset else { return systemWrite(descriptor.number, rest) }
          return pwrite(descriptor.number, rest.baseAddress, rest.count, off_t(offset + written))
        }
      }
      guard count > 0 else { throw failure("write", path) }
      written += count
    }
  }
}

// The names of these functions are taken by the methods above.
private func systemCreate(_ path: String) -> Int32 { open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666) }
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, buffer.baseAddress, buffer.count)
}
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}
