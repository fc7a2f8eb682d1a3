import AttributeValues
import Findings
import Foundation
import ImageFiles
import ImageFitting
import ImportPipeline
import ManagedObjects
import ObjectModel
import TestSupport
import Testing

/// Files that fields name, as values.
@Suite struct FileValueTests {
  /// Dogs with a photo, a thumbnail and the name of a file, and puppies, which inherit all of it.
  private static func model() -> ManagedObjectModel {
    func attribute(_ name: String, _ type: AttributeType, optional: Bool = true) -> AttributeDescription {
      let attribute = AttributeDescription(name: name, type: type)
      attribute.isOptional = optional
      return attribute
    }
    let photo = attribute("photo", .binaryData)
    photo.allowsExternalBinaryDataStorage = true
    let dog = EntityDescription(name: "Dog")
    dog.declaredProperties = [
      attribute("name", .string, optional: false), photo, attribute("thumbnail", .binaryData),
      attribute("file", .string),
    ]
    let puppy = EntityDescription(name: "Puppy")
    dog.subentities = [puppy]
    return ManagedObjectModel(entities: [dog, puppy])
  }

  private func run(
    _ csv: String,
    attributes: String,
    checks: String = "",
    entity: String = "Dog",
    pictures: [String: [UInt8]] = [:],
    bytes: [String: [UInt8]] = [:]
  ) throws -> TestImport {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.file("pictures/small"), withIntermediateDirectories: true)
    for (name, bytes) in pictures { try Data(bytes).write(to: URL(fileURLWithPath: folder.file("pictures/\(name)"))) }
    let recipe = """
      model: Dogs.xcdatamodeld
      output: Dogs.sqlite
      sources:
        - file: dogs.csv
          entity: \(entity)
          attributes: { \(attributes) }
      \(checks.isEmpty ? "" : "checks: { Dog: { photo: \(checks) } }")
      """
    return try TestImport(recipe, files: ["dogs.csv": csv], bytes: bytes, in: folder.path, model: Self.model())
  }

  private func photos(_ test: TestImport, _ attribute: String = "photo", of entity: String = "Dog") throws -> [Data?] {
    var request = FetchRequest<ManagedObject>(entityName: entity)
    request.sortDescriptors = [SortKey("name")]
    return try test.context.fetch(request).map { $0.value(forKey: attribute) as? Data }
  }

  @Test func theContentsOfANamedFileAreTheValue() throws {
    let test = try run(
      "name,picture\nAda,ada.png\nBob,small/bob.png\nCal,\n",
      attributes: "photo: { field: picture, file: pictures/ }",
      pictures: ["ada.png": [1, 2, 3], "small/bob.png": [4]]
    )
    #expect(test.result.findings.isEmpty)
    #expect(try photos(test) == [Data([1, 2, 3]), Data([4]), nil])
  }

  @Test func aSubEntityTakesFilesAsItsParentDoes() throws {
    let test = try run(
      "name,picture\nAda,ada.png\n",
      attributes: "photo: { field: picture, file: pictures }",
      entity: "Puppy",
      pictures: ["ada.png": [7]]
    )
    #expect(try photos(test, of: "Puppy") == [Data([7])])
  }

  @Test func aFileMayStandInAZipArchive() throws {
    let archive = StoredZip.bytes([("a/ada.png", [1, 2]), ("b.png", [3])])
    let test = try run(
      "name,picture\nAda,a/ada.png\nBob,b.png\nCal,B.png\n",
      attributes: "photo: { field: picture, file: pictures.zip }",
      bytes: ["pictures.zip": archive]
    )
    #expect(test.places == ["dogs.csv:4:5 file.missing"])
    #expect(try photos(test) == [Data([1, 2]), Data([3])])
  }

  /// The first of them was taken for both.
  @Test func membersOfAZipArchiveMayDifferInTheCaseOfLettersOnly() throws {
    let archive = StoredZip.bytes([("Ada.png", [1]), ("ada.png", [2]), ("ada.png", [3])])
    let test = try run(
      "name,picture\nAda,Ada.png\nBob,ada.png\n",
      attributes: "photo: { field: picture, file: pictures.zip }",
      bytes: ["pictures.zip": archive]
    )
    #expect(test.result.findings.isEmpty)
    #expect(try photos(test) == [Data([1]), Data([3])])
  }

  /// The last of them was taken for both.
  @Test func membersThatDifferInTheirNormalFormOnlyAreRefused() throws {
    let names = ["e\u{301}.png", "\u{E9}.png"]
    let zip = StoredZip.bytes([(names[0], [1]), (names[1], [2])])
    let tar = SampleTar.bytes([.file(names[0], [1]), .file(names[1], [2])])
    for (file, archive) in [("pictures.zip", zip), ("pictures.tar", tar)] {
      let error = #expect(throws: (any Error).self) {
        try run(
          "name,picture\nAda,\(names[0])\n",
          attributes: "photo: { field: picture, file: \(file) }",
          bytes: [file: archive]
        )
      }
      #expect("\(error.map { "\($0)" } ?? "")".contains("in different normal forms of Unicode"))
    }
  }

  @Test(arguments: ["pictures.tar", "pictures.tar.gz"])
  func aFileMayStandInATarArchive(_ name: String) throws {
    let archive = SampleTar.bytes([
      .file("a/ada.png", [1, 2]), .file("./b.png", Array(repeating: 3, count: 700)), .hardLink("c.png", to: "b.png"),
      .file("a/ada.png", [9]),
    ])
    let test = try run(
      "name,picture\nAda,a/ada.png\nBob,b.png\nCal,c.png\nDot,B.png\n",
      attributes: "photo: { field: picture, file: \(name) }",
      bytes: [name: name.hasSuffix("gz") ? StoredGzip.bytes(archive) : archive]
    )
    #expect(test.places == ["dogs.csv:5:5 file.missing"])
    let large = Data(repeating: 3, count: 700)
    #expect(try photos(test) == [Data([9]), large, large])
  }

  @Test(arguments: ["pictures.tar", "pictures.tar.gz"])
  func aMemberThatIsNoFileOfTheArchiveIsAFinding(_ name: String) throws {
    let archive = SampleTar.bytes([
      .symbolicLink("soft.png", to: "/etc/hostname"), .hardLink("hard.png", to: "../dogs.csv"), .file("../up.png", [1]),
      .file("/root.png", [1]), .file("ada.png", [2]),
    ])
    let test = try run(
      "name,picture\nAda,ada.png\nBob,soft.png\nCal,hard.png\nDot,../up.png\nEve,/root.png\n",
      attributes: "photo: { field: picture, file: \(name) }",
      bytes: [name: name.hasSuffix("gz") ? StoredGzip.bytes(archive) : archive]
    )
    #expect(
      test.places == [
        "dogs.csv:3:5 file.limit", "dogs.csv:4:5 file.limit", "dogs.csv:5:5 file.outside", "dogs.csv:6:5 file.outside",
      ]
    )
    #expect(try photos(test) == [Data([2])])
  }

  @Test func aMemberOfAZipArchiveThatLeadsOutOfItIsAFinding() throws {
    let test = try run(
      "name,picture\nAda,../up.png\n",
      attributes: "photo: { field: picture, file: pictures.zip }",
      bytes: ["pictures.zip": StoredZip.bytes([("../up.png", [1])])]
    )
    #expect(test.places == ["dogs.csv:2:5 file.outside"])
  }

  @Test func aHugeMemberIsAFindingAndNotRead() throws {
    let folder = try TemporaryFolder()
    // A hole in the file takes no time.
    let archive = URL(fileURLWithPath: folder.file("pictures.tar"))
    try Data(SampleTar.bytes(.claim("huge.png", size: 1 << 30))).write(to: archive)
    let file = try FileHandle(forWritingTo: archive)
    try file.truncate(atOffset: 512 + (1 << 30))
    try file.seekToEnd()
    try file.write(contentsOf: Data(SampleTar.bytes([.file("ada.png", [2])])))
    try file.close()
    let test = try TestImport(
      """
      model: Dogs.xcdatamodeld
      output: Dogs.sqlite
      sources:
        - { file: dogs.csv, entity: Dog, attributes: { photo: { field: picture, file: pictures.tar } } }
      """,
      files: ["dogs.csv": "name,picture\nAda,ada.png\nBob,huge.png\n"],
      in: folder.path,
      model: Self.model()
    )
    #expect(test.places == ["dogs.csv:3:5 file.limit"])
  }

  @Test func anArchiveThatIsCutOffIsAMistakeOfTheRecipe() throws {
    let claims = SampleTar.bytes(.file("ada.png", [1])) + SampleTar.bytes(.claim("bob.png", size: 1 << 30))
    for archive in [claims, StoredGzip.bytes(claims), Array(StoredGzip.bytes(claims).dropLast(30)), [1, 2, 3]] {
      #expect(throws: RecipeError.self) {
        try run(
          "name,picture\nAda,ada.png\n",
          attributes: "photo: { field: picture, file: pictures.tar }",
          bytes: ["pictures.tar": archive]
        )
      }
    }
  }

  @Test func aTextThatNamesAFileIsCheckedAndKept() throws {
    let test = try run(
      "name,file\nAda,ada.png\nBob,bob.png\n",
      attributes: "file: { field: file, file: pictures }",
      pictures: ["ada.png": [1]]
    )
    #expect(test.places == ["dogs.csv:3:5 file.missing"])
    #expect(try test.objects("Dog", "file") == ["ada.png"])
  }

  @Test(arguments: ["../dogs.csv", "/etc/hostname", "small/../../dogs.csv"])
  func aNameThatLeavesTheFolderIsAFinding(_ name: String) throws {
    let test = try run("name,picture\nAda,\(name)\n", attributes: "photo: { field: picture, file: pictures }")
    #expect(test.places == ["dogs.csv:2:5 file.outside"])
  }

  @Test func aLinkThatLeavesTheFolderIsAFinding() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.file("pictures"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("pictures/ada.png"),
      withDestinationPath: folder.file("dogs.csv")
    )
    let recipe = """
      model: Dogs.xcdatamodeld
      output: Dogs.sqlite
      sources:
        - { file: dogs.csv, entity: Dog, attributes: { photo: { field: picture, file: pictures } } }
      """
    let test = try TestImport(
      recipe,
      files: ["dogs.csv": "name,picture\nAda,ada.png\n"],
      in: folder.path,
      model: Self.model()
    )
    #expect(test.places == ["dogs.csv:2:5 file.outside"])
  }

  @Test func aMisspeltNameIsSuggested() throws {
    let test = try run(
      "name,picture\nAda,adda.png\n",
      attributes: "photo: { field: picture, file: pictures }",
      pictures: ["ada.png": [1]]
    )
    let finding = try #require(test.result.findings.first)
    #expect(finding.rule == .fileMissing && finding.suggestion == "ada.png" && finding.field == "picture")
    #expect(test.result.findings.map(\.rule) == [.fileMissing, .fileUnused])
  }

  @Test func filesThatNobodyNamesAreAFindingOnce() throws {
    let test = try run(
      "name,picture\nAda,ada.png\n",
      attributes: "photo: { field: picture, file: pictures }, thumbnail: { field: picture, file: pictures/ }",
      pictures: ["ada.png": [1], "bob.png": [2], "small/cal.png": [3]]
    )
    #expect(test.places == ["test.recipe.yml:6:50 file.unused"])
    #expect(test.result.findings[0].message == "No record names “bob.png”, “small/cal.png” of pictures")
  }

  @Test func hexadecimalAndBase64AreToldApartByTheRecipe() throws {
    let csv = "name,data\nAda,beef\n"
    let hex = try run(csv, attributes: "photo: { field: data, encoding: hex }")
    let base64 = try run(csv, attributes: "photo: { field: data, encoding: base64 }")
    #expect(try photos(hex) == [Data([0xBE, 0xEF])])
    #expect(try photos(base64) == [Data([0x6D, 0xE7, 0x9F])])
    let wrong = try run("name,data\nAda,beeg\nBob,bee\n", attributes: "photo: { field: data, encoding: hex }")
    #expect(wrong.places == ["dogs.csv:2:5 value.type", "dogs.csv:3:5 value.type"])
  }

  @Test func whatAMappingCannotHaveIsAMistakeOfTheRecipe() throws {
    for attributes in [
      "photo: { field: picture, file: nowhere }", "photo: { field: picture, file: .., encoding: hex }",
      "name: { field: picture, encoding: hex }", "photo: { field: picture, image: { fit: 64 } }",
      "photo: { field: picture, image: { quality: 82 } }",
    ] {
      #expect(throws: RecipeError.self, "\(attributes)") { try run("name,picture\nAda,a\n", attributes: attributes) }
    }
  }

  @Test func picturesAreCheckedWhereTheirNamesStand() throws {
    let test = try run(
      "name,picture\nAda,camera.jpg\nBob,text.png\nCal,cut.png\nDot,print.jpg\nEve,deep.png\nFay,moving.gif\nGil,bomb.png\n",
      attributes: "photo: { field: picture, file: pictures }",
      checks: "{ image: { types: [png, jpeg, gif], height: [~, 12] } }",
      pictures: [
        "camera.jpg": SamplePictures.cameraJPEG, "text.png": Array("name,height".utf8),
        "cut.png": Array(SamplePictures.png.dropLast(20)), "print.jpg": SamplePictures.printJPEG,
        "deep.png": SamplePictures.deepPNG, "moving.gif": SamplePictures.animatedGIF,
        "bomb.png": SamplePictures.png(width: 60_000, height: 60_000),
      ]
    )
    #expect(
      test.places == [
        "dogs.csv:2:5 image.size", "dogs.csv:2:5 image.orientation", "dogs.csv:2:5 image.metadata",
        "dogs.csv:3:5 image.type", "dogs.csv:4:5 image.damaged", "dogs.csv:5:5 image.colour",
        "dogs.csv:6:5 image.colour",
        "dogs.csv:7:5 image.animated", "dogs.csv:8:5 image.unsafe", "dogs.csv:8:5 image.size",
      ]
    )
  }

  @Test func aPictureInTheTextItselfIsCheckedToo() throws {
    let text = Data(SamplePictures.animatedGIF).base64EncodedString()
    let test = try run("name,data\nAda,\(text)\n", attributes: "photo: data", checks: "{ image: any }")
    #expect(test.places == ["dogs.csv:2:5 image.animated"])
  }
}

/// Pictures that are made to fit, where libvips is installed.
@Suite(.enabled(if: ImageLibrary.isInstalled)) struct FittedPictureTests {
  @Test func aPictureAndItsThumbnailAreMadeOfOneFile() throws {
    let folder = try TemporaryFolder()
    let dog = EntityDescription(name: "Dog")
    dog.declaredProperties =
      ["photo", "thumbnail"].map { AttributeDescription(name: $0, type: .binaryData) }
      + [AttributeDescription(name: "name", type: .string)]
    let recipe = """
      model: Dogs.xcdatamodeld
      output: Dogs.sqlite
      sources:
        - file: dogs.csv
          entity: Dog
          attributes:
            photo: { field: picture, file: pictures.zip, image: { fit: 12x12, format: png } }
            thumbnail: { field: picture, file: pictures.zip, image: { fit: 4x4, format: jpeg, quality: 60 } }
      checks: { Dog: { photo: { image: { decodes: true, similar: 2 } } } }
      """
    let test = try TestImport(
      recipe,
      files: ["dogs.csv": "name,picture\nAda,camera.jpg\nBob,copy.jpg\nCal,other.png\nDot,text.png\n"],
      bytes: [
        "pictures.zip": StoredZip.bytes([
          ("camera.jpg", SamplePictures.cameraJPEG), ("copy.jpg", SamplePictures.cameraJPEG),
          ("other.png", SamplePictures.png), ("text.png", [1, 2, 3]),
        ])
      ],
      in: folder.path,
      model: ManagedObjectModel(entities: [dog])
    )
    var request = FetchRequest<ManagedObject>(entityName: "Dog")
    request.sortDescriptors = [SortKey("name")]
    let objects = try test.context.fetch(request)
    let facts: [ImageFacts] = try ["photo", "thumbnail"].map { name in
      try #require((objects[0].value(forKey: name) as? Data).flatMap { ImageFacts(of: Array($0)) })
    }
    #expect(
      facts.map(\.mediaType) == [.png, .jpeg] && facts.map(\.width) == [6, 2] && facts.map(\.height) == [12, 4]
    )
    #expect(facts.allSatisfy { $0.privateParts.isEmpty && $0.orientation == 1 })
    let rules = test.result.findings.map(\.rule)
    // The check is about the pictures as they were, and compares them as they are stored.
    #expect(rules.filter { $0 == .imageMetadata }.count == 2 && rules.filter { $0 == .imageSimilar }.count == 1)
    #expect(test.places.contains("dogs.csv:5:5 image.type") && test.places.contains("dogs.csv:3:5 image.similar"))
    #expect(test.plan.imageLibrary?.hasPrefix("libvips ") == true)
  }
  @Test func aPictureThatIsNotWholeIsFoundWhileItIsMadeToFit() throws {
    let folder = try TemporaryFolder()
    let dog = EntityDescription(name: "Dog")
    dog.declaredProperties = [
      AttributeDescription(name: "name", type: .string), AttributeDescription(name: "photo", type: .binaryData),
    ]
    var broken = SamplePictures.png
    // One of the compressed bytes.
    let data = try #require(broken.indices.first { broken[$0...].starts(with: Array("IDAT".utf8)) })
    broken[data + 14] ^= 0x55
    let test = try TestImport(
      """
      model: Dogs.xcdatamodeld
      output: Dogs.sqlite
      sources:
        - file: dogs.csv
          entity: Dog
          attributes: { photo: { field: picture, file: pictures.zip, image: { fit: 4x4 } } }
      checks: { Dog: { photo: { image: { decodes: true } } } }
      """,
      files: ["dogs.csv": "name,picture\nAda,broken.png\nBob,whole.png\n"],
      bytes: ["pictures.zip": StoredZip.bytes([("broken.png", broken), ("whole.png", SamplePictures.png)])],
      in: folder.path,
      model: ManagedObjectModel(entities: [dog])
    )
    #expect(test.places == ["dogs.csv:2:5 image.damaged"])
  }
}
