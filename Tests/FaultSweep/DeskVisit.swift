internal import Foundation
internal import Synchronization

/// An editor's visit to a desk that runs: cells are given other texts, one after the other, the last edit is taken back and made again, and then the desk is
/// ended. What the desk refuses is asked once more.
///
/// A cell that says already what it is to say is left alone, so that a visit can be made again where another one was cut off.
final class DeskVisit: Sendable {
  /// What stands before the reason of a second refusal.
  static let again = "asked again: "

  private struct State {
    var problems: [String] = []
    var isComplete = false
    var hasEnded = false
  }

  private struct Answer {
    var status: Int
    var headers: String
    var body: String
  }

  private let edits: [Scenario.CellEdit]
  private let output: String
  private let end: @Sendable () -> Void
  private let state = Mutex(State())
  private let finished = DispatchSemaphore(value: 0)

  /// Begins the visit, on a thread of its own.
  ///
  /// - Parameters:
  ///   - output: The file into which the desk prints its address.
  ///   - end: Ends the desk.
  init(_ edits: [Scenario.CellEdit], output: String, end: @escaping @Sendable () -> Void) {
    self.edits = edits
    self.output = output
    self.end = end
    let thread = Thread { [self] in
      carryOut()
      finished.signal()
    }
    thread.start()
  }

  /// Waits for the visit's end, once the desk has ended.
  ///
  /// - Returns: What the desk said instead of doing what was asked for; `nil` if it ended before all was asked for.
  func problems() -> [String]? {
    state.withLock { $0.hasEnded = true }
    finished.wait()
    return state.withLock { $0.isComplete ? $0.problems : nil }
  }

  private func carryOut() {
    guard let (port, token) = address(), let entered = ask(port, "GET", "/?token=\(token)"),
      let cookie = entered.headers.components(separatedBy: "\r\n").first(where: {
        $0.lowercased().hasPrefix("set-cookie:")
      })
    else { return }
    let session = String(cookie.dropFirst("set-cookie:".count).prefix { $0 != ";" }).trimmingCharacters(
      in: .whitespaces
    )
    // The last edit is taken back, and made again.
    let steps: [() -> String?] =
      edits.map { edit in { self.give(edit, port, session) } }
      + ["/undo", "/redo"].map { path in { self.press(path, port, session) } }
    for step in steps {
      guard let said = step() else { return }
      if said.isEmpty { continue }
      state.withLock { $0.problems.append(said) }
      // A desk that could not judge its sources tries it again after a little while.
      usleep(500_000)
      guard let said = step() else { return }
      if !said.isEmpty { state.withLock { $0.problems.append(Self.again + said) } }
    }
    state.withLock { $0.isComplete = true }
    end()
  }

  /// - Returns: What is the matter; empty if nothing is, and `nil` if the desk does not answer any more.
  private func give(_ edit: Scenario.CellEdit, _ port: UInt16, _ cookie: String) -> String? {
    let path = "/sources/\(edit.source)/cell"
    guard let page = ask(port, "GET", "/sources", cookie),
      let found = ask(port, "GET", "\(path)?record=\(edit.record)&field=\(edit.field)", cookie)
    else { return nil }
    guard found.status == 200 else { return found.body }
    let number = page.body.components(separatedBy: "data-version=\"").dropFirst().first?.prefix { $0.isNumber }
    // A page that could not be made has none; nor does its script, then.
    guard let version = number.flatMap({ Int($0) }) else { return page.body }
    guard let value = (try? JSONSerialization.jsonObject(with: Data(found.body.utf8))) as? [String: Any] else {
      return "\(found.body) is no JSON"
    }
    let text = value["text"] as? String
    if text == edit.text { return "" }
    var change: [String: Any] = [
      "record": edit.record, "field": edit.field, "text": edit.text, "version": version, "position": edit.record,
    ]
    change["expected"] = text
    guard let body = try? JSONSerialization.data(withJSONObject: change, options: .withoutEscapingSlashes),
      let answer = ask(port, "POST", path, cookie, String(decoding: body, as: UTF8.self))
    else { return nil }
    return answer.status == 200 ? "" : answer.body
  }

  /// - Returns: As `give`.
  private func press(_ path: String, _ port: UInt16, _ cookie: String) -> String? {
    guard let answer = ask(port, "POST", path, cookie) else { return nil }
    return answer.status == 303 ? "" : answer.body
  }

  /// The port and the token, once they are printed; `nil` if the desk has ended.
  private func address() -> (UInt16, String)? {
    while !state.withLock({ $0.hasEnded }) {
      let line = String(decoding: FileManager.default.contents(atPath: output) ?? Data(), as: UTF8.self)
      if line.hasSuffix("\n"), let address = URLComponents(string: line.trimmingCharacters(in: .newlines)),
        let port = address.port, let token = address.queryItems?.first?.value
      {
        return (UInt16(port), token)
      }
      usleep(2_000)
    }
    return nil
  }

  /// Asks the desk as its own pages do; `nil` if it does not answer.
  private func ask(_ port: UInt16, _ method: String, _ path: String, _ cookie: String = "", _ body: String = "")
    -> Answer?
  {
    let socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard socket >= 0 else { return nil }
    defer { close(socket) }
    var patience = timeval(tv_sec: 30, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_port = port.bigEndian
    place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let isConnected = withUnsafePointer(to: &place) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected else { return nil }
    let own = "127.0.0.1:\(port)"
    let request = """
      \(method) \(path) HTTP/1.1\r\nHost: \(own)\r\nOrigin: http://\(own)\r\nAccept: application/json\r\nContent-Type: application/json\r\n\
      Cookie: \(cookie)\r\nConnection: close\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)
      """
    let bytes = Array(request.utf8)
    // A desk that was killed meanwhile is no reason for this process to end.
    guard send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else { return nil }
    var answer: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = recv(socket, &piece, piece.count, 0), count != 0 {
      if count < 0 { return nil }
      answer += piece[..<count]
    }
    let text = String(decoding: answer, as: UTF8.self)
    guard let end = text.range(of: "\r\n\r\n"), let status = Int(text.dropFirst("HTTP/1.1 ".count).prefix(3)) else {
      return nil
    }
    return Answer(status: status, headers: String(text[..<end.lowerBound]), body: String(text[end.upperBound...]))
  }
}
