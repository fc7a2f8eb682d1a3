/// What is wrong with the files of a release.
public enum ReleaseFinding: FindingKind {
  case interrupted(String)
  case writable(String)
  case missing(String)
  case otherManifest(of: String, file: String)
  case otherDigest(String, found: String, published: String)
  case otherSize(String, found: Int, published: Int)
  case changedReject(String)
  case sideFile(String, of: String)
  case writeAheadLog(String)
  case size(String)
  /// `found` is `nil` where the store does not have the entity.
  case count(entity: String, published: Int, found: Int?)
  case otherStore(String, published: String)
  case hash(entity: String)
  /// More has changed since the release before than the recipe allows; `property` is `nil` where whole objects are counted.
  case change(entity: String, property: String?, Change, count: Int, of: Int, most: Tolerance)

  /// What is wrong with the signature of a manifest; `signature` is the signature's file.
  case signature(SignatureProblem, signature: String, manifest: String)

  /// Why a signature does not prove who made a release.
  public enum SignatureProblem: Sendable, Hashable {
    /// There is no signature.
    case missing
    /// The file is no signature.
    case unreadable(reason: String)
    /// It is by another key than those that were named, all by their identifiers.
    case otherKey(found: String, named: [String])
    /// It is not that of the manifest.
    case forged
    /// What it says of itself is not what was signed.
    case forgedComment
    /// It says itself that it is the signature of another manifest.
    case stale
    /// It is of the form that signs the bytes themselves.
    case legacy
  }

  /// What became of objects between two releases.
  public enum Change: String, Sendable {
    case added, removed, changed
  }

  public var rule: RuleCode {
    switch self {
    case .interrupted: .releaseInterrupted
    case .writable: .releaseWritable
    case .missing: .releaseMissing
    case .otherManifest, .otherDigest, .otherSize, .changedReject: .releaseDigest
    case .sideFile, .writeAheadLog, .size: .releaseUnsealed
    case .count: .releaseCount
    case .otherStore, .hash: .releaseHash
    case .change: .releaseChange
    case .signature: .releaseSignature
    }
  }

  public var message: String {
    switch self {
    case .interrupted(let file):
      "The publication of \(file) was interrupted, and some files of the new release wait to be put in place; "
        + "the next studbook build begins with that"
    case .writable(let file): "\(file) may be written, though a published file is read-only (chmod a-w)"
    case .missing(let file): "\(file) belongs to the release but is not there"
    case .otherManifest(let other, let file): "The manifest describes \(other), not \(file)"
    case .otherDigest(let file, let found, let published):
      "\(file) is not the file that was published: its SHA-256 is \(found), not \(published)"
    case .otherSize(let file, let found, let published):
      "\(file) is not the file that was published: it has \(found) bytes, not \(published)"
    case .changedReject(let file):
      "\(file) has been changed since it was published; studbook build --only-rejects feeds what was mended"
    case .sideFile(let side, let file): "There is a file \(side) beside \(file)"
    case .writeAheadLog(let file):
      "\(file) asks for a write-ahead log, so it cannot be opened where it cannot be written; "
        + "studbook export --layout coredata makes one that can"
    case .size(let file): "\(file) has not the size that its header says"
    case .count(let entity, let published, let found):
      "The manifest says \(published) objects of \(entity), but "
        + (found.map { "the store has \($0)" } ?? "the store has no such entity")
    case .otherStore(let store, let published): "The manifest is that of the store \(published), but this is \(store)"
    case .change(let entity, let property, let change, let count, let before, let most):
      "\(count) of \(before) \(entity) objects "
        + (property.map { "have another value of \($0)" } ?? "would be \(change.rawValue)")
        + " since the release before, and the recipe allows at most \(most)"
    case .signature(let problem, let signature, let manifest):
      switch problem {
      case .missing: "\(manifest) is not signed: there is no \(signature)"
      case .unreadable(let reason): "\(signature) cannot be used: \(reason)"
      case .otherKey(let found, let named):
        "\(signature) was made with the key \(found), not with \(named.joined(separator: " or "))"
      case .forged:
        "\(signature) is not the signature of \(manifest): one of them was changed, or they are of different releases"
      case .forgedComment: "The trusted comment of \(signature) is not the one that was signed"
      case .stale:
        "\(signature) is the signature of another manifest than \(manifest), as of an earlier release; "
          + "studbook sign signs this one"
      case .legacy:
        "\(signature) is of the form that signs the file's bytes instead of their digest, which minisign no longer makes"
      }
    case .hash(let entity): "The version hash of \(entity) in the store is not the one in the manifest"
    }
  }
}
