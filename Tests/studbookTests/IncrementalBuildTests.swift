import Foundation
import TestSupport
import Testing

/// `build --incremental` publishes what a build without it publishes, byte for byte, whatever was edited and whatever happened to its cache.
@Suite("Incremental builds")
struct IncrementalBuildTests {
  /// A folder with a model, a recipe and sources, and a key of caches of its own.
  private struct World {
    let folder: TemporaryFolder
    var groups = ["Hounds", "Toys"]
    var dogs: [[String]]
    var batchSize = 20
    var generator: SeededGenerator

    init(seed: UInt64, dogCount: Int = 600) throws {
      folder = try TemporaryFolder()
      generator = SeededGenerator(seed)
      dogs = []
      try folder.write(Self.model, to: "Dogs.xcdatamodeld/Dogs.xcdatamodel/contents")
      for number in 0..<dogCount { dogs.append(dog(number)) }
      // The rows under the header look like none.
      for row in 0..<3 { dogs[row][3] = "12.5" }
      try write()
    }

    static let model = """
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" userDefinedModelVersionIdentifier="">
        <entity name="Group"><attribute name="name" attributeType="String"/>
          <relationship name="dogs" optional="YES" toMany="YES" destinationEntity="Animal" inverseName="group" inverseEntity="Animal"/>
          <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint></uniquenessConstraints>
        </entity>
        <entity name="Animal" isAbstract="YES"><attribute name="name" attributeType="String" minValueString="2"/>
          <attribute name="country" optional="YES" attributeType="String"/>
          <relationship name="group" optional="YES" maxCount="1" destinationEntity="Group" inverseName="dogs" inverseEntity="Group"/>
          <fetchIndex name="byCountry"><fetchIndexElement property="country" type="Binary" order="ascending"/></fetchIndex>
          <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint></uniquenessConstraints>
        </entity>
        <entity name="Dog" parentEntity="Animal">
          <attribute name="weight" optional="YES" attributeType="Double" maxValueString="120"/>
          <attribute name="text" optional="YES" attributeType="String"/>
          <fetchIndex name="byBoth"><fetchIndexElement property="weight" type="Binary" order="descending"/>
            <fetchIndexElement property="country" type="Binary" order="ascending"/></fetchIndex>
        </entity>
      </model>
      """

    mutating func dog(_ number: Int) -> [String] {
      let words = ["loyal", "naïve", "keen, alert", "日本", "a \"good\" one", "two\nlines"]
      let text = (0...generator.number(below: 30)).map { _ in generator.pick(words) }.joined(separator: " ")
      return [
        "\(generator.pick(["Zo", "Äm", "Ki"]))\(number * 7919 % 10_007) Hound", generator.pick(["Hounds", "Toys", ""]),
        generator.pick(["Germany", "France", ""]), generator.pick(["", "\(1 + generator.number(below: 110)).5"]), text,
      ]
    }

    func write(severities: String = "") throws {
      try folder.write("name\n" + groups.map { $0 + "\n" }.joined(), to: "groups.csv")
      let lines = dogs.map { row in
        row.map { "\"\($0.replacingOccurrences(of: "\"", with: "\"\""))\"" }.joined(separator: ",") + "\n"
      }
      try folder.write("name,group,country,weight,text\n" + lines.joined(), to: "dogs.csv")
      try folder.write(
        """
        model: Dogs.xcdatamodeld
        output: Dogs.sqlite
        batchSize: \(batchSize)
        tolerance: 100%
        \(severities)
        sources:
          - { file: groups.csv, entity: Group, mode: insert }
          - { file: dogs.csv, entity: Dog, mode: insert, relationships: { group: { field: group, matches: name } } }

        """,
        to: "Dogs.recipe.yml"
      )
    }

    var state: String { folder.file("Output/.Dogs.sqlite.cache/state") }

    func build(_ arguments: [String] = ["--incremental"], environment: [String: String] = [:]) throws -> Tool.Outcome {
      try Tool.run(
        ["build", "Dogs.recipe.yml", "--allow-open-hashes", "--verbose", "--output", "Output"] + arguments,
        in: folder.path,
        environment: ["XDG_STATE_HOME": folder.file("state")].merging(environment) { $1 }
      )
    }

    /// What a build without a cache publishes now, and how it ends.
    func expected(environment: [String: String] = [:]) throws -> (status: Int32, files: [String: Data]) {
      let outcome = try Tool.run(
        ["build", "Dogs.recipe.yml", "--allow-open-hashes", "--output", "Whole"],
        in: folder.path,
        environment: environment
      )
      defer { try? FileManager.default.removeItem(atPath: folder.file("Whole")) }
      return (outcome.status, files("Whole"))
    }

    /// All files of a folder but those of the cache.
    func files(_ name: String) -> [String: Data] {
      var files: [String: Data] = [:]
      for file in FileManager.default.enumerator(atPath: folder.file(name))?.compactMap({ $0 as? String }) ?? []
      where !file.contains(".cache") {
        files[file] = FileManager.default.contents(atPath: folder.file("\(name)/\(file)"))
      }
      return files
    }

    func expectSame(_ outcome: Tool.Outcome, environment: [String: String] = [:]) throws {
      let expected = try expected(environment: environment)
      #expect(outcome.status == expected.status, "\(outcome.errors)")
      #expect(files("Output") == expected.files, "\(outcome.errors)")
    }
  }

  private static let tookOver = "Taken over from the release before"

  @Test func readsOnlyTheRecordsAroundALineThatHasChanged() throws {
    var world = try World(seed: 1)
    #expect(try world.build().errors.contains("Everything is read, because there is no cache yet."))
    world.dogs[300][4] = "another text, which is longer than the one that was here"
    world.dogs[300][0] = "Quite Another Name"
    try world.write()
    let outcome = try world.build()
    #expect(outcome.errors.contains("\(Self.tookOver), by digests: 20 records of dogs.csv were read again."))
    try world.expectSame(outcome)
  }

  @Test func doesNothingWhereNothingHasChanged() throws {
    let world = try World(seed: 2)
    let first = try world.build()
    let inode = try FileManager.default.attributesOfItem(atPath: world.folder.file("Output/Dogs.sqlite"))[
      .systemFileNumber
    ]
    let second = try world.build()
    #expect(second.errors.contains("Nothing has changed since the build before"))
    #expect(second.status == first.status)
    #expect(second.output.contains("600"))
    let after = try FileManager.default.attributesOfItem(atPath: world.folder.file("Output/Dogs.sqlite"))[
      .systemFileNumber
    ]
    #expect(inode as? Int == after as? Int)
    try world.expectSame(second)
  }

  @Test(arguments: Seeds.range(1...6))
  func publishesTheBytesOfAWholeBuildAfterRandomEdits(seed: UInt64) throws {
    var world = try World(seed: seed &+ 10, dogCount: [40, 300, 900][Int(seed % 3)])
    _ = try world.build()
    var next = 5000
    for _ in 0..<8 {
      let row = world.generator.number(below: world.dogs.count)
      next += 1
      var severities = ""
      switch world.generator.number(below: 12) {
      case 0...2: world.dogs[row] = [world.dogs[row][0]] + world.dog(next).dropFirst()
      case 3: world.dogs[row] = world.dog(next)
      case 4: world.dogs.append(world.dog(next))
      case 5: world.dogs.remove(at: row)
      case 6: world.dogs.insert(world.dog(next), at: row)
      case 7: world.dogs.swapAt(row, world.generator.number(below: world.dogs.count))
      case 8: world.dogs[row][0] = world.dogs[0][0]
      case 9: world.dogs[row][3] = "999"
      case 10: world.groups.append("Group \(next)")
      default: severities = "severities: { value.range: warning }"
      }
      try world.write(severities: severities)
      try world.expectSame(try world.build())
    }
  }

  @Test func believesNoDamagedCache() throws {
    var world = try World(seed: 3, dogCount: 200)
    _ = try world.build()
    let whole = try Data(contentsOf: URL(fileURLWithPath: world.state))
    for attempt in 0..<6 {
      var damaged = whole
      damaged[world.generator.number(below: whole.count)] ^= UInt8(1 + world.generator.number(below: 255))
      if attempt % 3 == 2 { damaged = damaged.prefix(world.generator.number(below: whole.count)) }
      try damaged.write(to: URL(fileURLWithPath: world.state))
      world.dogs[attempt][4] = "text \(attempt)"
      try world.write()
      let outcome = try world.build()
      #expect(outcome.errors.contains("Everything is read, because the cache is"))
      try world.expectSame(outcome)
      try whole.write(to: URL(fileURLWithPath: world.state))
    }
  }

  @Test func believesNoCacheOfSomebodyElse() throws {
    var world = try World(seed: 4, dogCount: 200)
    _ = try world.build()
    world.dogs[7][4] = "another text"
    try world.write()
    let outcome = try world.build(environment: ["XDG_STATE_HOME": world.folder.file("another")])
    #expect(outcome.errors.contains("there is no key of this user"))
    try world.expectSame(outcome)
  }

  @Test func writesNoCacheThroughLinks() throws {
    let world = try World(seed: 11, dogCount: 40)
    let (cache, target) = (world.folder.file("Output/.Dogs.sqlite.cache"), world.folder.file("target"))
    try world.folder.write("precious", to: "target")
    try FileManager.default.createDirectory(atPath: cache, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: "\(cache)/state", withDestinationPath: target)
    _ = try world.build()
    #expect(try world.folder.text(of: "target") == "precious")
    #expect(try world.build().errors.contains("Nothing has changed"))
    try FileManager.default.removeItem(atPath: cache)
    try FileManager.default.createDirectory(atPath: world.folder.file("elsewhere"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: cache, withDestinationPath: world.folder.file("elsewhere"))
    #expect(try world.build().errors.contains("is a link"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: world.folder.file("elsewhere")).isEmpty)
  }

  @Test func takesNothingOverFromAReleaseThatWasChanged() throws {
    var world = try World(seed: 5, dogCount: 200)
    _ = try world.build()
    let release = world.folder.file("Output/Dogs.sqlite")
    var bytes = try Data(contentsOf: URL(fileURLWithPath: release))
    bytes[bytes.count / 2] ^= 1
    try FileManager.default.removeItem(atPath: release)
    try bytes.write(to: URL(fileURLWithPath: release))
    world.dogs[7][4] = "another text"
    try world.write()
    let outcome = try world.build()
    #expect(outcome.errors.contains("is not as it was published"))
    try world.expectSame(outcome)
  }

  @Test(arguments: ["1000000000", "4000000000"])
  func goesTheWholeWayOnAnotherDay(epoch: String) throws {
    var world = try World(seed: 6, dogCount: 200)
    _ = try world.build()
    world.dogs[7][4] = "another text"
    try world.write()
    let outcome = try world.build(environment: ["SOURCE_DATE_EPOCH": epoch])
    #expect(outcome.errors.contains("the day and SOURCE_DATE_EPOCH differ from the build before"))
    try world.expectSame(outcome, environment: ["SOURCE_DATE_EPOCH": epoch])
  }

  @Test func believesNoDateOfAFile() throws {
    var world = try World(seed: 7, dogCount: 200)
    _ = try world.build()
    let source = world.folder.file("dogs.csv")
    let date = try FileManager.default.attributesOfItem(atPath: source)[.modificationDate] ?? Date()
    world.dogs[7][4] = String(world.dogs[7][4].reversed())
    try world.write()
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: source)
    try world.expectSame(try world.build())
    for date in [Date.distantPast, Date(timeIntervalSinceNow: 1e9)] {
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: source)
      #expect(try world.build().errors.contains("Nothing has changed"))
    }
  }

  @Test func theCacheMayBeDeleted() throws {
    var world = try World(seed: 8, dogCount: 200)
    _ = try world.build()
    try FileManager.default.removeItem(atPath: world.folder.file("Output/.Dogs.sqlite.cache"))
    world.dogs[7][4] = "another text"
    try world.write()
    try world.expectSame(try world.build())
    world.dogs[8][4] = "yet another text"
    try world.write()
    #expect(try world.build().errors.contains(Self.tookOver))
  }

  @Test func aBuildThatIsKilledLeavesNothingHalf() throws {
    var world = try World(seed: 9, dogCount: 900)
    _ = try world.build()
    for attempt in 0..<6 {
      world.dogs[attempt * 100][4] = "text of attempt \(attempt)"
      try world.write()
      let process = Tool.process(
        ["build", "Dogs.recipe.yml", "--allow-open-hashes", "--quiet", "--incremental", "--output", "Output"],
        in: world.folder.path,
        environment: ["XDG_STATE_HOME": world.folder.file("state")]
      )
      process.standardError = FileHandle.nullDevice
      try process.run()
      Thread.sleep(forTimeInterval: Double(attempt) * 0.03)
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      try world.expectSame(try world.build())
    }
  }
}
