import Findings
import Foundation
import ImportPipeline
import ManagedObjects
import TestSupport
import Testing

@Suite("Importing XML and HTML")
struct MarkupImportTests {
  static let head = """
    model: Test.xcdatamodeld
    output: Test.sqlite
    sources:

    """

  private func run(_ sources: String, files: [String: String]) throws -> TestImport {
    let folder = try TemporaryFolder()
    return try TestImport(Self.head + sources, files: files, in: folder.path)
  }

  static let nested = """
    <kennel>
      <club><group><name>Hounds</name>
        <dog name="Rex" weight="12.5"><friend>Bello</friend></dog>
        <section><dog name="Waldi"/></section>
      </group></club>
      <group><name>Toys</name><dog name="Bello"/></group>
    </kennel>
    """

  @Test func reportsWhatADocumentWantsToLoadFromElsewhere() throws {
    let document =
      "<!DOCTYPE kennel SYSTEM \"http://127.0.0.1:9/kennel.dtd\">\n<kennel><group name=\"Hounds\"/></kennel>\n"
    let test = try run(
      "  - { file: kennel.xml, records: //group, entity: Group, key: name, attributes: { name: \"@name\" } }",
      files: ["kennel.xml": document]
    )
    #expect(test.result.findings.map(\.rule) == [.sourceUnsafe])
    #expect(test.result.findings.first?.position?.line == 1)
    #expect(try test.objects("Group", "name") == ["Hounds"])
  }

  @Test func connectsRecordsInsideRecordsWithTheObjectsAroundThem() throws {
    let test = try run(
      """
        - file: kennel.xml
          records: //group
          entity: Group
          key: name
          attributes: { name: name }
          children:
            - records: .//dog
              entity: Dog
              key: name
              attributes: { name: "@name", weight: "@weight" }
      """,
      files: ["kennel.xml": Self.nested]
    )
    #expect(test.places == [])
    #expect(
      try test.objects("Dog", "name", "weight", "group.name") == [
        "Bello|nil|Toys", "Rex|12.5|Hounds", "Waldi|nil|Hounds",
      ]
    )
    #expect(try test.objects("Group", "name", "dogs.@count") == ["Hounds|2", "Toys|1"])
    #expect(test.result.sources.map(\.records.inserted) == [2, 3])
  }

  @Test func connectsElementsOfAPageWithTheObjectsAroundThem() throws {
    let page = """
      <section class="group"><h2>Hounds</h2><ul><li class="dog"><i>Rex</i> <b>12.5</b><li class="dog"><i>Waldi</i></ul></section>
      <section class="group"><h2>Toys</h2><ul><li class="dog"><i>Bello</i></ul><ul><li><i>none</i></ul></section>
      """
    let test = try run(
      """
        - file: kennel.html
          records: section.group
          entity: Group
          key: name
          attributes: { name: h2 }
          children:
            - records: li.dog
              entity: Dog
              key: name
              attributes: { name: i, weight: b }
      """,
      files: ["kennel.html": page]
    )
    #expect(test.places == [])
    #expect(
      try test.objects("Dog", "name", "weight", "group.name") == [
        "Bello|nil|Toys", "Rex|12.5|Hounds", "Waldi|nil|Hounds",
      ]
    )
    #expect(test.result.sources.map(\.records.inserted) == [2, 3])
  }

  @Test func rejectsRecordsWhoseSurroundingRecordHasNoKey() throws {
    let test = try run(
      """
        - file: kennel.xml
          records: //group
          entity: Group
          key: name
          attributes: { name: name }
          children:
            - { records: dog, entity: Dog, key: name, attributes: { name: "@name" } }
      """,
      files: [
        "kennel.xml": "<k><group><dog name='Rex'/></group>\n<group><name>Toys</name><dog name='Bello'/></group></k>"
      ]
    )
    #expect(test.places == ["kennel.xml:1:4 value.required", "kennel.xml:1:11 reference.unknown"])
    #expect(try test.objects("Dog", "name", "group.name") == ["Bello|Toys"])
  }

  @Test(arguments: [("", "nil|nil"), ("mapByName: true,", "12.5|7")])
  func takesAttributesAndElementsByTheirNamesWhereToldTo(key: String, values: String) throws {
    let test = try run(
      Self.hounds
        + "  - { file: k.xml, records: //dog, entity: Dog, \(key) attributes: { name: ./@id }, relationships: { group: { constant: Hounds } } }",
      files: [
        "hounds.csv": "name\nHounds\n",
        "k.xml": "<k><dog id='Rex' WEIGHT='12.5'><age>7</age><deep><code>XYZ</code></deep></dog></k>",
      ]
    )
    #expect(test.places == [])
    #expect(try test.objects("Dog", "name", "weight", "age", "code") == ["Rex|\(values)|nil"])
  }

  private static let hounds = "  - { file: hounds.csv, entity: Group }\n"

  /// `count` dogs, the first ones with a weight.
  private static func kennel(_ count: Int, _ name: String = "Dog", withWeight: Int = 0) -> String {
    let dogs = (0..<count).map { "<dog name='\(name) \($0)'\($0 < withWeight ? " weight='12.5'" : "")/>" }
    return "<kennel>\(dogs.joined())</kennel>"
  }

  @Test(arguments: [(10, 1), (9, 0)])
  func saysAtWhichPathsNoRecordHasAnything(count: Int, findings: Int) throws {
    let test = try run(
      Self.hounds + """
          - file: kennel.xml
            records: //dog
            entity: Dog
            key: name
            attributes:
              name: { first: ["@name", "@nickname"] }
              weight: "@wieght"
            relationships: { group: { constant: Hounds } }
        """,
      files: ["hounds.csv": "name\nHounds\n", "kennel.xml": Self.kennel(count, withWeight: count)]
    )
    #expect(test.result.findings.count == findings)
    guard let finding = test.result.findings.first else { return }
    #expect(finding.message == "None of 10 records has anything at “@wieght”")
    #expect(finding.rule == "recipe.no-value" && finding.severity == .warning && finding.position?.line == 11)
  }

  @Test func aPathMayBeFoundInOneOfSeveralFilesOnly() throws {
    let test = try run(
      Self.hounds
        + "  - { file: \"*.xml\", records: //dog, entity: Dog, attributes: { name: \"@name\", weight: \"@weight\" }, relationships: { group: { constant: Hounds } } }",
      files: ["hounds.csv": "name\nHounds\n", "a.xml": Self.kennel(1, "Rex", withWeight: 1), "b.xml": Self.kennel(10)]
    )
    #expect(test.places == [])
    #expect(test.result.sources.map(\.records.inserted) == [1, 11])
  }

  @Test func aTableHasNoRecordsInsideRecords() throws {
    let error = try #require(throws: RecipeError.self) {
      _ = try run(
        """
          - { file: t.html, entity: Group, key: name, attributes: { name: A },
              children: [{ records: li, entity: Dog, attributes: { name: "." } }] }
        """,
        files: ["t.html": "<table><tr><th>A<tr><td>B</table>"]
      )
    }
    #expect(error.problems.first?.message.hasPrefix("A table of a page has no “children”") == true)
  }

  @Test func takesTheRelationshipOfTheOuterEntityAndMergesRepetitions() throws {
    let test = try run(
      """
        - file: kennel.xml
          records: //group
          entity: Group
          key: name
          attributes: { name: name }
          children:
            - records: dog
              entity: Dog
              relationship: dogs
              key: name
              attributes: { name: "@name" }
              children:
                - records: friend
                  entity: Dog
                  relationship: friends
                  key: name
                  mode: upsert
                  repeats: merge
                  attributes: { name: "." }
                  relationships: { group: { constant: Toys } }
      """,
      files: [
        "kennel.xml": """
        <k><group><name>Toys</name><dog name="A"><friend>C</friend></dog><dog name="B"><friend>C</friend></dog></group></k>
        """
      ]
    )
    #expect(test.places == [])
    #expect(try test.objects("Dog", "name", "friendOf.@count") == ["A|0", "B|0", "C|2"])
    #expect(try test.objects("Dog", "name", "friends.@count", "group.name") == ["A|1|Toys", "B|1|Toys", "C|0|Toys"])
  }

  /// Elements around the inner record may have the name of the outer ones and be no records.
  @Test(
    arguments: [
      "/k/group", "//k/group", "//group[@kind='x']", "/k/group[1]", "//group[@kind='y'] | //k/group",
      "//k[not(@no)]/group[@kind]",
    ]
  )
  func findsTheRecordAroundAnInnerOneAtAnyDepth(_ records: String) throws {
    let test = try run(
      """
        - file: kennel.xml
          records: "\(records)"
          entity: Group
          key: name
          attributes: { name: name }
          children: [{ records: .//dog, entity: Dog, relationship: dogs, key: name, attributes: { name: "@name" } }]
      """,
      files: [
        "kennel.xml": """
        <k><group kind="x"><name>Toys</name><row><group><name>Small</name><dog name="A"/></group></row><dog name="B"/></group></k>
        """
      ]
    )
    #expect(test.places == [])
    #expect(try test.objects("Dog", "name", "group.name") == ["A|Toys", "B|Toys"])
  }

  @Test func saysWhatIsWrongWithRecordsInsideRecords() throws {
    func messages(_ child: String, key: String = "key: name", records: String = "//group") throws -> [String] {
      do {
        _ = try run(
          """
            - { file: kennel.xml, records: "\(records)", entity: Group, \(key), attributes: { name: name }, children: [\(child)] }
          """,
          files: ["kennel.xml": Self.nested]
        )
        return []
      } catch let error as RecipeError {
        return error.problems.map(\.message)
      }
    }
    #expect(
      try messages("{ records: dog, entity: Dog, relationship: friends, attributes: { name: '@name' } }").first?
        .hasPrefix(
          "Unknown relationship between Dog and Group “friends”"
        ) == true
    )
    #expect(
      try messages("{ records: '../dog', entity: Dog, attributes: { name: '@name' } }").first?.hasPrefix(
        "The path of the records cannot be read"
      ) == true
    )
    #expect(
      try messages("{ records: dog, entity: Dog, attributes: { name: '@name' } }", key: "mode: insert").first?
        .hasPrefix(
          "Records inside records find their Group by its “key”"
        ) == true
    )
    #expect(
      try messages("{ records: './/dog', entity: Dog, attributes: { name: '@name' } }", records: "/kennel/*").isEmpty
        == false
    )
    #expect(try messages("{ records: dog, entity: Dog, attributes: { name: '@name' } }") == [])
  }

  @Test func readsRepeatedElementsOfAPage() throws {
    let test = try run(
      """
        - { file: page.html, records: "section", entity: Group, key: name, attributes: { name: h2 } }
        - file: page.html
          records: "div.row"
          entity: Dog
          key: name
          base: https://a.org/
          attributes: { name: h3, weight: .kg, temper: "a@href", code: "@data-code" }
          relationships: { group: { constant: Toys } }
      """,
      files: [
        "page.html": """
        <section><h2>Toys</h2>
        <div class=row data-code=ABC><h3>Rex</h3><span class=kg>7</span><a href=rex>more</a></div>
        <div class="row"><h3>Bello</h3><span class=kg>heavy</span></div></section>
        """
      ]
    )
    #expect(test.places == ["page.html:3:47 value.type"])
    #expect(try test.objects("Dog", "name", "weight", "temper", "code") == ["Rex|7.0|https://a.org/rex|ABC"])
  }

  @Test func readsATableAsTheRecipeWantsIt() throws {
    func temper(_ options: String) throws -> [String] {
      let test = try run(
        """
          - { file: groups.csv, entity: Group, key: name }
          - { file: page.html, table: 1, entity: Dog, \(options), relationships: { group: { constant: Toys } } }
        """,
        files: [
          "groups.csv": "name\nToys\n",
          "page.html": """
          <table><tr><td>A<td>B<tr><th>Name<th>Temper<tr><td>Rex<td>calm<br>loud<sup class=reference>[1]</sup><i hidden>x</i></table>
          """,
        ]
      )
      #expect(test.places == [])
      return try test.objects("Dog", "name", "temper")
    }
    #expect(try temper("header: 2, attributes: { name: A Name, temper: B Temper }") == ["Rex|calm loud"])
    #expect(
      try temper(
        "header: 2, lineBreaks: newline, keep: [notes, hidden], attributes: { name: A Name, temper: B Temper }"
      )
        == ["Rex|calm\nloud[1]x"]
    )
  }

  @Test func readsFilesInTheEncodingThatIsGiven() throws {
    let test = try run(
      """
        - { file: a.xml, records: //g, encoding: ISO-8859-7, entity: Group, attributes: { name: "@n" } }
        - { file: a.html, table: 1, encoding: ISO-8859-7, entity: Group, attributes: { name: n } }
      """,
      files: ["a.xml": "<r><g n='\u{c2a}'/></r>", "a.html": "<table><tr><th>n<tr><td>\u{c2a}x</table>"]
    )
    // The three bytes of the letter in UTF-8, read as Greek.
    #expect(try test.objects("Group", "name") == ["\u{3b0}\u{b0}\u{37a}", "\u{3b0}\u{b0}\u{37a}x"])
    let error = try #require(throws: RecipeError.self) {
      try run("  - { file: a.html, encoding: klingon, entity: Group }", files: [:])
    }
    #expect(error.problems.map(\.rule) == ["recipe.unknown-name"])
  }

  @Test func writesTheRejectsOfEachSourceOfAFile() throws {
    let folder = try TemporaryFolder()
    let test = try TestImport(
      Self.head + """
          - file: k.xml
            records: //group
            entity: Group
            key: name
            attributes: { name: "@name" }
            children: [{ records: dog, entity: Dog, attributes: { name: "@name", weight: "@kg" } }]
        """,
      files: ["k.xml": "<k><group name='A'><dog name='x' kg='heavy'/></group><group/></k>"],
      in: folder.path
    )
    #expect(test.places == ["k.xml:1:54 value.required", "k.xml:1:34 value.type"])
    #expect(try folder.text(of: "rejects/k.xml").contains("<group/>"))
    #expect(try folder.text(of: "rejects/k.xml").contains("<dog name='x' kg='heavy'/>"))
    #expect(try folder.text(of: "rejects/k.xml.reasons.csv").contains("value.type"))
  }

  @Test func keepsOrDiscardsTheRecordsBeforeAFault() throws {
    let broken = "<r><group name='A'/><group name='B'/><group"
    func groups(_ policy: String) throws -> [String] {
      let test = try run(
        "  - { file: g.xml, records: //group, entity: Group, beforeFault: \(policy), attributes: { name: '@name' } }",
        files: ["g.xml": broken]
      )
      #expect(test.result.findings.first?.rule == .sourceMalformed)
      return try test.objects("Group", "name")
    }
    #expect(try groups("keep") == ["A", "B"])
    #expect(try groups("discard") == [])
  }

  @Test func saysWhichOptionsDoNotGoTogether() throws {
    let error = try #require(throws: RecipeError.self) {
      try run(
        "  - { file: p.html, records: div, table: 2, keep: [everything], entity: Group, attributes: { name: h3 } }",
        files: ["p.html": ""]
      )
    }
    #expect(error.problems.map(\.rule) == ["recipe.unknown-name", "recipe.value"])
  }

  static let page = """
    <h2>First things</h2><table><tr><th>Name<tr><td>One</table>
    <h2>Ranks</h2><table id="r" class="x y"><caption>Popularity 2020</caption><thead><tr><th rowspan=2>Name<th colspan=2>Rank<tr><th>2020<th>2019
    <tbody><tr><td>Two<td rowspan=0>5<td>6</table>
    <div><table><tr><td><table class="inner"><tr><th>Name<tr><td>Three</table></table></div>
    <ul class=dogs><li>Four<li>Five</ul>
    <dl><dt>Dog:<dd>Six<dt>Weight<dd>7</dl><dl><dt>Dog<dd>Seven</dl>
    """

  @Test(arguments: [
    ("table: 1", "Name", "One"), ("table: First things", "Name", "One"), ("table: popularity 2020", "Name", "Two"),
    ("table: '#r'", "Name", "Two"), ("table: table.x.y", "Name", "Two"), ("table: '//table[caption]'", "Name", "Two"),
    ("table: '(//table)[4]'", "Name", "Three"), ("table: 'div table table'", "Name", "Three"),
    ("table: 'table:has(caption)'", "Name", "Two"), ("records: '.dogs > li'", ".", "Five|Four"),
    ("records: '//ul/li[2]'", ".", "Five"), ("records: dl", "dt:dog", "Seven|Six"),
    ("records: 'ul li:first-child, ul li:last-child'", ".", "Five|Four"),
  ]) func findsRecordsOfAPage(_ choice: String, _ field: String, _ names: String) throws {
    let test = try run(
      "  - { file: p.html, \(choice), entity: Group, attributes: { name: \"\(field)\" } }",
      files: ["p.html": Self.page]
    )
    #expect(test.places == [])
    #expect(try test.objects("Group", "name").joined(separator: "|") == names)
  }

  @Test func joinsHeaderRowsAndReachesDownToTheEndOfTheGroup() throws {
    let test = try run(
      """
        - { file: g.csv, entity: Group }
        - file: p.html
          table: 2
          entity: Dog
          attributes: { age: Rank 2020, weight: Rank 2019 }
          relationships: { group: { constant: Toys } }
      """,
      files: ["g.csv": "name\nToys\n", "p.html": Self.page]
    )
    #expect(try test.objects("Dog", "name", "age", "weight") == ["Two|5|6.0"])
  }

  /// A page is read whole when its recipe is planned, and what was read then is used, unless the page is another by now.
  @Test(arguments: [false, true]) func readsAPageAnewThatChangedAfterPlanning(isChanged: Bool) throws {
    let folder = try TemporaryFolder()
    func write(_ names: [String]) throws {
      let page = "<table><tr><th>name</th></tr>" + names.map { "<tr><td>\($0)</td></tr>" }.joined() + "</table>"
      try Data(page.utf8).write(to: URL(fileURLWithPath: "\(folder.path)/groups.html"))
    }
    try write(["Hounds", "Toys"])
    let path = "\(folder.path)/test.recipe.yml"
    try Data((Self.head + "  - { file: groups.html, entity: Group }\n").utf8).write(to: URL(fileURLWithPath: path))
    let model = TestImport.model()
    let plan = try ImportPlanner.plan(try RecipeReader.read(path: path), model: model, folder: folder.path)
    if isChanged { try write(["Terriers", "Gun dogs", "Toys"]) }
    for _ in 0..<2 {
      let result = try #require(try ImportRun.check(plan, options: ImportOptions()))
      #expect(result.entities.map(\.inserted) == [isChanged ? 3 : 2, 0])
      #expect(result.findings.isEmpty)
    }
  }

  @Test func listsTheTablesThatThereAre() throws {
    let error = try #require(throws: RecipeError.self) {
      try run("  - { file: p.html, table: Heights, entity: Group }", files: ["p.html": Self.page])
    }
    #expect(
      error.problems.map(\.message) == [
        "p.html has no table captioned 'Heights'. Its tables: 1 \"First things\", 2 rows of 1 column, line 1; 2 \"Popularity 2020\" (#r), 3 rows of 3 columns, line 2; 3 \"Ranks\", 1 row of 1 column, line 4; 4 \"Ranks\", 2 rows of 1 column, line 4"
      ]
    )
  }

  @Test func readsColumnsOfATableAsRecords() throws {
    let test = try run(
      """
        - { file: g.csv, entity: Group }
        - { file: p.html, headerColumns: 1, entity: Dog, relationships: { group: { constant: Toys } } }
      """,
      files: [
        "g.csv": "name\nToys\n", "p.html": "<table><tr><th>Name<td>Rex<td>Bello<tr><th>Weight<td>7<td>8</table>",
      ]
    )
    #expect(test.places == [])
    #expect(try test.objects("Dog", "name", "weight") == ["Bello|8.0", "Rex|7.0"])
  }

  @Test func readsFieldsOfADocumentByExpressionLanguageAndNamespace() throws {
    let test = try run(
      """
        - { file: g.csv, entity: Group }
        - file: d.xml
          records: "//k:dog[@old != 'yes' or not(@old)]"
          namespaces: { k: "urn:k" }
          entity: Dog
          attributes:
            name: "name[@xml:lang='en']"
            temper: "concat(../@place, ': ', normalize-space(k:temper))"
            age: "count(tooth)"
            weight: "sum(part/@kg)"
          relationships: { group: { constant: Toys } }
      """,
      files: [
        "g.csv": "name\nToys\n",
        "d.xml": """
        <!DOCTYPE r [<!ENTITY calm "very calm">]>
        <r xmlns:x="urn:k" place="here &amp; there"><x:dog old="yes"><name>No</name></x:dog><dog><name>Nor</name></dog>
        <x:dog><name xml:lang="de">König</name><name xml:lang="en">Ki<b>ng</b></name><x:temper> &calm;
          <![CDATA[& <kind>]]></x:temper><tooth/><tooth/><part kg="1.5"/><part kg="2"/></x:dog></r>
        """,
      ]
    )
    #expect(test.places == [])
    #expect(
      try test.objects("Dog", "name", "temper", "age", "weight") == ["King|here & there: very calm & <kind>|2|3.5"]
    )
  }
}
