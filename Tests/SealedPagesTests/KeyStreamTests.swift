import Testing

@testable import SealedPages

/// Keys that one thread makes and another takes: all of them, in order, and both come to an end whoever fails.
@Suite struct KeyStreamTests {
  private static func withKey<Result>(
    _ number: Int,
    _ body: (UnsafeRawBufferPointer) throws(SealedPagesError) -> Result
  ) throws(SealedPagesError) -> Result {
    // Every thousandth key is larger than a piece.
    let key = [UInt8](repeating: UInt8(number % 251), count: number % 1000 == 999 ? 200_000 : number % 97)
    return try key.withRawBytes(body)
  }

  private static func prefix(_ number: Int) -> KeyOrder.Prefix {
    KeyOrder.Prefix(value: UInt64(number) &* 0x9E37_79B9_7F4A_7C15, isExact: number.isMultiple(of: 3))
  }

  /// - Returns: How many keys were taken.
  private func run(_ count: Int, failingToMake: Int = .max, failingToTake: Int = .max) throws -> Int {
    var taken = 0
    do throws(SealedPagesError) {
      try KeyStream().run { stream throws(SealedPagesError) in
        for number in 0..<count {
          if number == failingToMake { throw .indexDiffers(index: "made") }
          let goesOn = try Self.withKey(number) { key throws(SealedPagesError) in
            stream.add(key, prefix: Self.prefix(number))
          }
          guard goesOn else { return }
        }
      } taking: { key, prefix throws(SealedPagesError) in
        if taken == failingToTake { throw .indexDiffers(index: "taken") }
        let isRight = try Self.withKey(taken) { expected throws(SealedPagesError) in key.elementsEqual(expected) }
        #expect(isRight)
        #expect(prefix.value == Self.prefix(taken).value && prefix.isExact == Self.prefix(taken).isExact)
        taken += 1
      }
    } catch {
      guard case .indexDiffers(let name) = error else { throw error }
      #expect(name == (failingToTake < .max ? "taken" : "made"))
      #expect(failingToMake < .max || failingToTake < .max)
    }
    return taken
  }

  @Test(arguments: [0, 1, 3000, 40_000]) func givesEveryKeyInOrder(_ count: Int) throws {
    #expect(try run(count) == count)
  }

  @Test(arguments: [0, 1, 2500, 39_999]) func endsWhenKeysCannotBeTaken(_ number: Int) throws {
    #expect(try run(40_000, failingToTake: number) == number)
  }

  @Test(arguments: [0, 1, 2500, 39_999]) func endsWhenKeysCannotBeMade(_ number: Int) throws {
    #expect(try run(40_000, failingToMake: number) <= number)
  }
}
