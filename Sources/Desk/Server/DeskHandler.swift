internal import FlyingFox
internal import Foundation
internal import ImportPipeline
internal import Reports
internal import SystemErrors

/// Answers requests: those that are let in by the routes of the desk's sections.
struct DeskHandler: Sendable {
  let context: DeskContext
  let access: DeskAccess
  private let routes: [DeskRoute]

  init(context: DeskContext, access: DeskAccess) {
    self.context = context
    self.access = access
    routes = Self.ownRoutes + context.sections.flatMap(\.routes)
  }

  func response(to request: HTTPRequest) async -> HTTPResponse {
    let path = request.target.path()
    let isChange = request.method != .GET
    var response: DeskResponse
    do {
      response = try await answer(request, path, isChange: isChange)
    } catch let problem as DeskProblem {
      response = Self.response(to: problem, request)
    } catch let error as SourceEditError {
      let isConflict = error.kind != .missing && error.kind != .obstacle
      let status: DeskStatus = isConflict ? .conflict : .unprocessableContent
      response = Self.response(to: DeskProblem(status, "Nothing has been written", "\(error)."), request)
    } catch let error as FileChangedError {
      response = Self.response(to: DeskProblem(.conflict, "Nothing has been written", "\(error)."), request)
    } catch {
      let problem = DeskProblem(
        DeskStatus.internalServerError,
        "That did not work",
        SystemReason.description(of: error)
      )
      response = Self.response(to: problem, request)
    }
    for (header, value) in Self.safetyHeaders { response.headers[HTTPHeader(header)] = value }
    return HTTPResponse(statusCode: response.status.code, headers: response.headers, body: response.body)
  }

  private func answer(_ request: HTTPRequest, _ path: String, isChange: Bool) async throws -> DeskResponse {
    if let problem = access.objection(to: request.headers, isChange: isChange) { throw problem }
    guard request.method == .GET || request.method == .POST else {
      throw DeskProblem(DeskStatus.methodNotAllowed, "The desk does not know this method")
    }
    if let response = Self.resource(path, sections: context.sections) { return response }
    if path == "/", let token = DeskRequest.formValues(request.target.query()).first(where: { $0.name == "token" }) {
      return try enter(token.value, request)
    }
    guard access.admits(request.headers) else {
      throw DeskProblem(
        DeskStatus.unauthorized,
        "This browser has not been let in",
        "Open the desk by the address that studbook desk printed. It is good for one browser; “Open elsewhere” on the desk makes another one."
      )
    }
    let fitting = routes.compactMap { route in route.parameters(of: path).map { (route, $0) } }
    guard !fitting.isEmpty else { throw DeskProblem(DeskStatus.notFound, "There is no such page on the desk") }
    guard let (route, parameters) = fitting.first(where: { ($0.0.kind == .read) != isChange }) else {
      throw DeskProblem(DeskStatus.methodNotAllowed, "This page is not asked for in this way")
    }
    if route.kind == .change, context.isReadOnly {
      throw DeskProblem(DeskStatus.forbidden, "This desk is read only", "It was started with --read-only.")
    }
    let body = isChange ? try await Self.body(of: request) : Data()
    return try await route.handler(DeskRequest(request, parameters: parameters, body: body), context)
  }

  /// Exchanges the token of the printed address for the cookie.
  private func enter(_ token: String, _ request: HTTPRequest) throws -> DeskResponse {
    if let cookie = access.redeem(token) {
      var response = DeskResponse.seeOther("/")
      response.headers[.setCookie] = access.cookieHeader(cookie)
      return response
    }
    // Somebody who is in already has opened the address once more.
    if access.admits(request.headers) { return .seeOther("/") }
    throw DeskProblem(
      DeskStatus.unauthorized,
      "This address has been used",
      "It is good for one browser. “Open elsewhere” on the desk makes another one, and so does starting the command again."
    )
  }

  private static func body(of request: HTTPRequest) async throws -> Data {
    let problem = DeskProblem(DeskStatus.payloadTooLarge, "That is more than the desk takes at once")
    if let count = request.bodySequence.count, count > DeskServer.mostBytes { throw problem }
    var body = Data()
    for try await piece in request.bodySequence {
      body.append(piece)
      if body.count > DeskServer.mostBytes { throw problem }
    }
    return body
  }

  // MARK: Answers of its own

  /// What keeps browsers from running, loading, framing or telling others anything that is not the desk's own.
  ///
  /// The referrer goes to pages of the desk itself and to nobody else: without any, browsers would not say either where a form comes from.
  private static let safetyHeaders = [
    (
      "Content-Security-Policy",
      "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; "
        + "base-uri 'none'; frame-ancestors 'none'"
    ),
    ("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY"), ("Referrer-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"), ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cache-Control", "no-store"),
  ]

  /// The style sheet and the script, which are parts of the program and the same for everybody.
  private static func resource(_ path: String, sections: [any DeskSection]) -> DeskResponse? {
    switch path {
    case "/desk.css":
      .bytes(Array((DeskStyle.text + sections.map(\.style).joined()).utf8), type: "text/css; charset=utf-8")
    case "/desk.js":
      .bytes(
        Array((DeskScript.text + sections.map(\.script).joined(separator: "\n")).utf8),
        type: "text/javascript; charset=utf-8"
      )
    case "/favicon.ico": .bytes([], type: "image/x-icon", status: .noContent)
    default: nil
    }
  }

  private static let ownRoutes = [
    DeskRoute(.read, "/events") { _, desk in
      .events(desk.events.sequence(hello: "\(desk.session.state.version)"))
    },
    DeskRoute(.ask, "/elsewhere") { request, desk in
      let token = desk.access?.makeToken() ?? ""
      let address = "http://\(request.header("Host") ?? "")/?token=\(token)"
      let main: HTML = """
        <p>Open this address in the other browser. It is good for one.</p>
        <p><label>Address <input class="address" readonly value="\(address)"></label></p>
        """
      return desk.page("Open elsewhere", path: "/elsewhere", main)
    },
  ]

  private static func response(to problem: DeskProblem, _ request: HTTPRequest) -> DeskResponse {
    if request.headers[HTTPHeader("Accept")]?.hasPrefix("application/json") == true,
      let response = try? DeskResponse.json(
        ["problem": problem.title, "detail": problem.detail],
        status: problem.status
      )
    {
      return response
    }
    return .html(
      DeskPage.bare(problem.title, "<p>\(problem.detail)</p><p><a href=\"/\">To the desk</a></p>"),
      status: problem.status
    )
  }
}
