import AttributeValues
import Findings
import FoundationEssentials
import ModelReading
import ObjectModel
import Testing

@Suite struct ModelParsingTests {
  static let everything = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" userDefinedModelVersionIdentifier="3">
        <entity name="Named" representedClassName=".Named" codeGenerationType="category" isAbstract="YES" elementID="Titled" versionHashModifier="x">
            <attribute name="name" attributeType="String" minValueString="2" maxValueString="40" regularExpressionString="[A-Z].*"/>
        </entity>
        <entity name="Breed" parentEntity="Named">
            <attribute name="height" optional="YES" usesScalarValueType="YES" attributeType="Double" minValueString="5.5" maxValueString="120" defaultValueString="40"/>
            <attribute name="weight" optional="YES" attributeType="Float" defaultValueString="3.5"/>
            <attribute name="rank" attributeType="Integer 16" defaultValueString="0.0" minValueString="0"/>
            <attribute name="count" attributeType="Integer 64" defaultValueString="-7" renamingIdentifier="ignored"/>
            <attribute name="price" optional="YES" attributeType="Decimal" defaultValueString="10.11"/>
            <attribute name="isRecognised" attributeType="Boolean" defaultValueString="YES" indexed="YES"/>
            <attribute name="since" optional="YES" attributeType="Date" defaultDateTimeInterval="600000" minDateTimeInterval="0"/>
            <attribute name="picture" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>
            <attribute name="identifier" optional="YES" attributeType="UUID" defaultValueString="C0FFEE00-0000-4000-8000-000000000001" preserveAfterDeletion="YES"/>
            <attribute name="page" optional="YES" attributeType="URI" defaultValueString="https://example.org/a"/>
            <attribute name="colours" optional="YES" attributeType="Transformable" valueTransformerName="Colours" customClassName="NSArray"/>
            <attribute name="mood" optional="YES" transient="YES"/>
            <attribute name="key" optional="YES" attributeType="String" derived="YES" derivationExpression="canonical:(name)" elementID="oldKey">
                <userInfo>
                    <entry key="why" value="search"/>
                </userInfo>
            </attribute>
            <relationship name="group" maxCount="1" deletionRule="Deny" destinationEntity="Group" inverseName="breeds" inverseEntity="Group"/>
            <relationship name="owners" optional="YES" toMany="YES" minCount="2" maxCount="9" deletionRule="No Action" destinationEntity="Group" ordered="YES"/>
            <fetchedProperty name="rivals" optional="YES">
                <fetchRequest name="fetchedPropertyFetchRequest" entity="Breed" predicateString="rank == $FETCH_SOURCE.rank"/>
            </fetchedProperty>
            <fetchIndex name="byRank">
                <fetchIndexElement property="rank" type="Binary" order="descending"/>
                <fetchIndexElement expression="entity" expressionType="Integer 16" type="Binary" order="ascending"/>
            </fetchIndex>
            <uniquenessConstraints>
                <uniquenessConstraint><constraint value="name"/><constraint value="rank"/></uniquenessConstraint>
            </uniquenessConstraints>
            <compoundIndexes>
                <compoundIndex><index value="height"/><index value="weight"/></compoundIndex>
            </compoundIndexes>
        </entity>
        <entity name="Group" representedClassName="Group">
            <relationship name="breeds" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Breed" inverseName="group" inverseEntity="Breed"/>
        </entity>
        <fetchRequest name="Small" entity="Breed" predicateString="height &lt; $HEIGHT" fetchLimit="10" fetchBatchSize="5" includeSubentities="NO" includePropertyValues="YES" includePendingChanges="NO" returnObjectsAsFaults="NO" returnDistinctResults="YES"/>
        <configuration name="Cloud">
            <memberEntity name="Group"/>
        </configuration>
        <elements>
            <element name="Breed" positionX="0" positionY="0" width="128" height="44"/>
        </elements>
    </model>
    """

  private func everything() throws -> ManagedObjectModel {
    try ModelReader.parse(Array(Self.everything.utf8), file: "contents").model
  }

  @Test func readsEntitiesAndTheirInheritance() throws {
    let model = try everything()
    #expect(model.entities.map(\.name) == ["Named", "Breed", "Group"])
    let named = try #require(model.entitiesByName["Named"])
    let breed = try #require(model.entitiesByName["Breed"])
    #expect(named.isAbstract)
    #expect(named.managedObjectClassName == ".Named")
    #expect(named.renamingIdentifier == "Titled")
    #expect(named.versionHashModifier == "x")
    #expect(named.codeGeneration == .categoryExtension && breed.codeGeneration == .manual)
    #expect(breed.superentity === named)
    #expect(breed.managedObjectClassName == nil)
    #expect(breed.uniquenessConstraints == [["name", "rank"]])
    #expect(breed.compoundIndexes == [["height", "weight"]])
    #expect(breed.sourceLine == 6)
    #expect(model.versionIdentifiers == ["3"])
    #expect(model.entityNamesByConfiguration == ["Cloud": ["Group"]])
  }

  @Test func readsAttributesWithTypedValues() throws {
    let model = try everything()
    let attributes = try #require(model.entitiesByName["Breed"]).attributesByName
    #expect(attributes["name"]?.constraints.minimumLength == 2)
    #expect(attributes["name"]?.constraints.maximumLength == 40)
    #expect(attributes["name"]?.constraints.regularExpression == "[A-Z].*")
    #expect(attributes["name"]?.isOptional == false)
    #expect(attributes["height"]?.constraints.minimum == .double(5.5))
    #expect(attributes["height"]?.constraints.maximum == .double(120))
    #expect(attributes["height"]?.defaultValue == .double(40))
    #expect(attributes["height"]?.usesScalarValueType == true && attributes["weight"]?.usesScalarValueType == false)
    #expect(attributes["weight"]?.defaultValue == .float(3.5))
    #expect(attributes["rank"]?.defaultValue == .integer(0))
    #expect(attributes["rank"]?.constraints.minimum == .integer(0))
    #expect(attributes["count"]?.defaultValue == .integer(-7))
    #expect(attributes["count"]?.renamingIdentifier == nil)
    #expect(attributes["price"]?.defaultValue == .decimal(try #require(Decimal(string: "10.11"))))
    #expect(attributes["isRecognised"]?.defaultValue == .boolean(true))
    #expect(attributes["isRecognised"]?.isIndexed == true)
    #expect(attributes["since"]?.defaultValue == .date(600_000))
    #expect(attributes["since"]?.constraints.minimum == .date(0))
    #expect(attributes["picture"]?.allowsExternalBinaryDataStorage == true)
    #expect(attributes["identifier"]?.preservesValueInHistoryOnDeletion == true)
    let identifier = try #require(UUID(uuidString: "C0FFEE00-0000-4000-8000-000000000001"))
    #expect(attributes["identifier"]?.defaultValue == .uuid(identifier))
    #expect(attributes["page"]?.defaultValue == .uri(try #require(URL(string: "https://example.org/a"))))
    #expect(attributes["colours"]?.valueTransformerName == "Colours")
    #expect(attributes["colours"]?.attributeValueClassName == "NSArray")
    #expect(attributes["mood"]?.attributeType == .undefined)
    #expect(attributes["mood"]?.isTransient == true)
    let key = try #require(attributes["key"] as? DerivedAttributeDescription)
    #expect(key.derivationExpressionText == "canonical:(name)")
    #expect(key.renamingIdentifier == "oldKey")
    #expect(key.userInfo == ["why": "search"])
  }

  @Test func readsRelationshipsIndexesAndRequests() throws {
    let model = try everything()
    let breed = try #require(model.entitiesByName["Breed"])
    let group = try #require(breed.relationshipsByName["group"])
    #expect(group.destinationEntity?.name == "Group")
    #expect(group.inverseRelationship?.name == "breeds")
    #expect(group.inverseRelationship?.inverseRelationship === group)
    #expect(group.deleteRule == .deny)
    #expect(!group.isToMany)
    #expect(group.inverseRelationship?.deleteRule == .cascade)
    #expect(group.inverseRelationship?.maxCount == 0)
    let owners = try #require(breed.relationshipsByName["owners"])
    #expect(owners.minCount == 2)
    #expect(owners.maxCount == 9)
    #expect(owners.isOrdered)
    #expect(owners.deleteRule == .noAction)
    let rivals = try #require(breed.propertiesByName["rivals"] as? FetchedPropertyDescription)
    #expect(rivals.fetchRequest.entityName == "Breed")
    #expect(rivals.fetchRequest.predicateText == "rank == $FETCH_SOURCE.rank")
    #expect(
      breed.indexes == [
        FetchIndexDescription(
          name: "byRank",
          elements: [
            FetchIndexElementDescription(propertyName: "rank", isAscending: false),
            FetchIndexElementDescription(propertyName: "entity", isExpression: true),
          ]
        )
      ]
    )
    let small = try #require(model.fetchRequestTemplatesByName["Small"])
    #expect(small.predicateText == "height < $HEIGHT")
    #expect(small.fetchLimit == 10)
    #expect(small.fetchBatchSize == 5)
    #expect(!small.includesSubentities && small.includesPropertyValues && !small.includesPendingChanges)
    #expect(!small.returnsObjectsAsFaults && small.returnsDistinctResults)
    #expect(rivals.fetchRequest.includesSubentities && !rivals.fetchRequest.returnsDistinctResults)
  }

  @Test func readsCompositesByNameOrInPlace() throws {
    let text = """
      <model>
        <entity name="Dog">
          <attribute name="size" attributeType="Composite">
            <attribute name="height" attributeType="Double"/>
          </attribute>
          <attribute name="home" attributeType="Composite" elementName="Address"/>
        </entity>
        <compositeAttribute name="Address">
          <attribute name="city" optional="YES" attributeType="String"/>
        </compositeAttribute>
      </model>
      """
    let document = try ModelReader.parse(Array(text.utf8), file: "contents")
    let attributes = try #require(document.model.entitiesByName["Dog"]).attributesByName
    #expect((attributes["size"] as? CompositeAttributeDescription)?.leaves.map(\.name) == ["height"])
    let home = try #require(attributes["home"] as? CompositeAttributeDescription)
    #expect(home.elements.map(\.name) == ["city"])
    #expect(home.elements.first?.isOptional == true)
    #expect(document.findings.isEmpty)
  }
}
