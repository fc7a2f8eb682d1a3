internal import Foundation
internal import Synchronization

/// A web server on this computer that sends the files of a folder, one request at a time.
final class FileServer: Sendable {
  let port: UInt16
  private let listener: Int32
  private let folder: String
  private let isStopped = Mutex(false)

  /// Begins to listen; `stop()` has to be called.
  init(folder: String) throws {
    self.folder = folder
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let isListening = withUnsafeMutablePointer(to: &place) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && listen(listener, 16) == 0 && getsockname(listener, $0, &size) == 0
      }
    }
    guard isListening else {
      let reason = String(cString: strerror(errno))
      close(listener)
      throw FaultTrial.Failure(description: "no server can be started: \(reason)")
    }
    port = UInt16(bigEndian: place.sin_port)
    let thread = Thread { [self] in serve() }
    thread.start()
  }

  func stop() {
    isStopped.withLock { $0 = true }
    shutdown(listener, Int32(SHUT_RDWR))
  }

  private func serve() {
    defer { close(listener) }
    while !isStopped.withLock(\.self) {
      let connection = accept(listener, nil, nil)
      if connection >= 0 { answer(connection) }
    }
  }

  private func answer(_ connection: Int32) {
    defer { close(connection) }
    // A client that was killed sends nothing more.
    var patience = timeval(tv_sec: 10, tv_usec: 0)
    setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    var request = ""
    var piece = [UInt8](repeating: 0, count: 4_096)
    while !request.contains("\r\n\r\n") {
      let count = recv(connection, &piece, piece.count, 0)
      guard count > 0 else { return }
      request += String(decoding: piece[..<count], as: UTF8.self)
    }
    let name = request.split(separator: " ").dropFirst().first?.split(separator: "/").last ?? ""
    let body = FileManager.default.contents(atPath: "\(folder)/\(name)")
    let status = body == nil ? "404 Not Found" : "200 OK"
    var answer = Data("HTTP/1.1 \(status)\r\nContent-Length: \(body?.count ?? 0)\r\nConnection: close\r\n\r\n".utf8)
    answer.append(body ?? Data())
    _ = answer.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
  }
}
