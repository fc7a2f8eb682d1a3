import Foundation
import TestSupport
import Testing

/// Handlers that would run somewhere else than what they use do not compile.
@Suite(.enabled(if: compiler != nil, "swiftc is not in the path"))
struct IsolationTests {
  /// What the compiler has against the body of a method of a class of the main actor.
  private func errors(in body: String) throws -> String {
    let folder = try TemporaryFolder()
    let source = try folder.write(
      """
      import ManagedObjects
      @MainActor final class Screen {
        var count = 0
        var token: ContextObservation?
        func watch(_ context: ManagedObjectContext, _ list: FetchedResultsController<ManagedObject>, _ document: ManagedDocument) {
          \(body)
        }
      }
      """,
      to: "Screen.swift"
    )
    let build = try #require(Bundle.main.executableURL?.deletingLastPathComponent().path)
    let maps = ["CSQLite", "CLibXML2", "CZlib", "CLibCrypto", "CLinux"].map {
      Package.path("Sources/\($0)/module.modulemap")
    }
    let ownMaps = ["\(build)/RulePages.build/module.modulemap"].filter { FileManager.default.fileExists(atPath: $0) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(compiler))
    process.arguments =
      ["-typecheck", "-swift-version", "6", "-I", "\(build)/Modules", "-I", "/usr/include/libxml2", source]
      + (maps + ownMaps).flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
    let pipe = Pipe()
    process.standardError = pipe
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return process.terminationStatus == 0 ? "" : text
  }

  @Test(arguments: [
    "token = context.observeOnMainActor(.didSave) { _ in self.count += 1 }",
    "token = context.observe(.didSave) { _ in Task { @MainActor in self.count += 1 } }",
    "list.onMainActorChange = { self.count += $0.count }",
    "context.perform { context.processPendingChanges() }",
  ])
  func whatRunsWhereItMayCompiles(_ body: String) throws {
    let errors = try errors(in: body)
    #expect(errors.isEmpty, "\(errors.prefix(1000))")
  }

  @Test(arguments: [
    "token = context.observe(.didSave) { _ in self.count += 1 }",
    "list.onChange = { self.count += $0.count }",
    "document.onStateChange = { _ in self.count += 1 }",
    "context.shouldHandleInaccessibleFault = { _, _, _ in self.count > 0 }",
    "context.perform { self.count += 1 }",
  ])
  func whatRunsElsewhereDoesNotCompile(_ body: String) throws {
    let errors = try errors(in: body)
    #expect(errors.contains("main actor-isolated"), "\(errors.prefix(1000))")
  }
}

private var compiler: String? {
  (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/swiftc" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }
}
