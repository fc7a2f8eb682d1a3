#if SwiftDataSources
  import AttributeValues
  import Findings
  import ModelReading
  import ObjectModel
  import Testing

  /// Which attributes SwiftData makes of the properties of a class.
  @Suite struct SourceAttributeTests {
    @Test func eachTypeHasItsAttribute() throws {
      let reading = try SourceReading(
        """
        import SwiftData
        @Model final class Town {
          var name: String
          var founded: Date?
          var height: Optional<Double>
          var slope: Float!
          var count: Int, small: UInt8, medium: Int32, wide: UInt32, long: Int64, longest: UInt64
          let id: UUID
          var seal: Data
          var isCity: Bool
          var budget: Decimal
          var walk: TimeInterval
          var twins: [String]
          var fairs: Array<Date>?
          var pictures: [Data]
          var names: [String: String]
        }
        """
      )
      #expect(reading.problems == [])
      #expect(
        try reading.attributes(of: "Town") == [
          "name: String", "founded: Date?", "height: Double?", "slope: Float?", "count: Integer 64",
          "small: Integer 16",
          "medium: Integer 32", "wide: Integer 32", "long: Integer 64", "longest: Integer 64", "id: UUID",
          "seal: Binary",
          "isCity: Boolean", "budget: Decimal", "walk: Double", "twins: Transformable", "fairs: Transformable?",
          "pictures: Transformable", "names: Binary",
        ]
      )
      let twins = try reading.attribute("twins", of: "Town")
      #expect(twins.valueTransformerName == "NSSecureUnarchiveFromData")
      #expect(twins.attributeValueClassName == "Array<String>")
      #expect(reading.model.versionIdentifiers == ["1.0.0"])
      #expect(reading.model.entities(forConfiguration: "default").map(\.name) == ["Town"])
    }

    @Test func aTypeThatIsNotWrittenComesFromTheFirstValue() throws {
      let reading = try SourceReading(
        """
        enum Rank: String, Codable { case village, city }
        struct Place: Codable { var x = 0.5; var y = 1 }
        @Model class Town {
          var id = UUID()
          var name = "Ulm"
          var count = -3, share = 0.25, isOld = true
          var now = Date.now, later = Date()
          var rank = Rank.village
          var place = Place()
          var names = [String]()
          var labels = ["a", "b"]
          var codes = [String: Int]()
          var site = URL(string: "https://example.org")
          var key = UUID(uuidString: "x")!
          var wide = 7 as Int32
          var best = Int.max
          var made = makeName()
        }
        """
      )
      #expect(
        try reading.attributes(of: "Town") == [
          "id: UUID", "name: String", "count: Integer 64", "share: Double", "isOld: Boolean", "now: Date",
          "later: Date",
          "rank { rank: String? }", "place { x: Double, y: Integer 64 }", "names: Transformable",
          "labels: Transformable",
          "codes: Binary", "site: URI?", "key: UUID", "wide: Integer 32", "best: Integer 64",
        ]
      )
      #expect(
        reading.problems == [
          "13:7 warning Town.site has the type URL, whose storage is assumed, so the version hash is not known",
          "17:7 error The type of Town.made is not written, and its first value does not tell it",
        ]
      )
    }

    @Test func defaultsAreThoseOfLiterals() throws {
      let reading = try SourceReading(
        """
        @Model class Town {
          var name: String = "a \\"b\\"\\u{e9}"
          var count: Int = -1_000
          var mask: Int = 0x1F
          var share: Double = 2
          var height: Float = -1.5
          var price: Decimal = 0.1
          var isOld: Bool = false
          var note: String? = nil
          var key: String = "\\(1)"
          var small: UInt8 = 100_000
          var id: UUID = UUID()
        }
        """
      )
      let town = try reading.entity("Town").attributesByName.mapValues(\.defaultValue)
      #expect(town["name"] == .string("a \"b\"é"))
      #expect(town["count"] == .integer(-1000))
      #expect(town["mask"] == .integer(31))
      #expect(town["share"] == .double(2))
      #expect(town["height"] == .float(-1.5))
      #expect(town["price"]?.textForPeople == "0.1")
      #expect(town["isOld"] == .boolean(false))
      for name in ["note", "key", "small", "id"] { #expect(town[name] == .null) }
      #expect(
        reading.messages(from: .note) == [
          "10:7 note The default of Town.key is worked out while the app runs; the model here has none",
          "11:7 note The default of Town.small is worked out while the app runs; the model here has none",
          "12:7 note The default of Town.id is worked out while the app runs; the model here has none",
        ]
      )
    }

    @Test func whatIsNotStoredIsNoAttribute() throws {
      let reading = try SourceReading(
        """
        @Model class Town {
          static let all = 1
          class var kind: Int { 1 }
          var name: String { didSet { print(name) } }
          var upper: String { name.uppercased() }
          var short: String { get { "" } set { } }
          @Transient var cache: [Int] = []
          private(set) var count: Int
          @available(*, deprecated) var old: Int
          func walk() { var steps = 1 }
          init() { }
          enum CodingKeys: CodingKey { case name }
        }
        extension Town { var length: Int { 1 } }
        """
      )
      #expect(reading.problems == [])
      #expect(try reading.attributes(of: "Town") == ["name: String", "count: Integer 64", "old: Integer 64"])
    }

    @Test func attributesHaveOptions() throws {
      let reading = try SourceReading(
        """
        @Model class Town {
          @Attribute(.unique, originalName: "label") var name: String
          @Attribute(.externalStorage, .allowsCloudEncryption) var seal: Data?
          @Attribute(.preserveValueOnDeletion, .spotlight) var key: String
          @Attribute(.ephemeral) var isOpen: Bool = false
          @Attribute(.transformable(by: "ColorTransformer")) var colour: Colour?
          @Attribute(.transformable(by: ColorTransformer.self), hashModifier: "2") var second: Colour
          @Attribute(.inventive, originalName: label()) var bad: Int
          @Logged var logged: Int
          var `default`: Int
        }
        """
      )
      let town = try reading.entity("Town")
      #expect(town.uniquenessConstraints == [["name"]])
      #expect(town.attributesByName["name"]?.renamingIdentifier == "label")
      let seal = try reading.attribute("seal", of: "Town")
      #expect(seal.allowsExternalBinaryDataStorage && seal.allowsCloudEncryption && seal.isOptional)
      #expect(try reading.attribute("key", of: "Town").preservesValueInHistoryOnDeletion)
      #expect(try reading.attribute("isOpen", of: "Town").isTransient)
      let colour = try reading.attribute("colour", of: "Town")
      #expect(colour.attributeType == .transformable && colour.isOptional)
      #expect(colour.valueTransformerName == "ColorTransformer")
      let second = try reading.attribute("second", of: "Town")
      #expect(!second.isOptional && second.valueTransformerName == "ColorTransformer")
      #expect(second.versionHashModifier == "2")
      #expect(try reading.attribute("default", of: "Town").attributeType == .integer64)
      #expect(
        reading.problems == [
          "8:14 error “.inventive,” of Town.bad is not understood",
          "8:26 error “originalName: label()” of Town.bad is not understood",
          "9:3 error Town.logged has the attribute @Logged, which may change what is stored",
        ]
      )
    }

    @Test func valuesOfTheAppAreComposites() throws {
      let reading = try SourceReading(
        """
        protocol Kept: Codable {}
        enum Rank: Int, Codable { case village, city }
        enum Mood { case good, bad }
        extension Mood: Codable {}
        enum Sign: Codable { case none, text(String), place(x: Double, Int), nested(Rank) }
        struct Place: Kept { let x: Double; var y: Double?; var rank: Rank; var tags: [String]; var ranks: [Rank] }
        struct Box<Item>: Codable { var size: Int }
        @Model class Town {
          var rank: Rank
          var mood: Mood?
          var sign: Sign
          var place: Place
          var other: Place?
          var ranks: [Rank]
          var box: Box<Int>
        }
        """
      )
      #expect(reading.problems == [])
      #expect(
        try reading.attributes(of: "Town") == [
          "rank { rank: Integer 64? }", "mood? { good: String?, bad: String? }",
          "sign { text? { _0: String? }, place? { x: Double?, _1: Integer 64? }, nested? { _0? { _0: Integer 64? } }, "
            + "none: String? }",
          "place { x: Double, y: Double?, rank { rank: Integer 64? }, tags: Transformable, ranks: Binary }",
          "other? { x: Double?, y: Double?, rank? { rank: Integer 64? }, tags: Transformable?, ranks: Binary? }",
          "ranks: Binary", "box { size: Integer 64 }",
        ]
      )
    }

    @Test func whatTheSourceLeavesOpenIsAnError() throws {
      let reading = try SourceReading(
        """
        struct Plain { var x: Int }
        struct Own: Codable { var x: Int; func encode(to encoder: Encoder) throws {} }
        struct Pair<Item: Codable>: Codable { var item: Item }
        indirect enum Tree: Codable { case leaf, node(Tree) }
        class Box: Codable {}
        protocol Shape {}
        typealias Loop = Loop
        @Model class Town {
          var plain: Plain
          var own: Own
          var pair: Pair<Int>
          var tree: Tree
          var box: Box
          var shape: any Shape
          var size: (Int, Int)
          var act: () -> Void
          var far: Faraway
          var list: [Int]
          var set: Set<String>
          var loop: Loop
          var small: Int16
          var (a, b) = (1, 2)
          lazy var late = 1
          #if DEBUG
          var debug: Int
          #endif
        }
        @Observable @Tracked @Model class Street { #Generated(1) }
        """
      )
      let open = "of which the source does not tell the storage"
      #expect(
        reading.problems == [
          "9:7 error Town.plain has the type Plain, which is not Codable here",
          "10:7 warning Town.own has the type Own, which codes itself, so its elements may be others than its properties",
          "11:7 error Town.pair has the type Pair<Int>, \(open)",
          "12:7 error Town.tree has the type Tree, \(open)",
          "13:7 error Town.box has the type Box, which is a class without @Model",
          "14:7 error Town.shape has the type any Shape, \(open)",
          "15:7 error Town.size has the type (Int, Int), \(open)",
          "16:7 error Town.act has the type () -> Void, \(open)",
          "17:7 error Town.far has the type Faraway, which these sources do not declare",
          "18:7 error Town.list is of the type [Int]; how SwiftData stores such a collection is not established",
          "19:7 error Town.set is of the type Set<String>; how SwiftData stores such a collection is not established",
          "20:7 error Town.loop has the type an alias of itself, \(open)",
          "21:7 warning Town.small has the type Int16, whose storage is assumed, so the version hash is not known",
          "22:7 error Town has a property that is lazy or declared by a pattern",
          "23:12 error Town has a property that is lazy or declared by a pattern",
          "25:7 error Town.debug stands under a compilation condition",
          "28:13 warning What the macro @Tracked adds to Street does not stand in the source",
          "28:44 warning What the macro #Generated adds to Street does not stand in the source",
        ]
      )
      #expect(reading.model.entitiesWithOpenVersionHashes.keys.contains("Town"))
    }
  }
#endif
