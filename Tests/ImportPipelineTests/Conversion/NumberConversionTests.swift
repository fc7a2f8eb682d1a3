import AttributeValues
import Findings
import ManagedObjects
import ObjectModel
import TestSupport
import Testing

/// Numbers in every format: by an import and by a check.
@Suite("Conversions of numbers")
struct NumberConversionTests {
  private func outcomes(_ type: AttributeType, _ mapping: String, _ texts: [String]) throws -> [String] {
    try FormatTrial(mappings: "first: { field: text\(mapping.isEmpty ? "" : ", " + mapping) }", type: type).outcomes(
      texts
    )
  }

  @Test func integersKeepEveryDigit() throws {
    #expect(
      try outcomes(.integer64, "thousands: \",\"", ["9,007,199,254,740,993", "-9,223,372,036,854,775,808", "12,3"]) == [
        "9007199254740993|", "-9223372036854775808|", "value.type: “12,3” is not a whole number",
      ]
    )
    #expect(
      try outcomes(.integer64, "convert: d to h", ["375299968947541375", "2 wk"]) == ["9007199254740993000|", "336|"]
    )
  }

  /// Issue 18: what stands before the first mark was not looked at, so that a decimal comma or point made a number a thousand times as large.
  @Test func noMoreThanThreeDigitsAndNoZeroStandBeforeTheFirstMark() throws {
    #expect(
      try outcomes(.double, "thousands: \",\"", ["1,234", "-12,345.5", "0,125", "-0,125", "1234,567", "00,123"]) == [
        "1234.0|", "-12345.5|", "value.type: “0,125” is not a number → 0.125",
        "value.type: “-0,125” is not a number → -0.125", "value.type: “1234,567” is not a number → 1234.567",
        "value.type: “00,123” is not a number → 00.123",
      ]
    )
    let texts = FormatTrial(
      mappings: "first: { field: text, thousands: \".\" }",
      type: .double,
      formats: [.csv, .xml, .html]
    )
    #expect(try texts.outcomes(["0.125"]) == ["value.type: “0.125” is not a number → 0,125"])
  }

  /// Issue 18: the marks of texts were looked for in numbers, too, so that 1.234 became 1234.
  @Test func numbersOfTheFormatItselfHaveNoMarks() throws {
    let folder = try TemporaryFolder()
    let json = #"[{"name": "A", "w": "1.234,5"}, {"name": "B", "w": 1.234}, {"name": "C", "w": 0.5e1, "v": 2.5}]"#
    let book = TestWorkbook([
      .init(
        "Dogs",
        [["name", "w"], ["D", "1.234,5"], ["E", "1.234"], ["F", "12"]].enumerated()
          .map { TestWorkbook.row($0 + 1, $1) }.joined()
      )
    ])
    let item = EntityDescription(name: "Item")
    item.declaredProperties = [
      AttributeDescription(name: "name", type: .string), AttributeDescription(name: "w", type: .double),
      AttributeDescription(name: "v", type: .decimal),
    ]
    let marks = #"thousands: ".", decimal: ",", convert: kg to g"#
    let test = try TestImport(
      """
      model: Test.xcdatamodeld
      output: Test.sqlite
      sources:
        - { file: a.json, entity: Item, attributes: { w: { field: w, \(marks) }, v: { first: [v, w], decimal: "," } } }
        - { file: b.xlsx, entity: Item, attributes: { w: { field: w, \(marks) } } }
      """,
      files: ["a.json": json],
      bytes: ["b.xlsx": book.bytes],
      in: folder.path,
      model: ManagedObjectModel(entities: [item])
    )
    #expect(test.places == ["a.json:1:2 value.type"])
    #expect(
      try test.objects("Item", "name", "w", "v") == [
        "B|1234.0|1.234", "C|5000.0|2.5", "D|1234500.0|nil", "E|1234.0|nil", "F|12000.0|nil",
      ]
    )
  }

  @Test func integersMayBeWrittenWithAnExponentOrAFractionOfZero() throws {
    #expect(
      try outcomes(.integer32, "", ["1e3", "1.0", "1.50e1", "1.5e0", "1e-1", "2E+2"]) == [
        "1000|", "1|", "15|", "value.type: “1.5e0” is not a whole number", "value.type: “1e-1” is not a whole number",
        "200|",
      ]
    )
  }

  @Test func realNumbersMayHaveExponents() throws {
    #expect(try outcomes(.double, "", ["1e-05", "1.5E3"]) == ["1e-05|", "1500.0|"])
    #expect(try outcomes(.decimal, "", ["1e-05", "1.5E3"]) == ["0.00001|", "1500|"])
    #expect(try outcomes(.decimal, "decimal: \",\"", ["1,5e2"]) == ["150|"])
  }

  @Test func whatIsBeyondATypeIsOutOfRange() throws {
    #expect(
      try outcomes(.integer64, "", ["9223372036854775807", "9223372036854775808", "-1e30"]) == [
        "9223372036854775807|",
        "value.range: “9223372036854775808” is greater than 9223372036854775807, the most that an Integer 64 holds",
        "value.range: “-1e30” is less than -9223372036854775808, the least that an Integer 64 holds",
      ]
    )
    #expect(
      try outcomes(.double, "", ["1e999"]) == [
        "value.range: “1e999” is greater than 1.7976931348623157e+308, the most that a Double holds"
      ]
    )
    #expect(
      try outcomes(.float, "", ["-1e39"]) == [
        "value.range: “-1e39” is less than -3.4028235e+38, the least that a Float holds"
      ]
    )
    #expect(
      try outcomes(.decimal, "", ["1e200"]) == [
        "value.range: “1e200” has an exponent that no Decimal has; they reach from -128 to 127"
      ]
    )
  }

  @Test func decimalsAreConvertedAndRoundedInDecimalArithmetic() throws {
    #expect(
      try outcomes(.decimal, "convert: lb to kg", ["10", "10 lb", "1 st", "4 kg"]) == [
        "4.5359237|", "4.5359237|", "6.35029318|", "4|",
      ]
    )
    #expect(
      try outcomes(.decimal, "round: 2", ["1.005", "-1.005", "2.675", "1e-9"]) == ["1.01|", "-1.01|", "2.68|", "0|"]
    )
    #expect(try outcomes(.decimal, "convert: kg to lb", ["1"]) == ["2.20462262184878|"])
    #expect(try outcomes(.decimal, "\"convert\": \"F to C\", round: 1", ["100", "-40"]) == ["37.8|", "-40|"])
    #expect(try outcomes(.double, "convert: lb to kg", ["10"]) == ["4.5359237|"])
    #expect(try outcomes(.double, "round: 2", ["1.005"]) == ["1.01|"])
    #expect(try outcomes(.integer16, "convert: lb to kg, round: 1", ["3.2", "1.102"]) == ["1|", "0|"])
  }

  /// As JSON and worksheets write them.
  @Test func exponentsAreReadExactly() throws {
    let price = AttributeDescription(name: "price", type: .decimal)
    let size = AttributeDescription(name: "size", type: .integer64)
    let folder = try TemporaryFolder()
    let test = try TestImport(
      "model: T.xcdatamodeld\noutput: T.sqlite\nsources: [{ file: towns.jsonl, entity: Town }]",
      files: [
        "towns.jsonl": """
        {"name": "a", "price": 3.6e-08, "size": 1e3}
        {"name": "b", "price": 1E3, "size": 15e-1}
        {"name": "c", "price": -1.25E+2, "size": -9.223372036854775808E18}

        """
      ],
      in: folder.path,
      model: ManagedObjectModel(entities: [SmallModel.entity("Town", price, size)])
    )
    #expect(test.places == ["towns.jsonl:2:37 value.type"])
    #expect(try test.objects("Town", "price", "size") == ["0.000000036|1000", "-125|-9223372036854775808"])
  }
}
