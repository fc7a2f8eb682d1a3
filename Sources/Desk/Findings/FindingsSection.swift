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
      DeskRoute(.read, "/findings/:finding/text") { request, desk in
        try await FindingTextPage(Self.finding(request, desk), desk).response()
      },
      DeskRoute(.change, "/findings/:finding/mend") { request, desk in try await FindingMending(request, desk).mend() },
      DeskRoute(.change, "/findings/:finding/text") { request, desk in try await FindingMending(request, desk).write()
      },
      DeskRoute(.change, "/findings/:finding/take") { request, desk in try await FindingMending(request, desk).take() },
      DeskRoute(.change, "/rules/:rule/take") { request, desk in
        try await FindingMending.takeAll(request.parameters["rule"] ?? "", request, desk)
      },
      DeskRoute(.change, "/findings/:finding/suppress") { request, desk in
        try await FindingAcceptancePage(request, desk).suppress()
      },
      DeskRoute(.change, "/findings/:finding/baseline") { request, desk in
        try await FindingAcceptancePage(request, desk).addToBaseline()
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

  /// The finding that a path names.
  ///
  /// - Throws: `DeskProblem` if it is not there any more.
  static func finding(_ request: DeskRequest, _ desk: DeskContext) async throws -> DeskFinding {
    let state = await desk.session.current()
    guard let found = DeskFinding(fingerprint: request.parameters["finding"] ?? "", state) else {
      throw DeskProblem(.notFound, "This finding is not there any more", "Somebody may have mended it.")
    }
    return found
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
