import AttributeValues
import ImportMatrix

/// Records inside records.
extension HandMadeCase {
  static let ofNesting: [HandMadeCase] = [
    HandMadeCase(
      "a record inside another belongs to that one's object, however its key is spelled",
      MatrixCase(
        model: kennel,
        sources: [
          MatrixSource(
            "names",
            of: "Dog",
            key: ["name"],
            columns: [MatrixColumn("name")],
            records: [["Senta"]]
          ),
          MatrixSource(
            "dogs",
            of: "Dog",
            format: .xml,
            key: ["name"],
            ignoresCase: true,
            columns: [MatrixColumn("name")],
            records: [["SENTA"], ["Mira"]]
          ),
          MatrixSource(
            "puppies",
            of: "Puppy",
            format: .xml,
            nesting: .init(in: "dogs", by: "mother"),
            columns: [MatrixColumn("name")],
            records: [MatrixRecord(["Rex"], inside: 0), MatrixRecord(["Karo"], inside: 1)]
          ),
        ]
      ),
      outcomes: ["inserted", "unchanged inserted", "inserted inserted"],
      objects: [
        "Dog(name: Senta)", "Dog(name: Mira)", "Puppy(name: Rex)\n    mother = [Dog(name: Senta)]",
        "Puppy(name: Karo)\n    mother = [Dog(name: Mira)]",
      ]
    ),
    HandMadeCase(
      "a record inside another belongs to an object of that one's entity, not to its namesake of another",
      MatrixCase(
        model: kennel,
        sources: [
          MatrixSource("cats", of: "Cat", columns: [MatrixColumn("name")], records: [["Mira"]]),
          MatrixSource(
            "dogs",
            of: "Dog",
            format: .json,
            key: ["name"],
            columns: [MatrixColumn("name")],
            records: [["Mira"]]
          ),
          MatrixSource(
            "puppies",
            of: "Puppy",
            format: .json,
            nesting: .init(in: "dogs", by: "mother", spelled: "mother"),
            columns: [MatrixColumn("name")],
            records: [MatrixRecord(["Rex"])]
          ),
        ]
      ),
      outcomes: ["inserted", "inserted", "inserted"],
      objects: ["Cat(name: Mira)", "Dog(name: Mira)", "Puppy(name: Rex)\n    mother = [Dog(name: Mira)]"]
    ),
    HandMadeCase(
      "a record inside another is found by an attribute that only that one's entity has",
      MatrixCase(
        model: kennel,
        sources: [
          MatrixSource(
            "dogs",
            of: "Dog",
            format: .html,
            key: ["tag"],
            columns: [MatrixColumn("tag")],
            records: [["7"], [nil]]
          ),
          MatrixSource(
            "puppies",
            of: "Puppy",
            format: .html,
            nesting: .init(in: "dogs", by: "mother"),
            columns: [MatrixColumn("name")],
            records: [MatrixRecord(["Rex"], inside: 0), MatrixRecord(["Karo"], inside: 1)]
          ),
        ]
      ),
      outcomes: ["inserted rejected(value.required)", "inserted rejected(reference.unknown)"],
      objects: ["Dog(tag: 7)", "Puppy(name: Rex)\n    mother = [Dog(tag: 7)]"]
    ),
  ]

  /// Puppies whose mothers are animals, of which the model has two kinds.
  private static let kennel = MatrixModel([
    MatrixEntity("Animal", isAbstract: true, attributes: [MatrixAttribute("name")]),
    MatrixEntity("Dog", parent: "Animal", attributes: [MatrixAttribute("tag")]),
    MatrixEntity("Cat", parent: "Animal"),
    MatrixEntity(
      "Puppy",
      attributes: [MatrixAttribute("name")],
      relationships: [MatrixRelationship("mother", to: "Animal")]
    ),
  ])
}
