import ArgumentParser
import AtomicStores
import Findings
import FoundationEssentials
import ModelReading
import ObjectModel
import ReferenceExport
import SQLiteStore
import Signatures
import SystemErrors

/// `studbook verify`: checks a reference file, or any store.
struct VerifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Checks a reference file against its manifest and its model.",
    discussion: """
      Reads every file of the release and every row of the store: sizes and SHA-256, pages and indexes, tables and hashes, \
      references, required values, limits and uniqueness. Exits with 1 when something is wrong. Example:

        studbook verify Output/DogBreeds.sqlite --model Inputs/DogBreeds.xcdatamodeld
      """
  )

  @Argument(help: "The reference file or store.", completion: .file())
  var file: String

  @Option(help: "The model. (default: the one that the store carries)", completion: .file())
  var model: String?

  @Option(help: "The manifest. (default: NAME.manifest.json beside the file, if it is there)", completion: .file())
  var manifest: String?

  @Option(
    help: ArgumentHelp(
      "Refuse a release that was not signed with this key: \(PublicKeySource.help); given several times, with one of them. (default: a signature is not checked)",
      valueName: "key"
    ),
    completion: .file()
  )
  var publicKey: [String] = []

  @Flag(
    help:
      "Run SQLite's integrity_check instead of quick_check, which looks up every row in every index, also in those that are partial or over expressions. (default: off)"
  )
  var full = false

  @Flag(help: "Print JSON. (default: off)")
  var json = false

  @OptionGroup var outputOptions: OutputOptions

  func run() async throws {
    let output = CommandOutput(outputOptions)
    let keys = try publicKey.map(PublicKeySource.key)
    if try !hasManifest(), let atomicClass = try StoreKind(ofFileAt: file).atomicClass {
      return try verify(asStoreOf: atomicClass, keys, output)
    }
    // Longer than anybody takes to put a release in place.
    let wait = LockWait(limit: 10) { output.note("Waiting for \($0).") }
    let (manifest, signature, model, modelProblem, findings) = try ReferenceVerifier.settled(
      file,
      manifest: self.manifest ?? defaultManifest.path,
      wait: wait,
      isDoubtful: { !$0.findings.isEmpty }
    ) { try judge(keys) }
    if json {
      try output.writeLine(
        Self.value(of: findings, file: file, hasManifest: manifest != nil, signature).indentedJSON()
      )
    } else {
      try output.write(findings: findings)
      var checked = manifest == nil ? "" : " against its manifest"
      if let key = signature?.keyIdentifier, keys.isEmpty {
        output.note("The release is signed with the key \(key), which was not checked; name the key with --public-key.")
      } else if let key = signature?.keyIdentifier, signature?.trustedComment != nil {
        checked += ", its signature by the key \(key)"
      }
      if model != nil { checked += (checked.isEmpty ? " against" : " and") + " the model" }
      try output.writeLine("\(file): checked\(checked), \(CommandOutput.summary(of: findings))")
      if manifest == nil {
        output.note(
          "There is no \(defaultManifest.lastPathComponent) beside the file, so it was checked as a store, not as a release; name its "
            + "manifest with --manifest."
        )
      }
      let isStore = manifest?.layout != "plain" && !findings.contains { $0.rule == .storeIntegrity }
      if model == nil, isStore {
        output.note(
          "\(modelProblem ?? "The file carries no model"), so its rows were not checked; name the model with --model."
        )
      }
    }
    try output.finish()
    if findings.contains(where: { $0.severity == .error }) { throw CommandExit.findings }
  }

  private func judge(_ keys: [PublicKey]) throws -> (
    manifest: ReleaseManifest?, signature: ReleaseSignature.Check?, model: ManagedObjectModel?, modelProblem: String?,
    findings: [Finding]
  ) {
    let path = self.manifest ?? defaultManifest.path
    // What is parsed is what is held against the signature.
    let bytes = try hasManifest() ? ReleaseManifest.bytes(at: path) : nil
    let signature = try bytes.map { try ReleaseSignature.check($0, manifest: path, keys: keys) }
    let manifest = try bytes.map { try ReleaseManifest(bytes: $0, path: path) }
    let (model, problem) = try storeModel(isPlain: manifest?.layout == "plain")
    let findings = try ReferenceVerifier.verify(file, manifest: manifest, model: model, isFull: full)
    return (manifest, signature, model, problem, (signature?.findings ?? unsigned(keys)) + findings)
  }

  /// That a file without a manifest is not signed, where it is to be.
  private func unsigned(_ keys: [PublicKey]) -> [Finding] {
    let name = defaultManifest.lastPathComponent
    let signature = ReleaseSignature.fileName(forManifest: name)
    return keys.isEmpty ? [] : [Finding(ReleaseFinding.signature(.missing, signature: signature, manifest: name))]
  }

  /// Checks an XML or a binary store: opening it reads all of it, with its model.
  private func verify(asStoreOf atomicClass: AtomicStore.Type, _ keys: [PublicKey], _ output: CommandOutput) throws {
    var findings = unsigned(keys)
    do {
      if let model {
        let model = try ModelReader.read(model)
        let store = try atomicClass.open(at: file, model: model, isReadOnly: true)
        // It was only read.
        defer { try? store.close() }
        findings = try StoredValueCheck(model: model, store: store).findings()
      } else {
        _ = try AtomicStoreInfo(path: file)
      }
    } catch let error as AtomicStoreError {
      findings.append(Finding(StoreFinding.unreadable(error.description)))
    }
    if json {
      try output.writeLine(Self.value(of: findings, file: file, hasManifest: false, nil).indentedJSON())
    } else {
      try output.write(findings: findings)
      let checked = model == nil ? "" : " against the model"
      try output.writeLine("\(file): checked\(checked), \(CommandOutput.summary(of: findings))")
      if model == nil {
        output.note(
          "A store of type \(atomicClass.typeName) carries no model, so its objects were not checked; name the model with --model."
        )
      }
    }
    try output.finish()
    if findings.contains(where: { $0.severity == .error }) { throw CommandExit.findings }
  }

  /// Where the manifest of a release stands.
  private var defaultManifest: URL {
    let url = URL(fileURLWithPath: file)
    let name = ReleaseManifest.fileName(forReferenceFile: url.lastPathComponent)
    return url.deletingLastPathComponent().appendingPathComponent(name)
  }

  /// Whether there is a manifest to check against, or one that the user names.
  private func hasManifest() throws -> Bool { try manifest != nil || Files.exists(defaultManifest.path) }

  /// The model to check against; `nil` if there is none, if it cannot be read (the problem says why), or if the file is too damaged to look for one.
  private func storeModel(isPlain: Bool) throws -> (model: ManagedObjectModel?, problem: String?) {
    if let model { return (try ModelReader.read(model), nil) }
    guard try !isPlain && Files.exists(file) else { return (nil, nil) }
    do {
      return (try OpenedStore.carriedModel(of: file), nil)
    } catch is CommandFailure {
      return (nil, "The model that the file carries cannot be read")
    } catch  where OpenedStore.isOfTheSystem(error) {
      throw error
    } catch {
      return (nil, nil)
    }
  }

  private static func value(
    of findings: [Finding],
    file: String,
    hasManifest: Bool,
    _ signature: ReleaseSignature.Check?
  ) -> ResultValue {
    .object([
      ("file", .text(file)),
      ("hasManifest", .boolean(hasManifest)),
      ("isSigned", .boolean(signature?.trustedComment != nil)),
      ("signingKey", (signature?.keyIdentifier?.description).map(ResultValue.text) ?? .null),
      ("trustedComment", (signature?.trustedComment).map(ResultValue.text) ?? .null),
      ("isSound", .boolean(!findings.contains { $0.severity == .error })),
      (
        "findings",
        .list(
          findings.map { finding in
            var members: [(name: String, value: ResultValue)] = [
              ("rule", .text(finding.rule.rawValue)),
              ("severity", .text(finding.severity.rawValue)),
              ("message", .text(finding.message)),
            ]
            if let table = finding.table { members.append(("table", .text(table))) }
            if let entity = finding.entity { members.append(("entity", .text(entity))) }
            if let attribute = finding.attribute { members.append(("attribute", .text(attribute))) }
            if let key = finding.record { members.append(("key", .integer(Int64(key)))) }
            if let suggestion = finding.suggestion { members.append(("suggestion", .text(suggestion))) }
            return .object(members)
          }
        )
      ),
    ])
  }
}
