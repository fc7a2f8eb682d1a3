import Findings
import ModelReading
import ObjectModel
import Testing

@Suite struct ModelFindingTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var xml: String
    var rule: RuleCode
    var line: Int
    var severity = Severity.error
    var suggestion: String?
  }

  static let cases: [Case] = [
    Case(
      testDescription: "no inverse",
      xml: """
        <model><entity name="A">
          <relationship name="b" maxCount="1" destinationEntity="A"/>
        </entity></model>
        """,
      rule: .modelNoInverse,
      line: 2,
      severity: .warning
    ),
    Case(
      testDescription: "inverse that has another inverse",
      xml: """
        <model><entity name="A">
          <relationship name="b" maxCount="1" destinationEntity="A" inverseName="c"/>
          <relationship name="c" maxCount="1" destinationEntity="A" inverseName="c"/>
        </entity></model>
        """,
      rule: .modelInverse,
      line: 2,
      severity: .warning
    ),
    Case(
      testDescription: "ordered relationship that is its own inverse",
      xml: """
        <model><entity name="A">
          <relationship name="b" toMany="YES" ordered="YES" destinationEntity="A" inverseName="b"/>
        </entity></model>
        """,
      rule: .modelOrderedInverse,
      line: 2,
      severity: .warning
    ),
    Case(
      testDescription: "unknown inverse",
      xml: """
        <model><entity name="A">
          <relationship name="breed" maxCount="1" destinationEntity="A" inverseName="brede"/>
        </entity></model>
        """,
      rule: .modelUnknownInverse,
      line: 2,
      suggestion: "breed"
    ),
    Case(
      testDescription: "unknown destination",
      xml: """
        <model>
        <entity name="Breed">
          <relationship name="group"
                        destinationEntity="Breeds" maxCount="1"/>
        </entity></model>
        """,
      rule: .modelUnknownEntity,
      line: 4,
      suggestion: "Breed"
    ),
    Case(
      testDescription: "unknown parent",
      xml: """
        <model>
        <entity name="Breed" parentEntity="Thing"/>
        </model>
        """,
      rule: .modelUnknownEntity,
      line: 2
    ),
    Case(
      testDescription: "parent cycle",
      xml: """
        <model>
        <entity name="A" parentEntity="B"/>
        <entity name="B" parentEntity="C"/>
        <entity name="C" parentEntity="A"/>
        </model>
        """,
      rule: .modelParentCycle,
      line: 4
    ),
    Case(
      testDescription: "entity that is its own parent",
      xml: #"<model><entity name="A" parentEntity="A"/></model>"#,
      rule: .modelParentCycle,
      line: 1
    ),
    Case(
      testDescription: "two entities with one name",
      xml: """
        <model><entity name="A"/>
        <entity name="A"/></model>
        """,
      rule: .modelDuplicate,
      line: 2
    ),
    Case(
      testDescription: "two properties with one name",
      xml: """
        <model><entity name="A">
        <attribute name="x" attributeType="String"/>
        <attribute name="x" attributeType="String"/>
        </entity></model>
        """,
      rule: .modelDuplicate,
      line: 3
    ),
    Case(
      testDescription: "unknown type",
      xml: """
        <model><entity name="A">
        <attribute name="x" attributeType="Integr 16"/>
        </entity></model>
        """,
      rule: .modelUnknownType,
      line: 2,
      suggestion: "Integer 16"
    ),
    Case(
      testDescription: "limit that is no number",
      xml: """
        <model><entity name="A">
        <attribute name="x" attributeType="Double" minValueString="much"/>
        </entity></model>
        """,
      rule: .modelLimits,
      line: 2
    ),
    Case(
      testDescription: "minimum above maximum",
      xml: """
        <model><entity name="A">
        <attribute name="x" attributeType="Integer 16" minValueString="9" maxValueString="3"/>
        </entity></model>
        """,
      rule: .modelLimits,
      line: 2
    ),
    Case(
      testDescription: "least count above greatest",
      xml: """
        <model><entity name="A">
        <relationship name="x" toMany="YES" minCount="9" maxCount="3" destinationEntity="A" inverseName="x"/>
        </entity></model>
        """,
      rule: .modelLimits,
      line: 2
    ),
    Case(
      testDescription: "default that is no value",
      xml: """
        <model><entity name="A">
        <attribute name="x" attributeType="Boolean" defaultValueString="perhaps"/>
        </entity></model>
        """,
      rule: .modelDefault,
      line: 2,
      severity: .warning
    ),
    Case(
      testDescription: "default that is not allowed",
      xml: """
        <model><entity name="A">
        <attribute name="x" attributeType="Integer 16" defaultValueString="0" minValueString="1"/>
        </entity></model>
        """,
      rule: .modelDefault,
      line: 2,
      severity: .warning
    ),
    Case(
      testDescription: "broken regular expression",
      xml: """
        <model><entity name="A">
        <attribute name="x" attributeType="String" regularExpressionString="(["/>
        </entity></model>
        """,
      rule: .modelPattern,
      line: 2
    ),
    Case(
      testDescription: "unknown delete rule",
      xml: """
        <model><entity name="A">
        <relationship name="x" maxCount="1" deletionRule="Cascades" destinationEntity="A" inverseName="x"/>
        </entity></model>
        """,
      rule: .modelDeleteRule,
      line: 2,
      suggestion: "Cascade"
    ),
    Case(
      testDescription: "index of an unknown property",
      xml: """
        <model>
        <entity name="A"><attribute name="height" attributeType="Double"/>
        <fetchIndex name="i"><fetchIndexElement property="heigth" type="Binary" order="ascending"/></fetchIndex>
        </entity></model>
        """,
      rule: .modelUnknownProperty,
      line: 2,
      suggestion: "height"
    ),
    Case(
      testDescription: "constraint on an unknown property",
      xml: """
        <model>
        <entity name="A">
        <uniquenessConstraints><uniquenessConstraint><constraint value="q"/></uniquenessConstraint></uniquenessConstraints>
        </entity></model>
        """,
      rule: .modelUnknownProperty,
      line: 2
    ),
    Case(
      testDescription: "derived without expression",
      xml: """
        <model><entity name="A">
        <attribute name="x" attributeType="String" derived="YES"/>
        </entity></model>
        """,
      rule: .modelDerivation,
      line: 2
    ),
    Case(
      testDescription: "composite without elements",
      xml: """
        <model><entity name="A">
        <attribute name="x" attributeType="Composite" elementName="Size"/>
        </entity></model>
        """,
      rule: .modelComposite,
      line: 2
    ),
    Case(
      testDescription: "derivation that is no expression",
      xml: """
        <model><entity name="A">
        <attribute name="x" attributeType="String" derived="YES" derivationExpression="canonical:("/>
        </entity></model>
        """,
      rule: .modelPredicate,
      line: 2,
      severity: .warning
    ),
    Case(
      testDescription: "fetched property whose predicate is none",
      xml: """
        <model><entity name="A">
        <fetchedProperty name="x"><fetchRequest entity="A" predicateString="a =="/></fetchedProperty>
        </entity></model>
        """,
      rule: .modelPredicate,
      line: 2,
      severity: .warning
    ),
    Case(
      testDescription: "fetch request whose predicate compares a date with what is none",
      xml: """
        <model><entity name="A"><attribute name="day" attributeType="Date"/></entity>
        <fetchRequest name="r" entity="A" predicateString="day &gt; 'soon'"/></model>
        """,
      rule: .modelPredicate,
      line: 2,
      severity: .warning
    ),
    Case(
      testDescription: "fetched property whose predicate names a key that the fetched entity lacks",
      xml: """
        <model><entity name="A"><attribute name="size" attributeType="String"/>
        <fetchedProperty name="x">
        <fetchRequest entity="A"
        predicateString="sise == 'x'"/></fetchedProperty>
        </entity></model>
        """,
      rule: .modelUnknownKey,
      line: 4,
      severity: .warning,
      suggestion: "size"
    ),
    Case(
      testDescription: "fetched property whose predicate names a key that its source lacks",
      xml: """
        <model><entity name="A"><attribute name="size" attributeType="String"/>
        <fetchedProperty name="x"><fetchRequest entity="A" predicateString="size == $FETCH_SOURCE.sise"/></fetchedProperty>
        </entity></model>
        """,
      rule: .modelUnknownKey,
      line: 2,
      severity: .warning,
      suggestion: "size"
    ),
    Case(
      testDescription: "fetch request whose predicate names a key behind a relationship that is not there",
      xml: """
        <model><entity name="A"><attribute name="size" attributeType="String"/>
        <relationship name="next" destinationEntity="A" inverseName="next" inverseEntity="A"/></entity>
        <fetchRequest name="r" entity="A" predicateString="next.next.sise == $SIZE"/></model>
        """,
      rule: .modelUnknownKey,
      line: 3,
      severity: .warning,
      suggestion: "size"
    ),
    Case(
      testDescription: "derivation from a key that is not there",
      xml: """
        <model><entity name="A"><attribute name="size" attributeType="String"/>
        <attribute name="x" attributeType="String" derived="YES" derivationExpression="canonical:(sise)"/>
        </entity></model>
        """,
      rule: .modelUnknownKey,
      line: 2,
      severity: .warning,
      suggestion: "size"
    ),
    Case(
      testDescription: "property named like a method of every managed object",
      xml: "<model><entity name=\"A\">\n<attribute name=\"description\" attributeType=\"String\"/></entity></model>",
      rule: .modelNaming,
      line: 2,
      severity: .warning
    ),
    Case(
      testDescription: "property that begins with a capital",
      xml: "<model><entity name=\"A\">\n<attribute name=\"Name\" attributeType=\"String\"/></entity></model>",
      rule: .modelNaming,
      line: 2,
      severity: .warning
    ),
    Case(
      testDescription: "property with a space",
      xml: "<model><entity name=\"A\">\n<attribute name=\"two words\" attributeType=\"String\"/></entity></model>",
      rule: .modelNaming,
      line: 2,
      severity: .warning
    ),
    Case(
      testDescription: "entity that begins with a digit",
      xml: "<model>\n<entity name=\"3D\"/></model>",
      rule: .modelNaming,
      line: 2,
      severity: .warning
    ),
    Case(
      testDescription: "property with a full stop",
      xml: "<model><entity name=\"A\">\n<attribute name=\"a.b\" attributeType=\"String\"/></entity></model>",
      rule: .modelName,
      line: 2
    ),
    Case(
      testDescription: "property with a sign of collection operators",
      xml: "<model><entity name=\"A\">\n<attribute name=\"@count\" attributeType=\"String\"/></entity></model>",
      rule: .modelName,
      line: 2
    ),
    Case(
      testDescription: "entity with a tab",
      xml: "<model>\n<entity name=\"A&#9;B\"/></model>",
      rule: .modelName,
      line: 2
    ),
    Case(
      testDescription: "entity that begins with a small letter",
      xml: "<model>\n<entity name=\"a\"/></model>",
      rule: .modelNaming,
      line: 2,
      severity: .warning
    ),
    Case(
      testDescription: "delete rule that leaves the inverse dangling",
      xml: """
        <model><entity name="A">
          <relationship name="b" maxCount="1" deletionRule="No Action" destinationEntity="A" inverseName="b"/>
        </entity></model>
        """,
      rule: .modelNoAction,
      line: 2,
      severity: .warning
    ),
    Case(
      testDescription: "transformable attribute without a transformer",
      xml: "<model><entity name=\"A\">\n<attribute name=\"x\" attributeType=\"Transformable\"/></entity></model>",
      rule: .modelTransformer,
      line: 2,
      severity: .note,
      suggestion: "NSSecureUnarchiveFromData"
    ),
    Case(
      testDescription: "abstract entity that nobody inherits from",
      xml: "<model>\n<entity name=\"A\" isAbstract=\"YES\"/></model>",
      rule: .modelAbstract,
      line: 2,
      severity: .note
    ),
    Case(
      testDescription: "composite type that contains itself",
      xml: """
        <model><entity name="A">
        <attribute name="x" attributeType="Composite" elementName="T"/></entity>
        <composite name="T"><attribute name="t" attributeType="Composite" elementName="T"/></composite></model>
        """,
      rule: .modelComposite,
      line: 3
    ),
    Case(
      testDescription: "entity without a name",
      xml: "<model>\n<entity/></model>",
      rule: .modelName,
      line: 2
    ),
  ]

  @Test(arguments: cases)
  func findsWithItsLine(_ example: Case) throws {
    let document = try ModelReader.parse(Array(example.xml.utf8), file: "contents")
    #expect(document.findings.map(\.rule) == [example.rule])
    let finding = try #require(document.findings.first)
    #expect(finding.position?.line == example.line)
    #expect(finding.position?.file == "contents")
    #expect(finding.severity == example.severity)
    #expect(finding.suggestion == example.suggestion)
  }

  @Test func reportsMarkupThatIsNotAModel() {
    #expect(throws: ModelReadingError.self) { try ModelReader.parse(Array("<plist/>".utf8), file: "contents") }
    #expect(throws: ModelReadingError.self) { try ModelReader.parse(Array("<model>".utf8), file: "contents") }
  }
}
