import Digests
import ReleasePacks
import TestSupport

/// Applies patches that somebody made by hand, and makes patches between any bytes.
enum PatchSubject {
  /// The old file: pages of a database, some of which are taken apart.
  private static let old: [UInt8] = {
    guard let files = try? RandomFiles.databases(4) else { fatalError("there is no database") }
    return Array(files.old.prefix(64 << 10))
  }()
  private static let oldDigest = SHA2Digest(of: old).bytes

  /// Bytes as segments of a patch, with digests that are right. The first byte says the sizes of pages, the next two that of the new file.
  static func apply(_ bytes: [UInt8]) {
    guard bytes.count > 3 else { return }
    let newSize = Int(bytes[1]) << 8 | Int(bytes[2])
    var patch = Array("SBPATCH".utf8) + [1]
    for size in [old.count, newSize] { patch += (0..<8).map { UInt8(truncatingIfNeeded: size >> (8 * $0)) } }
    patch += oldDigest + [UInt8](repeating: 0, count: 32)
    patch += [bytes[0] & 1 == 0 ? 0 : 9 + bytes[0] >> 2 & 7, bytes[0] & 2 == 0 ? 0 : 9 + bytes[0] >> 5]
    patch += StoredXZ.bytes(of: Array(bytes[3...]))
    patch += SHA2Digest(of: patch).bytes.prefix(8)
    do {
      let made = try Patch(patch).apply(to: old)
      disagree("\(made.count) bytes were made that have no digest")
    } catch let error as PatchError {
      // A file that was made is the last that is looked at, so everything before was right.
      if case .wrongResult = error.kind { return }
      if case .changed = error.kind { disagree("nobody changes the old file") }
    } catch {
      disagree("\(error)")
    }
  }

  /// The bytes before the first 1 as the old file, those after it as the new one.
  static func make(_ bytes: [UInt8]) {
    let parts = bytes.split(separator: 1, maxSplits: 1, omittingEmptySubsequences: false).map(Array.init)
    let (old, new) = (parts[0], parts.count > 1 ? parts[1] : [])
    do {
      if try Patch(PatchMaker.patch(from: old, to: new)).apply(to: old) != new { disagree("another file") }
    } catch {
      disagree("\(error)")
    }
  }
}
