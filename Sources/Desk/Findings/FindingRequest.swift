/// What an editor asks for at a finding.
struct FindingRequest: Sendable {
  let request: DeskRequest
  let desk: DeskContext
  let found: DeskFinding

  /// - Throws: `DeskProblem` if the finding that the path names is not there any more.
  init(_ request: DeskRequest, _ desk: DeskContext) async throws {
    self.request = request
    self.desk = desk
    let state = await desk.session.current()
    guard let found = DeskFinding(fingerprint: request.parameters["finding"] ?? "", state) else {
      throw DeskProblem(.notFound, "This finding is not there any more", "Somebody may have mended it.")
    }
    self.found = found
  }

  /// A text with its line breaks in one form.
  static func plain(_ text: String) -> String {
    String(String.UnicodeScalarView(text.replacing("\r\n", with: "\n").unicodeScalars.map { $0 == "\r" ? "\n" : $0 }))
  }

  static func short(_ text: String) -> String {
    text.isEmpty ? "nothing" : text.count > 30 ? text.prefix(29) + "…" : text
  }
}

extension DeskRequest {
  /// What a form has shown of a text that reads `now` by now: that text where only line breaks differ, which browsers write in their own way.
  func seen(_ name: String, now: String?) -> String? {
    let seen = self[name]
    return seen.map(FindingRequest.plain) == now.map(FindingRequest.plain) ? now : seen
  }
}
