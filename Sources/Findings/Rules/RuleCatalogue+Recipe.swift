extension RuleCatalogue {
  /// Rules about the recipe itself; the codes are declared where recipes are read. A run does not begin with a recipe that breaks one, but
  /// for `recipe.no-value`, which only the records can show, and `recipe.unlisted`, which may be meant.
  static let recipeRules: [RuleDescription] = [
    RuleDescription(
      "recipe.missing",
      "Recipe not found",
      "Check the path, and whether the file may be read.",
      explanation: "There is no file at the path that was given for the recipe, or it may not be read.",
      example: RuleExample(
        "release.sh",
        wrong: "studbook build Town.recipe.yml",
        marked: "Town.recipe.yml",
        message: "The recipe cannot be read; is the path right?",
        mended: "studbook build Towns.recipe.yml"
      )
    ),
    RuleDescription(
      "recipe.syntax",
      "Recipe that is not written as one",
      "Mend the YAML at this place: its indentation, quotation marks, brackets, or a key that stands twice.",
      explanation: """
        A recipe is a YAML file. Either the text is not valid YAML, or a mapping stands where a list is needed, or the other way round. \
        What comes after such a place cannot be understood, so further problems may show only once it is mended.
        """,
      example: RuleExample(
        "Towns.recipe.yml",
        wrong: """
          model: Towns.xcdatamodeld
          output: Towns.sqlite
          sources: towns.csv
          """,
        marked: "towns.csv",
        message: "“sources” has to be a list",
        mended: """
          model: Towns.xcdatamodeld
          output: Towns.sqlite
          sources:
            - file: towns.csv
              entity: Town
          """
      )
    ),
    RuleDescription(
      "recipe.unknown-name",
      "Name in the recipe that nothing has",
      "Mend the spelling; the message lists the names that there are.",
      explanation: """
        The recipe names a key, an entity, an attribute, a relationship, a field of a source, a lookup table, a unit, an encoding or a rule \
        that does not exist. Capital letters count. All such names are looked for before the first record is read, so none is silently \
        passed over.
        """,
      example: RuleExample(
        "Towns.recipe.yml",
        wrong: """
          sources:
            - file: towns.csv
              entity: Twon
          """,
        marked: "Twon",
        message: "Unknown entity “Twon”; there are Country, Town",
        suggestion: "Town",
        mended: """
          sources:
            - file: towns.csv
              entity: Town
          """
      )
    ),
    RuleDescription(
      "recipe.value",
      "Setting that cannot be followed",
      "Change the setting as the message says, or add the one that it asks for.",
      explanation: """
        A key of the recipe is missing, has a value that is of no use there, or does not fit the model or the source: a date pattern that \
        is none, units that measure different things, a predicate with a mistake, a default that the attribute does not allow, a required \
        attribute that no field fills.
        """,
      example: RuleExample(
        "Towns.recipe.yml",
        wrong: """
          attributes:
            name: Name
            height: { field: Height, convert: ft to kg }
          """,
        marked: "ft to kg",
        message: "“ft to kg” converts between things that are not alike",
        mended: """
          attributes:
            name: Name
            height: { field: Height, convert: ft to m }
          """
      )
    ),
    RuleDescription(
      "recipe.no-value",
      "Path at which no record has anything",
      "Mend the path; where it may well be nowhere, switch the rule off for this source or leave the attribute out.",
      severity: .warning,
      explanation: """
        The recipe takes a value from a path in XML, HTML or JSON, and in the whole source no record has an element, attribute or member \
        there; it has ten records at least. Columns of a table are known by their header, but what stands in a tree only the records show: a misspelt path would leave \
        the value of every object empty without a word.
        """,
      example: RuleExample(
        "Towns.recipe.yml",
        wrong: """
          sources:
            - file: towns.xml
              records: //town
              entity: Town
              attributes: { name: nmae }
          """,
        marked: "nmae",
        message: "None of 120 records has anything at “nmae”",
        mended: """
          sources:
            - file: towns.xml
              records: //town
              entity: Town
              attributes: { name: name }
          """
      )
    ),
    RuleDescription(
      "recipe.unlisted",
      "Column of a relationship that the recipe does not list",
      "List the relationship, or write `~` after its name to leave it empty.",
      severity: .note,
      explanation: """
        Attributes are filled by the columns of their names, but relationships only if the recipe lists them: by which attribute the other \
        object is found, and what happens if there is none, is for the recipe to say. A column that has the name of a relationship, and \
        that no mapping uses, may have been meant to fill it.
        """,
      example: RuleExample(
        "Towns.recipe.yml",
        wrong: """
          sources:
            - file: towns.csv
              entity: Town
          """,
        marked: "towns.csv",
        message:
          "“country” fills nothing, because relationships are filled only if the recipe lists them: add “country: country” to "
          + "“relationships”, or “country: ~” to leave it empty",
        mended: """
          sources:
            - file: towns.csv
              entity: Town
              relationships: { country: country }
          """
      )
    ),
  ]
}
