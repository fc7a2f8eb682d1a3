extension RuleCatalogue {
  /// Rules about the data model itself; the codes are declared where models are read.
  static let modelRules: [RuleDescription] = [
    RuleDescription(
      "model.name",
      "Entity or property without a name",
      "Give it a name in Xcode's model editor.",
      explanation:
        "Everything in a model is found by its name. Xcode does not save such a model; one that was edited or merged by hand may have it.",
      example: RuleExample(
        "Towns.xcdatamodel/contents",
        wrong: "<entity name=\"Town\">\n    <attribute attributeType=\"String\"/>\n</entity>",
        marked: "<attribute",
        message: "A property of Town has no name",
        mended: "<entity name=\"Town\">\n    <attribute name=\"name\" attributeType=\"String\"/>\n</entity>"
      )
    ),
    RuleDescription(
      "model.duplicate",
      "Name that stands twice",
      "Rename or remove one of the two.",
      explanation: """
        Two entities, two properties of an entity or two of its indexes share a name, often after a merge. A property that hides an \
        inherited one is a warning.
        """,
      example: RuleExample(
        "Towns.xcdatamodel/contents",
        wrong: "<entity name=\"Town\"/>\n<entity name=\"Town\"/>",
        marked: "Town",
        after: "/>\n",
        message: "There is another entity named Town",
        mended: "<entity name=\"Town\"/>\n<entity name=\"Country\"/>"
      )
    ),
    RuleDescription(
      "model.unknown-entity",
      "Entity that does not exist",
      "Mend the name, or add the entity to the model.",
      explanation:
        "A parent, the destination of a relationship, a member of a configuration or a fetch request names an entity that the model does not have.",
      example: RuleExample(
        "Towns.xcdatamodel/contents",
        wrong: "<relationship name=\"country\" maxCount=\"1\" destinationEntity=\"Contry\"/>",
        marked: "Contry",
        message: "The destination Contry of Town.country does not exist",
        suggestion: "Country",
        mended: "<relationship name=\"country\" maxCount=\"1\" destinationEntity=\"Country\"/>"
      )
    ),
    RuleDescription(
      "model.unknown-inverse",
      "Inverse that does not exist",
      "Mend the name of the inverse, or add the relationship to the destination.",
      explanation:
        "A relationship names an inverse that its destination does not have, so the two sides cannot be kept in agreement.",
      example: RuleExample(
        "Towns.xcdatamodel/contents",
        wrong: "<relationship name=\"country\" destinationEntity=\"Country\" inverseName=\"town\"/>",
        marked: "town",
        after: "inverseName=\"",
        message: "The inverse Country.town of Town.country does not exist",
        suggestion: "towns",
        mended: "<relationship name=\"country\" destinationEntity=\"Country\" inverseName=\"towns\"/>"
      )
    ),
    RuleDescription(
      "model.unknown-property",
      "Property that does not exist",
      "Mend the name in the index or constraint, or add the property.",
      explanation: "An index or a uniqueness constraint names a property that the entity neither has nor inherits.",
      example: RuleExample(
        "Towns.xcdatamodel/contents",
        wrong: "<uniquenessConstraint>\n    <constraint value=\"nmae\"/>\n</uniquenessConstraint>",
        marked: "nmae",
        message: "A uniqueness constraint of Town names nmae, which the entity does not have",
        suggestion: "name",
        mended: "<uniquenessConstraint>\n    <constraint value=\"name\"/>\n</uniquenessConstraint>"
      )
    ),
    RuleDescription(
      "model.unknown-type",
      "Attribute type that does not exist",
      "Choose one of Core Data's attribute types.",
      explanation: "The attribute's type is none that Core Data knows, so its values can be neither read nor stored.",
      example: RuleExample(
        "Towns.xcdatamodel/contents",
        wrong: "<attribute name=\"height\" attributeType=\"Integer 23\"/>",
        marked: "Integer 23",
        message: "Town.height has the unknown type Integer 23",
        suggestion: "Integer 32",
        mended: "<attribute name=\"height\" attributeType=\"Integer 32\"/>"
      )
    ),
    RuleDescription(
      "model.parent-cycle",
      "Entity that descends from itself",
      "Give one of the entities another parent, or none.",
      explanation:
        "Following the parents of the entity leads back to it. Such a model has no root entity, hence no table to store the objects in.",
      example: RuleExample(
        "Towns.xcdatamodel/contents",
        wrong: "<entity name=\"Place\" parentEntity=\"Town\"/>\n<entity name=\"Town\" parentEntity=\"Place\"/>",
        marked: "Place",
        after: "parentEntity=\"Town\"/>\n<entity name=\"Town\" parentEntity=\"",
        message: "Town descends from itself by way of Place",
        mended: "<entity name=\"Place\"/>\n<entity name=\"Town\" parentEntity=\"Place\"/>"
      )
    ),
    RuleDescription(
      "model.no-inverse",
      "Relationship without an inverse",
      "Add a relationship back from the destination and name each as the other's inverse.",
      severity: .warning,
      explanation:
        "Without an inverse nobody notices when a related object is deleted, and the relationship then points nowhere. Xcode warns of it, too.",
      example: RuleExample(
        "Towns.xcdatamodel/contents",
        wrong: "<relationship name=\"country\" maxCount=\"1\" destinationEntity=\"Country\"/>",
        marked: "<relationship",
        message: "Town.country has no inverse, so deleting a related object leaves it pointing nowhere",
        mended: "<relationship name=\"country\" maxCount=\"1\" destinationEntity=\"Country\" inverseName=\"towns\"/>"
      )
    ),
    RuleDescription(
      "model.inverse",
      "Relationships that are not each other's inverse",
      "Name each of the two relationships as the inverse of the other.",
      severity: .warning,
      explanation:
        "A relationship names an inverse that itself names another relationship. Changing one side would change a third.",
      example: RuleExample(
        "Towns.xcdatamodel/contents",
        wrong: "<relationship name=\"capital\" destinationEntity=\"Town\" inverseName=\"country\"/>",
        marked: "country",
        message: "Country.capital has the inverse Town.country, which has another one",
        mended: "<relationship name=\"capital\" destinationEntity=\"Town\" inverseName=\"capitalOf\"/>"
      )
    ),
    RuleDescription(
      "model.limits",
      "Limits that no value can meet",
      "Mend the limits, so that the least is not above the greatest.",
      explanation:
        "The least value, length or count is greater than the greatest, or a limit is not a value of the attribute's type. Every record would be rejected.",
      example: RuleExample(
        "Towns.xcdatamodel/contents",
        wrong:
          "<attribute name=\"height\" attributeType=\"Integer 32\" minValueString=\"9000\" maxValueString=\"-430\"/>",
        marked: "<attribute",
        message: "The minimum of Town.height is greater than its maximum",
        mended:
          "<attribute name=\"height\" attributeType=\"Integer 32\" minValueString=\"-430\" maxValueString=\"9000\"/>"
      )
    ),
    RuleDescription(
      "model.default",
      "Default that the attribute does not allow",
      "Change the default, or the limits that it breaks.",
      severity: .warning,
      explanation:
        "The default is not a value of the attribute's type, or breaks one of its own limits. An object that keeps it could not be saved.",
      example: RuleExample(
        "Towns.xcdatamodel/contents",
        wrong: "<attribute name=\"height\" attributeType=\"Integer 32\" defaultValueString=\"low\"/>",
        marked: "low",
        message: "The default of Town.height is not a value of the type Integer 32",
        mended: "<attribute name=\"height\" attributeType=\"Integer 32\" defaultValueString=\"0\"/>"
      )
    ),
    RuleDescription(
      "model.pattern",
      "Regular expression that cannot be used",
      "Mend the regular expression in the model.",
      explanation:
        "The attribute's regular expression has a mistake, such as a bracket that is not closed, or uses something that Studbook does not know.",
      example: RuleExample(
        "Towns.xcdatamodel/contents",
        wrong: "<attribute name=\"code\" attributeType=\"String\" regularExpressionString=\"[A-Z{3}\"/>",
        marked: "[A-Z{3}",
        message: "The regular expression of Town.code cannot be used",
        mended: "<attribute name=\"code\" attributeType=\"String\" regularExpressionString=\"[A-Z]{3}\"/>"
      )
    ),
    RuleDescription(
      "model.delete-rule",
      "Delete rule that does not exist",
      "Choose Nullify, Cascade, Deny or No Action.",
      explanation:
        "A relationship's delete rule says what becomes of the related objects when an object is deleted. This one is none of the four that there are.",
      example: RuleExample(
        "Towns.xcdatamodel/contents",
        wrong: "<relationship name=\"towns\" toMany=\"YES\" deletionRule=\"Cascades\" destinationEntity=\"Town\"/>",
        marked: "Cascades",
        message: "Country.towns has the unknown delete rule Cascades",
        suggestion: "Cascade",
        mended: "<relationship name=\"towns\" toMany=\"YES\" deletionRule=\"Cascade\" destinationEntity=\"Town\"/>"
      )
    ),
    RuleDescription(
      "model.derivation",
      "Derived attribute without an expression",
      "Give the attribute its expression, or make it an ordinary one.",
      explanation: "A derived attribute is computed from others by an expression, and this one has none.",
      example: RuleExample(
        "Towns.xcdatamodel/contents",
        wrong: "<attribute name=\"sortName\" attributeType=\"String\" derived=\"YES\"/>",
        marked: "<attribute",
        message: "Town.sortName is derived but has no expression",
        mended:
          "<attribute name=\"sortName\" attributeType=\"String\" derived=\"YES\" derivationExpression=\"canonical:(name)\"/>"
      )
    ),
    RuleDescription(
      "model.predicate",
      "Predicate or expression that cannot be used",
      "Mend the predicate or expression in the model.",
      severity: .warning,
      explanation: """
        The predicate of a fetch request, a fetched property or an index, or the expression of a derived attribute, has a mistake or uses \
        something that Studbook does not know. Objects can be stored all the same, but what relies on it does not work.
        """,
      example: RuleExample(
        "Towns.xcdatamodel/contents",
        wrong: "<fetchRequest name=\"swissTowns\" entity=\"Town\" predicateString=\"country.name\"/>",
        marked: "country.name",
        message: """
          The predicate of the fetch request swissTowns cannot be used: \
          expected a comparison such as == or CONTAINS after the expression
          """,
        mended:
          "<fetchRequest name=\"swissTowns\" entity=\"Town\" predicateString=\"country.name == 'Switzerland'\"/>"
      )
    ),
    RuleDescription(
      "model.unknown-key",
      "Predicate with a key that the objects do not have",
      "Correct the name, or add the property.",
      severity: .warning,
      explanation: """
        The predicate of a fetch request, a fetched property or an index, or the expression of a derived attribute, names a property that the \
        objects do not have. A fetch with it is refused. A property that only sub-entities have is none of their parent: fetch the sub-entity.
        """,
      example: RuleExample(
        "Towns.xcdatamodel/contents",
        wrong: "<fetchRequest name=\"bigTowns\" entity=\"Town\" predicateString=\"populaton &gt; 10000\"/>",
        marked: "populaton",
        message:
          "The predicate of the fetch request bigTowns names \"populaton\", but Town has no property \"populaton\"",
        suggestion: "population",
        mended: "<fetchRequest name=\"bigTowns\" entity=\"Town\" predicateString=\"population &gt; 10000\"/>"
      )
    ),
    RuleDescription(
      "model.composite",
      "Composite attribute without elements",
      "Add the composite type to the model, or choose another type.",
      explanation:
        "A composite attribute takes its elements from a composite type of the model, and that type is missing or empty.",
      example: RuleExample(
        "Towns.xcdatamodel/contents",
        wrong: "<attribute name=\"place\" attributeType=\"Composite\" elementName=\"Coordinates\"/>",
        marked: "<attribute",
        message: "The elements of the composite attribute Town.place cannot be found",
        mended: """
          <attribute name="place" attributeType="Composite" elementName="Coordinate"/>
          <composite name="Coordinate">
              <attribute name="latitude" attributeType="Double"/>
              <attribute name="longitude" attributeType="Double"/>
          </composite>
          """
      )
    ),
  ]
}
