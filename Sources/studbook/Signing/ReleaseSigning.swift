import ReferenceExport
import Signatures

/// The key with which a build signs, and the time that its signature says.
struct ReleaseSigning {
  private let key: SecretKey
  private let timestamp: Int64?

  /// - Parameter source: Where the key is, as `SecretKeySource` reads it.
  /// - Throws: `CommandFailure`, `ManifestError`.
  init(_ source: String, _ printer: CommandOutput) throws {
    key = try SecretKeySource(text: source).key(printer)
    timestamp = try SigningTime.fromEnvironment()
  }

  /// The signature of a manifest's bytes.
  func signature(of manifest: [UInt8], named name: String) throws -> [UInt8] {
    try ReleaseSignature.make(of: manifest, named: name, with: key, timestamp: timestamp)
  }
}

/// What a signature says of the time when it was made.
enum SigningTime {
  /// What `SOURCE_DATE_EPOCH` says; `nil` without it.
  ///
  /// - Throws: `ManifestError` if it says no number.
  static func fromEnvironment() throws -> Int64? {
    let text = CommandOutput.environment("SOURCE_DATE_EPOCH")
    return try ReleaseManifest.date(fromSourceDateEpoch: text) == nil ? nil : text.flatMap(Int64.init)
  }
}
