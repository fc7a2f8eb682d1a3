extension HostileInput {
  private static let modelFile = "M.xcdatamodel/contents"

  private static func model(_ entities: String) -> String {
    "<model type=\"com.apple.IDECoreDataModeler.DataModel\" documentVersion=\"1.0\">\(entities)</model>"
  }

  private static let plainModel = model(
    "<entity name=\"A\"><attribute name=\"a\" optional=\"YES\" attributeType=\"String\"/><attribute name=\"b\" optional=\"YES\" attributeType=\"String\"/></entity>"
  )

  private static func recipe(_ name: String, _ bytes: @escaping @Sendable (Int) -> [UInt8]) -> HostileInput {
    HostileInput(
      name + ".recipe.yml",
      command: ["check"],
      companions: [
        modelFile: plainModel, "a.csv": "a,b\n1,2\naaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!,3\n",
      ],
      bytes
    )
  }

  private static let source = "model: M.xcdatamodel\noutput: O\nsources:\n  - file: a.csv\n    entity: A\n"

  /// Recipes.
  static let recipes: [HostileInput] = [
    recipe("aliases") { size in
      // Each list has the one before nine times: more elements than there are atoms.
      let lists = (1...size / 64).map {
        "l\($0): &l\($0) [" + Array(repeating: "*l\($0 - 1)", count: 9).joined(separator: ",") + "]\n"
      }
      return Array(("l0: &l0 [x]\n" + lists.joined() + "nulls: *l\(size / 64)\n" + source).utf8)
    },
    recipe("aliasesOfNulls") { _ in
      let lists = (1...8).map {
        "l\($0): &l\($0) [" + Array(repeating: "*l\($0 - 1)", count: 9).joined(separator: ",") + "]\n"
      }
      return Array(("l0: &l0 [x]\n" + lists.joined() + "nulls: *l8\n" + source).utf8)
    },
    recipe("merges") { size in
      let maps = (1...min(size / 64, 2000)).map { "m\($0): &m\($0) {<<: [*m\($0 - 1), *m\($0 - 1)], a\($0): 1}\n" }
      return Array(("m0: &m0 {a: 1}\n" + maps.joined() + source).utf8)
    },
    recipe("nestedKeys") { _ in
      // Each stands twice, and both begin alike.
      let beginning = "[" + String(repeating: "[", count: 60) + "x" + String(repeating: "]", count: 60)
      let keys = ["a", "b"].map { "\(beginning), \($0)]" }
      return Array((source + "nulls: {" + (keys + keys).joined(separator: ": 1, ") + ": 1}\n").utf8)
    },
    recipe("aliasesAsKeys") { _ in
      let lists = (1...40).map { "l\($0): &l\($0) [*l\($0 - 1), *l\($0 - 1)]\n" }
      return Array(("l0: &l0 [x]\n" + lists.joined() + "nulls: {*l40 : 1}\n" + source).utf8)
    },
    recipe("cycle") { _ in Array(("nulls: &n [*n]\nlookups: &l {a: *l}\n" + source).utf8) },
    recipe("deep") { text(source + "nulls: ", "[", "", $0) },
    recipe("deepMaps") { text(source + "nulls: ", "{a: ", "", $0) },
    recipe("indented") { size in
      Array(
        (source + "lookups:\n" + (1...size / 1024).map { String(repeating: " ", count: $0) + "a:\n" }.joined()).utf8
      )
    },
    recipe("sources") { text(source, "  - { file: a.csv, entity: A }\n", "", min($0, 1 << 16)) },
    recipe("keys") { size in Array((source + (0..<size / 16).map { "key\($0): 1\n" }.joined()).utf8) },
    recipe("scalar") { text(source + "tolerance: ", "9", "\n", $0) },
    recipe("nulls") { size in Array((source + "nulls: [" + (0..<size / 8).map { "n\($0)," }.joined() + "]\n").utf8) },
    recipe("pattern") { _ in
      Array(
        (source
          + "rules:\n  - { on: A, require: \"a MATCHES '(a+)+$' OR a MATCHES '(a|a)*b' OR a MATCHES '(.*){40}x'\", message: m }\n")
          .utf8
      )
    },
    recipe("repeats") { _ in
      Array(
        (source + "rules:\n  - { on: A, require: \"a MATCHES '((a{1,1000}){1,1000}){1,1000}'\", message: m }\n").utf8
      )
    },
    recipe("predicate") { text(source + "rules:\n  - { on: A, message: m, require: \"", "(", "a == 1\" }\n", $0) },
    recipe("negations") { text(source + "rules:\n  - { on: A, message: m, require: \"", "NOT ", "a == 1\" }\n", $0) },
    recipe("elsewhere") { _ in
      Array(
        "model: M.xcdatamodel\noutput: O\nsources:\n  - { file: ../../../../../../etc/passwd, format: csv, entity: A }\n"
          .utf8
      )
    },
    recipe("device") { _ in
      Array("model: M.xcdatamodel\noutput: O\nsources:\n  - { file: /dev/zero, format: csv, entity: A }\n".utf8)
    },
    recipe("address") { _ in
      Array(
        "model: http://127.0.0.1:9/M\noutput: O\nsources:\n  - { file: \"http://127.0.0.1:9/a.csv\", entity: A }\n".utf8
      )
    },
    recipe("itself") { _ in Array((source.replacing("a.csv", with: "itself.recipe.yml") + "    format: csv\n").utf8) },
  ]

  private static func contents(_ name: String, _ bytes: @escaping @Sendable (Int) -> [UInt8]) -> HostileInput {
    HostileInput(name + ".xcdatamodel/contents", command: ["model", "lint"], bytes)
  }

  /// Models.
  static let models: [HostileInput] = [
    contents("wide") { size in
      Array(
        model(
          (0..<size / 80).map { "<entity name=\"E\($0)\"><attribute name=\"a\" attributeType=\"String\"/></entity>" }
            .joined()
        ).utf8
      )
    },
    contents("chain") { size in
      Array(model((0..<size / 48).map { "<entity name=\"E\($0)\" parentEntity=\"E\($0 + 1)\"/>" }.joined()).utf8)
    },
    contents("parents") { size in
      let count = size / 48
      return Array(
        model((0..<count).map { "<entity name=\"E\($0)\" parentEntity=\"E\(($0 + 1) % count)\"/>" }.joined()).utf8
      )
    },
    contents("ring") { size in
      let count = size / 160
      return Array(
        model(
          (0..<count).map {
            "<entity name=\"E\($0)\"><relationship name=\"r\" optional=\"YES\" destinationEntity=\"E\(($0 + 1) % count)\" inverseName=\"r\" inverseEntity=\"E\(($0 + 1) % count)\"/></entity>"
          }.joined()
        ).utf8
      )
    },
    contents("properties") { size in
      Array(
        model(
          "<entity name=\"A\">"
            + (0..<size / 48).map { "<attribute name=\"a\($0)\" attributeType=\"String\"/>" }.joined() + "</entity>"
        ).utf8
      )
    },
    contents("composites") { size in
      Array(
        model(
          "<entity name=\"A\"><composite name=\"c\" compositeType=\"C0\"/></entity>"
            + (0..<size / 64).map {
              "<composite name=\"C\($0)\"><composite name=\"c\" compositeType=\"C\($0 + 1)\"/></composite>"
            }.joined()
        ).utf8
      )
    },
    contents("compositeOfItself") { _ in
      Array(
        model(
          "<entity name=\"A\"><composite name=\"c\" compositeType=\"C\"/></entity><composite name=\"C\"><composite name=\"c\" compositeType=\"C\"/></composite>"
        ).utf8
      )
    },
    contents("compositeTwice") { _ in
      Array(
        model(
          "<entity name=\"A\"><composite name=\"c\" compositeType=\"C0\"/></entity>"
            + (0..<40).map {
              "<composite name=\"C\($0)\"><composite name=\"c\" compositeType=\"C\($0 + 1)\"/><composite name=\"d\" compositeType=\"C\($0 + 1)\"/></composite>"
            }.joined()
        ).utf8
      )
    },
    contents("laughs") { _ in
      let entities = (1...30).map { "<!ENTITY e\($0) \"&e\($0 - 1);&e\($0 - 1);\">" }.joined()
      return Array(("<!DOCTYPE model [<!ENTITY e0 \"laugh\">\(entities)]>" + model("<entity name=\"&e30;\"/>")).utf8)
    },
    contents("outside") { _ in
      Array(
        ("<!DOCTYPE model SYSTEM \"http://127.0.0.1:9/x.dtd\" [<!ENTITY e SYSTEM \"../\(secretName)\">]>"
          + model("<entity name=\"A\">&e;</entity>")).utf8
      )
    },
    contents("deep") { text("<model>", "<entity>", "", $0) },
    contents("predicate") { size in
      Array(
        (model(
          "<entity name=\"A\"><attribute name=\"a\" attributeType=\"String\"/></entity><fetchRequest name=\"f\" entity=\"A\" predicateString=\""
        )
        .replacing("</model>", with: "") + String(repeating: "(", count: size) + "a == 1\"/></model>").utf8
      )
    },
    contents("expression") { _ in
      Array(
        model(
          "<entity name=\"A\"><attribute name=\"a\" attributeType=\"String\" regularExpressionString=\"((a{1,1000}){1,1000}){1,1000}\" defaultValueString=\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!\"/></entity>"
        ).utf8
      )
    },
    HostileInput("deep.mom", command: ["model", "lint"]) { nestedPropertyList($0) },
    HostileInput("wide.mom", command: ["model", "lint"]) { sharedPropertyList(min($0, 1 << 16)) },
  ]

  /// Stores.
  static let stores: [HostileInput] = [
    HostileInput("objects.xml", command: ["store", "info"]) {
      text(
        "<?xml version=\"1.0\"?><database><databaseInfo><UUID>8A7B6C5D-4E3F-4A2B-9C1D-0E9F8A7B6C5D</UUID><nextObjectID>102</nextObjectID></databaseInfo>",
        "<object type=\"A\" id=\"z1\"/>",
        "</database>",
        $0
      )
    },
    HostileInput("metadata.xml", command: ["store", "info"]) {
      text("<?xml version=\"1.0\"?><database><databaseInfo><metadata><plist version=\"1.0\">", "<array>", "", $0)
    },
    HostileInput("outside.xml", command: ["store", "info"]) { _ in
      Array(
        "<?xml version=\"1.0\"?><!DOCTYPE database SYSTEM \"http://127.0.0.1:9/x.dtd\" [<!ENTITY e SYSTEM \"\(secretName)\">]><database><databaseInfo><UUID>&e;</UUID></databaseInfo></database>"
          .utf8
      )
    },
    HostileInput("deep.binary", command: ["store", "info"]) { Array("CoreDataBinary".utf8) + nestedPropertyList($0) },
    HostileInput("zeros.sqlite", command: ["store", "info"]) {
      Array("SQLite format 3\u{0}".utf8) + [UInt8](repeating: 0, count: $0)
    },
    HostileInput("ones.sqlite", command: ["store", "info"]) {
      Array("SQLite format 3\u{0}".utf8) + [UInt8](repeating: 0xFF, count: $0)
    },
  ]

  /// A binary property list of arrays in each other.
  private static func nestedPropertyList(_ size: Int) -> [UInt8] {
    // Each array holds the number of the next one, in three bytes.
    propertyList(count: size / 7) { index, count in [0xA1] + bytes((index + 1) % count, 3) }
  }

  /// A binary property list of arrays that each hold the next one twice.
  private static func sharedPropertyList(_ size: Int) -> [UInt8] {
    propertyList(count: size / 10) { index, count in
      index == count - 1 ? [0xA0] : [0xA2] + bytes(index + 1, 3) + bytes(index + 1, 3)
    }
  }

  private static func propertyList(count: Int, _ object: (Int, Int) -> [UInt8]) -> [UInt8] {
    var list = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for index in 0..<count {
      offsets += bytes(list.count, 4)
      list += object(index, count)
    }
    let table = list.count
    return list + offsets + [0, 0, 0, 0, 0, 0, 4, 3] + bytes(count, 8) + bytes(0, 8) + bytes(table, 8)
  }

  private static func bytes(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
