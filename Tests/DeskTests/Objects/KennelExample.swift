import Foundation
import TestSupport

/// Dogs of two files that are changed by a third: inheritance, a unique attribute that is no key, derived attributes of all kinds, an ordered relationship,
/// one-to-one, objects that are made by reference, a composite, defaults, conversions, rules and an order.
enum KennelExample {
  static let recipeName = "Kennel.recipe.yml"

  static let model = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" sourceLanguage="Swift" userDefinedModelVersionIdentifier="">
      <entity name="Animal" representedClassName="Animal" isAbstract="YES">
        <attribute name="name" attributeType="String" minValueString="2" maxValueString="30"/>
        <attribute name="plainName" optional="YES" attributeType="String" derived="YES" derivationExpression="canonical:(name)"/>
        <attribute name="born" optional="YES" attributeType="Date" usesScalarValueType="NO"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint></uniquenessConstraints>
      </entity>
      <entity name="Dog" representedClassName="Dog" parentEntity="Animal">
        <attribute name="age" optional="YES" attributeType="Integer 16" defaultValueString="1" usesScalarValueType="NO"/>
        <attribute name="code" optional="YES" attributeType="String" maxValueString="6"/>
        <attribute name="colour" optional="YES" attributeType="String"/>
        <attribute name="entered" optional="YES" attributeType="Integer 32" usesScalarValueType="NO"/>
        <attribute name="kennelCity" optional="YES" attributeType="String" derived="YES" derivationExpression="kennel.city"/>
        <attribute name="note" optional="YES" attributeType="String" defaultValueString="none"/>
        <attribute name="plainNote" optional="YES" attributeType="String" derived="YES" derivationExpression="canonical:(note)"/>
        <attribute name="price" optional="YES" attributeType="Decimal" minValueString="0"/>
        <attribute name="rank" optional="YES" attributeType="Integer 16" usesScalarValueType="NO"/>
        <attribute name="scratch" optional="YES" transient="YES" attributeType="String"/>
        <attribute name="size" optional="YES" attributeType="Composite"><attribute name="height" optional="YES" attributeType="Integer 16"/></attribute>
        <attribute name="weight" optional="YES" attributeType="Double" maxValueString="200" usesScalarValueType="NO"/>
        <relationship name="chip" optional="YES" maxCount="1" deletionRule="Cascade" destinationEntity="Chip" inverseName="dog" inverseEntity="Chip"/>
        <relationship name="kennel" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Kennel" inverseName="dogs" inverseEntity="Dog"/>
        <relationship name="litter" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Litter" inverseName="pups" inverseEntity="Dog"/>
        <relationship name="mother" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Dog" inverseName="children" inverseEntity="Dog"/>
        <relationship name="children" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Dog" inverseName="mother" inverseEntity="Dog"/>
        <relationship name="tags" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Tag" inverseName="dogs" inverseEntity="Dog"/>
        <relationship name="trainer" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Trainer" inverseName="dogs" inverseEntity="Dog"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="code"/></uniquenessConstraint></uniquenessConstraints>
      </entity>
      <entity name="Kennel" representedClassName="Kennel">
        <attribute name="city" optional="YES" attributeType="String"/>
        <attribute name="dogCount" optional="YES" attributeType="Integer 64" derived="YES" derivationExpression="dogs.@count" usesScalarValueType="NO"/>
        <attribute name="load" optional="YES" attributeType="Double" derived="YES" derivationExpression="dogs.@sum.weight" usesScalarValueType="NO"/>
        <attribute name="name" attributeType="String"/>
        <relationship name="dogs" optional="YES" toMany="YES" deletionRule="Deny" destinationEntity="Dog" inverseName="kennel" inverseEntity="Dog"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint></uniquenessConstraints>
      </entity>
      <entity name="Litter" representedClassName="Litter">
        <attribute name="number" attributeType="Integer 32" usesScalarValueType="NO"/>
        <relationship name="pups" optional="YES" toMany="YES" ordered="YES" deletionRule="Nullify" destinationEntity="Dog" inverseName="litter" inverseEntity="Dog"/>
      </entity>
      <entity name="Chip" representedClassName="Chip">
        <attribute name="number" attributeType="Integer 32" usesScalarValueType="NO"/>
        <attribute name="made" optional="YES" attributeType="String"/>
        <relationship name="dog" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Dog" inverseName="chip" inverseEntity="Dog"/>
      </entity>
      <entity name="Tag" representedClassName="Tag">
        <attribute name="name" attributeType="String"/>
        <relationship name="dogs" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Dog" inverseName="tags" inverseEntity="Dog"/>
      </entity>
      <entity name="Trainer" representedClassName="Trainer">
        <attribute name="name" attributeType="String"/>
        <relationship name="dogs" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Dog" inverseName="trainer" inverseEntity="Dog"/>
      </entity>
    </model>
    """

  static let recipe = """
    model: Kennel.xcdatamodel
    output: Kennel.sqlite
    lookups:
      colours: { entries: { b: black, w: white, r: red } }
    sources:
      - file: kennels.csv
        entity: Kennel
        key: name
        mode: insert
      - file: litters.csv
        entity: Litter
        key: number
        mode: insert
      - file: chips.csv
        entity: Chip
        key: number
        mode: insert
      - file: dogs.csv
        entity: Dog
        key: name
        mode: insert
        attributes:
          name: Name
          code: Code
          age: Age
          weight: { field: Weight, convert: lb to kg, round: 1 }
          price: { field: Price, decimal: "," }
          colour: { field: Colour, lookup: colours, missing: keep }
          note: { fields: [Remark, More], join: " / " }
          born: { field: Born, date: d.M.yyyy }
          entered: Entered
        relationships:
          kennel: Kennel
          litter: { field: Litter, matches: number }
          mother: { field: Mother, matches: name, unknown: skip }
          chip: { field: Chip, matches: number }
          trainer: { field: Trainer, matches: name, unknown: create }
          tags: { field: Tags, matches: name, split: ";", unknown: create }
      - file: strays.csv
        entity: Dog
        mode: insert
        attributes: { name: Name, weight: Weight, note: Note }
        relationships: { kennel: Kennel, mother: Mother }
      - file: ranks.csv
        entity: Dog
        key: name
        mode: update
        attributes: { name: Name, rank: Rank, colour: Colour }
    rules:
      - on: Dog
        require: "weight == nil OR age == nil OR weight > age"
        message: Too light for its age
      - on: Dog
        require: "rank == nil OR price == nil OR price < 1000"
        message: Too dear for its rank
      - on: Kennel
        require: "dogs.@count >= 1"
        when: end
        severity: warning
        message: Empty
    checks:
      Dog:
        entered: { sequence: rising }
        price: { outliers: { beyond: 5 } }
    """

  static let sources: [String: String] = [
    "kennels.csv": "name,city\nNorth,Oslo\nSouth,Rome\nEast,\n",
    "litters.csv": "number\n1\n2\n",
    "chips.csv": "number,made\n11,here\n12,\n13,there\n",
    "dogs.csv": #"""
    Name,Code,Age,Weight,Price,Colour,Remark,More,Born,Entered,Kennel,Litter,Mother,Chip,Trainer,Tags
    Ada,AA,9,60,"12,5",b,good,,3.4.2015,1,North,1,,11,Ann,old;calm
    Bea,BB,4,50,,w,,quick,1.2.2019,2,North,1,Ada,,Bob,calm
    Coco,,2,44,99,brown,,,,5,South,2,Ada,12,Ann,
    Dora,DD,,"70",,,"said ""no""",so,,6,,2,Bea,,,new
    Edda,EE,3,35,7,r,,,9.9.2020,,East,1,,,Cy,old

    """#,
    "strays.csv": "Name;Weight;Note;Kennel;Mother\nFips;5;Größe;South;Ada\nGigi;6.5;\"a;b\";;\nHexe;7;;North;Fips\n",
    "ranks.csv": "Name,Rank,Colour\nAda,1,\nCoco,2,grey\nFips,3,white\n",
  ]

  /// A recipe whose records are judged without the objects around them.
  static let plainRecipe = """
    model: Kennel.xcdatamodel
    output: Kennel.sqlite
    sources:
      - { file: kennels.csv, entity: Kennel, key: name, mode: insert }
      - file: dogs.csv
        entity: Dog
        key: name
        mode: insert
        attributes: { name: Name, code: Code, age: Age, weight: { field: Weight, convert: lb to kg, round: 1 }, note: Remark }
        relationships: { kennel: Kennel, mother: { field: Mother, matches: name, unknown: skip } }
      - file: strays.csv
        entity: Dog
        mode: insert
        attributes: { name: Name, weight: Weight, note: Note }
        relationships: { kennel: Kennel, mother: Mother }
    rules:
      - on: Dog
        require: "weight == nil OR age == nil OR weight > age"
        message: Too light for its age
    """

  static func folder(recipe: String = recipe) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.file("Kennel.xcdatamodel"),
      withIntermediateDirectories: true
    )
    try folder.write(model, to: "Kennel.xcdatamodel/contents")
    try folder.write(recipe, to: recipeName)
    for (name, text) in sources { try folder.write(text, to: name) }
    return folder
  }
}
