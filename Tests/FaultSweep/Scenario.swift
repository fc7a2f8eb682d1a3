internal import Foundation

/// A command in a folder that is ready for it.
package struct Scenario: Sendable {
  /// Its name, such as `build-again`.
  package let name: String
  /// The command's arguments.
  let arguments: [String]
  /// The files to begin with.
  let files: [String: String]
  /// What is done before the command.
  var steps: [Step] = []
  /// The file that is its standard input; none if `nil`.
  var input: String?
  /// Whether the command changes several files, each by itself, so that a part of them may be changed when it fails.
  var changesFilesOneByOne = false
  /// How the command ends without a fault.
  var status: Int32 = 0
  /// Whether another process runs the same command in the same folder at the same time, which nothing happens to: it has to end as it would alone.
  var hasCompanion = false

  /// Files whose bytes are others in each run, and with them what is printed: only their sizes are compared.
  var varyingFiles: Set<String> = []
  /// Files that say how far a run has come, so that one which fails leaves them as they are in between; the next run shows whether they are right.
  var progressFiles: Set<String> = []
  /// Whether a run that was killed may leave a file that the next one refuses to replace, and says so.
  var neverReplaces = false
  /// Whether a web server on this computer sends the files of the folder `Served`; “PORT” in the scenario's files stands for its port.
  var isServed = false

  /// What an editor does on the desk that the command serves, before it is ended; empty for any other command.
  var edits: [CellEdit] = []

  /// A cell that is to have another text.
  struct CellEdit: Sendable {
    /// The source's place in the recipe, from 0.
    let source: Int
    /// The record's number, from 1.
    let record: Int
    /// The number of the column, from 0.
    let field: Int
    let text: String
  }

  enum Step: Sendable {
    /// A command that has to end with 0 or 1.
    case run([String])
    case write(String, to: String)
    /// Replaces a text in a file.
    case edit(String, String, with: String)
    case move(String, to: String)
    /// Makes a store that records its history, with two saves, and a plan in a file of its own if towns have one.
    case makeStore(String, plan: String = "")
  }

  package static let all: [Scenario] = builds + others

  /// For kills: those that take long enough for one at a moment to meet several threads at work, and too many calls for each of them to fail, and two processes at once.
  package static let large: [Scenario] = {
    let towns = (1...10_000).map { "Town \($0),\($0 % 120),note  \($0)\n" }.joined()
    let largeFiles = files.merging(["more-1.csv": "name,size,note\n" + towns]) { $1 }
    let next = "name,size,note\n" + towns.replacingOccurrences(of: ",note", with: ",remark")
    return [
      Scenario(name: "large-first", arguments: build, files: largeFiles, status: 1),
      Scenario(
        name: "large-again",
        arguments: build,
        files: largeFiles,
        steps: [.run(build), .write(next, to: "more-1.csv")],
        status: 1
      ),
      Scenario(
        name: "large-through-sqlite",
        arguments: build,
        files: throughSQLite.merging(["more-1.csv": "name,size,note\n" + towns]) { $1 },
        steps: [.run(build), .write(next, to: "more-1.csv")],
        status: 1
      ),
      Scenario(name: "twice-at-once", arguments: build, files: files, steps: again, status: 1, hasCompanion: true),
      Scenario(
        name: "large-twice-at-once",
        arguments: build,
        files: largeFiles,
        steps: [.run(build), .write(next, to: "more-1.csv")],
        status: 1,
        hasCompanion: true
      ),
      Scenario(
        name: "large-fix",
        arguments: ["fix", "--apply", "Towns.recipe.yml"],
        files: cleaned.merging(["more-1.csv": "name,size,note\n" + towns]) { $1 },
        changesFilesOneByOne: true
      ),
      Scenario(
        name: "large-export",
        arguments: ["export", store, "--model", "Towns.xcdatamodel", "--output", "Shipped/plain.sqlite"],
        files: largeFiles,
        steps: [.run(build), .write("old", to: "Shipped/plain.sqlite")]
      ),
    ]
  }()

  static let model = """
    <?xml version="1.0" encoding="UTF-8"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
      <entity name="Town">
        <attribute name="name" attributeType="String"/>
        <attribute name="size" optional="YES" attributeType="Integer 32" maxValueString="100" usesScalarValueType="YES"/>
        <attribute name="note" optional="YES" attributeType="String"/>
        <relationship name="rivers" optional="YES" toMany="YES" destinationEntity="River" inverseName="town" inverseEntity="River"/>
        <fetchIndex name="bySize"><fetchIndexElement property="size" type="Binary" order="ascending"/></fetchIndex>
      </entity>
      <entity name="River">
        <attribute name="name" attributeType="String"/>
        <attribute name="length" optional="YES" attributeType="Integer 32" minValueString="1" usesScalarValueType="YES"/>
        <relationship name="town" optional="YES" maxCount="1" destinationEntity="Town" inverseName="rivers" inverseEntity="Town"/>
      </entity>
    </model>
    """

  /// Towns have a plan, which may be kept beside the store.
  static let modelWithPlans = model.replacingOccurrences(
    of: #"<relationship name="rivers""#,
    with: #"<attribute name="plan" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>"#
      + #"<relationship name="rivers""#
  )

  static let nextModel = model.replacingOccurrences(of: "note", with: "remark")
  static let nextModelWithPlans = modelWithPlans.replacingOccurrences(of: "note", with: "remark")

  /// The towns as Room exports the schema of a table.
  static let roomSchema = #"""
    {"formatVersion": 1, "database": {"version": 1, "identityHash": "abc", "entities": [{
      "tableName": "towns",
      "createSql": "CREATE TABLE IF NOT EXISTS `${TABLE_NAME}` (`id` INTEGER NOT NULL, `name` TEXT NOT NULL, `size` INTEGER, PRIMARY KEY(`id`))",
      "fields": [
        {"columnName": "id", "affinity": "INTEGER", "notNull": true},
        {"columnName": "name", "affinity": "TEXT", "notNull": true},
        {"columnName": "size", "affinity": "INTEGER", "notNull": false}
      ],
      "primaryKey": {"autoGenerate": false, "columnNames": ["id"]}
    }]}}
    """#

  static let recipe = """
    model: Towns.xcdatamodel
    output: Towns.sqlite
    lookups:
      spellings: { file: spellings.csv, from: wrong, to: right }
    sources:
      - { file: towns.csv, entity: Town, key: name, attributes: { name: { field: name, lookup: spellings, missing: keep } } }
      - { file: more-*.csv, entity: Town, key: name }
      - file: rivers.json
        records: $[*]
        entity: River
        key: name
        relationships: { town: { field: town, matches: name } }
    """

  static let files: [String: String] = [
    "Towns.xcdatamodel/contents": model,
    "Towns.recipe.yml": recipe,
    "spellings.csv": "wrong,right\nLintz,Linz\n",
    "towns.csv": "name,size,note\nLintz,1,\"a, b\"\nGraz,400,hill\nWels,2,\nEnns,x,\"c \"\"d\"\"\"\n",
    "more-1.csv": "name,size,note\nSteyr,5,\n",
    "more-2.csv": "name,size,note\nMelk,7,abbey\n",
    "rivers.json":
      #"[{"name": "Danube", "length": 2850, "town": "Linz"}, {"name": "Traun", "length": 0, "town": "Wels"}]"#,
    // What belongs to another release, and what belongs to nobody.
    "Out/Other.sqlite": "of another release",
    "Out/Other.manifest.json": "{}",
    "Out/notes.txt": "of an editor",
  ]

  static let build = ["build", "Towns.recipe.yml", "--output", "Out"]

  /// The release again, of sources that have changed, so that every file of it changes and one of the rejects goes.
  static let again: [Step] = [
    .run(build), .write("name,size,note\nLinz,1,\"a, b\"\nGraz,4,hill\nWels,200,\nBad Ischl,9,\n", to: "towns.csv"),
    .write(#"[{"name": "Danube", "length": 2850, "town": "Linz"}]"#, to: "rivers.json"),
  ]

  /// A release in `Out`, and the file of the one before.
  static let successor: [Step] = [
    .run(build), .move(store, to: "Old.sqlite"),
    .write("name,size,note\nLinz,1,\"a, b\"\nGraz,4,hill\n", to: "towns.csv"),
    .run(build),
  ]

  static let mended: [Step] = [
    .run(build), .edit("Out/rejects/Towns/towns.csv", "400", with: "4"),
    .edit("Out/rejects/Towns/rivers.json", #""length": 0"#, with: #""length": 153"#),
  ]

  /// What every record is compared with, so that the file is made by SQLite and sealed.
  static var throughSQLite: [String: String] {
    var files = files
    files["Towns.recipe.yml"] =
      recipe + "\nrules:\n  - { on: River, require: \"town.size < 100\", message: too large }\n"
    return files
  }

  /// An index that only SQLite can write, so that the file is sealed by VACUUM.
  static var sealedBySQLite: [String: String] {
    var files = files
    files["Towns.xcdatamodel/contents"] = model.replacingOccurrences(
      of: #"<fetchIndex name="bySize">"#,
      with: #"<fetchIndex name="bySize" partialIndexPredicate="size &gt; 3">"#
    )
    return files
  }

  /// One source of which is standard input.
  static var fromStandardInput: [String: String] {
    var files = files
    files["Towns.recipe.yml"] = recipe.replacingOccurrences(of: "file: towns.csv", with: "file: '-', format: csv")
    return files
  }

  /// Sources in XML, HTML and an archive, and files that records name.
  static var otherSources: [String: String] {
    var files = files
    files["Towns.xcdatamodel/contents"] = model.replacingOccurrences(
      of: #"<relationship name="rivers""#,
      with: #"<attribute name="plan" optional="YES" attributeType="Binary"/><relationship name="rivers""#
    )
    files["Towns.recipe.yml"] = """
      model: Towns.xcdatamodel
      output: Towns.sqlite
      sources:
        - { file: towns.xml, records: //town, entity: Town, key: name, attributes: { name: "@name", size: "@size" } }
        - { file: page.html, table: 1, entity: Town, key: name }
        - { file: towns.tar, format: csv, entity: Town, key: name }
        - file: plans.csv
          entity: Town
          key: name
          mode: update
          attributes: { plan: { field: file, file: plans }, note: { field: drawn, file: drawn.tar } }
      """
    files["towns.xml"] = #"<towns><town name="Linz" size="1"/><town name="Enns" size="x"/></towns>"#
    files["page.html"] = "<table><tr><th>name<th>size<tr><td>Wels<td>2<tr><td>Graz<td>400</table>"
    files["towns.tar"] = archive(["towns.csv": "name,size\nSteyr,5\nMelk,y\n"])
    files["plans.csv"] = "name,file,drawn\nLinz,linz.txt,linz.txt\nWels,wels.txt,\nSteyr,steyr.txt,\n"
    files["plans/linz.txt"] = "a plan"
    files["plans/wels.txt"] = "another"
    files["drawn.tar"] = archive(["linz.txt": "drawn"])
    return files
  }

  /// Each of them is another one for the next build.
  static let otherEdits: [Step] = [
    .edit("towns.xml", "size=\"1\"", with: "size=\"11\""), .edit("page.html", "400", with: "4"),
    .write(archive(["towns.csv": "name,size\nSteyr,6\nMelk,y\n"]), to: "towns.tar"),
    .write("a new plan", to: "plans/linz.txt"),
  ]

  static let makeKeys = [
    "keys", "make", "--secret-key", "towns.key", "--public-key", "towns.pub", "--without-password",
  ]

  static let keys: [Step] = [.run(makeKeys)]

  static let fetch = ["fetch", "Towns.recipe.yml", "--allow-private", "--pause", "0"]

  /// Records that name files of a server.
  static let fetched = [
    "Towns.xcdatamodel/contents": otherSources["Towns.xcdatamodel/contents", default: ""],
    "Towns.recipe.yml": """
    model: Towns.xcdatamodel
    output: Towns.sqlite
    sources:
      - { file: plans.csv, entity: Town, key: name, attributes: { plan: { field: plan, fetch: plans/ } } }
    """,
    "plans.csv":
      "name,plan\nLinz,http://127.0.0.1:PORT/linz\nWels,http://127.0.0.1:PORT/wels\nEnns,http://127.0.0.1:PORT/enns\n",
    "Served/linz": "a plan",
    "Served/wels": "another",
    "plans/notes.txt": "of an editor",
  ]

  /// A tar archive of files with short names.
  private static func archive(_ files: [String: String]) -> String {
    func padded(_ text: String, _ size: Int) -> String { text + String(repeating: "\0", count: size - text.utf8.count) }
    func octal(_ number: Int) -> String { String(String(1 << 30 | number, radix: 8).suffix(7)) + "\0" }
    let members = files.sorted { $0.key < $1.key }.map { name, text in
      let size = text.utf8.count
      let start = padded(name, 100) + octal(0o644) + octal(0) + octal(0) + "0000" + octal(size) + "0000" + octal(0)
      let rest = padded("0" + padded("", 100) + "ustar\0" + "00", 356)
      let sum = (start + "        " + rest).utf8.reduce(0) { $0 + Int($1) }
      return start + String(String(1 << 24 | sum, radix: 8).suffix(6)) + "\0 " + rest
        + padded(text, (size + 511) / 512 * 512)
    }
    return members.joined() + padded("", 1_024)
  }

  /// Sources with texts that `fix` cleans.
  static let cleaned = files.merging([
    "Towns.recipe.yml": recipe + "\nchecks:\n  Town:\n    \"*\": { text: clean }\n",
    "towns.csv": "name,size,note\nLinz,1,a  b\nGraz,4,hill \n",
    "more-1.csv": "name,size,note\nSteyr,5,old  town\n",
  ]) { $1 }

  static let store = "Out/Towns.sqlite"
  static let identifier = "6F1C8C58-8F5B-4D3B-9C57-0E2D6F4C1A11"
}
