import AttributeValues
import Foundation
import ManagedObjects
import StoreConformance
import Testing

/// IDs, values and rows as texts, and back.
@Suite struct CodingTests {
  private static let values: [AttributeValue] = [
    .null, .integer(.min), .integer(.max), .boolean(true), .boolean(false), .double(0.1), .double(-1e300),
    .double(.infinity),
    .float(0.1), .float(-.infinity), .float(.greatestFiniteMagnitude),
    .decimal(Decimal(string: "12345678901234567890.12345678901234567")!),
    .string("Zoë \u{1F436}\n\u{0}"), .date(-0.25), .date(1e12), .binary(Data([0, 255, 7])), .binary(Data()),
    .uuid(UUID()),
    .uri(URL(string: "https://example.org/a%20b?c#d")!), .transformable(TransformableValue(bytes: Data([1, 2]))),
    .composite(["city": .string("Bath"), "number": .null, "inner": .composite(["x": .double(1)])]), .composite([:]),
  ]

  @Test(arguments: values) func aValueComesBackAsItWas(_ value: AttributeValue) throws {
    let json = try JSONEncoder().encode([value])
    #expect(
      try JSONDecoder().decode([AttributeValue].self, from: json) == [value],
      "\(String(decoding: json, as: UTF8.self))"
    )
    let list = try PropertyListEncoder().encode(["value": value.isNull ? .string("") : value])
    #expect(
      try PropertyListDecoder().decode([String: AttributeValue].self, from: list)["value"]
        == (value.isNull ? .string("") : value)
    )
  }

  @Test func theFormIsThatOfTheDocumentation() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let value = AttributeValue.composite([
      "a": .integer(3), "b": .boolean(true), "c": .double(38.5), "d": .decimal(Decimal(string: "12.5")!),
      "e": .date(86400), "f": .null,
      "g": .binary(Data([1, 2])), "h": .double(.infinity),
    ])
    #expect(
      String(decoding: try encoder.encode(value), as: UTF8.self)
        == #"{"composite":{"a":{"integer":3},"b":{"boolean":true},"c":{"double":38.5},"d":{"decimal":"12.5"},"#
        + #""e":{"date":86400},"f":null,"g":{"binary":"AQI="},"h":{"double":"inf"}}}"#
    )
  }

  @Test(arguments: [
    "{}", "3", "\"x\"", "[]", #"{"integer": "3"}"#, #"{"integer": 9223372036854775808}"#,
    #"{"integer": 1, "string": "x"}"#, #"{"uuid": "x"}"#,
    #"{"decimal": "x"}"#, #"{"double": "x"}"#, #"{"other": 1}"#, #"{"binary": "%"}"#, #"{"boolean": 1}"#,
  ])
  func whatIsNoValueIsRefused(_ text: String) {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(AttributeValue.self, from: Data(text.utf8)) }
  }

  @Test func anIDIsItsURIAndFoundByACoordinator() throws {
    let stack = try ConformanceStack.inMemory()
    let context = stack.context()
    let breed = try context.make("Breed", ["name": "Beagle"])
    #expect(throws: EncodingError.self) { try JSONEncoder().encode([breed.objectID]) }
    try context.save()
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    let json = try encoder.encode([breed.objectID])
    #expect(String(decoding: json, as: UTF8.self) == "[\"\(breed.objectID.uriRepresentation())\"]")
    let decoder = JSONDecoder()
    #expect(throws: DecodingError.self) { try decoder.decode([ManagedObjectID].self, from: json) }
    decoder.userInfo[.persistentStoreCoordinator] = stack.coordinator
    #expect(try decoder.decode([ManagedObjectID].self, from: json) == [breed.objectID])
    for text in ["[\"x-coredata://nowhere/Breed/p1\"]", "[\"x\"]", "[3]", "[\"\"]"] {
      #expect(throws: DecodingError.self, "\(text)") {
        try decoder.decode([ManagedObjectID].self, from: Data(text.utf8))
      }
    }
  }

  @Test func rowsComeBackWithTheirIDs() throws {
    let stack = try ConformanceStack.inMemory()
    let context = stack.context()
    let group = try context.make("Group", ["name": "Hound"])
    try context.make("Breed", ["name": "Beagle", "height": 38.1, "group": group])
    try context.make("Breed", ["name": "Akita"])
    try context.save()
    let rows = try context.fetch(FetchRequest<FetchedDictionary>(entityName: "Breed"))
    #expect(rows.count == 2)
    let decoder = JSONDecoder()
    decoder.userInfo[.persistentStoreCoordinator] = stack.coordinator
    #expect(try decoder.decode([FetchedDictionary].self, from: try JSONEncoder().encode(rows)) == rows)
  }
}
