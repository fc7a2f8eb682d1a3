/// What a picture looks like, in a few bytes: pictures that look the same have most bits in common.
package struct PerceptualHash: Equatable, Sendable {
  /// How many bits there are.
  package static let bitCount = 64

  /// The size of the small picture that it is made of.
  static let (width, height) = (9, 8)

  /// For each of 8 by 8 squares, whether it is brighter than the one on its right; 0 where there is but one colour.
  private let gradients: UInt64

  /// Red, green and blue of a picture that has but one colour, and so no squares that could be told apart.
  private let plainColor: SIMD3<Int16>?

  /// How far apart values of red, green or blue may be that count as one: what a lossy format does to a plain picture.
  private static let tolerance: Int16 = 8

  /// - Parameter colors: Red, green and blue of 9 by 8 squares, row by row.
  package init(colors: [UInt8]) {
    let pixels = stride(from: 0, to: colors.count, by: 3).map {
      SIMD3(Int16(colors[$0]), Int16(colors[$0 + 1]), Int16(colors[$0 + 2]))
    }
    let darkest = pixels.reduce(SIMD3(repeating: 255), pointwiseMin)
    let brightest = pixels.reduce(SIMD3(repeating: 0), pointwiseMax)
    guard (brightest &- darkest).max() > Self.tolerance else {
      gradients = 0
      plainColor = (brightest &+ darkest) / 2
      return
    }
    plainColor = nil
    // The weights of ITU-R BT.601, in thousandths.
    let brightness = pixels.map { 299 * Int($0.x) + 587 * Int($0.y) + 114 * Int($0.z) }
    var gradients: UInt64 = 0
    for row in 0..<Self.height {
      for column in 0..<Self.width - 1 {
        let place = row * Self.width + column
        gradients = gradients << 1 | (brightness[place] > brightness[place + 1] ? 1 : 0)
      }
    }
    self.gradients = gradients
  }

  /// In how many bits two pictures differ; in all of them if just one is plain, or if they are plain and of different colours.
  package func differingBits(from other: PerceptualHash) -> Int {
    switch (plainColor, other.plainColor) {
    case (nil, nil): (gradients ^ other.gradients).nonzeroBitCount
    case (let own?, let color?) where pointwiseMax(own &- color, color &- own).max() <= Self.tolerance: 0
    default: Self.bitCount
    }
  }
}
