import Foundation
import TestSupport
import Testing

/// `studbook keys`, `sign`, `build --sign-with` and `verify --public-key`.
@Suite struct SignatureCommandTests {
  private static let recipe = "Countries.recipe.yml"
  private static let signature = "Output/Towns.manifest.json.minisig"

  /// The folder of the rules' examples, with a pair of keys.
  private static func towns() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let towns = Package.path("docs/rules/Towns")
    for name in try FileManager.default.contentsOfDirectory(atPath: towns) {
      try FileManager.default.copyItem(atPath: "\(towns)/\(name)", toPath: folder.file(name))
    }
    try run(["keys", "make", "--without-password"], in: folder)
    return folder
  }

  @discardableResult
  private static func run(
    _ arguments: [String],
    in folder: TemporaryFolder,
    status: Int32 = 0,
    input: String? = nil,
    environment: [String: String] = [:],
    _ place: SourceLocation = #_sourceLocation
  ) throws -> Tool.Outcome {
    let outcome = try Tool.run(arguments, in: folder.path, input: input, environment: environment)
    #expect(outcome.status == status, "\(outcome.output)\(outcome.errors)", sourceLocation: place)
    return outcome
  }

  private static func exists(_ name: String, in folder: TemporaryFolder) -> Bool {
    FileManager.default.fileExists(atPath: folder.file(name))
  }

  private static func mode(of name: String, in folder: TemporaryFolder) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: folder.file(name))[.posixPermissions] as? Int
  }

  // MARK: Keys

  @Test func onlyTheOwnerMayReadASecretKey() throws {
    let folder = try Self.towns()
    #expect(try Self.mode(of: "studbook.key", in: folder) == 0o600)
    let shown = try Self.run(["keys", "show", "studbook.key"], in: folder)
    #expect(shown.output == (try folder.text(of: "studbook.pub")))
    #expect(try Self.run(["keys", "show", "studbook.pub"], in: folder).output == shown.output)
  }

  /// The public key took the place of the secret one.
  @Test func twoKeysInOneFileAreRefused() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(atPath: folder.file("here"), withDestinationPath: ".")
    for (publicKey, status) in [("a.key", Int32(64)), ("./a.key", 64), ("here/a.key", 2)] {
      let arguments = ["keys", "make", "--without-password", "--secret-key", "a.key", "--public-key", publicKey]
      try Self.run(arguments, in: folder, status: status)
      #expect(!Self.exists("a.key", in: folder))
    }
  }

  @Test func aKeyIsNeverReplaced() throws {
    let folder = try Self.towns()
    let (key, publicKey) = (try folder.text(of: "studbook.key"), try folder.text(of: "studbook.pub"))
    let refused = try Self.run(["keys", "make", "--without-password"], in: folder, status: 2)
    #expect(refused.errors == "studbook: there is a file studbook.key already; a key is never replaced\n")
    try Self.run(["keys", "make", "--without-password", "--secret-key", "x"], in: folder, status: 2)
    #expect(!Self.exists("x", in: folder))
    #expect(try folder.text(of: "studbook.key") == key && folder.text(of: "studbook.pub") == publicKey)
  }

  @Test func aKeyOnTheCommandLineIsRefusedAndNotRepeated() throws {
    let folder = try Self.towns()
    let key = try #require(folder.text(of: "studbook.key").split(separator: "\n").last.map(String.init))
    let refused = try Self.run(["build", Self.recipe, "--sign-with", key], in: folder, status: 2)
    #expect(refused.errors.contains("a secret key does not belong on a command line"))
    #expect(!refused.errors.contains(key.suffix(20)))
    #expect(!Self.exists("Output", in: folder))
  }

  @Test func aKeyThatOthersMayReadIsSaid() throws {
    let folder = try Self.towns()
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder.file("studbook.key"))
    let built = try Self.run(["build", Self.recipe, "-q", "--sign-with", "studbook.key"], in: folder)
    #expect(built.errors == "studbook: others may read the secret key studbook.key; chmod 600 takes that from them\n")
  }

  // MARK: Signing

  @Test func aBuildSignsWhatItPublishes() throws {
    let folder = try Self.towns()
    try Self.run(["build", Self.recipe, "--sign-with", "studbook.key"], in: folder)
    #expect(try Self.mode(of: Self.signature, in: folder) == 0o444)
    let verified = try Self.run(["verify", "Output/Towns.sqlite", "--public-key", "studbook.pub"], in: folder)
    #expect(verified.output.contains("its signature by the key "))
    let key = try #require(folder.text(of: "studbook.pub").split(separator: "\n").last.map(String.init))
    try Self.run(["verify", "Output/Towns.sqlite", "--public-key", key], in: folder)
  }

  @Test func theSameInputsHaveTheSameSignature() throws {
    let folder = try Self.towns()
    var texts: Set<String> = []
    for output in ["A", "B"] {
      let arguments = ["build", Self.recipe, "--sign-with", "studbook.key", "--output", output]
      try Self.run(arguments, in: folder)
      texts.insert(try folder.text(of: "\(output)/Towns.manifest.json.minisig"))
    }
    #expect(texts.count == 1 && texts.first?.contains("timestamp:") == false)
    let dated = ["build", Self.recipe, "--sign-with", "studbook.key"]
    try Self.run(dated, in: folder, environment: ["SOURCE_DATE_EPOCH": "1776211200"])
    #expect(try folder.text(of: Self.signature).contains("trusted comment: timestamp:1776211200\tfile:Towns"))
  }

  @Test(arguments: ["env:KEY", "-"]) func theKeyMayBeInAVariableOrOnStandardInput(_ source: String) throws {
    let folder = try Self.towns()
    let key = try folder.text(of: "studbook.key")
    let arguments = ["build", Self.recipe, "-q", "--sign-with", source]
    try Self.run(arguments, in: folder, input: key, environment: ["KEY": key])
    try Self.run(["verify", "Output/Towns.sqlite", "--public-key", "studbook.pub"], in: folder)
    let refused = try Self.run(arguments, in: folder, status: 2, input: "", environment: ["KEY": ""])
    #expect(!refused.errors.isEmpty)
  }

  @Test(arguments: ["Output/Towns.sqlite", "Output/Towns.manifest.json"])
  func signsAReleaseThatIsThere(_ name: String) throws {
    let folder = try Self.towns()
    try Self.run(["build", Self.recipe, "-q"], in: folder)
    let unsigned = ["verify", "Output/Towns.sqlite", "--public-key", "studbook.pub"]
    let refused = try Self.run(unsigned, in: folder, status: 1)
    #expect(refused.output.contains("Towns.manifest.json is not signed: there is no Towns.manifest.json.minisig"))
    try Self.run(["sign", name, "--key", "studbook.key"], in: folder)
    #expect(try Self.mode(of: Self.signature, in: folder) == 0o444)
    try Self.run(unsigned, in: folder)
    // What nobody asks about is said, not checked.
    let note = try Self.run(["verify", "Output/Towns.sqlite"], in: folder)
    #expect(note.errors.contains("which was not checked"))
  }

  @Test func aDamagedReleaseIsNotSigned() throws {
    let folder = try Self.towns()
    try Self.run(["build", Self.recipe, "-q"], in: folder)
    try FileManager.default.removeItem(atPath: folder.file("Output/reports/Towns.html"))
    let refused = try Self.run(["sign", "Output/Towns.sqlite", "--key", "studbook.key"], in: folder, status: 1)
    #expect(refused.output.contains("release.missing") && refused.errors.contains("so it is not signed"))
    #expect(!Self.exists(Self.signature, in: folder))
  }

  // MARK: Stale signatures

  @Test func anUnchangedBuildWithoutKeyLeavesTheSignature() throws {
    let folder = try Self.towns()
    try Self.run(["build", Self.recipe, "-q", "--sign-with", "studbook.key"], in: folder)
    try Self.run(["build", Self.recipe, "-q"], in: folder)
    try Self.run(["verify", "Output/Towns.sqlite", "--public-key", "studbook.pub"], in: folder)
  }

  @Test func aChangedBuildWithoutKeyRemovesTheSignature() throws {
    let folder = try Self.towns()
    try Self.run(["build", Self.recipe, "-q", "--sign-with", "studbook.key"], in: folder)
    try folder.write(try folder.text(of: "countries.csv") + "Atlantis\n", to: "countries.csv")
    let built = try Self.run(["build", Self.recipe], in: folder)
    #expect(built.errors.contains("Removed Output/Towns.manifest.json.minisig"))
    #expect(!Self.exists(Self.signature, in: folder))
  }

  /// As when somebody copies only some of the files.
  @Test func aStaleSignatureIsFoundWithAndWithoutTheKey() throws {
    let folder = try Self.towns()
    try Self.run(["build", Self.recipe, "-q", "--sign-with", "studbook.key"], in: folder)
    let stale = try folder.text(of: Self.signature)
    try folder.write(try folder.text(of: "countries.csv") + "Atlantis\n", to: "countries.csv")
    try Self.run(["build", Self.recipe, "-q"], in: folder)
    try folder.write(stale, to: Self.signature)
    let without = try Self.run(["verify", "Output/Towns.sqlite"], in: folder, status: 1)
    #expect(without.output.contains("is the signature of another manifest than Towns.manifest.json"))
    let with = try Self.run(["verify", "Output/Towns.sqlite", "--public-key", "studbook.pub"], in: folder, status: 1)
    #expect(with.output.contains("error[release.signature]"))
    // The next signed build puts it right.
    try Self.run(["build", Self.recipe, "-q", "--sign-with", "studbook.key"], in: folder)
    try Self.run(["verify", "Output/Towns.sqlite", "--public-key", "studbook.pub"], in: folder)
  }

  // MARK: Bad cases

  @Test func anotherKeyIsRefused() throws {
    let folder = try Self.towns()
    try Self.run(["build", Self.recipe, "-q", "--sign-with", "studbook.key"], in: folder)
    try Self.run(
      ["keys", "make", "--without-password", "--secret-key", "other.key", "--public-key", "other.pub"],
      in: folder
    )
    let verify = ["verify", "Output/Towns.sqlite", "--public-key"]
    let refused = try Self.run(verify + ["other.pub"], in: folder, status: 1)
    #expect(refused.output.contains("Towns.manifest.json.minisig was made with the key "))
    try Self.run(verify + ["other.pub", "--public-key", "studbook.pub"], in: folder)
    let nothing = try Self.run(verify + ["nowhere.pub"], in: folder, status: 2)
    #expect(nothing.errors == "studbook: nowhere.pub is neither a public key nor a file\n")
    let wrong = try Self.run(verify + ["towns.csv"], in: folder, status: 2)
    #expect(wrong.errors.contains("the public key towns.csv cannot be used: it is no public key in minisign's format"))
  }

  @Test func aWrongKeyPublishesNothing() throws {
    let folder = try Self.towns()
    try folder.write("untrusted comment: x\nRWQAAEIy\n", to: "bad.key")
    for key in ["bad.key", "nowhere.key", "env:NOWHERE"] {
      try Self.run(["build", Self.recipe, "--sign-with", key], in: folder, status: 2)
    }
    #expect(!Self.exists("Output", in: folder))
  }

  @Test func aStoreWithoutManifestIsNotSigned() throws {
    let folder = try Self.towns()
    try Self.run(["build", Self.recipe, "-q"], in: folder)
    try FileManager.default.copyItem(atPath: folder.file("Output/Towns.sqlite"), toPath: folder.file("alone.sqlite"))
    let refused = try Self.run(["verify", "alone.sqlite", "--public-key", "studbook.pub"], in: folder, status: 1)
    #expect(refused.output.contains("alone.manifest.json is not signed"))
    let sign = try Self.run(["sign", "alone.sqlite", "--key", "studbook.key"], in: folder, status: 2)
    #expect(sign.errors.contains("there is no alone.manifest.json beside alone.sqlite"))
  }
}
