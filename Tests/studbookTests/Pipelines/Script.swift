import Foundation
import TestSupport

/// One of the scripts in `.ci`, run as a process of its own with an environment of its own.
enum Script {
  static func run(
    _ name: String,
    _ arguments: [String] = [],
    in folder: String,
    path: [String] = [],
    environment: [String: String] = [:]
  ) throws -> Tool.Outcome {
    try command([Package.path(".ci/\(name)")] + arguments, in: folder, path: path, environment: environment)
  }

  /// Runs a command by bash: its words are a script's path and its arguments, or `-c` and a text.
  ///
  /// - Parameter path: Where programs are looked for before the system's folders.
  static func command(
    _ words: [String],
    in folder: String,
    path: [String] = [],
    environment: [String: String] = [:]
  ) throws -> Tool.Outcome {
    let files = try TemporaryFolder()
    for name in ["out", "err"] { try files.write("", to: name) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = words
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.environment = [
      "PATH": (path + ["/usr/local/bin", "/usr/bin", "/bin"]).joined(separator: ":"), "HOME": folder,
      "LC_ALL": "C.UTF-8",
      "GIT_CONFIG_GLOBAL": "/dev/null",
    ].merging(Tool.sanitizerOptions) { $1 }.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle(forWritingAtPath: files.file("out"))
    process.standardError = FileHandle(forWritingAtPath: files.file("err"))
    try process.run()
    process.waitUntilExit()
    return Tool.Outcome(
      status: process.terminationStatus,
      output: try files.text(of: "out"),
      errors: try files.text(of: "err")
    )
  }

  /// Makes a program of a shell script's lines.
  static func write(_ lines: String, to name: String, in folder: TemporaryFolder) throws {
    let path = try folder.write("#!/bin/bash\n\(lines)\n", to: name)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
  }
}
