import AttributeValues
import ModelReading
import ObjectModel
import SQLiteStore
import TestSupport
import Testing

/// Indexes whose names and places real stores show: `Conversation` and `Message` of one, `BookmarkEntity` of another.
@Suite struct SchemaIndexTests {
  private func schema(_ entities: String, era: StoreEra = .modern) throws -> StoreSchema {
    let xml = """
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">\(entities)</model>
      """
    return StoreSchema(model: try ModelReader.parse(Array(xml.utf8), file: "contents").model, era: era)
  }

  private static let conversation = """
    <entity name="Conversation">
      <attribute name="name" optional="YES" attributeType="String" indexed="YES"/>
      <attribute name="archived" optional="YES" attributeType="Boolean"/>
      <attribute name="changed" optional="YES" attributeType="Date" indexed="YES"/>
      <relationship name="creator" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="User" \
    inverseName="created" inverseEntity="User"/>
      <relationship name="members" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="User" \
    inverseName="conversations" inverseEntity="User"/>
      <compoundIndexes><compoundIndex><index value="archived"/><index value="changed"/></compoundIndex></compoundIndexes>
      <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint></uniquenessConstraints>
    </entity>
    <entity name="Secret" parentEntity="Conversation">
      <attribute name="key" optional="YES" attributeType="String" indexed="YES"/>
      <relationship name="guards" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="User" \
    inverseName="guarded" inverseEntity="User"/>
    </entity>
    <entity name="User">
      <relationship name="created" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Conversation" \
    inverseName="creator" inverseEntity="Conversation"/>
      <relationship name="conversations" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Conversation" \
    inverseName="members" inverseEntity="Conversation"/>
      <relationship name="guarded" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Secret" \
    inverseName="guards" inverseEntity="Secret"/>
    </entity>
    """

  @Test func ordersTheIndexesOfATable() throws {
    let schema = try schema(Self.conversation)
    #expect(
      schema.indexes.map(\.name) == [
        "ZCONVERSATION_ZCREATOR_INDEX", "Z_1MEMBERS_Z_3MEMBERS_INDEX", "ZCONVERSATION_Z_ENT_INDEX",
        "Z_Conversation_changed", "Z_Conversation_name", "Z_Conversation_archived_changed",
        "Z_2GUARDS_Z_3GUARDS_INDEX", "Z_Secret_key", "Z_Conversation_UNIQUE_name",
      ]
    )
  }

  @Test func namesIndexesByColumnsBeforeFetchIndexes() throws {
    let schema = try schema(Self.conversation, era: .legacy)
    #expect(
      schema.indexStatements == [
        "CREATE INDEX ZCONVERSATION_ZCHANGED_INDEX ON ZCONVERSATION (ZCHANGED)",
        "CREATE INDEX ZCONVERSATION_ZNAME_INDEX ON ZCONVERSATION (ZNAME)",
        "CREATE INDEX ZCONVERSATION_ZKEY_INDEX ON ZCONVERSATION (ZKEY)",
        "CREATE INDEX ZCONVERSATION_ZCREATOR_INDEX ON ZCONVERSATION (ZCREATOR)",
        "CREATE INDEX Z_1MEMBERS_Z_3MEMBERS_INDEX ON Z_1MEMBERS (Z_3MEMBERS, Z_1CONVERSATIONS)",
        "CREATE INDEX ZCONVERSATION_Z_ENT_INDEX ON ZCONVERSATION (Z_ENT)",
        "CREATE INDEX ZCONVERSATION_ZARCHIVED_ZCHANGED ON ZCONVERSATION (ZARCHIVED, ZCHANGED)",
        "CREATE INDEX Z_2GUARDS_Z_3GUARDS_INDEX ON Z_2GUARDS (Z_3GUARDS, Z_2GUARDED)",
      ]
    )
  }

  private static let bookmark = """
    <entity name="Bookmark">
      <attribute name="uuid" optional="YES" attributeType="String"/>
      <attribute name="url" optional="YES" attributeType="String"/>
      <attribute name="isPending" optional="YES" attributeType="Boolean"/>
      <relationship name="parent" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Bookmark"/>
      <fetchIndex name="byUUID"><fetchIndexElement property="uuid" type="Binary" order="ascending"/></fetchIndex>
      <fetchIndex name="byURL"><fetchIndexElement property="url" type="Binary" order="descending"/></fetchIndex>
      <fetchIndex name="byParent"><fetchIndexElement property="parent" type="Binary" order="ascending"/></fetchIndex>
      <fetchIndex name="byBoth"><fetchIndexElement property="uuid" type="Binary" order="ascending"/>\
    <fetchIndexElement property="isPending" type="Binary" order="ascending"/></fetchIndex>
    </entity>
    """

  @Test func repeatsAFetchIndexOverOneAttributeAsCompilersDo() throws {
    #expect(
      try schema(Self.bookmark).indexStatements == [
        "CREATE INDEX ZBOOKMARK_ZPARENT_INDEX ON ZBOOKMARK (ZPARENT)",
        "CREATE INDEX Z_Bookmark_uuid ON ZBOOKMARK (ZUUID COLLATE BINARY ASC)",
        "CREATE INDEX Z_Bookmark_byUUID ON ZBOOKMARK (ZUUID COLLATE BINARY ASC)",
        "CREATE INDEX Z_Bookmark_byURL ON ZBOOKMARK (ZURL COLLATE BINARY DESC)",
        "CREATE INDEX Z_Bookmark_byBoth ON ZBOOKMARK (ZUUID COLLATE BINARY ASC, ZISPENDING COLLATE BINARY ASC)",
      ]
    )
  }

  @Test func doesNotRepeatTheIndexesOfAModelMadeInCode() {
    let entity = EntityDescription(name: "Bookmark")
    entity.declaredProperties = [KennelModel.attribute("uuid", .string)]
    entity.indexes = [FetchIndexDescription(name: "byUUID", elements: [.init(propertyName: "uuid")])]
    let schema = StoreSchema(model: ManagedObjectModel(entities: [entity]))
    #expect(schema.indexes.map(\.name) == ["Z_Bookmark_byUUID"])
  }

  @Test func indexesTheObjectAndItsEntity() throws {
    let schema = try schema(
      """
      <entity name="Photo">
        <attribute name="state" optional="YES" attributeType="Integer 16"/>
        <attribute name="latitude" optional="YES" attributeType="Double"/>
        <attribute name="longitude" optional="YES" attributeType="Double"/>
        <fetchIndex name="byState"><fetchIndexElement property="state" type="Binary" order="ascending"/>\
      <fetchIndexElement expression="SELF" expressionType="objectID" type="Binary" order="ascending"/>\
      <fetchIndexElement expression="entity" type="Binary" order="ascending"/></fetchIndex>
        <fetchIndex name="byLength"><fetchIndexElement expression="length:(name)" type="Binary" order="ascending"/></fetchIndex>
        <fetchIndex name="byPlace"><fetchIndexElement property="latitude" type="RTree" order="ascending"/>\
      <fetchIndexElement property="longitude" type="RTree" order="ascending"/></fetchIndex>
      </entity>
      """
    )
    #expect(
      schema.indexes.map(StoreSchema.statement) == [
        "CREATE INDEX Z_Photo_byState ON ZPHOTO (ZSTATE COLLATE BINARY ASC, Z_PK COLLATE BINARY ASC, Z_ENT COLLATE BINARY ASC)"
      ]
    )
    #expect(schema.rangeIndexes.map(\.columns) == [["ZLATITUDE", "ZLONGITUDE"]])
    #expect(schema.unprovenFeatures.map(\.property) == ["byLength"])
  }
}
