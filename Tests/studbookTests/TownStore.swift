import Foundation
import SQLiteAccess
import TestSupport
import Testing

/// A folder with a small model and a store of it, for the tests of commands that read stores.
final class TownStore {
  let folder: TemporaryFolder
  var path: String { folder.file("Towns.sqlite") }

  /// Makes the store with the tool itself, and puts two countries and four towns into it.
  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.contents, to: "Towns.xcdatamodel/contents")
    let made = try Tool.run(
      [
        "store", "create", "--model", "Towns.xcdatamodel", "--output", "Towns.sqlite",
        "--identifier", "6F1C4F3E-5A0B-4C57-8C0B-9D3B0E4A7C11",
      ],
      in: folder.path
    )
    try #require(made.status == 0, "\(made.errors)")
    let connection = try SQLiteConnection(path: path, mode: .readWrite)
    defer { connection.close() }
    for (key, name) in [(1, "Česko"), (2, "日本")] {
      try connection.execute(
        "INSERT INTO ZCOUNTRY (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (?1, 1, 1, ?2)",
        [.integer(Int64(key)), .text(name)]
      )
    }
    let towns: [(String, Int64?, Double?, Int64)] = [
      ("Praha", 1_300_000, 0, 1), ("東京", 14_000_000, nil, 2), ("Brno", 400_000, 86_400.5, 1),
      ("Osaka\u{1B}[31m", nil, nil, 2),
    ]
    for (index, town) in towns.enumerated() {
      try connection.execute(
        """
        INSERT INTO ZTOWN (Z_PK, Z_ENT, Z_OPT, ZNAME, ZINHABITANTS, ZFOUNDED, ZCOUNTRY, ZISCAPITAL)
        VALUES (?1, 2, 1, ?2, ?3, ?4, ?5, ?6)
        """,
        [
          .integer(Int64(index + 1)), .text(town.0), town.1.map { .integer($0) } ?? .null,
          town.2.map { .real($0) } ?? .null, .integer(town.3), .integer(index < 2 ? 1 : 0),
        ]
      )
    }
    try connection.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = CASE Z_NAME WHEN 'Country' THEN 2 ELSE 4 END")
  }

  /// Runs the tool in the folder.
  func run(_ arguments: String..., environment: [String: String] = [:]) throws -> Tool.Outcome {
    try Tool.run(arguments, in: folder.path, environment: environment)
  }

  static let contents = """
    <?xml version="1.0" encoding="UTF-8"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" sourceLanguage="Swift">
      <entity name="Country" representedClassName="Country" syncable="YES">
        <attribute name="name" attributeType="String"/>
        <relationship name="towns" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Town" \
    inverseName="country" inverseEntity="Town"/>
      </entity>
      <entity name="Town" representedClassName="Town" syncable="YES">
        <attribute name="founded" optional="YES" attributeType="Date" usesScalarValueType="NO"/>
        <attribute name="inhabitants" optional="YES" attributeType="Integer 64" usesScalarValueType="YES"/>
        <attribute name="isCapital" attributeType="Boolean" defaultValueString="NO" usesScalarValueType="YES"/>
        <attribute name="name" attributeType="String"/>
        <relationship name="country" maxCount="1" deletionRule="Nullify" destinationEntity="Country" \
    inverseName="towns" inverseEntity="Country"/>
      </entity>
    </model>
    """
}
