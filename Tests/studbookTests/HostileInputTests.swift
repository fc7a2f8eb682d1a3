import Foundation
import TestSupport
import Testing

/// Files that are meant to use up time and memory, or to lead elsewhere, end with records, findings or an error.
@Suite struct HostileInputTests {
  /// How large they are; `make fuzz` asks for more than the suite has time for.
  private static let size =
    (ProcessInfo.processInfo.environment["STUDBOOK_HOSTILE_MEGABYTES"].flatMap(Int.init) ?? 1) << 20

  /// Runs a command of the shell with the tool as `$0` and the folder's files, in two gigabytes of addresses, 64 open files, 100 seconds of the processor
  /// and an output of 200 times the input, without a socket of any network. On a machine that is busy with others that may take a while.
  private func run(_ command: String, _ arguments: [String], in folder: TemporaryFolder) throws -> (Process, String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.currentDirectoryURL = URL(fileURLWithPath: folder.file("work"))
    let library = (Tool.builtPath as NSString).deletingLastPathComponent + "/libSystemFaults.so"
    try #require(FileManager.default.fileExists(atPath: library))
    process.environment = ProcessInfo.processInfo.environment.merging(["STUDBOOK_NO_SOCKETS": "1"]) { $1 }
    let limits =
      "ulimit -v 2000000; ulimit -t 100; ulimit -n 64; ulimit -f \(Self.size / 512 * 200) && LD_PRELOAD='\(library)' exec timeout 500"
    process.arguments = ["-c", "\(limits) \(command) >../out 2>../err", Tool.path] + arguments
    try process.run()
    process.waitUntilExit()
    let texts = try ["out", "err"].map {
      String(decoding: try Data(contentsOf: URL(fileURLWithPath: folder.file($0))), as: UTF8.self)
    }
    return (process, texts.joined())
  }

  /// Issue 18. Two gigabytes of addresses are several times what any of these needs; those of a debug build alone are half of them.
  @Test(arguments: HostileInput.all) func endsWithinItsLimits(_ input: HostileInput) throws {
    let folder = try TemporaryFolder()
    try folder.write(HostileInput.secret, to: HostileInput.secretName)
    for (name, text) in input.companions { try folder.write(text, to: "work/\(name)") }
    try folder.write(HostileInput.secret, to: "work/\(HostileInput.secretName)")
    try folder.write("", to: "work/\(input.name)")
    try Data(input.bytes(Self.size)).write(to: URL(fileURLWithPath: folder.file("work/\(input.name)")))
    let before = try FileManager.default.subpathsOfDirectory(atPath: folder.file("work")).sorted()
    let file = input.command.first == "model" ? input.name.replacing("/contents", with: "") : input.name
    let (process, text) = try run("\"$0\" \"$@\"", input.command + [file] + input.options, in: folder)
    #expect(process.terminationReason == .exit)
    // What `read` is told cannot be wrong; too many names of fields for a table are.
    let allowed: [Int32] = input.name == "columns.json" ? [64] : [0, 1, 2]
    #expect(allowed.contains(process.terminationStatus), "\(process.terminationStatus) \(text.prefix(300))")
    #expect(!text.contains("Fatal error"), "\(text.prefix(300))")
    // What is read is the file, and nothing that it leads to; nothing is unpacked beside it.
    #expect(!text.contains(HostileInput.secret))
    #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.file("work")).sorted() == before)
    // No name of the file's own does anything to the terminal.
    #expect(!text.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" || $0 == "\u{7}" })
    #expect(!text.contains("\n::error::"))
  }

  /// The limit that the others rely on.
  @Test func nobodyGetsASocket() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "work/a")
    let (process, text) = try run("/bin/bash -c 'exec 3<>/dev/udp/127.0.0.1/9; echo alive'", [], in: folder)
    #expect(process.terminationReason == .uncaughtSignal || process.terminationStatus > 128)
    #expect(!text.contains("alive"))
  }
}
