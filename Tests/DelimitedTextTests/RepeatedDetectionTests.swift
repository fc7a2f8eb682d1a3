import DelimitedText
import Testing

/// Texts of which the same beginning has been looked at before.
@Suite struct RepeatedDetectionTests {
  private static let text = "a;b,c\n1;2,5\n3;4,5\n"

  private static func reader(_ text: String, _ change: (inout DelimitedOptions) -> Void = { _ in }) throws
    -> DelimitedReader
  {
    var options = DelimitedOptions()
    change(&options)
    return try DelimitedReader(bytes: Array(text.utf8), options: options)
  }

  @Test func theSameTextHasTheSameDialectWhateverItsFile() throws {
    let first = try Self.reader(Self.text)
    let again = try Self.reader(Self.text) { $0.fileName = "other.csv" }
    #expect(again.dialect == first.dialect)
    #expect(again.detection == first.detection)
    #expect(again.header == first.header)
  }

  @Test func otherOptionsLeadToAnotherDialect() throws {
    _ = try Self.reader(Self.text)
    let commas = try Self.reader(Self.text) { $0.known.delimiter = [UInt8(ascii: ",")] }
    #expect(commas.header == ["a;b", "c"])
    let records = try Self.reader(Self.text) { $0.header = .none }
    #expect(records.dialect.headerRows == 0)
  }

  @Test func anotherTextHasADialectOfItsOwn() throws {
    _ = try Self.reader(Self.text)
    #expect(try Self.reader(Self.text.replacing(";", with: "|")).dialect.delimiter == [UInt8(ascii: "|")])
  }
}
