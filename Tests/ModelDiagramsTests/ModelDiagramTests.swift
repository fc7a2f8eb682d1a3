import ModelDiagrams
import ModelReading
import ObjectModel
import TestSupport
import Testing

/// Models as pictures.
@Suite struct ModelDiagramTests {
  private static func diagram(_ contents: String, counts: [String: Int] = [:]) throws -> String {
    let model = try ModelReader.parse(Array(contents.utf8), file: "contents").model
    return ModelDiagram(of: model, title: "Model", counts: counts).svg
  }

  /// The texts of a picture, line by line: class and content.
  private static func texts(_ svg: String) -> [String] {
    svg.matches(of: #/<text(?: class="([^"]*)")?[^>]*>([^<]*)</text>/#).map { "\($0.1.map { "\($0): " } ?? "")\($0.2)" }
  }

  private static let zoo = """
    <model>
    <entity name="Animal" isAbstract="YES">
      <attribute name="name" attributeType="String"/>
      <attribute name="age" optional="YES" transient="YES" attributeType="Integer 16"/>
      <attribute name="fold" attributeType="String" derived="YES" derivationExpression="canonical:(name)"/>
      <relationship name="home" maxCount="1" deletionRule="Nullify" destinationEntity="Cage" inverseName="animals" inverseEntity="Cage"/>
      <relationship name="friends" optional="YES" toMany="YES" deletionRule="No Action" destinationEntity="Animal" inverseName="friends" inverseEntity="Animal"/>
      <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint></uniquenessConstraints>
    </entity>
    <entity name="Dog" parentEntity="Animal"/>
    <entity name="Cage">
      <relationship name="animals" toMany="YES" minCount="2" maxCount="4" ordered="YES" deletionRule="Deny" destinationEntity="Animal" inverseName="home" inverseEntity="Animal"/>
      <relationship name="key" optional="YES" maxCount="1" deletionRule="Cascade" destinationEntity="Key"/>
    </entity>
    <entity name="Key"/>
    </model>
    """

  @Test func aBoxSaysWhatTheModelSays() throws {
    let svg = try Self.diagram(Self.zoo, counts: ["Dog": 1_234_567, "Cage": 3])
    #expect(
      Self.texts(svg) == [
        "name abstract: Animal", "detail: abstract", "key: name", "detail: String", "age",
        "detail: Integer 16, optional, transient",
        "fold", "detail: String = canonical:(name)", "home", "detail: → Cage 1, nullify", "friends",
        "detail: → Animal 0…n, no action",
        "name: Dog", "detail: 1\u{2009}234\u{2009}567",
        "name: Cage", "detail: 3", "animals", "detail: → Animal 2…4, ordered, deny", "key",
        "detail: → Key 0…1, cascade",
        "name: Key",
      ]
    )
  }

  @Test func aRelationshipAndItsInverseAreOneLine() throws {
    let svg = try Self.diagram(Self.zoo)
    // Four lines: home with animals, friends with itself, key, and inheritance.
    let lines = svg.matches(of: #/<path class="line( inheritance)?" d="M[^"]*C/#)
    #expect(lines.count == 4 && lines.count { $0.1 != nil } == 1)
    // A fork at each end where many may be: the animals of a cage, friends at both ends. A bar: a home, a key.
    #expect(svg.matches(of: #/class="line" d="M[^LC"]*L[^LC"]*L/#).count == 3)
    #expect(svg.matches(of: #/class="line" d="M[^LC"]*L[^LC"]*"/#).count == 2)
    // A ring where there may be none: friends at both ends, a key.
    #expect(svg.matches(of: #/<circle/#).count == 3)
  }

  private struct Box {
    var (x, y, width, height) = (0.0, 0.0, 0.0, 0.0)
  }

  private static func boxes(_ svg: String) throws -> [Box] {
    let pattern = #/translate\(([0-9.]+) ([0-9.]+)\)">\n<rect class="box" width="([0-9.]+)" height="([0-9.]+)"/#
    return try svg.matches(of: pattern).map { match in
      let numbers = [match.1, match.2, match.3, match.4].map { Double($0) }
      return Box(
        x: try #require(numbers[0]),
        y: try #require(numbers[1]),
        width: try #require(numbers[2]),
        height: try #require(numbers[3])
      )
    }
  }

  @Test(arguments: UInt64(1)...30) func boxesNeverOverlapAndLieInThePicture(_ seed: UInt64) throws {
    let contents = RandomModelText.contents(seed: seed, allowsForeignNames: true)
    let model = try ModelReader.parse(Array(contents.utf8), file: "contents").model
    let svg = ModelDiagram(of: model, title: "Random").svg
    #expect(svg == ModelDiagram(of: model, title: "Random").svg)
    let boxes = try Self.boxes(svg)
    #expect(boxes.count == model.entities.count)
    let size = try #require(svg.firstMatch(of: #/width="([0-9.]+)" height="([0-9.]+)"/#))
    let (width, height) = (try #require(Double(size.1)), try #require(Double(size.2)))
    for (place, box) in boxes.enumerated() {
      #expect(box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height)
      for other in boxes[..<place] {
        let isApart =
          box.x >= other.x + other.width || other.x >= box.x + box.width || box.y >= other.y + other.height
          || other.y >= box.y + box.height
        #expect(isApart)
      }
    }
    for entity in model.entities {
      for property in entity.declaredProperties { #expect(svg.contains(">\(property.name.prefix(39))")) }
    }
  }

  @Test func namesStayTexts() throws {
    let svg = try Self.diagram(
      """
      <model><entity name="&lt;script&gt;a&amp;b&lt;/script&gt;"><attribute name="x&quot; onload=&quot;y" attributeType="String"/>
      <attribute name="&#x202E;txet" attributeType="String"/></entity></model>
      """
    )
    #expect(!svg.contains("<script") && svg.contains("&lt;script&gt;a&amp;b&lt;/script&gt;"))
    #expect(svg.contains("x&quot; onload=&quot;y") && !svg.contains("\u{202E}"))
  }

  @Test func aModelOfManyEntitiesAndLongChainsIsDrawn() throws {
    // A chain, a ring, and one that all lead to.
    let count = 3_000
    let entities = (0..<count).map { number in
      """
      <entity name="E\(number)"><relationship name="next" optional="YES" maxCount="1" destinationEntity="E\((number + 1) % count)"/>
      <relationship name="hub" optional="YES" maxCount="1" destinationEntity="E0"/></entity>
      """
    }
    let svg = try Self.diagram("<model>\(entities.joined())</model>")
    #expect(try Self.boxes(svg).count == count)
  }

  @Test func anEmptyModelIsAPicture() throws {
    let svg = try Self.diagram("<model/>")
    #expect(svg.hasPrefix("<svg ") && svg.hasSuffix("</svg>\n"))
  }
}
