internal import Findings

/// A source on its way to the reading thread.
///
/// `@unchecked Sendable` because it is made here and then used by the reading thread alone.
final class Reading: @unchecked Sendable {
  private let source: any RecordSource
  private let plan: SourcePlan
  private let maker: FindingMaker
  private let checks: SourceChecks
  private let batchSize: Int

  init(source: any RecordSource, plan: SourcePlan, maker: FindingMaker, checks: SourceChecks, batchSize: Int) {
    self.source = source
    self.plan = plan
    self.maker = maker
    self.checks = checks
    self.batchSize = batchSize
  }

  func run(into channel: BoundedChannel<RecordBatch>) {
    do {
      // Only a call with a type of its own is compiled for that type.
      if let delimited = source as? DelimitedSource {
        try map(delimited, into: channel)
      } else {
        try map(source, into: channel)
      }
      channel.finish()
    } catch {
      channel.finish(throwing: error)
    }
  }

  private func map(_ source: some RecordSource, into channel: BoundedChannel<RecordBatch>) throws {
    try RecordMapper(plan: plan, source: source, maker: maker, checks: checks)
      .run(into: channel, batchSize: batchSize)
  }
}
