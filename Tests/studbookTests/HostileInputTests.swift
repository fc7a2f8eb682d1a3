import Foundation
import TestSupport
import Testing

/// Files that are meant to use up time and memory end with records, findings or an error.
@Suite struct HostileInputTests {
  /// Issue 18. Two gigabytes of addresses are several times what any of these needs; those of a debug build alone are half of them.
  @Test(arguments: HostileInput.all) func endsWithinItsMemory(_ input: HostileInput) throws {
    let folder = try TemporaryFolder()
    try Data(input.bytes(1 << 20)).write(to: URL(fileURLWithPath: folder.file(input.name)))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    let options = input.options.joined(separator: " ")
    process.arguments = [
      "-c", "ulimit -v 2000000 && exec timeout 100 \"$0\" read \"$1\" \(options) >\"$1.out\" 2>\"$1.err\"", Tool.path,
      folder.file(input.name),
    ]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect([0, 1, 2, 64].contains(process.terminationStatus), "\(process.terminationStatus)")
    let errors = try String(contentsOfFile: folder.file("\(input.name).err"), encoding: .utf8)
    #expect(!errors.contains("Fatal error"), "\(errors.prefix(300))")
  }
}
