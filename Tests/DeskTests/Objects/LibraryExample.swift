import Desk
import Foundation
import ImportPipeline
import ManagedObjects
import ModelReading
import ObjectModel
import TestSupport

/// A library of three formats: inheritance, records inside records, cascades, a deny rule, one-to-one, many-to-many, ordered, derived, composite, transient, and
/// most conversions that a recipe can ask for.
enum LibraryExample {
  static let recipeName = "Library.recipe.yml"

  static let model = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" sourceLanguage="Swift" userDefinedModelVersionIdentifier="">
      <entity name="Author" representedClassName="Author">
        <attribute name="country" optional="YES" attributeType="String"/>
        <attribute name="name" attributeType="String" minValueString="2"/>
        <relationship name="books" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Book" inverseName="author" inverseEntity="Book"/>
        <relationship name="mentor" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Author" inverseName="pupils" inverseEntity="Author"/>
        <relationship name="pupils" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Author" inverseName="mentor" inverseEntity="Author"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint></uniquenessConstraints>
      </entity>
      <entity name="Publisher" representedClassName="Publisher">
        <attribute name="city" optional="YES" attributeType="String"/>
        <attribute name="name" attributeType="String"/>
        <relationship name="books" optional="YES" toMany="YES" deletionRule="Deny" destinationEntity="Book" inverseName="publisher" inverseEntity="Book"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint></uniquenessConstraints>
      </entity>
      <entity name="Work" representedClassName="Work" isAbstract="YES">
        <attribute name="title" attributeType="String"/>
        <attribute name="plainTitle" optional="YES" attributeType="String" derived="YES" derivationExpression="canonical:(title)"/>
        <attribute name="year" optional="YES" attributeType="Integer 16" minValueString="1450" maxValueString="2100" usesScalarValueType="NO"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="title"/></uniquenessConstraint></uniquenessConstraints>
      </entity>
      <entity name="Book" representedClassName="Book" parentEntity="Work">
        <attribute name="available" optional="YES" attributeType="Boolean" usesScalarValueType="NO"/>
        <attribute name="bound" optional="YES" attributeType="Date" usesScalarValueType="NO"/>
        <attribute name="cover" optional="YES" attributeType="Binary"/>
        <attribute name="language" optional="YES" attributeType="String"/>
        <attribute name="note" optional="YES" attributeType="String" defaultValueString="none yet"/>
        <attribute name="price" optional="YES" attributeType="Decimal" minValueString="0"/>
        <attribute name="shelf" optional="YES" attributeType="String"/>
        <attribute name="signature" optional="YES" attributeType="String"/>
        <attribute name="scratch" optional="YES" transient="YES" attributeType="String"/>
        <attribute name="size" optional="YES" attributeType="Composite"><attribute name="height" optional="YES" attributeType="Integer 16"/></attribute>
        <attribute name="weight" optional="YES" attributeType="Double" maxValueString="5000" usesScalarValueType="NO"/>
        <relationship name="author" maxCount="1" deletionRule="Nullify" destinationEntity="Author" inverseName="books" inverseEntity="Author"/>
        <relationship name="card" optional="YES" maxCount="1" deletionRule="Cascade" destinationEntity="Card" inverseName="book" inverseEntity="Card"/>
        <relationship name="chapters" optional="YES" toMany="YES" ordered="YES" deletionRule="Cascade" destinationEntity="Chapter" inverseName="book" inverseEntity="Chapter"/>
        <relationship name="publisher" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Publisher" inverseName="books" inverseEntity="Publisher"/>
        <relationship name="tags" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Tag" inverseName="books" inverseEntity="Book"/>
      </entity>
      <entity name="Journal" representedClassName="Journal" parentEntity="Work">
        <attribute name="issues" optional="YES" attributeType="Integer 32" usesScalarValueType="NO"/>
      </entity>
      <entity name="Chapter" representedClassName="Chapter">
        <attribute name="pages" optional="YES" attributeType="Integer 16" usesScalarValueType="NO"/>
        <attribute name="title" attributeType="String"/>
        <relationship name="book" maxCount="1" deletionRule="Nullify" destinationEntity="Book" inverseName="chapters" inverseEntity="Book"/>
      </entity>
      <entity name="Card" representedClassName="Card">
        <attribute name="number" attributeType="Integer 32" usesScalarValueType="NO"/>
        <relationship name="book" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Book" inverseName="card" inverseEntity="Book"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="number"/></uniquenessConstraint></uniquenessConstraints>
      </entity>
      <entity name="Tag" representedClassName="Tag">
        <attribute name="name" attributeType="String"/>
        <relationship name="books" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Book" inverseName="tags" inverseEntity="Book"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint></uniquenessConstraints>
      </entity>
    </model>
    """

  static let recipe = """
    model: Library.xcdatamodel
    output: Library.sqlite
    lookups:
      languages: { entries: { en: English, de: German, ger: German, fr: French } }
    sources:
      - file: authors.csv
        entity: Author
        key: name
        relationships: { mentor: Mentor }
        attributes: { name: Name, country: { field: Country, default: unknown } }
      - file: publishers.json
        entity: Publisher
        key: name
      - file: books.csv
        entity: Book
        key: title
        mode: insert
        attributes:
          title: Title
          year: Year
          weight: { field: Weight, convert: oz to g, round: 1 }
          price: { field: Price, decimal: "," }
          language: { field: Language, lookup: languages }
          available: Available
          bound: { field: Bound, date: d.M.yyyy }
          shelf: { field: Place, split: "/", part: 0, rest: skip }
          signature: { fields: [Class, Number], join: " " }
          cover: Cover
        relationships:
          author: Author
          publisher: Publisher
          tags: { field: Tags, split: ";", unknown: create }
      - file: journals.xml
        records: //journal
        entity: Journal
        key: title
        attributes: { title: "@title", year: year, issues: issues }
      - file: chapters.xml
        records: //book
        entity: Book
        key: title
        mode: update
        attributes: { title: "@title" }
        children:
          - records: chapter
            entity: Chapter
            relationship: book
            attributes: { title: "@title", pages: "@pages" }
      - file: cards.jsonl
        entity: Card
        key: number
        relationships: { book: book }
    """

  static let sources: [String: String] = [
    "authors.csv": """
    Name,Country,Mentor
    Ada Ahl,Sweden,
    Émile Bé,,Ada Ahl
    Cy Cole,Wales,Ada Ahl

    """,
    "publishers.json": #"""
    [
      {"name": "North", "city": "Oslo"},
      {"name": "South", "city": "Rome"},
      {"name": "Idle", "city": null}
    ]

    """#,
    "books.csv": """
    Title,Year,Weight,Price,Language,Available,Bound,Place,Class,Number,Cover,Author,Publisher,Tags
    Amber,1950,10,"12,50",en,Yes,3.4.1951,hall/2,A,1,iVBORw0KGgo=,Ada Ahl,North,old; green
    "Birch, again",1960,8 oz,9,ger,no,,hall/1,B,2,,Ada Ahl,South,old
    Cedar,1970,,,fr,,,attic,,,R0lGODlh,Émile Bé,North,
    Dune,,4.5,"1,99",,YES,1.1.2000,cellar/9,D,4,PHN2Zz48L3N2Zz4=,Cy Cole,,green

    """,
    "journals.xml": """
    <journals>
      <journal title="Acta"><year>1900</year><issues>120</issues></journal>
      <journal title="Beta"><year>1999</year></journal>
    </journals>

    """,
    "chapters.xml": """
    <books>
      <book title="Amber"><chapter title="Two" pages="20"/><chapter title="One" pages="10"/></book>
      <book title="Dune"><chapter title="One"/></book>
    </books>

    """,
    "cards.jsonl": """
    {"number": 1, "book": "Amber"}
    {"number": 2, "book": "Cedar"}
    {"number": 3, "book": null}

    """,
  ]

  /// A folder with everything.
  static func folder(replacing texts: [String: String] = [:]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.file("Library.xcdatamodel"),
      withIntermediateDirectories: true
    )
    try folder.write(model, to: "Library.xcdatamodel/contents")
    try folder.write(recipe, to: recipeName)
    for (name, text) in sources.merging(texts, uniquingKeysWith: { $1 }) { try folder.write(text, to: name) }
    return folder
  }
}

/// Ways to the objects of a folder's recipe.
enum Browsing {
  static func plan(_ folder: TemporaryFolder, _ recipeName: String = LibraryExample.recipeName) throws -> ImportPlan {
    let recipe = try RecipeReader.read(path: folder.file(recipeName))
    let model = try ModelReader.read(ModelReader.location(of: folder.file(recipe.model.value)))
    return try ImportPlanner.plan(recipe, model: model, folder: folder.path)
  }

  static func browser(
    _ folder: TemporaryFolder,
    _ recipeName: String = LibraryExample.recipeName,
    memoryLimit: Int = ImportedGraph.memoryLimit
  ) throws -> ObjectBrowser {
    ObjectBrowser(try ImportedGraph(plan(folder, recipeName), memoryLimit: memoryLimit))
  }

  /// Every object in words: its values and those to which it is related.
  static func objects(_ browser: ObjectBrowser) throws -> [String: String] {
    var found: [String: String] = [:]
    for entity in try browser.entities() where !entity.isAbstract && entity.parents.isEmpty || entity.parents.count == 1
    {
      let request = ObjectListRequest(entity: entity.name, sections: .nothing)
      let window = try browser.window(of: request, offset: 0, limit: 10_000)
      for label in window?.parts.flatMap(\.objects) ?? [] where label.key.entity == entity.name {
        guard let detail = try browser.detail(of: label.key) else { continue }
        let attributes = detail.attributes.map { "\($0.name)=\($0.value.line)" }
        let related = detail.relationships.map { relationship in
          let names = relationship.objects.map { $0.key.text.hasPrefix("@") ? $0.title : $0.key.text }
          return "\(relationship.name)=\((relationship.isOrdered ? names : names.sorted()).joined(separator: "|"))"
        }
        found["\(label.key.entity) \(label.key.text)"] = (attributes + related).joined(separator: "; ")
      }
    }
    return found
  }
}
