import Dispatch
import ImageFiles
import ImageFitting
import Synchronization
import TestSupport
import Testing

/// Pictures that libvips decodes, where it is installed.
@Suite(.enabled(if: ImageLibrary.isInstalled)) struct ImageLibraryTests {
  private let library: ImageLibrary

  init() throws { library = try ImageLibrary.load() }

  @Test(arguments: [ImageFitting.Format.jpeg, .png, .webp])
  func aPictureIsMadeToFitUprightAndStripped(_ format: ImageFitting.Format) throws {
    let made = try library.fit(SamplePictures.cameraJPEG, ImageFitting(width: 4, height: 12, format: format))
    let facts = try #require(ImageFacts(of: made))
    #expect(facts.mediaType.shortName == format.rawValue)
    #expect(facts.width == 4 && facts.height == 8 && facts.orientation == 1 && facts.privateParts.isEmpty)
    #expect(facts.defect == nil)
  }

  @Test func aSmallPictureIsNotMadeLarger() throws {
    let facts = ImageFacts(of: try library.fit(SamplePictures.png, ImageFitting(width: 640, height: 640)))
    #expect(facts?.width == 4 && facts?.height == 3)
  }

  @Test func theSamePictureGivesTheSameBytes() throws {
    let fitting = ImageFitting(width: 8, height: 8)
    #expect(try library.fit(SamplePictures.cameraJPEG, fitting) == library.fit(SamplePictures.cameraJPEG, fitting))
  }

  @Test(arguments: [
    SamplePictures.printJPEG, SamplePictures.deepPNG, SamplePictures.transparentPNG, SamplePictures.animatedGIF,
  ])
  func coloursAndBitsBecomeThoseOfAScreen(_ bytes: [UInt8]) throws {
    let facts = ImageFacts(of: try library.fit(bytes, ImageFitting(width: 4, height: 4)))
    #expect(facts?.colour == .rgb && facts?.bits == 8 && facts?.hasAlpha == false)
  }

  @Test func aPictureWithTooManyPixelsIsNotDecoded() throws {
    let failure = try #require(throws: ImageFailure.self) {
      try library.decode(SamplePictures.png(width: 100_000, height: 100_000))
    }
    #expect(failure.kind == .tooManyPixels(100_000, 100_000))
  }

  @Test func aPictureWithoutItsPixelsIsDamaged() throws {
    let failure = try #require(throws: ImageFailure.self) {
      try library.decode(SamplePictures.png(width: 400, height: 400))
    }
    guard case .damaged = failure.kind else {
      Issue.record("\(failure)")
      return
    }
  }

  @Test func aPictureWhoseDataAreBrokenIsNotMadeToFitAndIsSaidInItsOwnWords() throws {
    var broken = SamplePictures.png
    let data = try #require(broken.indices.first { broken[$0...].starts(with: Array("IDAT".utf8)) })
    broken[data + 14] ^= 0x55
    let pictures = [broken, SamplePictures.cameraJPEG]
    let fitting = ImageFitting(width: 4, height: 4)
    let words = Mutex<Set<String>>([])
    DispatchQueue.concurrentPerform(iterations: 40) { number in
      do throws(ImageFailure) {
        _ = try library.fit(pictures[number % 2], fitting)
        if number.isMultiple(of: 2) { Issue.record("a broken picture was made to fit") }
      } catch {
        words.withLock { _ = $0.insert("\(error)") }
      }
    }
    #expect(words.withLock(\.count) == 1)
  }

  /// Such a file has its beginning and its end, so that only its decoder sees it; libjpeg warns, and goes on with grey.
  @Test func aJPEGWithBrokenDataInTheMiddleIsDamaged() throws {
    var broken = SamplePictures.noisyJPEG
    broken.removeSubrange(broken.count / 2..<broken.count / 2 + 200)
    #expect(ImageFacts(of: broken)?.defect == nil)
    let damage = ImageFailure.Kind.damaged("VipsJpeg: Corrupt JPEG data: premature end of data segment")
    #expect(try #require(throws: ImageFailure.self) { try library.decode(broken) }.kind == damage)
    let fitting = ImageFitting(width: 24, height: 24)
    #expect(try #require(throws: ImageFailure.self) { try library.fit(broken, fitting) }.kind == damage)
  }

  /// libjpeg warns of these, too, and they show all of the picture.
  @Test func aJPEGWithHarmlessOdditiesIsWhole() throws {
    let tables = try #require(
      SamplePictures.noisyJPEG.indices.first { SamplePictures.noisyJPEG[$0...].starts(with: [0xFF, 0xDB]) }
    )
    var parameters = SamplePictures.noisyJPEG
    let scan = try #require(parameters.indices.first { parameters[$0...].starts(with: [0xFF, 0xDA]) })
    parameters[scan + 5 + 2 * Int(parameters[scan + 4])] = 1
    let adobe =
      SamplePictures.noisyJPEG[..<tables] + [0xFF, 0xEE, 0, 14] + Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 7]
      + SamplePictures.noisyJPEG[tables...]
    for bytes in [parameters, Array(adobe)] {
      try library.decode(bytes)
      #expect(try library.fit(bytes, ImageFitting(width: 24, height: 24)).isEmpty == false)
    }
  }

  @Test func everyCutFileIsAFailureAndNoCrash() {
    for bytes in [SamplePictures.png, SamplePictures.cameraJPEG, SamplePictures.webp] {
      for count in stride(from: 0, to: bytes.count, by: 7) {
        #expect(throws: ImageFailure.self) { try library.decode(Array(bytes.prefix(count))) }
      }
    }
  }

  @Test func aHEICThatTheLibraryCannotReadIsAFailure() throws {
    let bytes =
      [0, 0, 0, 24] + Array("ftypheic".utf8) + [0, 0, 0, 0] + Array("mif1heic".utf8) + [UInt8](repeating: 7, count: 64)
    let failure = try #require(throws: ImageFailure.self) { try library.decode(bytes) }
    guard case .unreadable(.heic, _) = failure.kind else {
      Issue.record("\(failure)")
      return
    }
  }

  @Test func aDrawingIsNotDecoded() {
    #expect(throws: ImageFailure.self) { try library.decode(Array("<svg width='4' height='4'/>".utf8)) }
  }

  @Test func aPictureAndItsSmallerCopyHaveAlmostTheSameHash() throws {
    let copy = try library.fit(SamplePictures.cameraJPEG, ImageFitting(width: 6, height: 12, quality: 60))
    let (hash, other) = (try library.perceptualHash(SamplePictures.cameraJPEG), try library.perceptualHash(copy))
    #expect(hash.differingBits(from: other) <= 6)
    #expect(hash.differingBits(from: try library.perceptualHash(SamplePictures.noisyJPEG)) > 10)
  }

  /// Their squares cannot be told apart; what they look like is their colour.
  @Test func plainPicturesLookTheSameWhenTheirColorsDo() throws {
    func plain(_ color: [UInt8]) -> PerceptualHash {
      PerceptualHash(colors: Array(repeatElement(color, count: 72).joined()))
    }
    let red = plain([200, 30, 30])
    let otherRed = plain([204, 28, 30])
    // As bright as the red one.
    let blue = plain([30, 83, 210])
    #expect(red.differingBits(from: otherRed) == 0)
    #expect(red.differingBits(from: blue) == PerceptualHash.bitCount)
    #expect(red.differingBits(from: try library.perceptualHash(SamplePictures.cameraJPEG)) == PerceptualHash.bitCount)
  }
}
