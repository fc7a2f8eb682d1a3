import AttributeValues
import ImportMatrix

/// Cascades, one-to-one, ordered and required relationships.
extension HandMadeCase {
  static let ofRelationships: [HandMadeCase] = [
    HandMadeCase(
      "a rejected owner takes nothing with it, though its relationship cascades",
      MatrixCase(
        model: MatrixModel([
          MatrixEntity(
            "Owner",
            attributes: [MatrixAttribute("name")],
            relationships: [
              MatrixRelationship("pets", to: "Pet", inverse: "owner", isToMany: true, deleteRule: .cascade)
            ]
          ),
          MatrixEntity(
            "Pet",
            attributes: [MatrixAttribute("tag")],
            relationships: [MatrixRelationship("owner", to: "Owner", inverse: "pets")]
          ),
        ]),
        sources: [
          MatrixSource("pets", of: "Pet", columns: [MatrixColumn("tag")], records: [["Rex"], ["Bello"], ["Waldi"]]),
          MatrixSource(
            "owners",
            of: "Owner",
            columns: [MatrixColumn("name"), MatrixColumn("pets", .init("tag"), separator: ";")],
            records: [["Ann", .list("Rex", "Bello")], ["Bob", "Waldi"]]
          ),
        ],
        rules: [MatrixRule("own.few", on: "Owner", .count("pets", 1))]
      ),
      outcomes: ["inserted inserted inserted", "rejected(own.few) inserted"],
      objects: [
        "Pet(tag: Rex)", "Pet(tag: Bello)", "Pet(tag: Waldi)\n    owner = [Owner(name: Bob)]",
        "Owner(name: Bob)\n    pets = [Pet(tag: Waldi)]",
      ]
    ),
    HandMadeCase(
      "a partner that another has is not taken away",
      MatrixCase(
        model: passports,
        sources: [
          MatrixSource("passports", of: "Passport", columns: [MatrixColumn("number")], records: [[1], [2]]),
          MatrixSource(
            "people",
            of: "Person",
            key: ["name"],
            columns: [MatrixColumn("name"), MatrixColumn("passport", .init("number"))],
            records: [["Ann", 1], ["Bob", 1], ["Cleo", 2]]
          ),
          MatrixSource(
            "moves",
            of: "Person",
            key: ["name"],
            mode: .update,
            columns: [MatrixColumn("name"), MatrixColumn("passport", .init("number"))],
            records: [["Ann", 2], ["Cleo", 2], ["Ann", 1], ["Bob", nil]]
          ),
        ]
      ),
      outcomes: [
        "inserted inserted", "inserted rejected(reference.taken) inserted",
        "rejected(reference.taken) unchanged unchanged skipped",
      ],
      objects: [
        "Passport(number: 1)\n    holder = [Person(name: Ann)]",
        "Passport(number: 2)\n    holder = [Person(name: Cleo)]",
        "Person(name: Ann)\n    passport = [Passport(number: 1)]",
        "Person(name: Cleo)\n    passport = [Passport(number: 2)]",
      ]
    ),
    HandMadeCase(
      "what replaces a partner may not leave a required relationship empty",
      MatrixCase(
        model: MatrixModel([
          MatrixEntity(
            "Lock",
            attributes: [MatrixAttribute("name")],
            relationships: [MatrixRelationship("fitting", to: "Key", inverse: "lock", isOptional: false)]
          ),
          MatrixEntity(
            "Key",
            attributes: [MatrixAttribute("code")],
            relationships: [MatrixRelationship("lock", to: "Lock", inverse: "fitting")]
          ),
        ]),
        sources: [
          MatrixSource("keys", of: "Key", columns: [MatrixColumn("code")], records: [["K"], ["L"]]),
          MatrixSource(
            "locks",
            of: "Lock",
            columns: [MatrixColumn("name"), MatrixColumn("fitting", .init("code", replacesTaken: true))],
            records: [["front", "K"], ["back", "K"], ["side", nil]]
          ),
          MatrixSource(
            "changes",
            of: "Key",
            key: ["code"],
            mode: .update,
            columns: [MatrixColumn("code"), MatrixColumn("lock", .init("name", replacesTaken: true))],
            records: [["L", "front"]]
          ),
        ]
      ),
      outcomes: ["inserted inserted", "inserted rejected(value.required) rejected(value.required)", "updated"],
      objects: [
        "Key(code: K)", "Key(code: L)\n    lock = [Lock(name: front)]",
        "Lock(name: front)\n    fitting = [Key(code: L)]",
      ]
    ),
    HandMadeCase(
      "members keep the order in which they came, and none twice",
      MatrixCase(
        model: MatrixModel([
          MatrixEntity(
            "List",
            attributes: [MatrixAttribute("title")],
            relationships: [
              MatrixRelationship("songs", to: "Song", inverse: "lists", isToMany: true, isOrdered: true)
            ],
            constraints: [["title"]]
          ),
          MatrixEntity(
            "Song",
            attributes: [MatrixAttribute("name")],
            relationships: [MatrixRelationship("lists", to: "List", inverse: "songs", isToMany: true)],
            constraints: [["name"]]
          ),
        ]),
        sources: [
          MatrixSource("songs", of: "Song", columns: [MatrixColumn("name")], records: [["a"], ["b"], ["c"]]),
          MatrixSource(
            "lists",
            of: "List",
            key: ["title"],
            mergesRepeats: true,
            columns: [MatrixColumn("title"), MatrixColumn("songs", .init("name"), separator: ";")],
            records: [
              ["L", .list("b", "a")], ["L", .list("c", "a")], ["L", .list("a", "b")], ["L", .list("c", "d")],
            ]
          ),
        ],
        batchSize: 1
      ),
      outcomes: ["inserted inserted inserted", "inserted updated unchanged rejected(reference.unknown)"],
      objects: [
        "List(title: L)\n    songs = [Song(name: b), Song(name: a), Song(name: c)]",
        "Song(name: a)\n    lists = [List(title: L)]", "Song(name: b)\n    lists = [List(title: L)]",
        "Song(name: c)\n    lists = [List(title: L)]",
      ]
    ),
    HandMadeCase(
      "a new member leaves the group that it was in",
      MatrixCase(
        model: MatrixModel([
          MatrixEntity(
            "Team",
            attributes: [MatrixAttribute("name")],
            relationships: [MatrixRelationship("players", to: "Player", inverse: "team", isToMany: true)]
          ),
          MatrixEntity(
            "Player",
            attributes: [MatrixAttribute("nick")],
            relationships: [MatrixRelationship("team", to: "Team", inverse: "players", isOptional: false)]
          ),
        ]),
        sources: [
          MatrixSource("teams", of: "Team", columns: [MatrixColumn("name")], records: [["Red"], ["Blue"]]),
          MatrixSource(
            "players",
            of: "Player",
            columns: [MatrixColumn("nick"), MatrixColumn("team", .init("name"))],
            records: [["x", "Red"], ["y", "Red"], ["z", nil]]
          ),
          MatrixSource(
            "transfers",
            of: "Team",
            key: ["name"],
            mode: .update,
            columns: [MatrixColumn("name"), MatrixColumn("players", .init("nick"), separator: ";")],
            records: [["Blue", .list("x", "y")]]
          ),
        ]
      ),
      outcomes: ["inserted inserted", "inserted inserted rejected(value.required)", "updated"],
      objects: [
        "Team(name: Red)", "Team(name: Blue)\n    players = [Player(nick: x), Player(nick: y)]",
        "Player(nick: x)\n    team = [Team(name: Blue)]", "Player(nick: y)\n    team = [Team(name: Blue)]",
      ]
    ),
  ]

  private static let passports = MatrixModel([
    MatrixEntity(
      "Person",
      attributes: [MatrixAttribute("name")],
      relationships: [MatrixRelationship("passport", to: "Passport", inverse: "holder")],
      constraints: [["name"]]
    ),
    MatrixEntity(
      "Passport",
      attributes: [MatrixAttribute("number", .integer32)],
      relationships: [MatrixRelationship("holder", to: "Person", inverse: "passport")]
    ),
  ])
}
