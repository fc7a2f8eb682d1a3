import FlyingFox
import FlyingSocks
import Foundation
import ImportPipeline
import Synchronization
import TestSupport
import Testing

/// `studbook fetch`, from a server on this computer.
@Suite(.serialized) struct FetchCommandTests {
  /// A server that counts what it is asked, and answers as the path says.
  private final class Server: Sendable {
    let asked = Mutex<[String]>([])
    private let server: HTTPServer
    private let running: Task<Void, any Error>
    let port: UInt16
    /// How often anything was asked.
    var count: Int { asked.withLock(\.count) }

    init() async throws {
      let server = HTTPServer(address: .loopback(port: 0))
      self.server = server
      running = Task { try await server.run() }
      try await server.waitUntilListening()
      switch await server.listeningAddress {
      case .ip6(_, let port): self.port = port
      default: throw CancellationError()
      }
    }

    func answer(_ path: String, _ body: @escaping @Sendable (HTTPRequest, _ count: Int) async -> HTTPResponse) async {
      await server.appendRoute(HTTPRoute("GET \(path)")) { [self] request in
        let count = asked.withLock { asked in
          asked.append(path)
          return asked.count { $0 == path }
        }
        return await body(request, count)
      }
    }

    func stop() async {
      await server.stop()
      running.cancel()
    }
  }

  private final class Switch: Sendable {
    private let state = Mutex(false)
    var isOn: Bool { state.withLock { $0 } }
    func turnOn() { state.withLock { $0 = true } }
  }

  private static let model = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
      <entity name="Dog">
        <attribute name="name" attributeType="String"/>
        <attribute name="photo" optional="YES" attributeType="Binary"/>
      </entity>
    </model>
    """

  private func folder(_ server: Server, _ paths: [String]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.file("Dogs.xcdatamodeld/Dogs.xcdatamodel"),
      withIntermediateDirectories: true
    )
    try folder.write(Self.model, to: "Dogs.xcdatamodeld/Dogs.xcdatamodel/contents")
    try folder.write(
      """
      model: Dogs.xcdatamodeld
      output: Dogs.sqlite
      sources:
        - file: dogs.csv
          licence: CC0-1.0
          entity: Dog
          attributes: { photo: { field: address, fetch: pictures/ } }
      """,
      to: "Dogs.recipe.yml"
    )
    let rows = paths.enumerated().map { "Dog \($0),http://localhost:\(server.port)\($1)\n" }
    try folder.write("name,address\n" + rows.joined(), to: "dogs.csv")
    return folder
  }

  private func fetch(_ folder: TemporaryFolder, _ options: String...) throws -> Tool.Outcome {
    try Tool.run(["fetch", "Dogs.recipe.yml", "--pause", "0", "--allow-private"] + options, in: folder.path)
  }

  private func lock(_ folder: TemporaryFolder) throws -> [FetchLock.Entry] {
    try FetchLock(path: folder.file("pictures.lock.json")).entries
  }

  @Test func aFileIsFetchedOnceAndTheBuildNeedsNoServer() async throws {
    let server = try await Server()
    await server.answer("/a.png") { _, _ in
      HTTPResponse(statusCode: .ok, headers: HTTPHeaders([.contentType: "image/png"]), body: Data(SamplePictures.png))
    }
    let folder = try folder(server, ["/a.png", "/a.png"])
    let before = try Tool.run(["check", "Dogs.recipe.yml"], in: folder.path)
    #expect(before.status == 1 && before.output.contains("has not been fetched; run studbook fetch"))
    let first = try fetch(folder)
    #expect(first.status == 0 && first.errors.contains("1 file fetched, 0 there already, 0 not fetched"))
    #expect(try fetch(folder).errors.contains("0 files fetched, 1 there already"))
    #expect(server.count == 1)
    await server.stop()
    let entry = try #require(try lock(folder).first)
    #expect(entry.mediaType == "image/png" && entry.licence == "CC0-1.0" && entry.bytes == SamplePictures.png.count)
    let build = try Tool.run(["build", "Dogs.recipe.yml", "--output", "Out"], in: folder.path)
    #expect(build.status == 0, "\(build.output)\(build.errors)")
    let manifest = try folder.text(of: "Out/Dogs.manifest.json")
    #expect(manifest.contains("pictures.lock.json") && manifest.contains(entry.sha256))
  }

  @Test func refreshingAsksWhetherThereIsAnotherFile() async throws {
    let server = try await Server()
    let isOther = Switch()
    await server.answer("/a.png") { request, _ in
      let tag = isOther.isOn ? "\"two\"" : "\"one\""
      if request.headers[HTTPHeader("If-None-Match")] == tag { return HTTPResponse(statusCode: .notModified) }
      let picture = tag == "\"one\"" ? SamplePictures.png : SamplePictures.deepPNG
      return HTTPResponse(statusCode: .ok, headers: HTTPHeaders([.eTag: tag]), body: Data(picture))
    }
    let folder = try folder(server, ["/a.png"])
    _ = try fetch(folder)
    #expect(try fetch(folder, "--refresh").errors.contains("0 files fetched, 1 there already"))
    isOther.turnOn()
    #expect(try fetch(folder, "--refresh").errors.contains("1 file fetched"))
    #expect(try lock(folder).map(\.bytes) == [SamplePictures.deepPNG.count])
    await server.stop()
  }

  @Test func aServerThatFailsForTheMomentIsAskedAgain() async throws {
    let server = try await Server()
    await server.answer("/a.png") { _, count in
      count < 3
        ? HTTPResponse(statusCode: .serviceUnavailable, headers: HTTPHeaders([HTTPHeader("Retry-After"): "0"]))
        : HTTPResponse(statusCode: .ok, body: Data(SamplePictures.png))
    }
    let folder = try folder(server, ["/a.png"])
    #expect(try fetch(folder).status == 0)
    #expect(server.count == 3)
    await server.stop()
  }

  @Test func whatCannotBeFetchedIsSaidWithItsPlaceAndTheRestIsFetched() async throws {
    let server = try await Server()
    await server.answer("/a.png") { _, _ in HTTPResponse(statusCode: .ok, body: Data(SamplePictures.png)) }
    await server.answer("/large.png") { _, _ in HTTPResponse(statusCode: .ok, body: Data(count: 5000)) }
    let folder = try folder(server, ["/missing.png", "/large.png", "/a.png"])
    let run = try fetch(folder, "--most-bytes", "1000")
    #expect(run.status == 1)
    #expect(run.errors.contains("dogs.csv:2:7: ") && run.errors.contains("the server answers 404"))
    #expect(run.errors.contains("dogs.csv:3:7: ") && run.errors.contains("it has more than 1000 bytes"))
    #expect(run.errors.contains("1 file fetched, 0 there already, 2 not fetched"))
    await server.stop()
  }

  /// Some stores of files send them compressed whatever was asked for; the packed bytes were taken for the file.
  @Test func whatAServerCompressesUnaskedIsUnpacked() async throws {
    let server = try await Server()
    for (path, encoding) in [("/a.png", "gzip"), ("/b.png", "unknown")] {
      await server.answer(path) { _, _ in
        HTTPResponse(
          statusCode: .ok,
          headers: HTTPHeaders([HTTPHeader("Content-Encoding"): encoding]),
          body: Data(StoredGzip.bytes(SamplePictures.png))
        )
      }
    }
    let folder = try folder(server, ["/a.png", "/b.png"])
    let run = try fetch(folder, "--retries", "0")
    #expect(run.status == 1 && run.errors.contains("1 file fetched, 0 there already, 1 not fetched"))
    #expect(try lock(folder).map(\.bytes) == [SamplePictures.png.count])
    await server.stop()
  }

  @Test func thisComputerIsNotAskedUnlessItIsAllowed() async throws {
    let server = try await Server()
    await server.answer("/a.png") { _, _ in HTTPResponse(statusCode: .ok, body: Data(SamplePictures.png)) }
    let folder = try folder(server, ["/a.png"])
    let run = try Tool.run(["fetch", "Dogs.recipe.yml"], in: folder.path)
    #expect(run.status == 1 && run.errors.contains("it is in a private network"))
    #expect(server.count == 0)
    await server.stop()
  }

  @Test func aFileThatSomebodyChangedIsAFindingAndFetchedAnew() async throws {
    let server = try await Server()
    await server.answer("/a.png") { _, _ in HTTPResponse(statusCode: .ok, body: Data(SamplePictures.png)) }
    let folder = try folder(server, ["/a.png"])
    _ = try fetch(folder)
    let file = try #require(try lock(folder).first?.file)
    try folder.write("other", to: "pictures/\(file)")
    let check = try Tool.run(["check", "Dogs.recipe.yml"], in: folder.path)
    #expect(check.status == 1 && check.output.contains("is not what was fetched"))
    #expect(try fetch(folder).errors.contains("1 file fetched"))
    #expect(try Tool.run(["check", "Dogs.recipe.yml"], in: folder.path).status == 0)
    await server.stop()
  }

  /// What a link of the file's name led to was overwritten.
  @Test func aLinkInTheFolderIsReplacedAndNotFollowed() async throws {
    let server = try await Server()
    await server.answer("/a.png") { _, _ in HTTPResponse(statusCode: .ok, body: Data(SamplePictures.png)) }
    let folder = try folder(server, ["/a.png"])
    _ = try fetch(folder)
    let file = try #require(try lock(folder).first?.file)
    try folder.write("precious", to: "outside")
    let link = folder.file("pictures/\(file)")
    for destination in [folder.file("outside"), folder.file("nowhere")] {
      try FileManager.default.removeItem(atPath: link)
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: destination)
      #expect(try fetch(folder).errors.contains("1 file fetched"))
      #expect(try folder.text(of: "outside") == "precious")
      #expect(!FileManager.default.fileExists(atPath: folder.file("nowhere")))
    }
    try FileManager.default.removeItem(atPath: link)
    #expect(mkfifo(link, 0o600) == 0)
    #expect(try fetch(folder).errors.contains("1 file fetched"))
    let lockFile = folder.file("pictures.lock.json")
    try FileManager.default.removeItem(atPath: lockFile)
    try FileManager.default.createSymbolicLink(atPath: lockFile, withDestinationPath: folder.file("nowhere"))
    let refused = try fetch(folder)
    #expect(refused.status == 2 && refused.errors.contains("pictures.lock.json is no plain file"))
    #expect(!FileManager.default.fileExists(atPath: folder.file("nowhere")))
    await server.stop()
  }

  /// The one that ended last wrote what it had read at its beginning.
  @Test func twoAtOnceKeepEachOthersFiles() async throws {
    let server = try await Server()
    let isAsked = Switch()
    let mayAnswer = Switch()
    await server.answer("/slow.png") { _, _ in
      isAsked.turnOn()
      while !mayAnswer.isOn { try? await Task.sleep(for: .milliseconds(5)) }  // Ended with the test.
      return HTTPResponse(statusCode: .ok, body: Data(SamplePictures.png))
    }
    await server.answer("/a.png") { _, _ in HTTPResponse(statusCode: .ok, body: Data(SamplePictures.deepPNG)) }
    let folder = try folder(server, ["/slow.png"])
    let running = try RunningTool(["fetch", folder.file("Dogs.recipe.yml"), "--pause", "0", "--allow-private"])
    while !isAsked.isOn { try await Task.sleep(for: .milliseconds(5)) }
    let recipe = try folder.text(of: "Dogs.recipe.yml").replacingOccurrences(of: "dogs.csv", with: "others.csv")
    try folder.write(recipe, to: "Others.recipe.yml")
    try folder.write("name,address\nRex,http://localhost:\(server.port)/a.png\n", to: "others.csv")
    #expect(
      try Tool.run(["fetch", "Others.recipe.yml", "--pause", "0", "--allow-private"], in: folder.path).status == 0
    )
    mayAnswer.turnOn()
    #expect(running.end().status == 0)
    #expect(Set(try lock(folder).map(\.bytes)) == [SamplePictures.png.count, SamplePictures.deepPNG.count])
    await server.stop()
  }

  /// The lock file named what had been there before.
  @Test func aFetchThatIsEndedLeavesWhatTheLockFileSays() async throws {
    let server = try await Server()
    let (isOther, isAsked) = (Switch(), Switch())
    await server.answer("/a.png") { _, _ in
      HTTPResponse(statusCode: .ok, body: Data(isOther.isOn ? SamplePictures.deepPNG : SamplePictures.png))
    }
    await server.answer("/slow.png") { _, _ in
      if isOther.isOn {
        isAsked.turnOn()
        try? await Task.sleep(for: .seconds(1))  // Ended with the test.
      }
      return HTTPResponse(statusCode: .ok, body: Data(SamplePictures.png))
    }
    let folder = try folder(server, ["/a.png", "/slow.png"])
    #expect(try fetch(folder).status == 0)
    isOther.turnOn()
    let recipe = folder.file("Dogs.recipe.yml")
    let running = try RunningTool(["fetch", recipe, "--pause", "0", "--allow-private", "--refresh"])
    try running.wait("the second file") { isAsked.isOn }
    running.signal(SIGTERM)
    #expect(running.end().status != 0)
    #expect(try Tool.run(["check", "Dogs.recipe.yml"], in: folder.path).status == 0)
    // What the ended run has written is taken away with the file that it was to replace.
    #expect(try fetch(folder, "--refresh").status == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("pictures")).count == 2)
    #expect(try Tool.run(["check", "Dogs.recipe.yml"], in: folder.path).status == 0)
    await server.stop()
  }

  @Test func addressesThatDifferInNormalFormAreTwo() async throws {
    let server = try await Server()
    await server.answer("/%C3%A9") { _, _ in HTTPResponse(statusCode: .ok, body: Data("composed".utf8)) }
    await server.answer("/e%CC%81") { _, _ in HTTPResponse(statusCode: .ok, body: Data("decomposed".utf8)) }
    let folder = try folder(server, ["/%C3%A9", "/e%CC%81"])
    #expect(FetchLock.key("http://x/\u{E9}") == "http://x/%C3%A9")
    #expect(FetchLock.key("http://x/e\u{301}") == "http://x/e%CC%81")
    #expect(try fetch(folder).errors.contains("2 files fetched"))
    try folder.write(
      "name,address\nA,http://localhost:\(server.port)/\u{E9}\nB,http://localhost:\(server.port)/e\u{301}\n",
      to: "dogs.csv"
    )
    #expect(try fetch(folder).errors.contains("0 files fetched, 2 there already"))
    await server.stop()
  }

  /// Each would be tried again after a minute.
  @Test(.timeLimit(.minutes(3)), arguments: ["ftp://localhost/a", "http://["])
  func whatCannotBeAskedForIsNotTriedAgain(_ address: String) async throws {
    let server = try await Server()
    let folder = try folder(server, [])
    try folder.write("name,address\nA,\(address)\n", to: "dogs.csv")
    let arguments = ["fetch", "Dogs.recipe.yml", "--pause", "600", "--retries", "20", "--allow-private"]
    #expect(try Tool.run(arguments, in: folder.path).errors.contains("1 not fetched"))
    await server.stop()
  }

  @Test func aServerThatSaysUnaskedThatNothingChangedSendsNoFile() async throws {
    let server = try await Server()
    await server.answer("/same.png") { _, _ in HTTPResponse(statusCode: .notModified) }
    let run = try fetch(try folder(server, ["/same.png"]))
    #expect(run.status == 1 && run.errors.contains("the server answers 304"))
    await server.stop()
  }
}
