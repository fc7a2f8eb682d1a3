package import Foundation

/// The built `studbook`, run as a process of its own, as a user runs it.
package enum Tool {
  /// What a finished run left.
  package struct Outcome {
    package var status: Int32
    package var output: String
    package var errors: String

    package init(status: Int32, output: String, errors: String) {
      (self.status, self.output, self.errors) = (status, output, errors)
    }
  }

  /// The executable: the one that `STUDBOOK_TOOL` names, or the one beside the test bundle.
  package static var path: String {
    if let named = ProcessInfo.processInfo.environment["STUDBOOK_TOOL"] { return named }
    return builtPath
  }

  /// The executable beside the test bundle.
  package static var builtPath: String {
    var folder = Bundle.main.bundleURL
    for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") { folder = bundle.bundleURL }
    let candidates = [folder.deletingLastPathComponent(), folder, URL(fileURLWithPath: Package.path(".build/debug"))]
    let found = candidates.map { $0.appendingPathComponent("studbook").path }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    return found ?? Package.path(".build/debug/studbook")
  }

  /// What a run needs of the environment even where it is to have nothing of it: how the sanitizers behave in a build that has them.
  package static var sanitizerOptions: [String: String] {
    ProcessInfo.processInfo.environment.filter { $0.key.hasSuffix("SAN_OPTIONS") }
  }

  /// Prepares a run; the caller starts it.
  package static func process(_ arguments: [String], in folder: String? = nil, environment: [String: String] = [:])
    -> Process
  {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    return process
  }

  /// Runs the tool to its end.
  ///
  /// - Parameter input: What it reads from standard input; nothing if `nil`.
  package static func run(
    _ arguments: [String],
    in folder: String? = nil,
    input: String? = nil,
    environment: [String: String] = [:]
  ) throws -> Outcome {
    // Files rather than pipes, which would have to be emptied while the tool runs.
    let files = try TemporaryFolder()
    for name in ["in", "out", "err"] { try files.write(name == "in" ? input ?? "" : "", to: name) }
    let process = process(arguments, in: folder, environment: environment)
    process.standardInput = FileHandle(forReadingAtPath: files.file("in"))
    process.standardOutput = FileHandle(forWritingAtPath: files.file("out"))
    process.standardError = FileHandle(forWritingAtPath: files.file("err"))
    try process.run()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus,
      output: try files.text(of: "out"),
      errors: try files.text(of: "err")
    )
  }
}

extension Tool {
  /// The SHA-256 of a file in hexadecimal digits, as `sha256sum` prints it.
  package static func digest(of path: String) throws -> String? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/sha256sum")
    process.arguments = [path]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    process.waitUntilExit()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    return String(decoding: output, as: UTF8.self).split(separator: " ").first.map(String.init)
  }
}
