import TestSupport
import Testing

/// A column, and the line that it becomes.
struct ColumnCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  var header = "Value"
  let values: [String]
  let line: String
}

@Suite("Types guessed from values") struct TypeGuessTests {
  static let cases = [
    ColumnCase(
      testDescription: "small whole numbers",
      values: ["1", "-5", "310"],
      line: "value: Value  # Integer 16: all 3 values are whole numbers from -5 to 310; never empty"
    ),
    ColumnCase(
      testDescription: "greater whole numbers",
      values: ["1", "40000", ""],
      line: "value: Value  # Integer 32: both values are whole numbers from 1 to 40000; 1 of 3 records has none"
    ),
    ColumnCase(
      testDescription: "greatest whole numbers",
      values: ["3000000000", "1", "2"],
      line: "value: Value  # Integer 64: all 3 values are whole numbers from 1 to 3000000000; never empty"
    ),
    ColumnCase(
      testDescription: "numbers too long for integers",
      values: ["12345678901234567890123", "1", "2"],
      line: "value: Value  # String: numbers of more digits than numbers have; never empty"
    ),
    ColumnCase(
      testDescription: "leading zeros",
      values: ["00123", "20000", "30000"],
      line: "value: Value  # String: digits, but “00123” in line 2 would lose its zeros as a number; never empty"
    ),
    ColumnCase(
      testDescription: "codes by their name",
      header: "ZIP code",
      values: ["12345", "20000", "30000"],
      line: "zipCode: ZIP code  # String: digits, but by its name a code; never empty"
    ),
    ColumnCase(
      testDescription: "decimals",
      values: ["1.5", "2", "0.25"],
      line: "value: Value  # Double: all 3 values are numbers from 0.25 to 2, with up to 2 decimals; never empty"
    ),
    ColumnCase(
      testDescription: "decimals with exponents",
      values: ["3.6140969876899156e-08", "1.5", "0.008695652173913044"],
      line:
        "value: Value  # Double: all 3 values are numbers from 3.6140969876899156e-08 to 1.5, with up to 18 decimals; never empty"
    ),
    ColumnCase(
      testDescription: "more digits than a Double keeps",
      values: ["3.61409698768991561", "1.5", "0.25"],
      line:
        "value: Value  # Decimal: all 3 values are numbers from 0.25 to 3.6140969876899156, with up to 17 decimals; never empty"
    ),
    ColumnCase(
      testDescription: "money",
      header: "Price",
      values: ["1.50", "2.00", "3.95"],
      line: "price: Price  # Decimal: all 3 values are numbers from 1.5 to 3.95, with up to 2 decimals; never empty"
    ),
    ColumnCase(
      testDescription: "English thousands",
      values: ["1,234", "12", "1,234,567"],
      line:
        "value: { field: Value, thousands: \",\" }  # Integer 32: all 3 values are whole numbers from 12 to 1234567, written like 1,234.5; never empty"
    ),
    ColumnCase(
      testDescription: "German thousands and decimals",
      values: ["1.234,5", "12", "1.234"],
      line:
        "value: { field: Value, thousands: \".\", decimal: \",\" }  # Double: all 3 values are numbers from 12 to 1234.5, with up to 1 decimals, written like 1.234,5; never empty"
    ),
    ColumnCase(
      testDescription: "decimal commas",
      values: ["0,125", "12,5", "3"],
      line:
        "value: { field: Value, thousands: \".\", decimal: \",\" }  # Double: all 3 values are numbers from 0.125 to 12.5, with up to 3 decimals, written like 1.234,5; never empty"
    ),
    ColumnCase(
      testDescription: "truth values",
      values: ["yes", "no", "YES"],
      line: "value: Value  # Boolean: all 3 values are “yes” or “no”; never empty"
    ),
    ColumnCase(
      testDescription: "truth values in German",
      values: ["ja", "nein", "ja"],
      line:
        "value: { field: Value, true: [ja], false: [nein] }  # Boolean: all 3 values are “ja” or “nein”; never empty"
    ),
    ColumnCase(
      testDescription: "0 and 1 by their name",
      header: "is_open",
      values: ["0", "1", "1"],
      line: "isOpen: is_open  # Boolean: all 3 values are “1” or “0”; never empty"
    ),
    ColumnCase(
      testDescription: "0 and 1",
      values: ["0", "1", "1"],
      line: "value: Value  # Integer 16: all 3 values are whole numbers from 0 to 1; never empty"
    ),
    ColumnCase(
      testDescription: "marks",
      values: ["x", "", "x"],
      line: "value: { field: Value, presence: true }  # Boolean: “x” in 2 of 3 records, nothing in the others"
    ),
    ColumnCase(
      testDescription: "ISO dates",
      values: ["2024-05-01", "2024-02-29", "1999-12-31"],
      line:
        "value: { field: Value, date: yyyy-MM-dd }  # Date: all 3 values are dates of the form yyyy-MM-dd; never empty"
    ),
    ColumnCase(
      testDescription: "dates that show the day first",
      values: ["13/01/2024", "01/02/2024", "31/12/1999"],
      line:
        "value: { field: Value, date: dd/MM/yyyy }  # Date: all 3 values are dates of the form dd/MM/yyyy; never empty"
    ),
    ColumnCase(
      testDescription: "dates that leave day and month open",
      values: ["10/01/2024", "01/02/2024", "11/12/1999"],
      line:
        "value: { field: Value, date: MM/dd/yyyy }  # Date: all 3 values are dates of the form MM/dd/yyyy; dd/MM/yyyy would fit as well; never empty"
    ),
    ColumnCase(
      testDescription: "dates of several forms",
      values: ["2024-05-01", "2024-05-01 10:30", "2024-05-02"],
      line:
        "value: { field: Value, date: [yyyy-MM-dd, yyyy-MM-dd HH:mm] }  # Date: all 3 values are dates of the forms yyyy-MM-dd and yyyy-MM-dd HH:mm; never empty"
    ),
    ColumnCase(
      testDescription: "a day that is none",
      values: ["2023-02-29", "2023-02-28", "2023-02-27"],
      line:
        "value: Value  # String: 2 of 3 values are dates, but not “2023-02-29” in line 2; never empty"
    ),
    ColumnCase(
      testDescription: "UUIDs",
      values: ["123E4567-E89B-12D3-A456-426614174000", "123e4567-e89b-12d3-a456-426614174001", ""],
      line: "value: Value  # UUID: both values are UUIDs; 1 of 3 records has none"
    ),
    ColumnCase(
      testDescription: "addresses",
      values: ["https://a.example/x", "http://b.example", ""],
      line: "value: Value  # URI: both values are addresses; 1 of 3 records has none"
    ),
    ColumnCase(
      testDescription: "nothing",
      values: ["", "", ""],
      line: "value: Value  # String: no record has a value"
    ),
    ColumnCase(
      testDescription: "a doubtful placeholder among numbers",
      values: ["1", "unknown", "2"],
      line:
        "value: { field: Value, nulls: [unknown] }  # Integer 16: both values are whole numbers from 1 to 2; 1 of 3 records has none"
    ),
    ColumnCase(
      testDescription: "a doubtful placeholder among texts",
      values: ["Asia", "NA", "Europe"],
      line: "value: Value  # String: 3 texts, all different; never empty"
    ),
    ColumnCase(
      testDescription: "nothing but doubtful placeholders",
      values: ["NA", "x", "NA"],
      line: "value: Value  # String: 3 texts, 2 of them different; never empty"
    ),
  ]

  @Test(arguments: cases) func guesses(_ example: ColumnCase) throws {
    let rows = example.values.enumerated().map { "k\($0),\"\($1)\"\n" }.joined()
    let drafting = try Drafting(["things.csv": "Code,\(example.header)\n" + rows])
    let name = String(example.line.prefix { $0 != ":" })
    #expect(drafting.line(name + ":") == example.line)
    _ = try drafting.plan()
  }

  @Test func saysWhatIsAlmostANumber() throws {
    let rows = (1...20).map { "k\($0),\($0 == 7 ? "seven" : "\($0)")\n" }.joined()
    let drafting = try Drafting(["things.csv": "Code,Value\n" + rows])
    #expect(
      drafting.line("value:")
        == "value: Value  # String: 19 of 20 values are numbers, but not “seven” in line 8; never empty"
    )
  }

  @Test func putsPlaceholdersIntoNulls() throws {
    let drafting = try Drafting(["things.csv": "Code,A,B\nx1,-,n/a\nx2,1,NULL\nx3,2,-\n"])
    #expect(
      drafting.line("nulls:")
        == "nulls: [\"-\", \"NULL\", n/a]  # stand for no value, as it seems: “-” 2 times, “NULL” 1 time, “n/a” 1 time"
    )
    #expect(
      drafting.line("a:") == "a: A  # Integer 16: both values are whole numbers from 1 to 2; 1 of 3 records has none"
    )
    #expect(drafting.line("b:") == "b: B  # String: no record has a value")
    _ = try drafting.plan()
  }
}
