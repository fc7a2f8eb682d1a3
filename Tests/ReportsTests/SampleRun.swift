import TestSupport
import Findings
import Reports

/// A small run with a few of everything that a report shows.
enum SampleRun {
  static let summary = RunSummary(
    toolVersion: "0.1.0",
    recipe: "DogBreeds.recipe.yml",
    model: "DogBreeds.xcdatamodeld",
    output: "DogBreeds.sqlite",
    sources: [
      SourceAccount(
        file: "akc-groups.csv",
        format: "csv",
        entity: "AKCGroup",
        records: RecordCounts(read: 9, inserted: 9),
        bytes: 2_040,
        seconds: 0.01
      ),
      SourceAccount(
        file: "akc-breeds.csv",
        format: "csv",
        entity: "Breed",
        records: RecordCounts(read: 277, inserted: 274, rejected: 3),
        bytes: 81_234,
        seconds: 1.25
      ),
    ],
    entities: [
      EntityAccount(entity: "AKCGroup", inserted: 9, after: 9),
      EntityAccount(entity: "Breed", inserted: 274, after: 274),
    ],
    completeness: [
      AttributeProfile(entity: "Breed", attribute: "name", filled: 274, total: 274),
      AttributeProfile(
        entity: "Breed",
        attribute: "weightMax",
        filled: 260,
        total: 274,
        histogram: Histogram(start: 0, width: 16, counts: [80, 100, 60, 15, 4, 1], minimum: 1.5, maximum: 90.7)
      ),
    ],
    findingCounts: FindingTally(findings).counts
  )

  static let findings: [Finding] = [
    Finding(
      .valueRange,
      "Weight is 400, but at most 120 is allowed",
      at: SourcePosition(file: "akc-breeds.csv", line: 12, column: 20, endColumn: 23, byteRange: 812..<815),
      record: 11,
      field: "Weight (lb)",
      entity: "Breed",
      attribute: "weightMax",
      value: "400",
      suggestion: "40.0",
      excerpt: SourceExcerpt(text: "Affenpinscher,Toy,\t400,\"small, wiry\"", line: 12, markStart: 19, markLength: 3)
    ),
    Finding(
      .referenceUnknown,
      "No AKCGroup has the name “Tøy 犬”",
      at: SourcePosition(file: "akc-breeds.csv", line: 14, column: 8, endColumn: 13),
      record: 13,
      field: "Group",
      entity: "Breed",
      attribute: "group",
      value: "Tøy 犬",
      suggestion: "Toy",
      excerpt: SourceExcerpt(text: "柴犬 犬,Tøy 犬,9", line: 14, markStart: 5, markLength: 5, isCutAtStart: true)
    ),
    Finding(
      .recordDuplicate,
      "The name “Akita” is taken",
      at: SourcePosition(file: "akc-breeds.csv", line: 20, column: 1, endColumn: 6),
      record: 19,
      entity: "Breed",
      attribute: "name",
      value: "Akita",
      excerpt: SourceExcerpt(text: "Akita,Working,45", line: 20, markStart: 0, markLength: 5),
      related: [RelatedPlace("first used here", at: SourcePosition(file: "akc-breeds.csv", line: 5))]
    ),
    Finding(
      .valueMojibake,
      "The text was decoded twice",
      at: SourcePosition(file: "akc-groups.csv", line: 3, column: 1, endColumn: 9),
      record: 2,
      value: "K\u{1B}[31mÃ¤se\u{202E}",
      suggestion: "Käse"
    ),
    Finding(.sourceNoRecords, "No source had a record for the entity Club"),
  ]
}
