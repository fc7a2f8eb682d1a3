package import Findings

extension RuleCode {
  /// A file of the release is not there.
  package static let releaseMissing: RuleCode = "release.missing"
  /// A file has other bytes than the manifest says.
  package static let releaseDigest: RuleCode = "release.digest"
  /// The release was interrupted between its decision and its end.
  package static let releaseInterrupted: RuleCode = "release.interrupted"
  /// The reference file may be written.
  package static let releaseWritable: RuleCode = "release.writable"
  /// The reference file is not one sealed file: side files, another journal mode, a size that is not the header's.
  package static let releaseUnsealed: RuleCode = "release.unsealed"
  /// SQLite finds the file damaged.
  package static let storeDamaged: RuleCode = "store.integrity"
  /// A row refers to one that is not there.
  package static let storeDangling: RuleCode = "store.dangling-reference"
  /// An entity has another number of objects than the manifest says.
  package static let releaseCount: RuleCode = "release.count"
  /// The manifest, the store and the model do not agree on an entity's version hash.
  package static let releaseHash: RuleCode = "release.hash"
}
