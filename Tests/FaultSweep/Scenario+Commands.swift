extension Scenario {
  /// The other commands.
  static let others: [Scenario] = [
    Scenario(
      name: "fix",
      arguments: ["fix", "--apply", "Towns.recipe.yml"],
      files: cleaned,
      changesFilesOneByOne: true
    ),
    Scenario(
      name: "desk",
      arguments: ["desk", "Towns.recipe.yml", "--output", "Out"],
      files: files,
      changesFilesOneByOne: true,
      edits: [
        CellEdit(source: 0, record: 2, field: 1, text: "40"), CellEdit(source: 2, record: 2, field: 1, text: "153"),
        CellEdit(source: 1, record: 2, field: 1, text: "70"),
        CellEdit(source: 1, record: 1, field: 2, text: "old, \"older\""),
      ]
    ),
    Scenario(
      name: "check",
      arguments: ["check", "Towns.recipe.yml", "--report", "json,html", "--output", "checked"],
      files: files,
      changesFilesOneByOne: true,
      status: 1
    ),
    Scenario(
      name: "check-of-other-sources",
      arguments: ["check", "Towns.recipe.yml", "--write-baseline", "accepted.json"],
      files: otherSources.merging(["accepted.json": "of an editor"]) { $1 },
      status: 1
    ),
    Scenario(name: "verify", arguments: ["verify", store], files: files, steps: [.run(build)]),
    Scenario(
      name: "verify-signed",
      arguments: ["verify", store, "--public-key", "towns.pub", "--full"],
      files: files,
      steps: keys + [.run(build + ["--sign-with", "towns.key"])]
    ),
    Scenario(
      name: "sign",
      arguments: ["sign", store, "--key", "towns.key"],
      files: files,
      steps: keys + [.run(build)]
    ),
    Scenario(
      name: "site",
      arguments: ["site", store, "--output", "Site"],
      files: files,
      steps: [.run(build)]
    ),
    Scenario(
      name: "site-again",
      arguments: ["site", store, "--output", "Site"],
      files: files,
      steps: [.run(build), .run(["site", store, "--output", "Site"])] + again.dropFirst() + [.run(build)]
    ),
    Scenario(
      name: "why",
      arguments: ["why", store, "Town", "Linz", "--recipe", "Towns.recipe.yml"],
      files: files,
      steps: [.run(build)]
    ),
    Scenario(
      name: "store-create",
      arguments: [
        "store", "create", "--output", "My.sqlite", "--model", "Towns.xcdatamodel", "--identifier", identifier,
      ],
      files: files
    ),
    Scenario(
      name: "model-diff",
      arguments: ["model", "diff", "Towns.xcdatamodel", "Next.xcdatamodel"],
      files: files.merging(["Next.xcdatamodel/contents": nextModel]) { $1 }
    ),
    Scenario(
      name: "model-graph",
      arguments: ["model", "graph", "Towns.xcdatamodel", "--counts", store, "--output", "Towns.svg"],
      files: files,
      steps: [.run(build), .write("an older one", to: "Towns.svg")]
    ),
    Scenario(
      name: "model-show",
      arguments: ["model", "show", "Out/Towns.sqlite", "--output", "Shown.xcdatamodel"],
      files: files,
      steps: [.run(build)]
    ),
    Scenario(
      name: "export-plain",
      arguments: ["export", store, "--model", "Towns.xcdatamodel", "--output", "Shipped/plain.sqlite"],
      files: files,
      steps: [.run(build), .write("old", to: "Shipped/plain.sqlite")]
    ),
    Scenario(
      name: "export-coredata",
      arguments: [
        "export", store, "--model", "Towns.xcdatamodel", "--layout", "coredata", "--output", "Shipped/store.sqlite",
      ],
      files: files,
      steps: [.run(build), .write("old", to: "Shipped/store.sqlite")]
    ),
    Scenario(
      name: "export-external",
      arguments: [
        "export", "My.sqlite", "--model", "Towns.xcdatamodel", "--layout", "coredata", "--output",
        "Shipped/store.sqlite",
      ],
      files: ["Towns.xcdatamodel/contents": modelWithPlans, "Out/notes.txt": "of an editor"],
      steps: [
        .makeStore("Old.sqlite", plan: "an old plan"),
        .run([
          "export", "Old.sqlite", "--model", "Towns.xcdatamodel", "--layout", "coredata", "--output",
          "Shipped/store.sqlite",
        ]), .makeStore("My.sqlite", plan: "a plan"),
      ]
    ),
    Scenario(
      name: "export-room",
      arguments: [
        "export", store, "--model", "Towns.xcdatamodel", "--output", "Shipped/room.db", "--room", "1.json",
      ],
      files: files.merging(["1.json": roomSchema]) { $1 },
      steps: [.run(build), .write("old", to: "Shipped/room.db")]
    ),
    Scenario(
      name: "migrate",
      arguments: ["store", "migrate", "My.sqlite", "--from", "Towns.xcdatamodel", "--to", "Next.xcdatamodel"],
      files: files.merging(["Next.xcdatamodel/contents": nextModel]) { $1 },
      steps: [.run(build), .move("Out/Towns.sqlite", to: "My.sqlite")]
    ),
    Scenario(
      name: "migrate-external",
      arguments: ["store", "migrate", "My.sqlite", "--from", "Towns.xcdatamodel", "--to", "Next.xcdatamodel"],
      files: ["Towns.xcdatamodel/contents": modelWithPlans, "Next.xcdatamodel/contents": nextModelWithPlans],
      steps: [.makeStore("My.sqlite", plan: "a plan")]
    ),
    Scenario(
      name: "init",
      arguments: ["init", "towns.csv", "rivers.json", "--output", ".", "--name", "Draft"],
      files: files,
      changesFilesOneByOne: true
    ),
    Scenario(
      name: "model-swift",
      arguments: ["model", "swift", "Towns.xcdatamodel", "--output", "Classes"],
      files: files,
      changesFilesOneByOne: true
    ),
    Scenario(
      name: "model-compile",
      arguments: ["model", "compile", "Towns.xcdatamodel", "--output", "Towns.mom"],
      files: files
    ),
    Scenario(
      name: "report",
      arguments: ["report", "Out/reports/Towns.json", "--to", "sarif,csv", "--output", "Reports"],
      files: files,
      steps: [.run(build)],
      changesFilesOneByOne: true
    ),
    Scenario(
      name: "query",
      arguments: ["query", store, "Town", "--model", "Towns.xcdatamodel"],
      files: files,
      steps: [.run(build)]
    ),
    Scenario(
      name: "diff",
      arguments: ["diff", store, store, "--format", "json"],
      files: files,
      steps: [.run(build)]
    ),
    Scenario(
      name: "model-hashes",
      arguments: ["model", "hashes", "Towns.xcdatamodel", "--against", "Out/Towns.sqlite"],
      files: files.merging(["Towns.xcdatamodel/contents": nextModel, "Towns.recipe.yml": recipe]) { $1 },
      steps: [
        .write(model, to: "Towns.xcdatamodel/contents"), .run(build),
        .write(nextModel, to: "Towns.xcdatamodel/contents"),
      ],
      status: 1
    ),
    Scenario(
      name: "read",
      arguments: ["read", "*.csv", "--format", "json"],
      files: files,
      changesFilesOneByOne: true
    ),
    Scenario(
      name: "model-lint",
      arguments: ["model", "lint", "Towns.xcdatamodel"],
      files: files
    ),
    Scenario(
      name: "store-info",
      arguments: ["store", "info", store],
      files: files,
      steps: [.run(build)]
    ),
    Scenario(
      name: "pack",
      arguments: ["pack", store, "--from", "Old.sqlite", "--output", "Packs"],
      files: files,
      steps: successor + [.write("of an earlier release", to: "Packs/Towns.sqlite.zst")],
      changesFilesOneByOne: true
    ),
    Scenario(
      name: "unpack",
      arguments: ["unpack", "Packs/Towns.sqlite.xz", "--output", "Unpacked.sqlite"],
      files: files,
      steps: [
        .run(build), .run(["pack", store, "--output", "Packs", "--format", "xz"]),
        .write("an older one", to: "Unpacked.sqlite"),
      ]
    ),
    Scenario(
      name: "unpack-patch",
      arguments: ["unpack", "Packs/Towns.packs.json", "--from", "Old.sqlite", "--output", "Old.sqlite"],
      files: files,
      steps: successor + [.run(["pack", store, "--from", "Old.sqlite", "--format", "none", "--output", "Packs"])]
    ),
    Scenario(
      name: "metadata",
      arguments: ["store", "metadata", "My.sqlite", "--set", "edition=12", "--type", "integer"],
      files: files,
      steps: [
        .run(["store", "create", "--output", "My.sqlite", "--model", "Towns.xcdatamodel", "--identifier", identifier])
      ]
    ),
    Scenario(
      name: "metadata-xml",
      arguments: ["store", "metadata", "My.xml", "--set", "edition=12", "--type", "integer"],
      files: files,
      steps: [
        .run([
          "store", "create", "--output", "My.xml", "--type", "xml", "--model", "Towns.xcdatamodel", "--identifier",
          identifier,
        ])
      ]
    ),
    Scenario(
      name: "store-history",
      arguments: ["store", "history", "My.sqlite", "--model", "Towns.xcdatamodel", "--format", "json"],
      files: files,
      steps: [.makeStore("My.sqlite")]
    ),
    Scenario(
      name: "keys-make",
      arguments: makeKeys,
      files: ["notes.txt": "of an editor"],
      changesFilesOneByOne: true,
      varyingFiles: ["towns.key", "towns.pub"],
      neverReplaces: true
    ),
    Scenario(
      name: "keys-show",
      arguments: ["keys", "show", "towns.key"],
      files: [:],
      steps: keys
    ),
    // Enns has no plan.
    Scenario(
      name: "fetch",
      arguments: fetch,
      files: fetched,
      changesFilesOneByOne: true,
      status: 1,
      varyingFiles: ["plans.lock.json"],
      progressFiles: ["plans.lock.json"],
      isServed: true
    ),
    // Of one kind are other bytes, the other is a file of another kind, which has another name.
    Scenario(
      name: "fetch-again",
      arguments: fetch + ["--refresh"],
      files: fetched,
      steps: [.run(fetch), .write("a new plan", to: "Served/linz"), .write("%PDF-1.4", to: "Served/wels")],
      changesFilesOneByOne: true,
      status: 1,
      varyingFiles: ["plans.lock.json"],
      progressFiles: ["plans.lock.json"],
      isServed: true
    ),
  ]
}
