package import Findings
internal import Foundation
package import Signatures
internal import SystemErrors

/// The signature of a release's manifest, in minisign's format: `NAME.manifest.json.minisig`.
///
/// The manifest has the digest of every other file, so that one signature vouches for all of them.
package enum ReleaseSignature {
  private static let ending = ".minisig"
  private static let digestLabel = "sha256:"

  /// The name of the signature of a manifest, which is where minisign looks for it.
  package static func fileName(forManifest name: String) -> String { name + ending }

  /// The signature of a manifest; the same for the same bytes, key and time.
  ///
  /// The trusted comment names the file and its SHA-256, so that a signature that is left beside another manifest shows it without a key.
  ///
  /// - Parameters:
  ///   - manifest: The manifest's bytes.
  ///   - name: Its file name.
  ///   - timestamp: Seconds since 1970, as `SOURCE_DATE_EPOCH` says; nothing is said of the time without it.
  /// - Throws: `SignatureError`.
  package static func make(
    of manifest: [UInt8],
    named name: String,
    with key: SecretKey,
    timestamp: Int64?
  ) throws(SignatureError) -> [UInt8] {
    let words =
      (timestamp.map { ["timestamp:\($0)"] } ?? [])
      + ["file:\(name)", digestLabel + FileDigest.sha256(manifest), "hashed"]
    let comment = "signature of \(name) by the key \(key.publicKey.identifier)"
    return Array(try key.sign(manifest, trustedComment: words.joined(separator: "\t"), comment: comment).utf8)
  }

  /// Signs a manifest that is there, if every file that it names is as it says.
  ///
  /// - Parameter reference: The reference file.
  /// - Returns: What is wrong with the release, which is then not signed; empty when it is.
  /// - Throws: `ManifestError`, `PublicationError`, `SignatureError`, `FileError`.
  package static func sign(
    _ reference: String,
    manifest path: String,
    with key: SecretKey,
    timestamp: Int64?,
    wait: LockWait
  ) throws -> [Finding] {
    let folder = FileOperations.parentFolder(of: path)
    // A build must not put another release in place meanwhile.
    return try ReferencePublisher.withFolderLock(folder, wait) {
      let bytes = try ReleaseManifest.bytes(at: path)
      let manifest = try ReleaseManifest(bytes: bytes, path: path)
      let findings = try ReferenceVerifier.verifyRelease(reference, manifest: manifest)
        .filter { $0.severity == .error }
      guard findings.isEmpty else { return findings }
      let signature = try make(of: bytes, named: FileOperations.fileName(of: path), with: key, timestamp: timestamp)
      let file = fileName(forManifest: path)
      guard try Files.contents(of: file) != signature else { return [] }
      try FileWriter.replace(file, with: signature, mode: 0o444)
      return []
    }
  }

  /// What the signature of a manifest is found to be.
  package struct Check: Sendable {
    /// What is wrong.
    package let findings: [Finding]
    /// The key that is said to have made it; `nil` if there is no signature that can be read.
    package let keyIdentifier: KeyIdentifier?
    /// What the signature vouches for; `nil` unless it is valid.
    package let trustedComment: String?
  }

  /// Checks the signature beside a manifest.
  ///
  /// - Parameters:
  ///   - bytes: The manifest's bytes.
  ///   - path: The manifest.
  ///   - keys: The keys of which one has to have made it; with none, there may be no signature, and one is only held against what it says of itself.
  /// - Throws: `FileError` if the signature's file cannot be read.
  package static func check(_ bytes: [UInt8], manifest path: String, keys: [PublicKey]) throws -> Check {
    let manifest = FileOperations.fileName(of: path)
    let name = fileName(forManifest: manifest)
    func finding(_ problem: ReleaseFinding.SignatureProblem, _ severity: Severity = .error) -> Finding {
      Finding(ReleaseFinding.signature(problem, signature: name, manifest: manifest), severity: severity)
    }
    guard let text = try contents(of: fileName(forManifest: path)) else {
      return Check(findings: keys.isEmpty ? [] : [finding(.missing)], keyIdentifier: nil, trustedComment: nil)
    }
    let signature: Signature
    do { signature = try Signature(text) } catch {
      return Check(
        findings: [finding(.unreadable(reason: error.description))],
        keyIdentifier: nil,
        trustedComment: nil
      )
    }
    func check(_ findings: [Finding], isValid: Bool = false) -> Check {
      Check(
        findings: findings,
        keyIdentifier: signature.keyIdentifier,
        trustedComment: isValid ? signature.trustedComment : nil
      )
    }
    if keys.isEmpty {
      let digest = signature.trustedComment.split(separator: "\t").first { $0.hasPrefix(digestLabel) }
      let isStale = digest.map { $0.dropFirst(digestLabel.count) != FileDigest.sha256(bytes) } ?? false
      return check(isStale ? [finding(.stale)] : [])
    }
    switch signature.verdict(on: bytes, keys: keys) {
    case .valid:
      return check(signature.algorithm == .plain ? [finding(.legacy, .warning)] : [], isValid: true)
    case .otherKey:
      let named = keys.map(\.identifier.description)
      return check([finding(.otherKey(found: signature.keyIdentifier.description, named: named))])
    case .invalid: return check([finding(.forged)])
    case .invalidComment: return check([finding(.forgedComment)])
    }
  }

  /// The text of a signature's file; `nil` if there is none. Of a far longer one only the beginning is read.
  private static func contents(of path: String) throws -> String? {
    var bytes: [UInt8] = []
    let isThere = try Files.read(path) { piece in
      bytes.append(contentsOf: piece.prefix(1 << 14))
      return bytes.count < 1 << 14
    }
    return isThere ? String(decoding: bytes, as: UTF8.self) : nil
  }
}
