import ImportPipeline
import Testing

@Suite("Numbers in text")
struct NumberTextTests {
  private func integer(_ text: String) -> Int64? { Array(text.utf8).withUnsafeBufferPointer(NumberText.integer) }
  private func double(_ text: String) -> Double? { Array(text.utf8).withUnsafeBufferPointer(NumberText.double) }

  @Test(arguments: [
    ("0", 0), ("42", 42), ("-7", -7), ("+5", 5), ("007", 7), ("9223372036854775807", Int64.max),
    ("-9223372036854775808", Int64.min),
  ])
  func readsWholeNumbersToTheEndsOf64Bits(_ text: String, _ value: Int64) { #expect(integer(text) == value) }

  @Test(arguments: ["", "-", "+", "1.0", "1 000", "9223372036854775808", "-9223372036854775809", "12a", "0x10", "١"])
  func refusesWhatIsNoWholeNumber(_ text: String) { #expect(integer(text) == nil) }

  @Test(arguments: [
    "0", "-0", "1.5", ".5", "5.", "0.1", "22.9", "1e3", "1E-5", "123456789012345678", "0.000000000000000000000001",
    "4.9406564584124654e-324", "1.7976931348623157e308", "9007199254740993", "-12.25",
  ])
  func readsNumbersAsTheStandardLibraryDoes(_ text: String) throws {
    let expected = try #require(Double(text.hasSuffix(".") ? text + "0" : text.hasPrefix(".") ? "0" + text : text))
    #expect(double(text) == expected)
  }

  @Test(arguments: ["", ".", "-", "1e", "1e+", "abc", "nan", "inf", "0x1p3", "1,5", "1.2.3", "1e999"])
  func refusesWhatIsNoNumber(_ text: String) { #expect(double(text) == nil) }
}
