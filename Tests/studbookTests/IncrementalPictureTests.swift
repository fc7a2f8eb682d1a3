import Foundation
import ImageFitting
import TestSupport
import Testing

/// `build --incremental` where records name files: the same bytes as without it, whatever was edited and whatever happened to the pictures that are kept.
@Suite("Incremental builds with pictures")
struct IncrementalPictureTests {
  /// Dogs with pictures in a folder, and puppies, which inherit them.
  private struct World {
    let folder: TemporaryFolder
    var generator: SeededGenerator
    var dogs: [[String]] = []
    let fits: Bool

    init(seed: UInt64, dogCount: Int = 60, fits: Bool) throws {
      folder = try TemporaryFolder()
      generator = SeededGenerator(seed)
      self.fits = fits
      for name in ["Dogs.xcdatamodeld/Dogs.xcdatamodel", "pictures"] {
        try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: true)
      }
      try folder.write(Self.model, to: "Dogs.xcdatamodeld/Dogs.xcdatamodel/contents")
      for number in 0..<dogCount { dogs.append(["Dog \(number)", "\(number % 20).png", "a text of \(number)"]) }
      for number in 0..<20 { try writePicture(number) }
      try write()
    }

    static let model = """
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" userDefinedModelVersionIdentifier="">
        <entity name="Animal" isAbstract="YES"><attribute name="name" attributeType="String"/>
          <attribute name="photo" optional="YES" attributeType="Binary"/>
          <attribute name="file" optional="YES" attributeType="String"/>
          <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint></uniquenessConstraints>
        </entity>
        <entity name="Dog" parentEntity="Animal"><attribute name="text" optional="YES" attributeType="String"/></entity>
      </model>
      """

    /// A picture of another number of bytes, or without libvips any bytes.
    mutating func writePicture(_ number: Int) throws {
      let picture = generator.pick([
        SamplePictures.png, SamplePictures.cameraJPEG, SamplePictures.webp, SamplePictures.animatedGIF,
      ])
      // Bytes behind a picture's end are none of the picture.
      let bytes = Data(picture + [UInt8(generator.number(below: 250)), UInt8(number)])
      try bytes.write(to: URL(fileURLWithPath: folder.file("pictures/\(number).png")))
    }

    func write() throws {
      let lines = dogs.map { $0.map { "\"\($0)\"" }.joined(separator: ",") + "\n" }
      try folder.write("name,picture,text\n" + lines.joined(), to: "dogs.csv")
      try folder.write(
        """
        model: Dogs.xcdatamodeld
        output: Dogs.sqlite
        batchSize: 10
        tolerance: 100%
        sources:
          - file: dogs.csv
            entity: Dog
            mode: insert
            attributes:
              photo: { field: picture, file: pictures\(fits ? ", image: { fit: 3x3, format: png }" : "") }
              file: { field: picture, file: pictures }

        """,
        to: "Dogs.recipe.yml"
      )
    }

    var cache: String { folder.file("Output/.Dogs.sqlite.cache/pictures") }

    func build(key: String = "state") throws -> Tool.Outcome {
      try Tool.run(
        ["build", "Dogs.recipe.yml", "--allow-open-hashes", "--verbose", "--output", "Output", "--incremental"],
        in: folder.path,
        environment: ["XDG_STATE_HOME": folder.file(key)]
      )
    }

    /// All published files of a folder.
    private func files(_ name: String) -> [String: Data] {
      var files: [String: Data] = [:]
      for file in FileManager.default.enumerator(atPath: folder.file(name))?.compactMap({ $0 as? String }) ?? []
      where !file.contains(".cache") {
        files[file] = FileManager.default.contents(atPath: folder.file("\(name)/\(file)"))
      }
      return files
    }

    func expectSame(_ outcome: Tool.Outcome, _ comment: Comment? = nil) throws {
      let whole = try Tool.run(
        ["build", "Dogs.recipe.yml", "--allow-open-hashes", "--output", "Whole"],
        in: folder.path
      )
      let expected = files("Whole")
      try FileManager.default.removeItem(atPath: folder.file("Whole"))
      #expect(outcome.status == whole.status && files("Output") == expected, "\(comment ?? "") \(outcome.errors)")
    }

    /// When each of some kept pictures was written.
    func dates(_ names: [String]) throws -> [Date] {
      try names.map { name in
        let attributes = try FileManager.default.attributesOfItem(atPath: cache + "/" + name)
        return try #require(attributes[.modificationDate] as? Date)
      }
    }

    func cached() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: cache).sorted() }
  }

  @Test(arguments: [false, true]) func anyEditGivesWhatAWholeBuildGives(_ fits: Bool) throws {
    if fits && !ImageLibrary.isInstalled { return }
    var world = try World(seed: fits ? 4 : 3, dogCount: 2_000, fits: fits)
    try world.expectSame(try world.build())
    for step in 0..<14 {
      let row = world.generator.number(below: world.dogs.count)
      switch world.generator.number(below: 7) {
      case 0: world.dogs[row][1] = "\(world.generator.number(below: 22)).png"
      case 1: world.dogs[row][2] = "another text \(step)"
      case 2: try world.writePicture(world.generator.number(below: 20))
      case 3: world.dogs.append(["Dog new \(step)", "3.png", ""])
      case 4: world.dogs.remove(at: row)
      case 5: world.dogs[row][1] = "../dogs.csv"
      default: for index in world.dogs.indices where world.dogs[index][1] == "7.png" { world.dogs[index][1] = "8.png" }
      }
      try world.write()
      try world.expectSame(try world.build(), "step \(step)")
    }
  }

  @Test func aChangedRecordIsReadAloneWherePicturesAreAsTheyWere() throws {
    var world = try World(seed: 5, dogCount: 40_000, fits: false)
    _ = try world.build()
    #expect(try world.build().errors.contains("Nothing has changed"))
    world.dogs[30_000][2] = "another text"
    try world.write()
    let text = try world.build()
    #expect(text.errors.contains("Taken over from the release before"), "\(text.errors)")
    try world.expectSame(text)
    // Nobody names the picture any more, which is said of it.
    world.dogs[30_000][1] = "alone.png"
    try Data([1]).write(to: URL(fileURLWithPath: world.folder.file("pictures/alone.png")))
    try world.write()
    try world.expectSame(try world.build())
    world.dogs[30_000][1] = "3.png"
    try world.write()
    let left = try world.build()
    #expect(left.errors.contains("Taken over from the release before"), "\(left.errors)")
    #expect(left.output.contains("No record names “alone.png”"), "\(left.output)")
    try world.expectSame(left)
  }

  @Test(.enabled(if: ImageLibrary.isInstalled)) func picturesThatFitAreKeptAndTakenAgain() throws {
    var world = try World(seed: 6, fits: true)
    _ = try world.build()
    let kept = try world.cached()
    #expect(kept.count == 20)
    let before = try world.dates(kept)
    // The text has nothing to do with the pictures, one of which is another.
    world.dogs[3][2] = "another text"
    try world.writePicture(2)
    try world.write()
    try world.expectSame(try world.build())
    let now = try world.cached()
    #expect(now.count == 20 && Set(now).intersection(kept).count == 19)
    let same = Set(now).intersection(kept).sorted()
    let dates = Dictionary(uniqueKeysWithValues: zip(kept, before))
    #expect(try world.dates(same) == same.compactMap { dates[$0] })
  }

  @Test(.enabled(if: ImageLibrary.isInstalled)) func aPictureThatTheBuildDidNotKeepIsNotBelieved() throws {
    var world = try World(seed: 7, fits: true)
    _ = try world.build()
    let kept = try world.cached()
    let (first, second) = (world.cache + "/" + kept[0], world.cache + "/" + kept[1])
    // Another's bytes, a bit, an end that is missing, a link, a folder.
    try FileManager.default.removeItem(atPath: first)
    try FileManager.default.copyItem(atPath: second, toPath: first)
    for (name, change) in zip(kept[2...4], 0...) {
      let url = URL(fileURLWithPath: world.cache + "/" + name)
      var bytes = try Data(contentsOf: url)
      switch change {
      case 0: bytes[bytes.count - 1] ^= 1
      case 1: bytes.removeLast(5)
      default: bytes = Data()
      }
      try bytes.write(to: url)
    }
    try FileManager.default.removeItem(atPath: world.cache + "/" + kept[5])
    try FileManager.default.createSymbolicLink(atPath: world.cache + "/" + kept[5], withDestinationPath: second)
    world.dogs[3][2] = "another text"
    try world.write()
    try world.expectSame(try world.build())
    // Somebody else's pictures, whose key is another.
    world.dogs[3][2] = "yet another text"
    try world.write()
    try world.expectSame(try world.build(key: "other"))
  }

  @Test(.enabled(if: ImageLibrary.isInstalled))
  func theKeptPicturesMayBeDeletedAndALinkInTheirPlaceIsNotFollowed() throws {
    var world = try World(seed: 8, fits: true)
    _ = try world.build()
    try FileManager.default.removeItem(atPath: world.cache)
    world.dogs[3][2] = "another text"
    try world.write()
    try world.expectSame(try world.build())
    #expect(try world.cached().count == 20)
    try FileManager.default.removeItem(atPath: world.cache)
    let elsewhere = world.folder.file("elsewhere")
    try FileManager.default.createDirectory(atPath: elsewhere, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: world.cache, withDestinationPath: elsewhere)
    world.dogs[4][2] = "yet another text"
    try world.write()
    try world.expectSame(try world.build())
    #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere).isEmpty)
  }
}
