import ImageFiles
import TestSupport
import Testing

/// What files say of their pictures.
@Suite struct ImageFactsTests {
  private func facts(_ bytes: [UInt8]) throws -> ImageFacts { try #require(ImageFacts(of: bytes)) }

  @Test(arguments: [
    (SamplePictures.png, MediaType.png, 4, 3, 8, ImageFacts.Colour.rgb, false),
    (SamplePictures.transparentPNG, .png, 4, 3, 8, .rgb, true),
    (SamplePictures.deepPNG, .png, 4, 3, 16, .grey, false),
    (SamplePictures.cameraJPEG, .jpeg, 16, 8, 8, .rgb, false),
    (SamplePictures.printJPEG, .jpeg, 4, 3, 8, .cmyk, false),
    (SamplePictures.animatedGIF, .gif, 4, 3, 8, .palette, true),
    (SamplePictures.webp, .webp, 4, 3, 8, .rgb, true),
  ])
  func readsSizeBitsAndColours(
    _ bytes: [UInt8],
    _ type: MediaType,
    _ width: Int,
    _ height: Int,
    _ bits: Int,
    _ colour: ImageFacts.Colour,
    _ hasAlpha: Bool
  ) throws {
    let facts = try facts(bytes)
    #expect(facts.mediaType == type && facts.width == width && facts.height == height)
    #expect(facts.bits == bits && facts.colour == colour && facts.hasAlpha == hasAlpha)
    #expect(facts.defect == nil)
  }

  @Test func readsWhatACameraWrites() throws {
    let facts = try facts(SamplePictures.cameraJPEG)
    #expect(facts.orientation == 6)
    #expect(facts.shownSize?.width == 8 && facts.shownSize?.height == 16)
    #expect(facts.privateParts == [.place, .owner, .serialNumber])
    #expect(try self.facts(SamplePictures.png).privateParts.isEmpty)
  }

  @Test func tellsMovingPictures() throws {
    #expect(try facts(SamplePictures.animatedGIF).isAnimated)
    #expect(try !facts(SamplePictures.png).isAnimated)
  }

  @Test(arguments: [
    SamplePictures.png, SamplePictures.cameraJPEG, SamplePictures.printJPEG, SamplePictures.animatedGIF,
    SamplePictures.webp,
  ])
  func everyCutFileHasADefect(_ bytes: [UInt8]) throws {
    for count in 16..<bytes.count {
      #expect(ImageFacts(of: Array(bytes.prefix(count)))?.defect != nil, "cut at \(count)")
    }
  }

  @Test(arguments: [
    SamplePictures.png, SamplePictures.deepPNG, SamplePictures.cameraJPEG, SamplePictures.animatedGIF,
    SamplePictures.webp,
  ])
  func bytesOfAnyKindAreReadWithoutATrap(_ bytes: [UInt8]) {
    var generator = RandomBits(state: 7)
    for _ in 0..<3000 {
      var damaged = bytes
      for _ in 0..<Int(generator.next() % 6 + 1) {
        damaged[Int(generator.next() % UInt64(damaged.count))] = UInt8(truncatingIfNeeded: generator.next())
      }
      _ = ImageFacts(of: damaged)
    }
  }

  @Test func aChangedByteOfAPNGIsADefect() throws {
    var bytes = SamplePictures.png
    bytes[45] ^= 1
    #expect(try facts(bytes).defect != nil)
  }

  @Test(
    arguments: [
      ("<svg><script>alert(1)</script></svg>", [.script]),
      ("<svg onload = 'x()'/>", [.script]),
      ("<svg><image xlink:href='http://example.org/a.png'/></svg>", [.reference]),
      ("<svg><image href=\"../secret.png\"/></svg>", [.reference]),
      ("<svg style='fill:url(http://example.org/x)'/>", [.reference]),
      ("<!DOCTYPE svg [<!ENTITY a 'b'>]><svg/>", [.entity]),
      ("<svg><use href='#a'/><image href='data:image/png;base64,AA'/><rect fill=\"url(#g)\"/></svg>", []),
    ] as [(String, Set<ImageFacts.Hazard>)]
  )
  func tellsWhatADrawingDoesBeyondBeingShown(_ text: String, _ hazards: Set<ImageFacts.Hazard>) throws {
    let facts = try facts(Array(text.utf8))
    #expect(facts.mediaType == .svg && facts.hazards == hazards)
  }

  @Test func textIsNoPicture() {
    #expect(ImageFacts(of: Array("name,height\n".utf8)) == nil)
    #expect(ImageFacts(of: []) == nil)
  }
}

/// Numbers that look random and are the same in every run (xorshift).
private struct RandomBits {
  var state: UInt64

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
