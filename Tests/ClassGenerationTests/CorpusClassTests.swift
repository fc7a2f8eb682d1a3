import ClassGeneration
import Foundation
import ModelReading
import TestSupport
import Testing

/// Classes of the models of real apps.
@Suite(.enabled(if: Corpus.folder("coredata-stores") != nil, "\(Corpus.absence)"))
struct CorpusClassTests {
  private static var models: [String] {
    ["coredata-stores", "version-hashes"].compactMap(Corpus.folder).flatMap { root in
      ((try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []).sorted().map { root + "/\($0)/contents" }
    }.filter { FileManager.default.fileExists(atPath: $0) }
  }

  private static var compiler: String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/swiftc" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  @Test(.enabled(if: compiler != nil, "swiftc is not in the path"))
  func classesOfEveryRealModelAreSwift() throws {
    let folder = try TemporaryFolder()
    var sources: [String] = []
    for (number, path) in Self.models.enumerated() {
      let model = try ModelReader.read(path)
      for dialect in ClassGenerator.Dialect.allCases {
        let files = ClassGenerator(model: model, modelName: "Model", dialect: dialect).files()
        #expect(Set(files.map { $0.name.lowercased() }).count == files.count, "\(path)")
        // One file per model: the compiler is to read them all at once, and refuses two files of one name.
        let text = files.map(\.text).joined(separator: "\n")
        sources.append(try folder.write(text, to: "\(dialect.rawValue)\(number).swift"))
      }
    }
    #expect(sources.count > 20)
    let process = Process()
    process.executableURL = Foundation.URL(fileURLWithPath: try #require(Self.compiler))
    process.arguments = ["-frontend", "-parse"] + sources
    let pipe = Pipe()
    process.standardError = pipe
    try process.run()
    let errors = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(errors.prefix(2000))")
  }
}
