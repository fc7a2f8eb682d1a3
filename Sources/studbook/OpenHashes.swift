import Findings
import ImportPipeline
import ObjectModel
import ReferenceExport
import Reports

/// Entities without a version hash: Core Data does not open a store that lacks one, so that none is written unless the user says so.
enum OpenHashes {
  /// What is said of each entity of a model whose hash is not known, by the entities' names in order.
  static func kinds(_ model: ManagedObjectModel) -> [(entity: String, kind: ModelFinding)] {
    let open = model.entitiesWithOpenVersionHashes.sorted { CodeUnitOrder.areInIncreasingOrder($0.key, $1.key) }
    return open.map { name, features in
      (name, .openHash(entity: name, reasons: features.map(\.description)))
    }
  }

  /// Takes over the hashes of a file, names the entities without a hash, and refuses to make a store without them unless that is allowed.
  ///
  /// - Parameter what: What was not done, such as `nothing was made`.
  /// - Throws: `CommandFailure`; the reader's error.
  static func require(
    of model: ManagedObjectModel,
    from file: String?,
    allowOpen: Bool,
    what: String,
    _ printer: CommandOutput
  ) throws {
    if let file {
      let names = try model.adoptHashes(from: file)
      if !names.isEmpty {
        printer.note("Took the version hashes of \(names.joined(separator: ", ")) from \(file).")
      }
    }
    let open = kinds(model)
    for (_, kind) in open { printer.diagnostic("studbook: \(kind.message)") }
    guard allowOpen || open.isEmpty else {
      throw refusal(
        open.map(\.entity),
        what: what,
        remedy: "name the app's compiled model with --hashes-from, or make the store all the same"
      )
    }
  }

  /// Why nothing is written.
  ///
  /// - Parameters:
  ///   - what: What was not done, such as `nothing was published`.
  ///   - remedy: How to get the hashes.
  static func refusal(
    _ entities: [String],
    what: String = "nothing was published",
    remedy: String = "name the app's compiled model with --hashes-from, or publish all the same"
  ) -> CommandFailure {
    let names = entities.joined(separator: ", ")
    let hashes = entities.count == 1 ? "the version hash of \(names) is" : "the version hashes of \(names) are"
    return CommandFailure(
      "\(what), because \(hashes) not known and Core Data would not open the store; \(remedy) with --allow-open-hashes"
    )
  }
}

extension RecipeSession {
  /// One finding for each entity whose version hash is not known.
  func openHashFindings(_ severity: Severity) -> [Finding] {
    OpenHashes.kinds(model).map { name, kind in
      Finding(kind, severity: severity, at: recipe.model.position, entity: name)
    }
  }

  /// Checks everything, reports it together with the entities that have no version hash, and publishes nothing.
  ///
  /// - Parameter folder: Where report files go.
  /// - Throws: `CommandFailure`, always: nothing was published.
  func refuse(
    _ openHashes: [Finding],
    folder: String,
    isVerbose: Bool,
    acceptance: AcceptanceOptions,
    reports: ReportOptions,
    printer: CommandOutput
  ) throws {
    let progress = printer.progressLine
    let result = try check(progress: progress).adding(openHashes)
    let run = try EvaluatedRun(
      result,
      summary: summary(of: result, output: nil),
      session: self,
      options: acceptance
    )
    let isPrinted = reports.formats.contains(where: \.isPrinted)
    if !isPrinted { try printer.printReport(run.summary, run.findings, isVerbose: isVerbose) }
    let files = ReportFiles(
      folder: folder,
      platformFolder: reports.platformFolder(self.folder),
      stem: ReleaseManifest.stem(ofReferenceFile: recipe.output.value)
    )
    let written = try files.write(reports.formats, run.summary, run.findings, printer: printer)
    try printer.finish()
    for path in written { printer.note(path) }
    throw OpenHashes.refusal(openHashes.compactMap(\.entity))
  }
}

extension ImportResult {
  /// The result with findings that no source is to blame for, before those of the sources.
  func adding(_ findings: [Finding]) -> ImportResult {
    var result = self
    result.findings.insert(contentsOf: findings, at: 0)
    result.placesOfErrorsBesideRecords = Set(placesOfErrorsBesideRecords.map { $0 + findings.count })
    for (place, finding) in findings.enumerated() {
      result.tally.add(finding)
      guard finding.severity == .error else { continue }
      result.errorsBesideRecords += 1
      result.placesOfErrorsBesideRecords.insert(place)
    }
    return result
  }
}
