internal import Findings
internal import ImportPipeline
internal import Reports

/// The first page: what is wrong with the sources, and fields to mend it.
struct FindingsSection: DeskSection {
  var navigation: (title: String, path: String)? { ("Findings", "/") }

  var style: String { FindingsStyle.text }

  var routes: [DeskRoute] {
    [
      DeskRoute(.read, "/") { request, desk in
        let state = await desk.session.current()
        return try await desk.session.work { try FindingsPage(request, state, desk).response }
      },
      Self.route(.read, "text") { try await FindingTextPage($0.found, $0.desk).response() },
      Self.route(.change, "text") { try await $0.write() },
      Self.route(.change, "mend") { try await $0.mend() },
      Self.route(.change, "take") { try await $0.take() },
      Self.route(.change, "suppress") { try await $0.suppress() },
      Self.route(.change, "baseline") { try await $0.addToBaseline() },
      DeskRoute(.change, "/rules/:rule/take") { request, desk in
        try await FindingRequest.takeAll(request.parameters["rule"] ?? "", desk)
      },
      DeskRoute(.change, "/undo") { request, desk in
        try await desk.session.undo()
        return .seeOther(request["back"] ?? "/")
      },
      DeskRoute(.change, "/redo") { request, desk in
        try await desk.session.redo()
        return .seeOther(request["back"] ?? "/")
      },
    ]
  }

  private static func route(
    _ kind: DeskRoute.Kind,
    _ action: String,
    _ answer: @escaping @Sendable (FindingRequest) async throws -> DeskResponse
  ) -> DeskRoute {
    DeskRoute(kind, "/findings/:finding/\(action)") { try await answer(FindingRequest($0, $1)) }
  }
}

/// A finding on the desk, with the cell that it is about.
struct DeskFinding: Sendable {
  let finding: Finding
  let fingerprint: String
  /// The source's place in the recipe; `nil` for a finding that is about none.
  let source: Int?

  init(_ finding: Finding, _ fingerprint: String, _ plan: ImportPlan?) {
    self.finding = finding
    self.fingerprint = fingerprint
    source = plan?.source(of: finding)
  }

  init?(fingerprint: String, _ state: DeskState) {
    guard let judgement = state.judgement, let index = state.fingerprints.firstIndex(of: fingerprint) else {
      return nil
    }
    self.init(judgement.findings[index], fingerprint, state.plan)
  }

  /// What stands in the cell; `nil` if the finding is about no cell.
  ///
  /// - Throws: The reader's error if the file cannot be read.
  func cell(_ cells: SourceCells) throws -> SourceCell? {
    guard let source, finding.record != nil, let field = finding.field, let position = finding.position
    else { return nil }
    return try cells.cell(source: source, file: position.file, field: field, byteRange: position.byteRange)
  }

  func path(_ action: String) -> String { "/findings/\(fingerprint)/\(action)" }
}
