import Foundation
import SQLiteAccess
import TestSupport
import Testing

/// A signal that asks the tool to end finds nothing half done: what was published stays, what was begun goes.
@Suite("Signals", .serialized)
struct SignalTests {
  /// What lies in a folder and below.
  private func files(in folder: String) -> Set<String> {
    Set(FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? [])
  }

  /// Starts a build and sends it a signal after a while.
  private func outcome(
    of process: Process,
    signal: Int32,
    after seconds: Double,
    errors: String
  ) throws -> (reason: Process.TerminationReason, status: Int32, errors: String) {
    try Data().write(to: URL(fileURLWithPath: errors))
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle(forWritingAtPath: errors)
    try process.run()
    Thread.sleep(forTimeInterval: seconds)
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    return (process.terminationReason, process.terminationStatus, try String(contentsOfFile: errors, encoding: .utf8))
  }

  @Test func endABuildWithoutATrace() throws {
    let folder = try Showcase.inputs(addingBreeds: 3000)
    let output = folder.file("Output")
    let arguments = ["build", folder.file("DogBreeds.recipe.yml"), "--output", output, "--quiet"]
    let start = Date()
    #expect(try Tool.run(arguments).status == 0)
    let duration = Date().timeIntervalSince(start)
    let published = files(in: output)
    func release() throws -> Data { try Data(contentsOf: URL(fileURLWithPath: folder.file("Output/DogBreeds.sqlite"))) }
    // A new line at the end, so that an old release can be told from a new one.
    let breeds = try folder.text(of: "akc-breeds.csv")
    try folder.write(breeds + Showcase.breed("One More"), to: "akc-breeds.csv")
    let temporary = try TemporaryFolder()
    var endedCount = 0
    for (number, signal) in [SIGTERM, SIGHUP, SIGTERM, SIGHUP, SIGTERM, SIGHUP].enumerated() {
      let before = try release()
      let tool = try RunningTool(arguments, environment: ["TMPDIR": temporary.path])
      try tool.wait("nothing is begun") { !tool.process.isRunning || files(in: output) != published }
      Thread.sleep(forTimeInterval: duration * 0.1 * Double(number))
      // A release that is being put in its place is put there first.
      tool.signal(SIGSTOP)
      let names = files(in: output)
      let isEarly = names.contains { $0.hasSuffix(".building") } && !names.contains(".DogBreeds.decided")
      tool.signal(signal)
      tool.signal(SIGCONT)
      let end = tool.end()
      // The test itself may have been started so that it ignores SIGHUP, and the build with it; then it goes through.
      guard isEarly, end.reason == .uncaughtSignal else { continue }
      endedCount += 1
      #expect(end.status == signal)
      #expect(tool.errors.hasSuffix("studbook: ended by \(signal == SIGTERM ? "SIGTERM" : "SIGHUP")\n"))
      #expect(files(in: output) == published)
      #expect(try release() == before)
      #expect(files(in: temporary.path).isEmpty)
    }
    #expect(endedCount > 0)
  }

  /// What a command makes for the moment goes with it.
  @Test(arguments: ["query", "init"]) func leaveNoTemporaryItem(of command: String) throws {
    let folder = try Showcase.inputs(addingBreeds: command == "query" ? 1000 : 0)
    let temporary = try TemporaryFolder()
    let store = folder.file("Output/DogBreeds.sqlite")
    var writer: SQLiteConnection?
    defer { writer?.close() }
    try folder.write(folder.text(of: Showcase.breeds), to: "Draft/breeds.csv")
    var arguments = ["init", folder.file("Draft/breeds.csv"), "--output", folder.file("Draft"), "--quiet"]
    if command == "query" {
      // A log beside the store makes the query read a copy.
      #expect(
        try Tool.run(["build", folder.file(Showcase.recipe), "--output", folder.file("Output"), "--quiet"]).status == 0
      )
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: store)
      writer = try SQLiteConnection(path: store, mode: .readWrite)
      try writer?.setJournalMode(.wal)
      try writer?.execute("UPDATE ZBREED SET ZNAME = ZNAME || '!'")
      arguments = ["query", store, "Breed", "--sort", "name"]
    }
    func found() -> [String] {
      (temporary.names() + folder.names()).filter { $0.contains("studbook-") }
    }
    var endedCount = 0
    for _ in 0..<20 where endedCount < 3 {
      let tool = try RunningTool(arguments, environment: ["TMPDIR": temporary.path])
      try tool.wait("nothing is made for the moment") { !tool.process.isRunning || !found().isEmpty }
      tool.signal(SIGSTOP)
      let isCaught = !found().isEmpty
      tool.signal(SIGTERM)
      tool.signal(SIGCONT)
      let end = tool.end()
      if isCaught, end.reason == .uncaughtSignal { endedCount += 1 }
      #expect(found() == [])
      for name in folder.names() where name.hasPrefix("Draft/breeds.") && name != "Draft/breeds.csv" {
        try? FileManager.default.removeItem(atPath: folder.file(name))
      }
    }
    #expect(endedCount > 0)
  }

  @Test func thatAreIgnoredStayIgnored() throws {
    let folder = try Showcase.inputs(addingBreeds: 3000)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c", "trap '' HUP; exec \"$0\" build \"$1\" --output \"$2\" --quiet",
      Tool.path, folder.file("DogBreeds.recipe.yml"), folder.file("Output"),
    ]
    let found = try outcome(of: process, signal: SIGHUP, after: 0.3, errors: folder.file("errors"))
    #expect(found.reason == .exit)
    #expect(found.status == 0, "\(found.errors)")
  }

  /// The number of a closed stream is not given to a file, into which the results would then be printed.
  @Test(arguments: [">&-", "2>&-", "<&-", ">&- 2>&- <&-"]) func closedStreamsAreNotTakenForFiles(closed: String) throws
  {
    let folder = try TemporaryFolder()
    try folder.write("name,group\nBeagle,Hound\n", to: "dogs.csv")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.arguments = ["-c", "exec \"$0\" read dogs.csv \(closed)", Tool.path]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == (closed.hasPrefix(">") ? 2 : 0))
    #expect(try folder.text(of: "dogs.csv") == "name,group\nBeagle,Hound\n")
  }
}
