import Foundation
import Signatures
import TestSupport
import Testing

/// The program minisign itself, both ways.
@Suite(.enabled(if: Minisign.isInstalled, "minisign is not installed (apt-get install minisign)"))
struct MinisignTests {
  @Test func verifiesOurSignatures() throws {
    let folder = try TemporaryFolder()
    let key = try SecretKey.random()
    try folder.write("a manifest", to: "m")
    try folder.write(key.publicKey.fileText, to: "key.pub")
    try folder.write(try key.sign(Array("a manifest".utf8), trustedComment: "file:m\thashed"), to: "m.minisig")
    #expect(try Minisign.run(["-V", "-H", "-m", "m", "-p", "key.pub"], in: folder).status == 0)
    #expect(try Minisign.run(["-V", "-m", "m", "-P", "\(key.publicKey)"], in: folder).status == 0)
    try folder.write("another manifest", to: "m")
    #expect(try Minisign.run(["-V", "-m", "m", "-p", "key.pub"], in: folder).status != 0)
  }

  @Test(arguments: [nil, "geheim"]) func signsWithOurKeys(_ password: String?) throws {
    let folder = try TemporaryFolder()
    let key = try SecretKey.random()
    var bytes = Array((password ?? "").utf8)
    let secret = password == nil ? nil : SecretBytes(consuming: &bytes)
    let text = try key.fileText(password: secret, cost: .interactive)
    try folder.write(text.withBytes { String(decoding: $0, as: UTF8.self) }, to: "key")
    try folder.write("a manifest", to: "m")
    let signed = try Minisign.run(["-S", "-s", "key", "-m", "m"], in: folder, input: password.map { $0 + "\n" })
    #expect(signed.status == 0, "\(signed.output)")
    let signature = try Signature(folder.text(of: "m.minisig"))
    #expect(signature.verdict(on: Array("a manifest".utf8), keys: [key.publicKey]) == .valid)
  }

  /// Its keys with a password take 1 GB.
  @Test(arguments: [nil, "geheim"]) func makesKeysThatWeRead(_ password: String?) throws {
    let folder = try TemporaryFolder()
    let arguments = ["-G", "-p", "key.pub", "-s", "key"] + (password == nil ? ["-W"] : [])
    let made = try Minisign.run(arguments, in: folder, input: password.map { "\($0)\n\($0)\n" })
    try #require(made.status == 0, "\(made.output)")
    var bytes = Array(try folder.text(of: "key").utf8)
    let key = try SecretKey(SecretBytes(consuming: &bytes)) {
      var bytes = Array((password ?? "").utf8)
      return password == nil ? nil : SecretBytes(consuming: &bytes)
    }
    #expect(try key.publicKey == PublicKey(folder.text(of: "key.pub")))
  }
}

enum Minisign {
  private static let path = ["/usr/bin/minisign", "/usr/local/bin/minisign", "/opt/homebrew/bin/minisign"]
    .first(where: FileManager.default.isExecutableFile)

  static var isInstalled: Bool { path != nil }

  /// Runs it; passwords are read from standard input where that is no terminal.
  static func run(
    _ arguments: [String],
    in folder: TemporaryFolder,
    input: String? = nil
  ) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(path))
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    try folder.write(input ?? "", to: "input")
    try folder.write("", to: "output")
    process.standardInput = FileHandle(forReadingAtPath: folder.file("input"))
    process.standardOutput = FileHandle(forWritingAtPath: folder.file("output"))
    process.standardError = process.standardOutput
    try process.run()
    process.waitUntilExit()
    return (process.terminationStatus, try folder.text(of: "output"))
  }
}
