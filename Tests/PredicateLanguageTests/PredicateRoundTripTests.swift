import PredicateLanguage
import Testing

@Suite struct PredicateRoundTripTests {
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func randomPredicatesPrintAndParseBack(seed: UInt64) throws {
    var random = RandomPredicates(seed: seed)
    for _ in 0..<1_000 {
      let predicate = random.predicate(depth: 4)
      let text = predicate.description
      do {
        let parsed = try ObjectPredicate(format: text)
        #expect(parsed == predicate, "\(text)")
        #expect(parsed.hashValue == predicate.hashValue)
        #expect(parsed.description == text)
      } catch {
        Issue.record(error, "\(text)")
      }
    }
  }

  @Test(arguments: [5, 6] as [UInt64])
  func randomExpressionsPrintAndParseBack(seed: UInt64) throws {
    var random = RandomPredicates(seed: seed)
    for _ in 0..<1_000 {
      let expression = random.expression(depth: 4)
      #expect(try ObjectExpression(format: expression.description) == expression, "\(expression)")
    }
  }

  /// Damaged texts: whatever they are, parsing ends with a predicate or an error that points into the text.
  @Test func damagedTextsGiveErrorsInsideTheText() throws {
    var random = RandomPredicates(seed: 7)
    for _ in 0..<2_000 {
      var bytes = Array(random.predicate(depth: 3).description.utf8)
      for _ in 0..<3 where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &random.generator)
        switch Int.random(in: 0..<3, using: &random.generator) {
        case 0: bytes.remove(at: place)
        case 1: bytes[place] = UInt8.random(in: 0...255, using: &random.generator)
        default: bytes.removeSubrange(place...)
        }
      }
      let text = String(decoding: bytes, as: UTF8.self)
      do throws(PredicateSyntaxError) {
        _ = try ObjectPredicate(format: text)
      } catch {
        #expect(error.range.lowerBound >= 0 && error.range.upperBound <= text.utf8.count)
        #expect(error.description.hasPrefix(error.message))
      }
    }
  }
}
