import Desk
import FlyingFox
import FlyingSocks
import Foundation
import TestSupport

@testable import studbook

/// A desk that is served for as long as the value lives, and a browser without scripts.
final class RunningDesk: Sendable {
  /// What the desk answered.
  struct Answer {
    let status: Int
    let headers: HTTPHeaders
    let text: String
  }

  let session: DeskSession
  let address: DeskAddress
  /// The token of the address that is printed.
  let token: String
  /// The cookie that the token gives, as browsers send it.
  let cookie: String
  private let folder: TemporaryFolder
  private let task: Task<Void, any Error>

  /// Serves the recipe of a folder.
  init(_ folder: TemporaryFolder, recipe: String = Showcase.recipe, isReadOnly: Bool = false) async throws {
    self.folder = folder
    var workspace = try RecipeWorkspace(recipePath: folder.file(recipe))
    workspace.output = folder.file("Output")
    workspace.tool = Tool.path
    let session = DeskSession(workspace, isReadOnly: isReadOnly)
    self.session = session
    let (addresses, continuation) = AsyncStream<(DeskAddress, String)>.makeStream()
    task = Task {
      defer { continuation.finish() }
      try await DeskServer(session).run { address, token in continuation.yield((address, token)) }
    }
    var found: (DeskAddress, String)?
    for await one in addresses {
      found = one
      break
    }
    guard let found else {
      try await task.value
      throw NoDesk()
    }
    (address, token) = found
    _ = await session.current()
    let entered = try await Self.send(.GET, "/?token=\(found.1)", to: found.0)
    cookie = String(entered.headers[.setCookie]?.prefix { $0 != ";" } ?? "")
  }

  deinit { task.cancel() }

  private struct NoDesk: Error {}

  // MARK: Asking

  /// The origin of the desk's own pages.
  var origin: String { String("\(address)".dropLast()) }

  func get(_ path: String, _ headers: [HTTPHeader: String] = [:]) async throws -> Answer {
    try await Self.send(.GET, path, to: address, headers.merging([.cookie: cookie]) { own, _ in own })
  }

  /// Sends a form as a page of the desk does.
  func post(
    _ path: String,
    _ values: [(String, String)] = [],
    _ headers: [HTTPHeader: String] = [:]
  ) async throws -> Answer {
    let own: [HTTPHeader: String] = [
      .cookie: cookie, HTTPHeader("Origin"): origin, .contentType: "application/x-www-form-urlencoded",
    ]
    let body = values.map { "\(Self.encoded($0))=\(Self.encoded($1))" }.joined(separator: "&")
    return try await Self.send(.POST, path, to: address, headers.merging(own) { own, _ in own }, body)
  }

  private static func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
  }

  /// Sends a request with these headers and no others but the host.
  static func send(
    _ method: HTTPMethod,
    _ path: String,
    to address: DeskAddress,
    _ headers: [HTTPHeader: String] = [:],
    _ body: String = ""
  ) async throws -> Answer {
    let parts = path.split(separator: "?", maxSplits: 1)
    let request = HTTPRequest(
      method: method,
      version: .http11,
      path: String(parts[0]),
      query: parts.count < 2
        ? []
        : parts[1].split(separator: "&").map { pair in
          let sides = pair.split(separator: "=", maxSplits: 1)
          return HTTPRequest.QueryItem(name: String(sides[0]), value: sides.count > 1 ? String(sides[1]) : "")
        },
      headers: headers.merging([.host: "127.0.0.1:\(address.port)", .connection: "close"]) { own, _ in own },
      body: Data(body.utf8)
    )
    var attempts = 0
    while true {
      var client = HTTPClient()
      do {
        let response = try await client.sendHTTPRequest(request, to: .inet(ip4: "127.0.0.1", port: address.port))
        return Answer(
          status: response.statusCode.code,
          headers: response.headers,
          text: String(decoding: try await response.bodyData, as: UTF8.self)
        )
      } catch SocketError.timeout where attempts < 20 {
        // The client waits for 5 seconds until it is connected, which may take longer beside many other tests. Nothing has been sent then.
        attempts += 1
      }
    }
  }
}

extension RunningDesk.Answer {
  /// The value of the first attribute of a name in the page, with its entities resolved.
  func value(ofHidden name: String, afterAction action: String) -> String? {
    guard let form = text.range(of: "action=\"\(action)\""),
      let field = text[form.upperBound...].range(of: "name=\"\(name)\" value=\"")
    else { return nil }
    return String(text[field.upperBound...].prefix { $0 != "\"" }).replacing("&lt;", with: "<")
      .replacing("&gt;", with: ">").replacing("&quot;", with: "\"").replacing("&#39;", with: "'")
      .replacing("&#13;", with: "\r")
      .replacing("&amp;", with: "&")
  }
}
