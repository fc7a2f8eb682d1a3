import Foundation
import SQLiteAccess
import TestSupport
import Testing

/// `studbook build --previous`: objects that a release has, too, keep their numbers.
@Suite struct LastingKeysTests {
  /// The numbers of the breeds in a release, by their names, and the last one that was given.
  private static func keys(_ path: String) throws -> (breeds: [String: Int64], last: Int64) {
    let connection = try SQLiteConnection(path: path, mode: .immutable)
    defer { connection.close() }
    var breeds: [String: Int64] = [:]
    for row in try connection.rows("SELECT ZNAME, Z_PK FROM ZBREED") {
      breeds[try #require(row[0].text)] = row[1].integer
    }
    let last = try connection.firstValue("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Breed'")?.integer
    return (breeds, try #require(last))
  }

  private static func build(_ folder: TemporaryFolder, _ arguments: String...) throws -> Tool.Outcome {
    try Tool.run(["build", Showcase.recipe, "--quiet"] + arguments, in: folder.path)
  }

  @Test func everyObjectKeepsItsNumberOverTwentyEdits() throws {
    var generator = SeededGenerator(seed: 20)
    let folder = try Showcase.inputs()
    let recipe = try folder.text(of: Showcase.recipe)
    try #require(try Self.build(folder, "--output", "0").status == 0)
    var (former, last) = try Self.keys(folder.file("0/DogBreeds.sqlite"))
    /// Every number that a breed ever had.
    var given = former
    for round in 1...20 {
      var lines = try folder.text(of: Showcase.breeds).split(separator: "\n").map { String($0) + "\n" }
      var renamed: [String: String] = [:]
      for _ in 0..<4 {
        let place = 1 + generator.number(below: lines.count - 1)
        switch generator.number(below: 5) {
        case 0: lines.remove(at: place)
        case 1: lines.insert(Showcase.breed("Breed \(round) \(generator.next())"), at: place)
        case 2: lines.swapAt(place, 1 + generator.number(below: lines.count - 1))
        case 3: lines[place] = lines[place].replacing("12,", with: "13,")
        default:
          let name = try #require(lines[place].split(separator: ",").first).description
          guard former[name] != nil, !renamed.values.contains(name) else { continue }
          renamed[name] = "\(name) \(round)"
          lines[place] = "\(name) \(round)" + lines[place].dropFirst(name.count)
        }
      }
      try folder.write(lines.joined(), to: Showcase.breeds)
      let entries = renamed.sorted { $0.key < $1.key }.map { "      \"\($0.key)\": \"\($0.value)\"\n" }.joined()
      let renaming = entries.isEmpty ? "" : "\nrenamed:\n  Breed:\n    name:\n\(entries)"
      try folder.write(recipe + renaming, to: Showcase.recipe)
      // Records of other sources may speak of breeds that are gone.
      let outcome = try Self.build(folder, "--output", "\(round)", "--previous", "\(round - 1)")
      #expect(outcome.status <= 1, "\(outcome.errors)")

      let path = folder.file("\(round)/DogBreeds.sqlite")
      let (current, newLast) = try Self.keys(path)
      for (name, key) in former {
        guard let now = current[renamed[name] ?? name] else { continue }
        #expect(now == key, "\(name) in round \(round)")
      }
      let names = Set(former.keys.map { renamed[$0] ?? $0 })
      for (name, key) in current where !names.contains(name) {
        #expect(key > last, "\(name) of round \(round) has a number that was given before")
      }
      #expect(newLast >= last && current.values.allSatisfy { $0 <= newLast })
      let verified = try Tool.run(["verify", path], in: folder.path)
      #expect(verified.status == outcome.status || verified.status == 0, "\(verified.output)")
      given.merge(current) { $1 }
      (former, last) = (current, newLast)
    }
    // Breeds came and went, so that numbers were left free.
    #expect(last > Int64(former.count) && given.count > former.count)
  }

  @Test func theSameInputsAfterTheSameReleaseGiveTheSameBytes() throws {
    let folder = try Showcase.inputs()
    try #require(try Self.build(folder, "--output", "1").status == 0)
    let lines = try folder.text(of: Showcase.breeds).split(separator: "\n").map { String($0) + "\n" }
    // The first breed comes last, so that natural numbers would be others.
    try folder.write(([lines[0]] + lines.dropFirst(2) + [lines[1]]).joined(), to: Showcase.breeds)
    for output in ["2", "3"] { try #require(try Self.build(folder, "--output", output, "--previous", "1").status == 0) }
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.file("2")).sorted()
    #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.file("3")).sorted() == names)
    #expect(names.contains("reports/DogBreeds.changes.html") && names.contains("reports/DogBreeds.changes.json"))
    for name in names where !name.hasSuffix("reports") {
      #expect(try Tool.digest(of: folder.file("2/\(name)")) == Tool.digest(of: folder.file("3/\(name)")), "\(name)")
    }
    #expect(
      try Self.keys(folder.file("2/DogBreeds.sqlite")).breeds == Self.keys(folder.file("1/DogBreeds.sqlite")).breeds
    )
    // Other numbers make another store of the same inputs.
    try #require(try Self.build(folder, "--output", "4").status == 0)
    let identifiers = try ["1", "2", "4"].map { release in
      let connection = try SQLiteConnection(path: folder.file("\(release)/DogBreeds.sqlite"), mode: .immutable)
      defer { connection.close() }
      return try connection.firstValue("SELECT Z_UUID FROM Z_METADATA")?.text
    }
    #expect(Set(identifiers).count == 3)
  }

  @Test func aReleaseThatIsMadeOnceMoreDoesNotFollowItself() throws {
    let folder = try Showcase.inputs()
    try folder.write(folder.text(of: Showcase.recipe) + "\nprevious: output\n", to: Showcase.recipe)
    func digests() throws -> [String: String?] {
      var result: [String: String?] = [:]
      for name in folder.names() where name.hasPrefix("O/") { result[name] = try? Tool.digest(of: folder.file(name)) }
      return result
    }
    try #require(try Self.build(folder, "--output", "O").status == 0)
    let first = try digests()
    #expect(!first.keys.contains("O/reports/DogBreeds.changes.html"))
    try #require(try Self.build(folder, "--output", "O").status == 0)
    #expect(try digests() == first)

    try folder.write(folder.text(of: Showcase.breeds) + Showcase.breed("Aaa"), to: Showcase.breeds)
    try #require(try Self.build(folder, "--output", "O").status == 0)
    let second = try digests()
    #expect(try folder.text(of: "O/reports/DogBreeds.changes.md").contains("- Aaa\n"))
    try #require(try Self.build(folder, "--output", "O").status == 0)
    #expect(try digests() == second)

    // The list of changes has both editions, the newer one first.
    try folder.write(folder.text(of: Showcase.breeds) + Showcase.breed("Bbb"), to: Showcase.breeds)
    try #require(try Self.build(folder, "--output", "O").status == 0)
    let list = try folder.text(of: "O/reports/DogBreeds.changelog.md")
    let (newer, older) = (try #require(list.range(of: "- Bbb\n")), try #require(list.range(of: "- Aaa\n")))
    #expect(newer.lowerBound < older.lowerBound && list.components(separatedBy: "## Edition ").count == 3)
    #expect(try Tool.run(["verify", "O/DogBreeds.sqlite"], in: folder.path).status == 0)
  }

  @Test func theUUIDMayLast() throws {
    let folder = try Showcase.inputs()
    try folder.write(folder.text(of: Showcase.recipe) + "\nstoreIdentifier: lasting\n", to: Showcase.recipe)
    try #require(try Self.build(folder, "--output", "1").status == 0)
    try folder.write(folder.text(of: Showcase.breeds) + Showcase.breed("Aaa"), to: Showcase.breeds)
    try #require(try Self.build(folder, "--output", "2", "--previous", "1/DogBreeds.manifest.json").status == 0)
    let identifiers = try ["1", "2"].map { release in
      let connection = try SQLiteConnection(path: folder.file("\(release)/DogBreeds.sqlite"), mode: .immutable)
      defer { connection.close() }
      return try connection.firstValue("SELECT Z_UUID FROM Z_METADATA")?.text
    }
    #expect(identifiers[0] != nil && identifiers[0] == identifiers[1])
    #expect(
      try Tool.digest(of: folder.file("1/DogBreeds.sqlite")) != Tool.digest(of: folder.file("2/DogBreeds.sqlite"))
    )
    let manifest = try folder.text(of: "2/DogBreeds.manifest.json")
    #expect(manifest.contains("\"storeIdentifier\" : \"\(identifiers[0] ?? "")\""))
    let digest = try #require(try Tool.digest(of: folder.file("1/DogBreeds.sqlite")))
    #expect(manifest.contains("\"sha256\" : \"\(digest)\""))
  }

  /// One-to-one and ordered relationships, records in another order, objects that are gone in between.
  @Test func relationshipsFollowTheNumbers() throws {
    let folder = try TemporaryFolder()
    let towns = Package.path("docs/rules/Towns")
    for name in try FileManager.default.contentsOfDirectory(atPath: towns) {
      try FileManager.default.copyItem(atPath: "\(towns)/\(name)", toPath: folder.file(name))
    }
    func build(_ output: String, _ arguments: String...) throws {
      let outcome = try Tool.run(["build", "Countries.recipe.yml", "--output", output] + arguments, in: folder.path)
      try #require(outcome.status == 0, "\(outcome.errors)\(outcome.output)")
    }
    try build("1")
    try folder.write("name\nFrance\nSwitzerland\n", to: "countries.csv")
    try folder.write(
      "name,height,country,capital of\nThun,560,Switzerland,\nLyon,170,France,\nBern,540,Switzerland,Switzerland\n",
      to: "towns.csv"
    )
    try build("2", "--previous", "1/Towns.sqlite")
    let rows = try SQLiteConnection(path: folder.file("2/Towns.sqlite"), mode: .immutable).rows(
      "SELECT t.Z_PK, t.ZNAME, c.Z_PK, c.ZNAME, c.ZCAPITAL, t.ZCAPITALOF FROM ZTOWN t JOIN ZCOUNTRY c ON c.Z_PK = t.ZCOUNTRY ORDER BY 1"
    )
    let lines = rows.map { row in row.map { $0.text ?? $0.integer.map(String.init) ?? "–" }.joined(separator: " ") }
    #expect(lines == ["1 Bern 1 Switzerland 1 1", "2 Thun 1 Switzerland 1 –", "4 Lyon 2 France – –"])
    #expect(try Tool.run(["verify", "2/Towns.sqlite"], in: folder.path).status == 0)
    // The order of the newer sources holds.
    let members = try Tool.run(
      [
        "query", "2/Towns.sqlite", "Country", "--where", "name == 'Switzerland'", "--fields", "towns.name", "--format",
        "json",
      ],
      in: folder.path
    )
    #expect(members.output.contains(try Regex("Thun[^A-Z]*Bern")), "\(members.output)")
  }
}
