import AttributeValues
import ImportMatrix

/// Uniqueness, derived attributes, objects that references make, and severities.
extension HandMadeCase {
  static let ofUniqueness: [HandMadeCase] = [
    HandMadeCase(
      "a constraint over a relationship",
      MatrixCase(
        model: MatrixModel([
          MatrixEntity(
            "House",
            attributes: [MatrixAttribute("name")],
            relationships: [MatrixRelationship("rooms", to: "Room", inverse: "house", isToMany: true)],
            constraints: [["name"]]
          ),
          MatrixEntity(
            "Room",
            attributes: [MatrixAttribute("number", .integer16), MatrixAttribute("use")],
            relationships: [MatrixRelationship("house", to: "House", inverse: "rooms")],
            constraints: [["number", "house"]]
          ),
        ]),
        sources: [
          MatrixSource("houses", of: "House", columns: [MatrixColumn("name")], records: [["North"], ["South"]]),
          MatrixSource(
            "rooms",
            of: "Room",
            columns: [MatrixColumn("number"), MatrixColumn("use"), MatrixColumn("house", .init("name"))],
            records: [
              [1, "bath", "North"], [1, "hall", "South"], [1, "attic", "North"], [1, "shed", nil], [1, "barn", nil],
            ]
          ),
          MatrixSource(
            "moves",
            of: "Room",
            key: ["use"],
            mode: .update,
            columns: [MatrixColumn("use"), MatrixColumn("house", .init("name"))],
            records: [["hall", "North"], ["bath", "North"]]
          ),
          MatrixSource(
            "gatherings",
            of: "House",
            key: ["name"],
            mode: .update,
            columns: [MatrixColumn("name"), MatrixColumn("rooms", .init("use"), separator: ";")],
            records: [["North", "shed"], ["South", "bath"], ["North", .list("bath")]]
          ),
        ]
      ),
      outcomes: [
        "inserted inserted", "inserted inserted rejected(record.duplicate) inserted inserted",
        "rejected(record.duplicate) unchanged",
        "rejected(record.duplicate) rejected(record.duplicate) unchanged",
      ],
      objects: [
        "House(name: North)\n    rooms = [Room(number: 1, use: bath)]",
        "House(name: South)\n    rooms = [Room(number: 1, use: hall)]",
        "Room(number: 1, use: bath)\n    house = [House(name: North)]",
        "Room(number: 1, use: hall)\n    house = [House(name: South)]", "Room(number: 1, use: shed)",
        "Room(number: 1, use: barn)",
      ]
    ),
    HandMadeCase(
      "a constraint of the parent is about all sub-entities",
      MatrixCase(
        model: MatrixModel([
          MatrixEntity("Animal", isAbstract: true, attributes: [MatrixAttribute("tag")], constraints: [["tag"]]),
          MatrixEntity("Dog", parent: "Animal", attributes: [MatrixAttribute("name")], constraints: [["name"]]),
          MatrixEntity("Cat", parent: "Animal", attributes: [MatrixAttribute("name")]),
          MatrixEntity("Puppy", parent: "Dog"),
        ]),
        sources: [
          MatrixSource(
            "dogs",
            of: "Dog",
            columns: [MatrixColumn("tag"), MatrixColumn("name")],
            records: [["t", "Rex"], ["u", nil], ["v", "Rex"]]
          ),
          MatrixSource(
            "cats",
            of: "Cat",
            columns: [MatrixColumn("tag"), MatrixColumn("name")],
            records: [["t", "Tom"], ["w", "Rex"], [nil, "Rex"]]
          ),
          MatrixSource(
            "puppies",
            of: "Puppy",
            columns: [MatrixColumn("tag"), MatrixColumn("name")],
            records: [["x", "Rex"], ["w", "Fido"], ["y", "Fido"]]
          ),
          MatrixSource(
            "names",
            of: "Dog",
            key: ["tag"],
            mode: .update,
            columns: [MatrixColumn("tag"), MatrixColumn("name")],
            records: [["y", "Rex"], ["u", "Bello"], ["w", "Tom"]]
          ),
        ]
      ),
      outcomes: [
        "inserted inserted rejected(record.duplicate)", "rejected(record.duplicate) inserted inserted",
        "rejected(record.duplicate) rejected(record.duplicate) inserted",
        "rejected(record.duplicate) updated skipped",
      ],
      objects: [
        "Dog(name: Rex, tag: t)", "Dog(name: Bello, tag: u)", "Cat(name: Rex, tag: w)", "Cat(name: Rex)",
        "Puppy(name: Fido, tag: y)",
      ]
    ),
    HandMadeCase(
      "a rule over a derived count sees what the record would make of it",
      MatrixCase(
        model: MatrixModel([
          MatrixEntity(
            "Club",
            attributes: [
              MatrixAttribute("name"), MatrixAttribute("size", .integer64, derivation: .count("members")),
            ],
            relationships: [MatrixRelationship("members", to: "Member", inverse: "club", isToMany: true)],
            constraints: [["name"]]
          ),
          MatrixEntity(
            "Member",
            attributes: [
              MatrixAttribute("name", isOptional: false), MatrixAttribute("plain", derivation: .canonical("name")),
            ],
            relationships: [MatrixRelationship("club", to: "Club", inverse: "members")]
          ),
        ]),
        sources: [
          MatrixSource("clubs", of: "Club", columns: [MatrixColumn("name")], records: [["C"], ["D"]]),
          MatrixSource(
            "members",
            of: "Member",
            columns: [MatrixColumn("name"), MatrixColumn("club", .init("name"))],
            records: [["Ann", "C"], ["Ellén", "C"], ["Cleo", "C"], ["Dora", nil]]
          ),
          MatrixSource(
            "joins",
            of: "Club",
            key: ["name"],
            mode: .update,
            columns: [MatrixColumn("name"), MatrixColumn("members", .init("name"), separator: ";")],
            records: [["C", "Dora"], ["D", .list("Dora", "Ann")]]
          ),
        ],
        rules: [
          MatrixRule("own.room", on: "Member", .relatedCount("club", "members", 2)),
          MatrixRule("own.size", on: "Club", .atMost("size", 2)),
        ],
        batchSize: 2
      ),
      outcomes: [
        "inserted inserted", "inserted inserted rejected(own.room) inserted", "rejected(own.size) updated",
      ],
      objects: [
        "Club(name: C, size: 1)\n    members = [Member(name: Ellén, plain: ellen)]",
        "Club(name: D, size: 2)\n    members = [Member(name: Ann, plain: ann), Member(name: Dora, plain: dora)]",
        "Member(name: Ann, plain: ann)\n    club = [Club(name: D, size: 2)]",
        "Member(name: Ellén, plain: ellen)\n    club = [Club(name: C, size: 1)]",
        "Member(name: Dora, plain: dora)\n    club = [Club(name: D, size: 2)]",
      ]
    ),
    HandMadeCase(
      "what a reference makes takes effect only with its record",
      MatrixCase(
        model: MatrixModel([
          MatrixEntity(
            "City",
            attributes: [
              MatrixAttribute("name", maximum: .integer(6)), MatrixAttribute("kind", defaultValue: .string("new")),
            ],
            constraints: [["name"]]
          ),
          MatrixEntity("Land", attributes: [MatrixAttribute("name"), MatrixAttribute("code", isOptional: false)]),
          MatrixEntity(
            "Person",
            attributes: [MatrixAttribute("name"), MatrixAttribute("age", .integer16)],
            relationships: [
              MatrixRelationship("home", to: "City"), MatrixRelationship("visited", to: "City", isToMany: true),
              MatrixRelationship("land", to: "Land"),
            ]
          ),
        ]),
        sources: [
          MatrixSource(
            "people",
            of: "Person",
            columns: [
              MatrixColumn("name"), MatrixColumn("age"), MatrixColumn("home", .init("name", unknown: .create)),
              MatrixColumn("visited", .init("name", unknown: .create), separator: ";"),
              MatrixColumn("land", .init("name", unknown: .create)),
            ],
            records: [
              ["Ann", 1, "Bonn", .list("Bonn", "Paris", "Paris"), nil], ["Bob", 9, "Rome", nil, nil],
              ["Cleo", 1, nil, .list("Rome", "Copenhagen"), nil], ["Dora", 1, nil, nil, "Italy"],
              ["Ada", 1, "Paris", "Bonn", nil],
            ]
          )
        ],
        rules: [MatrixRule("own.young", on: "Person", .atMost("age", 5))]
      ),
      outcomes: [
        "inserted rejected(own.young) rejected(value.length) rejected(value.required) inserted"
      ],
      objects: [
        "City(kind: new, name: Bonn)", "City(kind: new, name: Paris)",
        "Person(age: 1, name: Ann)\n    home = [City(kind: new, name: Bonn)]"
          + "\n    visited = [City(kind: new, name: Paris)]",
        "Person(age: 1, name: Ada)\n    home = [City(kind: new, name: Paris)]"
          + "\n    visited = [City(kind: new, name: Bonn)]",
      ]
    ),
    HandMadeCase(
      "a lowered severity leaves out what cannot be kept",
      MatrixCase(
        model: MatrixModel([
          MatrixEntity(
            "Dog",
            attributes: [
              MatrixAttribute("name", isOptional: false, maximum: .integer(4)), MatrixAttribute("age", .integer16),
            ],
            relationships: [MatrixRelationship("mother", to: "Dog")],
            constraints: [["name"]]
          )
        ]),
        sources: [
          MatrixSource(
            "dogs",
            of: "Dog",
            columns: [MatrixColumn("name"), MatrixColumn("age"), MatrixColumn("mother", .init("name"))],
            records: [
              ["Rex", .bad("old"), nil], ["Bellina", 1, "Rex"], [nil, 2, nil], ["Rex", 3, nil], ["Tom", 4, "Nobody"],
            ]
          ),
          MatrixSource(
            "ages",
            of: "Dog",
            key: ["name"],
            mode: .update,
            columns: [MatrixColumn("name"), MatrixColumn("age"), MatrixColumn("mother", .init("name"))],
            records: [["Rex", .bad("?"), "Tom"], ["Tom", 9, "Nobody"], ["Who", 1, nil]]
          ),
        ],
        rules: [MatrixRule("own.young", on: "Dog", .atMost("age", 5), severity: "warning")],
        severities: [
          "value.type": "warning", "value.length": "warning", "value.required": "warning",
          "record.duplicate": "warning", "record.unmatched": "warning", "reference.unknown": "warning",
        ]
      ),
      outcomes: [
        "inserted inserted skipped(value.required) skipped(record.duplicate) inserted",
        "updated updated skipped(record.unmatched)",
      ],
      objects: [
        "Dog(name: Rex)\n    mother = [Dog(age: 9, name: Tom)]",
        "Dog(age: 1, name: Bellina)\n    mother = [Dog(name: Rex)]",
        "Dog(age: 9, name: Tom)",
      ]
    ),
    HandMadeCase(
      "keys and references may be compared without case",
      MatrixCase(
        model: MatrixModel([
          MatrixEntity(
            "Dog",
            attributes: [MatrixAttribute("name"), MatrixAttribute("age", .integer16)],
            relationships: [MatrixRelationship("mother", to: "Dog")]
          )
        ]),
        sources: [
          MatrixSource(
            "dogs",
            of: "Dog",
            key: ["name"],
            ignoresCase: true,
            columns: [
              MatrixColumn("name", separator: ";"), MatrixColumn("age"),
              MatrixColumn("mother", .init("name", ignoresCase: true)),
            ],
            records: [["Rex", 1, nil], ["REX", 2, nil], [.list("Tom", "tom"), 3, "rEX"]]
          ),
          MatrixSource(
            "ages",
            of: "Dog",
            key: ["name"],
            ignoresCase: true,
            columns: [MatrixColumn("name"), MatrixColumn("age")],
            records: [["tom", 4]]
          ),
        ]
      ),
      outcomes: ["inserted rejected(record.duplicate) inserted", "updated"],
      objects: ["Dog(age: 1, name: Rex)", "Dog(age: 4, name: Tom)\n    mother = [Dog(age: 1, name: Rex)]"]
    ),
  ]
}
