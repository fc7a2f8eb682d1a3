import ArgumentParser
import Foundation
import Signatures
import SystemErrors

/// `studbook keys`: makes keys for signing releases, and shows the public ones.
struct KeysCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keys",
    abstract: "Makes keys for signing releases, in minisign's format.",
    discussion: """
      Example:

        studbook keys make
        studbook keys show studbook.key
      """,
    subcommands: [KeysMakeCommand.self, KeysShowCommand.self]
  )
}

/// `studbook keys make`: a new pair of keys.
struct KeysMakeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "make",
    abstract: "Makes a secret key, to sign with, and the public key that belongs to it.",
    discussion: """
      Files that are there are never replaced. The secret key is encrypted with a password, from the terminal or from the environment \
      variable STUDBOOK_KEY_PASSWORD; minisign reads it, too. Example:

        studbook keys make --secret-key breeds.key --public-key breeds.pub
      """
  )

  @Option(help: ArgumentHelp("The file of the secret key, which only its owner may read.", valueName: "file"))
  var secretKey = "studbook.key"

  @Option(help: ArgumentHelp("The file of the public key, for everybody who verifies.", valueName: "file"))
  var publicKey = "studbook.pub"

  @Flag(help: "Leave the secret key unencrypted, for machines that nobody sits at. (default: off)")
  var withoutPassword = false

  @OptionGroup var outputOptions: OutputOptions

  func validate() throws {
    let files = [secretKey, publicKey].map { URL(fileURLWithPath: $0).standardizedFileURL }
    guard files[0] != files[1] else { throw ValidationError("--secret-key and --public-key name the same file.") }
  }

  func run() throws {
    let output = CommandOutput(outputOptions)
    for path in [secretKey, publicKey] where try Files.exists(path) {
      throw CommandFailure("there is a file \(path) already; a key is never replaced")
    }
    let password = withoutPassword ? nil : try SecretKeySource.newPassword(for: secretKey)
    let key = try SecretKey.random()
    try key.fileText(password: password).withBytes { try FileWriter.makeNew(secretKey, mode: 0o600, with: $0) }
    do {
      try FileWriter.makeNew(publicKey, with: key.publicKey.fileText.utf8)
    } catch {
      // The error that led here is the one to say; nobody has used the key yet.
      try? Files.removeFile(secretKey)
      throw error
    }
    output.note(
      "Made the secret key \(secretKey), to be kept secret and safe, and the public key \(publicKey), for everybody."
    )
    try output.writeLine("\(key.publicKey)")
    try output.finish()
  }
}

/// `studbook keys show`: the public key of a secret one, or of a file.
struct KeysShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Shows a public key, also that of a secret key.",
    discussion: """
      What is printed is the public key's file. Example:

        studbook keys show studbook.key > studbook.pub
      """
  )

  @Argument(help: "The key: \(SecretKeySource.help).", completion: .file())
  var key: String

  @OptionGroup var outputOptions: OutputOptions

  func run() throws {
    let output = CommandOutput(outputOptions)
    let key = try publicKey() ?? SecretKeySource(text: key).key(output).publicKey
    try output.write(key.fileText)
    try output.finish()
  }

  /// The key that the argument names, if it is a public one.
  private func publicKey() throws -> PublicKey? {
    if PublicKey.isKey(key) { return try PublicKey(key) }
    guard key != "-", !key.hasPrefix("env:"), try Files.status(of: key)?.kind == .file else { return nil }
    return try Files.contents(of: key).flatMap { try? PublicKey(String(decoding: $0, as: UTF8.self)) }
  }
}
