internal import FlyingFox
internal import FlyingSocks
internal import Foundation
internal import SystemErrors

/// Serves a desk over HTTP: looks at who asks, finds the route, and gives every answer the headers that keep browsers from more than the desk means.
package final class DeskServer: Sendable {
  /// The greatest body of a request, in bytes.
  static let mostBytes = 16 << 20

  private let host: String
  private let wantedPort: UInt16
  private let session: DeskSession
  private let sections: [any DeskSection]
  private let events: DeskEvents

  /// - Parameters:
  ///   - host: The host or address to listen at.
  ///   - port: The port; 0 for one that the system chooses.
  ///   - sections: The desk's parts, in the order of the navigation.
  package init(
    _ session: DeskSession,
    host: String = "127.0.0.1",
    port: UInt16 = 0,
    sections: [any DeskSection] = DeskServer.allSections
  ) {
    self.host = host
    wantedPort = port
    self.session = session
    self.sections = sections
    events = session.events
  }

  /// Serves until the task is cancelled.
  ///
  /// - Parameter whenListening: Called once, with the address and a token that lets one browser in.
  /// - Throws: The system's error if the port cannot be had.
  package func run(whenListening: @escaping @Sendable (_ address: DeskAddress, _ token: String) async -> Void)
    async throws
  {
    session.begin()
    let handler = DeferredHandler()
    let server = try HTTPServer(
      config: HTTPServer.Configuration(
        address: socketAddress(),
        timeout: 600,
        sharedRequestReplaySize: Self.mostBytes,
        pool: PromptSocketPool(HTTPServer.defaultPool()),
        logger: .disabled
      ),
      handler: handler
    )
    let events = events
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await server.run() }
      group.addTask {
        // On a machine that does much else, this takes a while.
        try await server.waitUntilListening(timeout: 60)
        let port = await server.listeningPort ?? 0
        let access = DeskAccess(host: self.host, port: port)
        let context = DeskContext(session: self.session, events: events, sections: self.sections, access: access)
        await handler.begin(DeskHandler(context: context, access: access))
        let shown = ["0.0.0.0", "::"].contains(self.host) ? "localhost" : self.host
        await whenListening(DeskAddress(host: shown, port: port), access.makeToken())
        while !Task.isCancelled {
          try await Task.sleep(for: .seconds(15))
          events.beat()
        }
      }
      defer {
        events.finish()
        group.cancelAll()
      }
      try await group.next()
    }
  }

  private func socketAddress() throws -> any SocketAddress {
    let name = host == "localhost" ? "127.0.0.1" : host
    do {
      return name.contains(":")
        ? try sockaddr_in6.inet6(ip6: name, port: wantedPort) : try sockaddr_in.inet(ip4: name, port: wantedPort)
    } catch {
      throw DeskProblem(.badRequest, "\(host) is no address to listen at", "Give one such as 127.0.0.1 or ::1.")
    }
  }
}

extension HTTPServer {
  fileprivate var listeningPort: UInt16? {
    switch listeningAddress {
    case .ip4(_, let port)?, .ip6(_, let port)?: port
    default: nil
    }
  }
}

/// Lets requests wait for the handler that is made when the port is known.
private actor DeferredHandler: HTTPHandler {
  private var handler: DeskHandler?
  private var waiting: [CheckedContinuation<DeskHandler, Never>] = []

  func begin(_ handler: DeskHandler) {
    self.handler = handler
    for continuation in waiting { continuation.resume(returning: handler) }
    waiting = []
  }

  private func ready() async -> DeskHandler {
    if let handler { return handler }
    return await withCheckedContinuation { waiting.append($0) }
  }

  nonisolated func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    await ready().response(to: request)
  }
}
