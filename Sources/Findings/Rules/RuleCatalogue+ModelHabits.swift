extension RuleCatalogue {
  /// What a model may say, but Xcode warns of.
  static let modelHabits: [RuleDescription] = [
    RuleDescription(
      "model.naming",
      "Name that Xcode refuses",
      "Choose another name, and keep the old one as the renaming identifier.",
      severity: .warning,
      explanation: """
        Xcode wants entities to begin with a capital and properties with a small letter, and no property may be named like something that \
        every managed object has, such as description or objectID. Studbook stores such a model all the same; an app cannot use it.
        """,
      example: RuleExample(
        "Towns.xcdatamodel/contents",
        wrong: "<attribute name=\"description\" optional=\"YES\" attributeType=\"String\"/>",
        marked: "<attribute",
        message: "Town.description has the name of something that every managed object has",
        mended: "<attribute name=\"summary\" optional=\"YES\" attributeType=\"String\" elementID=\"description\"/>"
      )
    ),
    RuleDescription(
      "model.no-action",
      "Delete rule No Action",
      "Choose Nullify, Cascade or Deny.",
      severity: .warning,
      explanation: """
        When an object is deleted, No Action leaves the objects that it is related to as they are: their inverse leads to an object that is \
        gone.
        """,
      example: RuleExample(
        "Towns.xcdatamodel/contents",
        wrong:
          "<relationship name=\"country\" maxCount=\"1\" deletionRule=\"No Action\" destinationEntity=\"Country\" inverseName=\"towns\" inverseEntity=\"Country\"/>",
        marked: "<relationship",
        message: "Deleting an object of Town leaves the inverse of country pointing nowhere",
        mended:
          "<relationship name=\"country\" maxCount=\"1\" deletionRule=\"Nullify\" destinationEntity=\"Country\" inverseName=\"towns\" inverseEntity=\"Country\"/>"
      )
    ),
    RuleDescription(
      "model.transformer",
      "Transformable attribute without a secure transformer",
      "Name NSSecureUnarchiveFromData, or a transformer of your own.",
      severity: .note,
      explanation: """
        The attribute's bytes are an archive, and without a secure transformer the archive may hold objects of any class. Newer versions of \
        Core Data warn of it when the model is loaded.
        """,
      example: RuleExample(
        "Towns.xcdatamodel/contents",
        wrong: "<attribute name=\"tags\" optional=\"YES\" attributeType=\"Transformable\"/>",
        marked: "<attribute",
        message: "Town.tags names no secure transformer, so what its bytes may hold is not limited",
        mended:
          "<attribute name=\"tags\" optional=\"YES\" attributeType=\"Transformable\" valueTransformerName=\"NSSecureUnarchiveFromData\"/>"
      )
    ),
    RuleDescription(
      "model.abstract",
      "Abstract entity without sub-entities",
      "Let an entity inherit from it, or make it concrete.",
      severity: .note,
      explanation: "Only entities that inherit from an abstract entity have objects, and none inherits from this one.",
      example: RuleExample(
        "Towns.xcdatamodel/contents",
        wrong: "<entity name=\"Place\" isAbstract=\"YES\"/>",
        marked: "<entity",
        message: "Place is abstract and no entity inherits from it, so it can have no objects",
        mended: "<entity name=\"Place\" isAbstract=\"YES\"/>\n<entity name=\"Town\" parentEntity=\"Place\"/>"
      )
    ),
    RuleDescription(
      "model.localisation",
      "File of translations that cannot be read",
      "Mend the file: a text, =, a text, and ; for each translation.",
      severity: .warning,
      explanation: """
        The .strings file beside the model gives entities and properties their names for people. From the place that is shown it is no list \
        of pairs of texts any more, so none of its translations are used.
        """,
      example: RuleExample(
        "TownsModel.strings",
        wrong: "\"Entity/Town\" = \"Stadt\"",
        marked: "\"Stadt\"",
        message: "A ; is missing after the value of Entity/Town",
        mended: "\"Entity/Town\" = \"Stadt\";"
      )
    ),
    RuleDescription(
      "model.open-hash",
      "Entity whose version hash is not known",
      "Name the app's compiled model, or a store that the app wrote, with hashesFrom or --hashes-from.",
      explanation: """
        Core Data opens a store only if it holds the version hash of every entity as the app's compiled model has it. How the hash of this \
        entity is computed is not established, so Studbook does not write one. studbook build does not publish such a store unless \
        --allow-open-hashes, or allowOpenHashes: true in the recipe, says so; the finding is a warning then, and in studbook check.
        """,
      example: RuleExample(
        "Towns.recipe.yml",
        wrong: "model: Towns.xcdatamodeld",
        marked: "Towns.xcdatamodeld",
        message: """
          Core Data will not open the store, because the version hash of Größe is not known (the name Größe has characters outside ASCII)
          """,
        mended: "model: Towns.xcdatamodeld\nhashesFrom: Towns.momd"
      )
    ),
  ]
}
