import Findings
import Testing

@Suite struct RunSummaryTests {
  @Test func balancesWhenEveryRecordAndObjectIsAccountedFor() {
    let summary = RunSummary(
      toolVersion: "1.0",
      recipe: "r.yml",
      model: "M.xcdatamodeld",
      sources: [
        SourceAccount(
          file: "a.csv",
          format: "csv",
          entity: "Town",
          records: RecordCounts(read: 10, inserted: 4, updated: 3, unchanged: 1, rejected: 1, skipped: 1),
          bytes: 100
        )
      ],
      entities: [EntityAccount(entity: "Town", before: 5, inserted: 4, deleted: 2, after: 7)]
    )
    #expect(summary.balances)
    #expect(summary.imbalances.isEmpty)
  }

  @Test func saysWhichAccountsDoNotAddUp() {
    let summary = RunSummary(
      toolVersion: "1.0",
      recipe: "r.yml",
      model: "M.xcdatamodeld",
      sources: [
        SourceAccount(
          file: "a.csv",
          format: "csv",
          entity: "Town",
          records: RecordCounts(read: 10, inserted: 4, rejected: 5),
          bytes: 100
        )
      ],
      entities: [EntityAccount(entity: "Town", before: 5, inserted: 4, deleted: 2, after: 8)],
      completeness: [
        AttributeProfile(entity: "Town", attribute: "name", filled: 9, total: 8),
        AttributeProfile(
          entity: "Town",
          attribute: "height",
          filled: 3,
          total: 8,
          histogram: Histogram(start: 0, width: 1, counts: [1, 1], minimum: 0, maximum: 1)
        ),
      ]
    )
    #expect(!summary.balances)
    #expect(
      summary.imbalances == [
        "a.csv (Town): 10 records read, but 4 + 0 + 0 + 5 + 0 = 9 accounted for",
        "Town: 5 before + 4 inserted − 2 deleted = 7, but the store holds 8",
        "Town.name: 9 values in 8 objects",
        "Town.height: 3 values, but the histogram counts 2",
      ]
    )
  }

  @Test func sumsTheRecordsOfAllSources() {
    var total = RecordCounts(read: 10, inserted: 4, updated: 3, unchanged: 1, rejected: 1, skipped: 1)
    total += RecordCounts(read: 2, inserted: 1, rejected: 1)
    #expect(total == RecordCounts(read: 12, inserted: 5, updated: 3, unchanged: 1, rejected: 2, skipped: 1))
    #expect(total.imported == 9)
    #expect(total.balances)
  }
}
