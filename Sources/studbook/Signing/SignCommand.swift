import ArgumentParser
import Findings
import FoundationEssentials
import ReferenceExport
import Signatures
import SystemErrors

/// `studbook sign`: signs the manifest of a release that is there.
struct SignCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign",
    abstract: "Signs a release.",
    discussion: """
      Writes NAME.manifest.json.minisig beside the manifest, which minisign and studbook verify check. A release of which a file is not the \
      one that its manifest names is not signed (exit 1). Example:

        studbook sign Output/DogBreeds.sqlite --key studbook.key
      """
  )

  @Argument(help: "The reference file, or its manifest.", completion: .file())
  var release: String

  @Option(help: ArgumentHelp("The secret key: \(SecretKeySource.help).", valueName: "key"), completion: .file())
  var key: String

  @OptionGroup var waiting: WaitOptions
  @OptionGroup var outputOptions: OutputOptions

  func run() throws {
    let output = CommandOutput(outputOptions)
    let timestamp = try SigningTime.fromEnvironment()
    let (reference, manifest) = try Self.files(of: release)
    let key = try SecretKeySource(text: key).key(output)
    let findings = try ReleaseSignature.sign(
      reference,
      manifest: manifest,
      with: key,
      timestamp: timestamp,
      wait: waiting.lockWait(output)
    )
    guard findings.isEmpty else {
      try output.write(findings: findings)
      try output.finish()
      output.diagnostic("studbook: \(release) is not as its manifest says, so it is not signed")
      throw CommandExit.findings
    }
    output.note("Signed \(manifest) with the key \(key.publicKey.identifier).")
  }

  /// The reference file and the manifest of a release of which either is named.
  private static func files(of release: String) throws -> (reference: String, manifest: String) {
    let folder = URL(fileURLWithPath: release).deletingLastPathComponent()
    func beside(_ name: String) -> String {
      release.contains("/") ? folder.appendingPathComponent(name).path : name
    }
    let name = URL(fileURLWithPath: release).lastPathComponent
    let manifestName = ReleaseManifest.fileName(forReferenceFile: name)
    if try Files.exists(beside(manifestName)) { return (release, beside(manifestName)) }
    guard name.hasSuffix(".json") else {
      throw CommandFailure("there is no \(manifestName) beside \(release), and only what has a manifest can be signed")
    }
    return (beside(try ReleaseManifest(contentsOf: release).referenceFile), release)
  }
}
