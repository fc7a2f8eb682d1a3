internal import Foundation

#if canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Why the system refused something, in the words of the system: what Foundation's errors say, without their domains and codes.
package enum SystemReason {
  /// The reason alone, such as `Permission denied`; an error of our own in its own words.
  package static func text(of error: any Error) -> String {
    number(of: error).map(text) ?? words(of: error) ?? "\(error)"
  }

  /// The reason with the file that it is about, where the error says which.
  package static func description(of error: any Error) -> String {
    if let error = error as? FileError { return error.description }
    guard let reason = number(of: error).map(text) ?? words(of: error) else { return "\(error)" }
    return path(of: error).map { "\($0): \(reason)" } ?? reason
  }

  /// Why a file could not be written. Where its folder takes no files, that is the reason, which Foundation does not always tell.
  package static func text(of error: any Error, writing path: String) -> String {
    var parts = path.split(separator: "/", omittingEmptySubsequences: false)
    while parts.count > 1 {
      parts.removeLast()
      if access(parts.joined(separator: "/") + "/", W_OK) == 0 { break }
      // The nearest folder that is there decides.
      let number = errno
      if number != ENOENT { return text(number) }
    }
    return text(of: error)
  }

  /// Why a file cannot be written, found out by opening it; `nil` if it can.
  package static func ofWriting(_ path: String) -> String? {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
    guard descriptor < 0 else {
      close(descriptor)
      return nil
    }
    return text(errno)
  }

  /// Why no file can be made in the folder of the one at `path`, found out by making one; `nil` if one can.
  package static func ofMakingFiles(beside path: String) -> String? {
    let name = TemporaryItem.name(beside: path)
    let descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return text(errno) }
    close(descriptor)
    unlink(name)
    return nil
  }

  /// The reason that stands behind an error number of the system.
  package static func text(_ number: Int32) -> String { String(cString: strerror(number)) }

  /// The system's error number behind an error of Foundation.
  private static func number(of error: any Error) -> Int32? {
    if let error = error as? FileWriteError { return error.number }
    if let error = error as? POSIXError { return error.code.rawValue }
    let bridged = error as NSError
    if bridged.domain == NSPOSIXErrorDomain { return Int32(clamping: bridged.code) }
    if let inner = (error as? CocoaError)?.underlying ?? bridged.userInfo[NSUnderlyingErrorKey] as? any Error {
      return number(of: inner)
    }
    guard bridged.domain == NSCocoaErrorDomain else { return nil }
    return switch CocoaError.Code(rawValue: bridged.code) {
    case .fileNoSuchFile, .fileReadNoSuchFile: ENOENT
    case .fileReadNoPermission, .fileWriteNoPermission: EACCES
    case .fileWriteFileExists: EEXIST
    case .fileWriteOutOfSpace: ENOSPC
    case .fileWriteVolumeReadOnly: EROFS
    case .fileReadInvalidFileName, .fileWriteInvalidFileName: EINVAL
    default: nil
    }
  }

  /// The words of an error of Foundation that has no number of the system; `nil` for errors of our own.
  private static func words(of error: any Error) -> String? {
    switch error {
    case let error as DecodingError: words(ofDecoding: error)
    case is CocoaError: (error as NSError).localizedDescription
    case is EncodingError: "it cannot be written as JSON"
    default: (type(of: error) as Any.Type) == NSError.self ? (error as NSError).localizedDescription : nil
    }
  }

  private static func words(ofDecoding error: DecodingError) -> String {
    switch error {
    case .keyNotFound(let key, _): "“\(key.stringValue)” is missing"
    case .dataCorrupted(let context) where context.codingPath.isEmpty: "it is not JSON"
    default: "it has a value of another kind than expected"
    }
  }

  private static func path(of error: any Error) -> String? {
    if let error = error as? FileWriteError { return error.path }
    let userInfo = (error as NSError).userInfo
    return userInfo[NSFilePathErrorKey] as? String ?? (userInfo[NSURLErrorKey] as? URL)?.path
  }
}
