import AttributeValues
import ImportMatrix

/// Keys, several subjects of one record, updates.
extension HandMadeCase {
  static let ofSubjects: [HandMadeCase] = [
    HandMadeCase(
      "a record of several subjects is applied to all of them or to none",
      MatrixCase(
        model: MatrixModel([
          MatrixEntity(
            "Tag",
            attributes: [MatrixAttribute("word"), MatrixAttribute("code"), MatrixAttribute("level", .integer16)],
            constraints: [["word"], ["code"]]
          )
        ]),
        sources: [
          MatrixSource(
            "tags",
            of: "Tag",
            key: ["word"],
            columns: [MatrixColumn("word", separator: ";"), MatrixColumn("level"), MatrixColumn("code")],
            records: [
              [.list("a", "b"), 1, nil], [.list("c", "d"), 2, "X"], [.list("e", "f", "e"), 3, nil], ["c", 1, "X"],
              [.list("g", "a"), 5, nil],
            ]
          ),
          MatrixSource(
            "more",
            of: "Tag",
            key: ["word"],
            columns: [MatrixColumn("word", separator: ";"), MatrixColumn("level"), MatrixColumn("code")],
            records: [[.list("a", "h"), 2, nil], [.list("b", "i"), 9, nil], [.list("b", "e"), 1, nil]]
          ),
        ],
        rules: [MatrixRule("own.low", on: "Tag", .atMost("level", 5))]
      ),
      outcomes: [
        "inserted rejected(record.duplicate) inserted inserted rejected(record.duplicate)",
        "inserted rejected(own.low) updated",
      ],
      objects: [
        "Tag(level: 2, word: a)", "Tag(level: 1, word: b)", "Tag(code: X, level: 1, word: c)", "Tag(level: 1, word: e)",
        "Tag(level: 3, word: f)", "Tag(level: 2, word: h)",
      ]
    ),
    HandMadeCase(
      "none of a record's objects takes from another what that one has to have",
      MatrixCase(
        model: MatrixModel([
          MatrixEntity(
            "Passport",
            attributes: [MatrixAttribute("number")],
            relationships: [MatrixRelationship("holder", to: "Person", inverse: "passport")]
          ),
          MatrixEntity(
            "Person",
            attributes: [MatrixAttribute("name")],
            relationships: [MatrixRelationship("passport", to: "Passport", inverse: "holder", isOptional: false)]
          ),
          MatrixEntity(
            "Dog",
            attributes: [MatrixAttribute("name")],
            relationships: [MatrixRelationship("pack", to: "Pack", inverse: "dogs")]
          ),
          MatrixEntity(
            "Pack",
            attributes: [MatrixAttribute("name")],
            relationships: [
              MatrixRelationship("dogs", to: "Dog", inverse: "pack", isToMany: true, isOptional: false, minCount: 1)
            ]
          ),
          MatrixEntity("Toy", attributes: [MatrixAttribute("name")]),
          MatrixEntity(
            "Box",
            attributes: [MatrixAttribute("name")],
            relationships: [MatrixRelationship("toys", to: "Toy", isToMany: true, isOptional: false, minCount: 1)]
          ),
        ]),
        sources: [
          MatrixSource("passports", of: "Passport", columns: [MatrixColumn("number")], records: [["1"]]),
          MatrixSource(
            "people",
            of: "Person",
            key: ["name"],
            columns: [
              MatrixColumn("name", separator: ";"), MatrixColumn("passport", .init("number", replacesTaken: true)),
            ],
            records: [[.list("Ann", "Bob"), "1"], ["Cleo", "1"]]
          ),
          MatrixSource("dogs", of: "Dog", columns: [MatrixColumn("name")], records: [["Rex"]]),
          MatrixSource(
            "packs",
            of: "Pack",
            key: ["name"],
            columns: [MatrixColumn("name", separator: ";"), MatrixColumn("dogs", .init("name"), separator: ";")],
            records: [[.list("Old", "New"), "Rex"], ["Last", "Rex"]]
          ),
          MatrixSource("toys", of: "Toy", columns: [MatrixColumn("name")], records: [["Ball"]]),
          MatrixSource(
            "boxes",
            of: "Box",
            key: ["name"],
            columns: [MatrixColumn("name", separator: ";"), MatrixColumn("toys", .init("name"), separator: ";")],
            records: [[.list("Left", "Right"), "Ball"], ["Middle", "Ball"]]
          ),
        ]
      ),
      outcomes: [
        "inserted", "rejected(value.required) inserted", "inserted", "rejected(value.required) inserted", "inserted",
        "rejected(value.required) inserted",
      ],
      objects: [
        "Passport(number: 1)\n    holder = [Person(name: Cleo)]",
        "Person(name: Cleo)\n    passport = [Passport(number: 1)]", "Dog(name: Rex)\n    pack = [Pack(name: Last)]",
        "Pack(name: Last)\n    dogs = [Dog(name: Rex)]", "Toy(name: Ball)",
        "Box(name: Middle)\n    toys = [Toy(name: Ball)]",
      ]
    ),
    HandMadeCase(
      "a key of two attributes needs both",
      MatrixCase(
        model: MatrixModel([
          MatrixEntity(
            "Seat",
            attributes: [MatrixAttribute("row"), MatrixAttribute("place", .integer16), MatrixAttribute("note")],
            constraints: [["row", "place"]]
          )
        ]),
        sources: [
          MatrixSource(
            "seats",
            of: "Seat",
            format: .json,
            key: ["row", "place"],
            columns: [MatrixColumn("row"), MatrixColumn("place"), MatrixColumn("note")],
            records: [["A", 1, "x"], ["A", 2, nil], ["A", nil, "y"], [nil, 1, "z"], ["A", 1, "again"]]
          ),
          MatrixSource(
            "notes",
            of: "Seat",
            format: .xml,
            key: ["row", "place"],
            mode: .update,
            columns: [MatrixColumn("row"), MatrixColumn("place"), MatrixColumn("note")],
            records: [["A", 2, "window"], ["A", 1, nil], ["B", 1, "none"]]
          ),
        ]
      ),
      outcomes: [
        "inserted inserted rejected(value.required) rejected(value.required) rejected(record.duplicate)",
        "updated unchanged rejected(record.unmatched)",
      ],
      objects: ["Seat(note: x, place: 1, row: A)", "Seat(note: window, place: 2, row: A)"]
    ),
    HandMadeCase(
      "an update of what was rejected is a consequence, not an error",
      MatrixCase(
        model: MatrixModel([
          MatrixEntity(
            "Breed",
            attributes: [MatrixAttribute("name"), MatrixAttribute("height", .integer16, maximum: .integer(99))],
            constraints: [["name"]]
          )
        ]),
        sources: [
          MatrixSource(
            "breeds",
            of: "Breed",
            key: ["name"],
            columns: [MatrixColumn("name"), MatrixColumn("height")],
            records: [["Collie", 60], ["Corgi", 300], ["Puli", .bad("tall")]]
          ),
          MatrixSource(
            "heights",
            of: "Breed",
            key: ["name"],
            mode: .update,
            columns: [MatrixColumn("name"), MatrixColumn("height")],
            records: [["Collie", 61], ["Corgi", 30], ["Akita", 65], ["Puli", 44]]
          ),
          MatrixSource(
            "warned",
            of: "Breed",
            key: ["name"],
            mode: .update,
            unmatched: .warning,
            columns: [MatrixColumn("name", separator: ";"), MatrixColumn("height")],
            records: [[.list("Akita", "Collie"), 62], ["Akita", 64]]
          ),
        ]
      ),
      outcomes: [
        "inserted rejected(value.range) rejected(value.type)", "updated skipped rejected(record.unmatched) skipped",
        "updated skipped",
      ],
      objects: ["Breed(height: 62, name: Collie)"]
    ),
    HandMadeCase(
      "a reference that fits two objects takes none",
      MatrixCase(
        model: MatrixModel([
          MatrixEntity("Town", attributes: [MatrixAttribute("name"), MatrixAttribute("state")]),
          MatrixEntity(
            "Person",
            attributes: [MatrixAttribute("name")],
            relationships: [
              MatrixRelationship("home", to: "Town"), MatrixRelationship("visited", to: "Town", isToMany: true),
            ]
          ),
        ]),
        sources: [
          MatrixSource(
            "towns",
            of: "Town",
            format: .html,
            columns: [MatrixColumn("name"), MatrixColumn("state")],
            records: [["Springfield", "Ohio"], ["Boston", nil], ["Springfield", "Iowa"]]
          ),
          MatrixSource(
            "people",
            of: "Person",
            format: .jsonlines,
            columns: [
              MatrixColumn("name"), MatrixColumn("home", .init("name"), separator: ";"),
              MatrixColumn("visited", .init("name"), separator: ";"),
            ],
            records: [
              ["Ann", "Boston", nil], ["Bob", "Springfield", nil], ["Cleo", nil, .list("Boston", "Springfield")],
              ["Dora", .list("Boston", "Boston"), nil],
            ]
          ),
        ]
      ),
      outcomes: [
        "inserted inserted inserted",
        "inserted rejected(reference.ambiguous) rejected(reference.ambiguous) rejected(reference.ambiguous)",
      ],
      objects: [
        "Town(name: Springfield, state: Ohio)", "Town(name: Springfield, state: Iowa)", "Town(name: Boston)",
        "Person(name: Ann)\n    home = [Town(name: Boston)]",
      ]
    ),
  ]
}
