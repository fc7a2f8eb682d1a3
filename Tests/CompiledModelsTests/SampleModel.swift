import AttributeValues
import CompiledModels
import ModelReading
import ObjectModel
import PropertyLists
import Testing

/// A model with every feature whose archived form is known, and what can be looked at in its archive.
enum SampleModel {
  static let xml = """
    <model userDefinedModelVersionIdentifier="3">
        <entity name="Named" representedClassName=".Named" isAbstract="YES" elementID="Titled" versionHashModifier="x">
            <attribute name="name" attributeType="String" minValueString="2" maxValueString="40" regularExpressionString="[A-Z].*"/>
        </entity>
        <entity name="Breed" parentEntity="Named">
            <attribute name="height" optional="YES" attributeType="Double" minValueString="5.5" maxValueString="120" defaultValueString="40"/>
            <attribute name="weight" optional="YES" attributeType="Float" defaultValueString="0.1" minValueString="0"/>
            <attribute name="rank" attributeType="Integer 16" defaultValueString="0" minValueString="0"/>
            <attribute name="price" optional="YES" attributeType="Decimal" defaultValueString="-10.11" maxValueString="70000"/>
            <attribute name="isRecognised" attributeType="Boolean" defaultValueString="YES" indexed="YES"/>
            <attribute name="since" optional="YES" attributeType="Date" defaultDateTimeInterval="600000.5" minDateTimeInterval="0"/>
            <attribute name="picture" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>
            <attribute name="identifier" optional="YES" attributeType="UUID" defaultValueString="C0FFEE00-0000-4000-8000-000000000001" preserveAfterDeletion="YES"/>
            <attribute name="page" optional="YES" attributeType="URI" defaultValueString="https://example.org/a"/>
            <attribute name="colours" optional="YES" attributeType="Transformable" valueTransformerName="Colours" customClassName="NSArray"/>
            <attribute name="mood" optional="YES" transient="YES" versionHashModifier="m"/>
            <attribute name="memberCount" optional="YES" attributeType="Integer 64" derived="YES" derivationExpression="owners.@count"/>
            <attribute name="groupName" optional="YES" attributeType="String" derived="YES" derivationExpression="group.name" elementID="oldKey">
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
                <fetchIndexElement property="rank" type="Binary" order="ascending"/>
            </fetchIndex>
            <fetchIndex name="byHeight">
                <fetchIndexElement property="height" type="Binary" order="descending"/>
                <fetchIndexElement property="weight" type="Binary" order="ascending"/>
            </fetchIndex>
            <uniquenessConstraints>
                <uniquenessConstraint><constraint value="rank"/><constraint value="identifier"/></uniquenessConstraint>
            </uniquenessConstraints>
            <compoundIndexes>
                <compoundIndex><index value="height"/><index value="weight"/></compoundIndex>
            </compoundIndexes>
            <userInfo>
                <entry key="source" value="FCI"/>
            </userInfo>
        </entity>
        <entity name="Group" representedClassName="Group">
            <attribute name="name" attributeType="String"/>
            <relationship name="breeds" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Breed" inverseName="group" inverseEntity="Breed"/>
        </entity>
        <fetchRequest name="Small" entity="Breed" predicateString="height &lt; $HEIGHT AND (name LIKE[cd] &quot;a*&quot; OR NOT (rank IN $RANKS))" fetchLimit="10" fetchBatchSize="5"/>
        <configuration name="Cloud">
            <memberEntity name="Group"/>
        </configuration>
    </model>
    """

  static func model() throws -> ManagedObjectModel {
    try ModelReader.parse(Array(xml.utf8), file: "contents").model
  }

  /// The archived object of a property.
  static func property(_ entity: String, _ name: String, in archive: KeyedArchive) throws -> ArchivedObject {
    let entities = try #require(archive.rootObject?.object("NSEntities")).objectEntries
    let owner = try #require(entities.first { $0.key == entity }?.value)
    return try #require(owner.object("NSProperties")?.objectEntries.first { $0.key == name }?.value)
  }
}
