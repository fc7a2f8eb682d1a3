extension RuleCatalogue {
  /// Rules about a published release as `studbook verify` checks it; the codes are declared there.
  ///
  /// Where the place of a finding is no text, the example shows the folder's listing.
  static let releaseRules: [RuleDescription] = [
    RuleDescription(
      "release.missing",
      "File of the release not found",
      "Copy the release again as a whole, or publish it again.",
      explanation: """
        The manifest lists every file that was published, and this one is not beside it or is not a plain file. Somebody deleted or renamed \
        it, or a copy of the release left it out.
        """,
      example: RuleExample(
        "Release",
        wrong: "Towns.manifest.json\nTowns.sqlite",
        marked: "Towns.manifest.json",
        message: "reports/report.html belongs to the release but is not there",
        mended: "Towns.manifest.json\nTowns.sqlite\nreports/report.html"
      )
    ),
    RuleDescription(
      "release.digest",
      "File that is not the one that was published",
      "Copy the file again from where it was published, or publish it again; a change belongs into the sources.",
      explanation: """
        The manifest holds the size and the SHA-256 of every published file, and this file has others. It was edited, a transfer damaged or \
        shortened it, or file and manifest are of different releases.
        """,
      example: RuleExample(
        "Towns.manifest.json",
        wrong: """
          "outputs" : [
            { "bytes" : 28672, "path" : "Towns.sqlite" }
          ]
          """,
        marked: "28672",
        message: "Towns.sqlite is not the file that was published: it has 20480 bytes, not 28672",
        mended: """
          "outputs" : [
            { "bytes" : 20480, "path" : "Towns.sqlite" }
          ]
          """
      )
    ),
    RuleDescription(
      "release.interrupted",
      "Publication that was interrupted",
      "Run `studbook build` again; it first puts the waiting files in place.",
      explanation: """
        A run ended after it had decided on a new release and before all of its files were in their places, for instance in a power cut. \
        Every file is whole, but some may still be those of the release before.
        """,
      example: RuleExample(
        "Release",
        wrong: ".Towns.sqlite.decided\nTowns.manifest.json\nTowns.sqlite",
        marked: ".Towns.sqlite.decided",
        message: """
          The publication of Towns.sqlite was interrupted, and some files of the new release wait to be put in place; \
          the next studbook build begins with that
          """,
        mended: "Towns.manifest.json\nTowns.sqlite"
      )
    ),
    RuleDescription(
      "release.writable",
      "Reference file that may be written",
      "Take the permission to write away with `chmod a-w`.",
      severity: .warning,
      explanation: """
        A published reference file is read-only, so that no program changes it by accident: SQLite may write into a file merely because \
        somebody looks at it. Copying often gives the permission back.
        """,
      example: RuleExample(
        "Release",
        wrong: "-r--r--r--  Towns.manifest.json\n-rw-r--r--  Towns.sqlite",
        marked: "-rw-r--r--",
        message: "Towns.sqlite may be written, though a published file is read-only (chmod a-w)",
        mended: "-r--r--r--  Towns.manifest.json\n-r--r--r--  Towns.sqlite"
      )
    ),
    RuleDescription(
      "release.unsealed",
      "Reference file that is not sealed",
      "Publish the file again; to ship another store, publish it with `studbook export --layout coredata`.",
      explanation: """
        A reference file stands alone: no journal or log beside it, no write-ahead log asked for in its header, and exactly as many pages as \
        the header says. Otherwise SQLite needs a second file, or the permission to write, to read it, and an app's bundle offers \
        neither. In a store that was not published this is a warning or a note.
        """,
      example: RuleExample(
        "Release",
        wrong: "Towns.manifest.json\nTowns.sqlite\nTowns.sqlite-journal",
        marked: "Towns.sqlite-journal",
        message: "There is a file Towns.sqlite-journal beside Towns.sqlite",
        mended: "Towns.manifest.json\nTowns.sqlite"
      )
    ),
    RuleDescription(
      "release.count",
      "Other number of objects than was published",
      "Find out which of the two is out of date, and publish the release again.",
      explanation: """
        The manifest says how many objects each entity has, and the store has more or fewer. Rows were added or deleted after the \
        publication, or the manifest is that of another release.
        """,
      example: RuleExample(
        "Towns.manifest.json",
        wrong: """
          "entities" : [
            { "entity" : "Town", "objects" : 4 }
          ]
          """,
        marked: "4",
        message: "The manifest says 4 objects of Town, but the store has 3",
        mended: """
          "entities" : [
            { "entity" : "Town", "objects" : 3 }
          ]
          """
      )
    ),
    RuleDescription(
      "release.hash",
      "Manifest of another store or model",
      "Put the store and the manifest of one release together, or publish it again.",
      explanation: """
        The manifest names the store's identifier and the version hash of each entity, by which Core Data tells whether a store fits a \
        model. The store has others, so it is not the one that the manifest describes.
        """,
      example: RuleExample(
        "Towns.manifest.json",
        wrong: """
          "entityVersionHashes" : {
            "Town" : "mAcnLVhrynf5BWUZ2yPDpOUKBuOEp8x4shhRfhK9cMM="
          }
          """,
        marked: "mAcnLVhrynf5BWUZ2yPDpOUKBuOEp8x4shhRfhK9cMM=",
        message: "The version hash of Town in the store is not the one in the manifest",
        mended: """
          "entityVersionHashes" : {
            "Town" : "9QOW3A8bnBhDmtYBKQ3GWXpU5rVofIk1bvMymZRNjcc="
          }
          """
      )
    ),
  ]
}
