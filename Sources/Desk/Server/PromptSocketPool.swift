internal import FlyingFox
internal import FlyingSocks

#if canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The server's own pool of sockets, whose connections send what they are given at once.
///
/// An answer is written in two pieces, its head and its body. A socket would keep the second back until the browser has confirmed the first (Nagle's
/// algorithm, RFC 896), which browsers put off for 40 milliseconds. Connections take the setting over from the socket that listens, and get it when they wait.
struct PromptSocketPool<Pool: AsyncSocketPool>: AsyncSocketPool {
  private let pool: Pool

  init(_ pool: Pool) { self.pool = pool }

  func prepare() async throws { try await pool.prepare() }

  func run() async throws { try await pool.run() }

  func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
    // What is wrong with a socket is found out when it is used.
    try? socket.setValue(true, for: BoolSocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY))
    try await pool.suspendSocket(socket, untilReadyFor: events)
  }
}
