import CompiledModels
import ModelReading
import ObjectModel
import TestSupport
import Testing

@Suite struct OptimizedModelTests {
  /// Two entities, of which one inherits from the other, in the tables of an optimised model.
  private func image(kinds: Int = 5) -> [UInt8] {
    var image = OptimizedImageBuilder(kinds: kinds)
    let hashes = (1...4).map { [UInt8](repeating: UInt8($0), count: 32) }
    image.blobs = [[]] + hashes
    image.strings = ["", "Animal", ".AnimalObject", "Dog", "name", "owner"]
    image.entities = [[0, 0, 1, 2, 1, 0, 0], [0, 0, 2, 0, 3, 0x0100_0000, 0]]
    image.properties = [[0, 2, 4, 0, 3, 0, 4, 0, 0, 0, 0], [0, 4, 2, 0, 4, 1, 5, 0, 0, 0, 0]]
    return image.bytes()
  }

  @Test(arguments: [4, 5]) func readsEntitiesPropertiesAndHashes(_ kinds: Int) throws {
    let model = try OptimizedModel(image(kinds: kinds))
    #expect(
      model.entities == [
        .init(
          name: "Animal",
          className: ".AnimalObject",
          superentityName: nil,
          versionHash: [UInt8](repeating: 1, count: 32),
          properties: [
            .init(
              name: "name",
              isRelationship: false,
              isOptional: true,
              versionHash: [UInt8](repeating: 3, count: 32)
            )
          ]
        ),
        .init(
          name: "Dog",
          className: nil,
          superentityName: "Animal",
          versionHash: [UInt8](repeating: 2, count: 32),
          properties: [.init(name: "owner", isRelationship: true, isOptional: false, versionHash: nil)]
        ),
      ]
    )
    #expect(Set(model.versionHashes.keys) == ["Animal", "Dog"])
  }

  @Test func endsWithAnErrorForDamagedBytes() throws {
    #expect(throws: CompiledModelError.self) { try OptimizedModel([]) }
    #expect(throws: CompiledModelError.self) { try OptimizedModel(Array("momv2$".utf8)) }
    #expect(throws: CompiledModelError.self) { try OptimizedModel(Array("bplist00".utf8)) }
    let bytes = image()
    for length in stride(from: 0, to: bytes.count - 40, by: 3) {
      #expect(throws: CompiledModelError.self) { try OptimizedModel(Array(bytes[..<length])) }
    }
    var generator = SeededGenerator(3)
    for _ in 0..<2_000 {
      var damaged = bytes
      let place = Int.random(in: 64..<bytes.count, using: &generator)
      damaged[place] = UInt8.random(in: 0...255, using: &generator)
      do { _ = try OptimizedModel(damaged) } catch let error as CompiledModelError {
        #expect(!error.description.isEmpty)
      }
    }
  }

  @Test func theModelBesideAnOptimisedOneIsRead() throws {
    let folder = try TemporaryFolder()
    try folder.write(String(decoding: image(), as: UTF8.self), to: "Dogs.omo")
    let alone = #expect(throws: ModelReadingError.self) { try ModelReader.read(folder.file("Dogs.omo")) }
    #expect(alone?.kind == .notAModel)
    #expect(alone?.message.hasSuffix("read the .mom it was made with") == true)
    let entity = EntityDescription(name: "Dog")
    let model = ManagedObjectModel(entities: [entity])
    try CompiledModel.write(model, asFile: folder.file("Dogs.mom"))
    #expect(try ModelReader.read(folder.file("Dogs.omo")).entities.map(\.name) == ["Dog"])
  }
}

/// Writes the tables of an optimised model, as far as they are read.
private struct OptimizedImageBuilder {
  let kinds: Int
  var blobs: [[UInt8]] = []
  var strings: [String] = []
  /// Words of each record; the first is its size.
  var entities: [[Int]] = []
  var properties: [[Int]] = []
  private var content: [UInt8] = []

  init(kinds: Int) { self.kinds = kinds }

  mutating func bytes() -> [UInt8] {
    let name = Array("momv2$ a generation".utf8)
    content = name + [UInt8](repeating: 0x20, count: 64 - name.count)
    let head = content.count
    content += [UInt8](repeating: 0, count: 4 * 26)
    let counts = (0..<kinds).map { $0 == 0 ? 1 : $0 == 2 ? properties.count - 1 : 0 }
    let blobTable = appendTable(blobs, lengthAt: 16, terminator: 0)
    let stringTable = appendTable(strings.map { Array($0.utf8) }, lengthAt: 12, terminator: 1)
    let propertyTable = content.count
    for count in counts { append(count) }
    for record in properties { append(record, marker: []) }
    let entityTable = content.count
    append(entities.count)
    for record in entities { append(record, marker: [0xda, 0xed, 0xfe, 0xeb]) }
    let words =
      [0, entityTable, entities.count, propertyTable, properties.count] + counts
      + [blobTable, 1, blobTable, blobs.count, blobTable, 0, stringTable, strings.count]
    for (index, word) in words.enumerated() {
      for place in 0..<4 { content[head + 4 * index + place] = UInt8(truncatingIfNeeded: word >> (24 - 8 * place)) }
    }
    return content
  }

  private mutating func append(_ word: Int) {
    for place in 0..<4 { content.append(UInt8(truncatingIfNeeded: word >> (24 - 8 * place))) }
  }

  private mutating func append(_ record: [Int], marker: [UInt8]) {
    content += marker
    append(4 * (record.count + 2))
    for word in record.dropFirst() { append(word) }
    append(0)
    append(0)
  }

  private mutating func appendTable(_ entries: [[UInt8]], lengthAt lengthOffset: Int, terminator: Int) -> Int {
    content.append(0)
    let offset = content.count
    while !content.count.isMultiple(of: 4) { content.append(0xef) }
    append(entries.count)
    for entry in entries {
      while !content.count.isMultiple(of: 8) { content.append(0) }
      let start = content.count
      content += [UInt8](repeating: 0, count: 24)
      for place in 0..<4 {
        content[start + lengthOffset + place] = UInt8(truncatingIfNeeded: entry.count >> (24 - 8 * place))
      }
      content += entry + [UInt8](repeating: 0, count: terminator)
    }
    return offset
  }
}
