internal import FoundationEssentials

/// Why a patch or a pack cannot be made or applied.
package struct PatchError: LocalizedError, Sendable, Hashable, CustomStringConvertible {
  /// What went wrong, for code.
  package enum Kind: Sendable, Hashable {
    /// It is no plain file, in which one can read anywhere.
    case noFile
    /// The file is none that was packed by zstd, xz or gzip, nor a patch.
    case noPack
    /// The file does not begin as a patch does.
    case noPatch
    /// The patch has a version of the format that is not known.
    case unknownVersion(UInt8)
    /// The patch was changed or cut off; the text says how.
    case damaged(String)
    /// The patch would make more than it may.
    case tooLarge(size: Int, limit: Int)
    /// The old file is another one than the patch was made for.
    case otherFile(path: String, wanted: String, found: String)
    /// A file was changed while it was read.
    case changed
    /// What came out is not what it should be.
    case wrongResult(wanted: String, found: String)
    /// The compression of the system cannot go on; the text says why.
    case compression(String)
  }

  package var kind: Kind
  /// The file that it is about, as the caller named it.
  package var file: String

  package init(_ kind: Kind, file: String) {
    self.kind = kind
    self.file = file
  }

  package var description: String {
    switch kind {
    case .noFile: "\(file) is no plain file"
    case .noPack: "\(file) is neither a patch of Studbook nor a file packed by zstd, xz or gzip"
    case .noPatch: "\(file) is no patch of Studbook"
    case .unknownVersion(let version):
      "\(file): the patch has version \(version) of the format, and this version of Studbook reads \(PatchFormat.version)"
    case .damaged(let how): "\(file): the patch is damaged: \(how)"
    case .tooLarge(let size, let limit):
      "\(file): the patch may be a bomb: it would make \(size) bytes; of a patch and an old file of these sizes \(limit) are the most"
    case .otherFile(let path, let wanted, let found):
      "\(file) is a patch for another file than \(path): it is for the one with SHA-256 \(wanted), and this one has \(found)"
    case .changed: "\(file) was changed while it was read; run the command again"
    case .wrongResult(let wanted, let found):
      "\(file): what comes out has SHA-256 \(found) instead of \(wanted); nothing was written"
    case .compression(let reason): "\(file) cannot be compressed: \(reason)"
    }
  }
  package var errorDescription: String? { description }
}
