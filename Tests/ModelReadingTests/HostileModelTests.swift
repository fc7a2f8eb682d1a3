import Findings
import FoundationEssentials
import ModelReading
import ObjectModel
import TestSupport
import Testing

/// Model files that were cut, mixed up or made to do harm: reading them ends with a model, findings or an error.
@Suite struct HostileModelTests {
  private enum Outcome {
    case usable
    case faulty
    case refused
  }

  private static let whole = Array(ModelParsingTests.everything.utf8)

  /// Reads and, if there is a model, uses it as a coordinator would. Nothing but a `ModelReadingError` may be thrown.
  @discardableResult
  private func read(_ bytes: [UInt8]) throws -> Outcome {
    let document: ModelDocument
    do {
      document = try ModelReader.parse(bytes, file: "contents")
    } catch is ModelReadingError {
      return .refused
    }
    let model = document.model
    #expect(model.copy().versionHashesByEntityName == model.versionHashesByEntityName)
    for entity in model.entities {
      for attribute in entity.attributesByName.values { _ = attribute.validate(attribute.defaultValue) }
    }
    _ = try? ManagedObjectModel(mergedFrom: [model, model.copy()])
    if document.findings.contains(where: { $0.severity == .error }) { return .faulty }
    model.freeze()
    return .usable
  }

  @Test func aModelCutAnywhereIsRefused() throws {
    let end = try #require(Self.whole.lastIndex(of: UInt8(ascii: ">")))
    for length in stride(from: 0, to: end, by: 37) {
      #expect(try read(Array(Self.whole.prefix(length))) == .refused, "\(length) bytes")
    }
    #expect(try read(Self.whole) == .usable)
  }

  @Test func aModelWithChangedBytesIsReadOrRefused() throws {
    var generator = SeededGenerator(seed: 0x2545_F491_4F6C_DD1D)
    var outcomes: Set<Outcome> = []
    for _ in 0..<300 {
      var bytes = Self.whole
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      outcomes.insert(try read(bytes))
    }
    #expect(outcomes == [.usable, .faulty, .refused])
  }

  @Test func aModelWithExchangedValuesIsReadOrRefused() throws {
    // The texts between quotation marks, which the mutations put into each other's places.
    let parts = ModelParsingTests.everything.split(separator: "\"", omittingEmptySubsequences: false).map(String.init)
    let values = parts.indices.filter { $0 % 2 == 1 }
    let wild = [
      "", "99999999999999999999", "-1", "1e400", "nan", "inf", "-0", "YES", "[", "(a+)+$", "SELF", "\u{0}", "Breed",
      "Named", "4294967296",
      "0x10", "../../etc/passwd", String(repeating: "x", count: 5000), "name.name", "$X",
    ]
    var generator = SeededGenerator(seed: 0x9E37_79B9_7F4A_7C15)
    var outcomes: Set<Outcome> = []
    for _ in 0..<400 {
      var mutated = parts
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let target = try #require(values.randomElement(using: &generator))
        let isWild = Bool.random(using: &generator)
        let source = try #require(values.randomElement(using: &generator))
        mutated[target] = isWild ? wild.randomElement(using: &generator) ?? "" : parts[source]
      }
      outcomes.insert(try read(Array(mutated.joined(separator: "\"").utf8)))
    }
    #expect(outcomes.isSuperset(of: [.usable, .faulty]))
  }

  @Test(
    arguments: [
      "<model><entity/></model>", "<model><entity name=\"\"/></model>",
      "<model><entity name=\"A\" parentEntity=\"A\"/></model>",
      "<model><entity name=\"A\" parentEntity=\"B\"/><entity name=\"B\" parentEntity=\"C\"/><entity name=\"C\" parentEntity=\"A\"/></model>",
      "<model><entity name=\"A\"><attribute name=\"x\" attributeType=\"Composite\" elementName=\"x\"/></entity>"
        + "<composite name=\"x\"><attribute name=\"x\" attributeType=\"Composite\" elementName=\"x\"/>"
        + "<attribute name=\"y\" attributeType=\"Composite\" elementName=\"x\"/></composite></model>",
      "<model><entity name=\"A\"><attribute name=\"f\" attributeType=\"Float\" defaultValueString=\"1e39\" minValueString=\"nan\"/>"
        + "</entity></model>",
      "<model><entity name=\"A\"><attribute name=\"s\" attributeType=\"String\" minValueString=\"99999999999999999999\"/></entity></model>",
      "<model><fetchRequest name=\"r\" entity=\"A\" predicateString=\"((((((\"/><configuration name=\"c\"><memberEntity/></configuration></model>",
      "<html/>", "not xml", "",
    ]
  )
  func whatMakesNoSenseIsFaultyOrRefused(_ text: String) throws { #expect(try read(Array(text.utf8)) != .usable) }

  @Test(
    arguments: [
      "<model/>",
      "<model><entity name=\"A\"><relationship name=\"b\" minCount=\"9223372036854775807\" maxCount=\"-1\" destinationEntity=\"A\" "
        + "inverseName=\"b\"/></entity></model>",
      "<model><entity name=\"A\"><attribute name=\"n\" attributeType=\"Integer 64\" minValueString=\"-9223372036854775808\" "
        + "maxValueString=\"9223372036854775807\" defaultValueString=\"9223372036854775808\"/></entity></model>",
      "<model><entity name=\"A\"><attribute name=\"d\" attributeType=\"Date\" defaultDateTimeInterval=\"1e308\"/></entity></model>",
      "<!DOCTYPE model [<!ENTITY a \"&b;&b;\"><!ENTITY b \"&c;&c;\"><!ENTITY c \"x\">]><model><entity name=\"&a;\"/></model>",
    ]
  )
  func whatIsStrangeAndNotWrongIsUsable(_ text: String) throws { #expect(try read(Array(text.utf8)) == .usable) }

  @Test func compositesThatContainThemselvesTwiceDoNotGrowWithoutEnd() throws {
    let element = "<attribute name=\"x%\" attributeType=\"Composite\" elementName=\"t\"/>"
    let elements = (1...4).map { element.replacing("%", with: "\($0)") }.joined()
    let text =
      "<model><entity name=\"A\"><attribute name=\"a\" attributeType=\"Composite\" elementName=\"t\"/></entity>"
      + "<composite name=\"t\">\(elements)</composite></model>"
    let document = try ModelReader.parse(Array(text.utf8), file: "contents")
    #expect(document.findings.contains { $0.rule == .modelComposite })
  }

  /// Issue 18: a chain of 5,000 entities, each with the properties of all before it, took two gigabytes.
  @Test(arguments: [false, true]) func chainsOfEntitiesAreBounded(_ beginsWithChildren: Bool) throws {
    var elements = (0..<600).map { number in
      let parent = number == 0 ? "" : " parentEntity=\"E\(number - 1)\""
      return "<entity name=\"E\(number)\"\(parent)><attribute name=\"a\(number)\" attributeType=\"String\"/></entity>\n"
    }
    if beginsWithChildren { elements.reverse() }
    let document = try ModelReader.parse(Array("<model>\n\(elements.joined())</model>".utf8), file: "contents")
    #expect(document.findings.map(\.message).sorted().first == "E257 has more than 256 parents one above the other")
    #expect(
      document.findings.filter { $0.rule == .modelParentCycle }.map(\.entity).sorted { $0 ?? "" < $1 ?? "" } == [
        "E257", "E514",
      ]
    )
    let model = document.model
    #expect(model.entitiesByName["E256"]?.depth == 256 && model.entitiesByName["E257"]?.depth == 0)
    #expect(model.entities.map(\.depth).max() == 256)
    let circle = try ModelReader.parse(
      Array(
        "<model><entity name='A' parentEntity='C'/><entity name='B' parentEntity='A'/><entity name='C' parentEntity='B'/></model>"
          .utf8
      ),
      file: "contents"
    )
    #expect(
      circle.findings.filter { $0.rule == .modelParentCycle }.map(\.message) == ["C descends from itself by way of B"]
    )
  }
}
