internal import Findings
internal import ImportPipeline

/// The profiles of a source's fields.
final class SourceProfile {
  let fields: [FieldProfile]
  /// How many records were read, and whether there are more.
  let records: Int
  let isSample: Bool
  /// How many records were left out because their form is broken.
  let broken: Int
  /// How a delimited file is written.
  let dialect: (delimiter: String, encoding: String)?
  /// What was found wrong with the source's form, the first findings only.
  let findings: [Finding]

  /// Reads a source to its end, or its first records.
  ///
  /// - Parameters:
  ///   - paths: The fields of a source whose fields have no names of their own.
  ///   - sample: How many records are read; `nil` for all.
  /// - Throws: As `RecordStream`.
  init(_ recipe: SourceRecipe, in folder: String, paths: [String], sample: Int?) throws {
    let stream = try RecordStream(recipe, in: folder, fields: paths)
    let budget = TableBudget()
    let names = stream.fieldNames
    let mostSamples = max(20, min(500, 200_000 / max(1, names.count)))
    let fields = names.map { FieldProfile($0, mostSamples: mostSamples, budget: budget) }
    var records = 0
    var broken = 0
    var findings: [Finding] = []
    var isSample = false
    while try stream.next() {
      if (records + broken) & 255 == 0 {
        let found = stream.takeFindings()
        if findings.count < 20 { findings += found }
      }
      if let sample, records == sample {
        isSample = true
        break
      }
      guard !stream.isBroken else {
        broken += 1
        continue
      }
      records += 1
      let line = stream.line
      stream.forEachField { fields[$0].add($1, line: line) }
    }
    findings += stream.takeFindings()
    self.fields = fields
    self.records = records
    self.broken = broken
    self.isSample = isSample
    self.findings = Array(findings.prefix(20))
    dialect = stream.dialect
  }
}
