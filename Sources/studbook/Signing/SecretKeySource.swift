import Foundation
import Signatures
import SystemErrors

#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Where a secret key is: in a file, on standard input, or in an environment variable; never on the command line itself, which other users can see.
struct SecretKeySource {
  /// A path, `-`, or `env:NAME`.
  let text: String

  static let help = "a file, - for standard input, or env:NAME for the environment variable that holds it"
  /// The environment variable with the password of a key.
  static let passwordVariable = "STUDBOOK_KEY_PASSWORD"

  /// Reads the key; asks for its password on the terminal if it has one and no variable says it.
  ///
  /// - Throws: `CommandFailure`, with nothing of the key in its text.
  func key(_ printer: CommandOutput) throws -> SecretKey {
    guard Data(base64Encoded: text)?.count != 158 else {
      throw CommandFailure(
        "a secret key does not belong on a command line, where others can read it; name its file, or use - or env:NAME"
      )
    }
    let (contents, name) = try contents(printer)
    do {
      return try SecretKey(contents) { try Self.password(for: name) }
    } catch let error as SignatureError {
      let remedy =
        error == .passwordMissing ? "; set \(Self.passwordVariable), or run the command in a terminal" : ""
      throw CommandFailure("\(name) cannot be used: \(error)\(remedy)")
    }
  }

  private func contents(_ printer: CommandOutput) throws -> (SecretBytes, name: String) {
    if text.hasPrefix("env:") {
      let name = String(text.dropFirst(4))
      guard let value = CommandOutput.environment(name), !value.isEmpty else {
        throw CommandFailure("there is no environment variable \(name) with a secret key")
      }
      var bytes = Array(value.utf8)
      return (SecretBytes(consuming: &bytes), "the key in \(name)")
    }
    var bytes: [UInt8]
    if text == "-" {
      bytes = try Self.standardInput()
    } else {
      guard let status = try Files.status(of: text) else { throw CommandFailure("there is no secret key \(text)") }
      // Pipes, as of a shell's <(…), have permissions of their own.
      if status.kind == .file, status.mode & 0o077 != 0 {
        printer.diagnostic("studbook: others may read the secret key \(text); chmod 600 takes that from them")
      }
      guard status.kind == .other || status.size < Self.mostBytes else {
        throw CommandFailure("\(text) is no secret key: it is far too long")
      }
      bytes = try Self.beginning(of: text)
    }
    return (SecretBytes(consuming: &bytes), text == "-" ? "the key on standard input" : text)
  }

  private static let mostBytes = 1 << 16

  private static func beginning(of path: String) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try Files.read(path) { piece in
      bytes.append(contentsOf: piece.prefix(mostBytes))
      return bytes.count < mostBytes
    }
    return bytes
  }

  private static func standardInput() throws -> [UInt8] { try beginning(of: "/dev/stdin") }

  // MARK: Passwords

  /// The password of a key: from its variable, or from whoever sits at the terminal; `nil` if there is neither.
  static func password(for name: String) throws -> SecretBytes? {
    if let value = CommandOutput.environment(passwordVariable) {
      var bytes = Array(value.utf8)
      return SecretBytes(consuming: &bytes)
    }
    return ask("Password of \(name): ")
  }

  /// A new password, asked for twice on the terminal.
  ///
  /// - Throws: `CommandFailure` if there is no terminal, or if the two are not the same.
  static func newPassword(for name: String) throws -> SecretBytes {
    if let value = CommandOutput.environment(passwordVariable), !value.isEmpty {
      var bytes = Array(value.utf8)
      return SecretBytes(consuming: &bytes)
    }
    guard let first = ask("New password of \(name): "), let second = ask("Once more: ") else {
      throw CommandFailure(
        "a key needs a password; set \(passwordVariable), run the command in a terminal, or use --without-password"
      )
    }
    let areSame = first.withBytes { first in second.withBytes { first.elementsEqual($0) } }
    guard areSame, first.count > 0 else {
      throw CommandFailure(
        areSame ? "the password is empty; --without-password makes a key without one" : "the passwords differ"
      )
    }
    return first
  }

  /// Asks for a line on the terminal without showing what is typed; `nil` if there is no terminal.
  private static func ask(_ question: String) -> SecretBytes? {
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
    guard terminal >= 0 else { return nil }
    defer { close(terminal) }
    var settings = termios()
    guard tcgetattr(terminal, &settings) == 0 else { return nil }
    var hidden = settings
    hidden.c_lflag &= ~tcflag_t(ECHO)
    guard tcsetattr(terminal, TCSAFLUSH, &hidden) == 0 else { return nil }
    defer { tcsetattr(terminal, TCSAFLUSH, &settings) }
    _ = FileWriter.writeAll(Array(question.utf8), to: terminal)
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while read(terminal, &byte, 1) == 1, byte != UInt8(ascii: "\n"), line.count < 4_096 { line.append(byte) }
    _ = FileWriter.writeAll(Array("\n".utf8), to: terminal)
    return SecretBytes(consuming: &line)
  }
}

/// Public keys as a user names them: files, or the keys themselves.
enum PublicKeySource {
  static let help = "a file, or the key itself (56 characters that begin with RW)"

  /// - Throws: `CommandFailure`.
  static func key(_ text: String) throws -> PublicKey {
    if PublicKey.isKey(text) { return try PublicKey(text) }
    guard let bytes = try Files.contents(of: text) else {
      throw CommandFailure("\(text) is neither a public key nor a file")
    }
    do { return try PublicKey(String(decoding: bytes, as: UTF8.self)) } catch {
      throw CommandFailure("the public key \(text) cannot be used: \(error)")
    }
  }
}
