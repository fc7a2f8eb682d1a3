import Foundation
import ImportPipeline
import Testing

@Suite("Exact numbers")
struct ExactNumberTests {
  private func number(_ text: String) throws -> ExactNumber { try #require(ExactNumber(text)) }

  @Test(arguments: [
    ("0", "0"), ("-0.0", "0"), ("12", "12"), ("1200", "12e2"), ("1.50", "15e-1"), ("+.5", "5e-1"), ("5.", "5"),
    ("1e3", "1e3"),
    ("1.5E-3", "15e-4"), ("9223372036854775808", "9223372036854775808"),
    ("0.00000000000000000000000000000000000000000000000001", "1e-50"),
  ])
  func keepsWhatTheTextSpells(_ text: String, _ expected: String) throws {
    #expect(try number(text).description == expected)
    #expect(try number(text).isExact)
  }

  @Test(arguments: ["", "-", ".", "e3", "1e", "1e+", "1,5", "0x10", "nan", "1.2.3", " 1"])
  func refusesWhatIsNoNumber(_ text: String) { #expect(ExactNumber(text) == nil) }

  @Test func saysWhenDigitsWereCutOff() throws {
    let number = try number("1.23456789012345678901234567890123456789012")
    #expect(number.description == "12345678901234567890123456789012345678e-37")
    #expect(!number.isExact && !number.isWhole)
    #expect(try self.number("100000000000000000000000000000000000000000").isExact)
  }

  @Test(arguments: [
    ("9007199254740993", 9_007_199_254_740_993), ("-9223372036854775808", Int64.min),
    ("9223372036854775807", Int64.max),
    ("1e18", 1_000_000_000_000_000_000), ("12.0", 12), ("15e-1", nil), ("1.5e1", 15), ("9223372036854775808", nil),
    ("1e19", nil), ("1e999", nil), ("0e999", 0),
  ])
  func givesWholeNumbersThatFit(_ text: String, _ expected: Int64?) throws {
    #expect(try number(text).integer == expected)
  }

  @Test(arguments: [
    ("1.005", 2, "101e-2"), ("-1.005", 2, "-101e-2"), ("2.5", 0, "3"), ("0.4999", 0, "0"), ("149", 3, "149"),
    ("0.00000001", 2, "0"), ("1e-400", 15, "0"), ("9.995", 2, "1e1"),
  ])
  func roundsHalvesAwayFromZero(_ text: String, _ decimals: Int, _ expected: String) throws {
    #expect(try number(text).rounded(decimals: decimals).description == expected)
  }

  @Test func dividesToAtLeastThirtySevenDigits() throws {
    let third = try number("1").multiplied(by: 1, over: 3)
    #expect(third.description == "3333333333333333333333333333333333333" + "3e-38")
    #expect(!third.isExact)
    #expect(try number("10").multiplied(by: 45_359_237, over: 100_000_000).description == "45359237e-7")
    #expect(
      try number("12345678901234567890123456789012345678").multiplied(by: .max, over: .max).double
        == Double("12345678901234567890123456789012345678")
    )
  }

  @Test(arguments: [
    ("0.1", "0.2", "3e-1"), ("1e30", "1e-7", "10000000000000000000000000000000000001e-7"), ("5", "-5", "0"),
    ("-5", "3", "-2"), ("3", "-5", "-2"), ("0", "7", "7"), ("1.5", "-0.25", "125e-2"),
  ])
  func addsExactly(_ left: String, _ right: String, _ sum: String) throws {
    #expect(try (number(left) + number(right)).description == sum)
    #expect(try (number(right) + number(left)).description == sum)
  }

  @Test(arguments: [
    "0.1", "1e-5", "123456789.123456789", "1e22", "1e23", "9007199254740993", "1.7976931348623157e308", "5e-324",
    "-2.5",
  ])
  func givesTheFloatingPointNumberThatTheStandardLibraryReads(_ text: String) throws {
    #expect(try number(text).double == Double(text))
    #expect(try number(text).float == Float(text))
  }

  @Test func knowsWhatIsBeyondTheTypes() throws {
    #expect(try number("1e309").double == .infinity)
    #expect(try number("-1e39").float == -.infinity)
    #expect(try number("1e166").decimal == nil)
    #expect(try number("1e-129").decimal == nil)
    #expect(try number("12e126").decimal == Decimal(string: "12e126"))
  }
}
