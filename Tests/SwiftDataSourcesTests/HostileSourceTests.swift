#if SwiftDataSources
  import AttributeValues
  import Findings
  import FoundationEssentials
  import ModelReading
  import ObjectModel
  import TestSupport
  import Testing

  /// Sources that were cut, mixed up or made to do harm: reading them ends with a model, findings or an error.
  @Suite struct HostileSourceTests {
    private static let whole = """
      import SwiftData
      enum V1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Town.self, V1.Street.self] + Lists.more }
        enum Rank: String, Codable { case a = "x", b }
        enum Sign: Codable { case none; case text(String), place(x: Int) }
        struct Place: Codable, Equatable { var x = 1.5; let y: [String]? }
        @Model final class Town: Hashable {
          #Unique<Town>([\\.name], [\\.name, \\.count])
          #Index<Town>([\\.name], .rtree([\\.count]))
          @Attribute(.unique, originalName: "label\\u{e9}") var name: String = "Ulm"
          @Attribute(.externalStorage) var seal: Data?
          @Relationship(deleteRule: .cascade, maximumModelCount: 3, inverse: \\Street.town) var streets: [Street]? = []
          var count: Int = -0x1F, share: Double
          var rank: Rank = .a, sign: Sign?, place: Place = Place(y: nil)
          @Transient var cache: [String: Int] = [:]
          var long: String { get { \"\"\"
            text \\(name)
            \"\"\" } }
          #if DEBUG
          var debug = UUID()
          #endif
        }
      }
      extension V1 { @Model class Street { var town: Town?; var list: Set<Optional<Int>> } }
      """

    /// Reads a source and uses what comes of it. Nothing but a `ModelReadingError` may be thrown.
    private func read(_ bytes: [UInt8], in folder: TemporaryFolder) throws {
      let path = folder.file("Towns.swift")
      try Data(bytes).write(to: URL(filePath: path))
      do {
        let document = try ModelReader.inspect(path)
        _ = document.findings.map(\.message)
        _ = document.model.copy().versionHashesByEntityName
        if !document.findings.contains(where: { $0.severity == .error }) { document.model.freeze() }
      } catch is ModelReadingError {
        return
      }
    }

    @Test func aSourceCutAnywhereIsRead() throws {
      let folder = try TemporaryFolder()
      let bytes = Array(Self.whole.utf8)
      for length in stride(from: 0, through: bytes.count, by: 17) { try read(Array(bytes.prefix(length)), in: folder) }
    }

    @Test func garbledSourcesAreRead() throws {
      let folder = try TemporaryFolder()
      var generator = SeededGenerator(seed: 17)
      let whole = Array(Self.whole.utf8)
      let pieces: [[UInt8]] =
        ["(", "\"", "{", "}", "<", "@", "#", "\\", ":", "\"\"\"", "/*", "var", "\u{0}", "\u{FEFF}", "é"]
        .map { Array($0.utf8) } + [[0xFF, 0xC3], [0xED, 0xA0, 0x80]]
      for _ in 0..<150 {
        var bytes = whole
        for _ in 0..<Int.random(in: 1...6, using: &generator) {
          let place = Int.random(in: 0..<bytes.count, using: &generator)
          let end = min(bytes.count, place + Int.random(in: 0...12, using: &generator))
          bytes.replaceSubrange(place..<end, with: pieces.randomElement(using: &generator) ?? [])
        }
        try read(bytes, in: folder)
      }
    }

    static let deep: [(String, String)] = [
      ("parentheses", "@Model class A { var x = " + String(repeating: "(", count: 10_000)),
      ("types", "@Model class A { var x: " + String(repeating: "[", count: 10_000) + "Int"),
      ("generics", "@Model class A { var x: " + String(repeating: "Set<", count: 10_000) + "Int"),
      ("marks", "@Model class A { var x: Int" + String(repeating: "?", count: 10_000)),
      ("members", "@Model class A { var x: " + String(repeating: "A.", count: 10_000) + "B }"),
      ("classes", String(repeating: "class A { ", count: 10_000)),
      ("conditions", String(repeating: "#if A\n", count: 10_000)),
      ("values", "@Model class A { var x = " + String(repeating: "-", count: 10_000) + "1 }"),
      ("calls", "@Model class A { var x = " + String(repeating: "A.", count: 10_000) + "b }"),
      ("sums", "@Model class A { var x = 1" + String(repeating: " + 1", count: 10_000) + " }"),
      ("texts", "@Model class A { var x = " + String(repeating: "\"\\(", count: 10_000)),
      ("lines of types", "@Model class A { var x: " + String(repeating: "[\n", count: 10_000) + "Int"),
      ("comments", "@Model class A { " + String(repeating: "/*", count: 10_000)),
    ]

    @Test(arguments: deep.map(\.0)) func deeplyNestedSourcesAreRead(_ name: String) async throws {
      let text = try #require(Self.deep.first { $0.0 == name }?.1)
      // A task has a small stack.
      try await Task.detached {
        try self.read(Array(text.utf8), in: try TemporaryFolder())
      }.value
    }

    @Test func textsAndCommentsDoNotCountAsNested() throws {
      let folder = try TemporaryFolder()
      let lines = [
        "let a = \"\\u{1B}[1m\"", "// [ ( { <", "/* [ /* [ */ { */", "let b = \"\"\"", "[[[ \\( \"x\"", "\"\"\"",
      ]
      let text =
        Array(repeating: lines, count: 300).joined().joined(separator: "\n")
        + "\n@Model class Town { var name: String }"
      let document = try ModelReader.inspect(try folder.write(text, to: "Towns.swift"))
      #expect(document.model.entities.map(\.name) == ["Town"])
      #expect(!document.findings.contains { $0.message.contains("nested too deeply") })
    }

    @Test func filesThatAreNoSourcesAreRefused() throws {
      let folder = try TemporaryFolder()
      try FileManager.default.createDirectory(atPath: folder.file("Folder.swift"), withIntermediateDirectories: true)
      #expect(throws: ModelReadingError.self) { try ModelReader.read(folder.file("Folder.swift")) }
      try Data(repeating: 32, count: 9 << 20).write(to: URL(filePath: folder.file("Large.swift")))
      let error = #expect(throws: ModelReadingError.self) { try ModelReader.read(folder.file("Large.swift")) }
      #expect(error?.message == "The source cannot be read")
      try read([], in: folder)
      // Links are not followed, so that a folder may hold one to itself.
      _ = try folder.write("@Model class Town { var name: String }", to: "Town.swift")
      try FileManager.default.createSymbolicLink(atPath: folder.file("Loop"), withDestinationPath: ".")
      let document = try ModelReader.inspect(folder.path)
      #expect(document.model.entities.map(\.name) == ["Town"])
      #expect(document.findings.contains { $0.message.contains("Large.swift cannot be read") })
    }
  }
#endif
