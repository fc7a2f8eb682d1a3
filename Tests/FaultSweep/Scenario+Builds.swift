extension Scenario {
  /// Builds.
  static let builds: [Scenario] = [
    Scenario(name: "build-first", arguments: build, files: files, status: 1),
    Scenario(name: "build-again", arguments: build, files: files, steps: again, status: 1),
    Scenario(name: "build-unchanged", arguments: build, files: files, steps: [.run(build)], status: 1),
    Scenario(name: "build-through-sqlite", arguments: build, files: throughSQLite, steps: again, status: 1),
    Scenario(name: "build-sealed-by-sqlite", arguments: build, files: sealedBySQLite, steps: again, status: 1),
    Scenario(name: "only-rejects", arguments: build + ["--only-rejects"], files: files, steps: mended, status: 1),
    Scenario(
      name: "only-rejects-again",
      arguments: build + ["--only-rejects"],
      files: files,
      steps: mended + [
        .run(build + ["--only-rejects"]), .edit("Out/rejects/Towns/towns.csv", "Enns,x", with: "Enns,3"),
      ]
    ),
    Scenario(
      name: "build-after-mending",
      arguments: build,
      files: files,
      steps: mended + [
        .edit("Out/rejects/Towns/towns.csv", "Enns,x", with: "Enns,3"), .run(build + ["--only-rejects"]),
        .move("Out/rejects/Towns/towns.csv.mended", to: "towns.csv"),
        .move("Out/rejects/Towns/rivers.json.mended", to: "rivers.json"),
      ]
    ),
    Scenario(
      name: "build-without-rejects",
      arguments: build,
      files: files,
      steps: [
        .run(build), .write("name,size,note\nLinz,1,\nWels,2,\n", to: "towns.csv"),
        .write(#"[{"name": "Danube", "length": 2850, "town": "Linz"}]"#, to: "rivers.json"),
      ]
    ),
    Scenario(
      name: "build-mended",
      arguments: build,
      files: files,
      steps: mended,
      status: 2
    ),
    Scenario(
      name: "build-interrupted",
      arguments: build,
      files: files,
      steps: again + [
        .run(["build", "Towns.recipe.yml", "--output", "Next"]),
        .move("Next", to: "Out/.Towns.sqlite.decided"),
        .write("left by a process that died", to: "Out/.Towns.sqlite.999999.building/release/Towns.sqlite"),
      ],
      status: 1
    ),
    Scenario(name: "build-following", arguments: build + ["--previous", "Out"], files: files, steps: again, status: 1),
    // The release before is another file, and stays one.
    Scenario(
      name: "build-following-another",
      arguments: build + ["--previous", "Before/Towns.manifest.json"],
      files: files,
      steps: [.run(["build", "Towns.recipe.yml", "--output", "Before"])] + again,
      status: 1
    ),
    Scenario(
      name: "build-of-standard-input",
      arguments: build,
      files: fromStandardInput,
      steps: again,
      input: "towns.csv",
      status: 1
    ),
    Scenario(
      name: "build-of-other-sources",
      arguments: build,
      files: otherSources,
      steps: [.run(build)] + otherEdits,
      status: 1
    ),
    Scenario(
      name: "build-incremental",
      arguments: build + ["--incremental"],
      files: otherSources,
      steps: [.run(build + ["--incremental"])] + otherEdits,
      status: 1
    ),
    Scenario(
      name: "build-signed",
      arguments: build + ["--sign-with", "towns.key"],
      files: files,
      steps: keys + [.run(build + ["--sign-with", "towns.key"])] + again.dropFirst(),
      status: 1
    ),
    Scenario(
      name: "build-unusable",
      arguments: build,
      files: files,
      steps: [.run(build), .edit("Towns.recipe.yml", "entity: River", with: "entity: Rever")],
      status: 2
    ),
  ]
}
