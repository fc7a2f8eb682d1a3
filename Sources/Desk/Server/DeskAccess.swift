internal import FlyingFox
internal import Foundation
internal import Synchronization

/// Who is let in.
///
/// The command prints an address with a token. The first browser that opens it gets a cookie for the token, and the token is used up; an editor who is in
/// can have another one made. Every request has to name a host that is the desk's (a page of another name that was made to lead here, DNS rebinding, has
/// its own), and one that changes something has to come from a page of the desk itself.
final class DeskAccess: Sendable {
  private struct Secrets {
    var tokens: Set<String>
    let cookie: String
  }

  /// The cookie's name: cookies of one host are shared by all of its ports.
  let cookieName: String
  private let hosts: Set<String>
  private let takesAddresses: Bool
  private let port: UInt16
  private let secrets: Mutex<Secrets>

  /// - Parameter host: The host that the desk listens at, as it was named.
  init(host: String, port: UInt16) {
    self.port = port
    hosts = ["127.0.0.1", "localhost", "[::1]", host.contains(":") ? "[\(host)]" : host.lowercased()]
    takesAddresses = ["0.0.0.0", "::"].contains(host)
    cookieName = "studbook-desk-\(port)"
    secrets = Mutex(Secrets(tokens: [], cookie: Self.secret()))
  }

  /// A token that lets one browser in.
  func makeToken() -> String {
    let token = Self.secret()
    secrets.withLock { _ = $0.tokens.insert(token) }
    return token
  }

  /// The cookie for a token, which is used up; `nil` for any other text.
  func redeem(_ token: String) -> String? {
    secrets.withLock { $0.tokens.remove(token) == nil ? nil : $0.cookie }
  }

  /// Whether a request has the cookie.
  func admits(_ headers: HTTPHeaders) -> Bool {
    let wanted = "\(cookieName)=\(secrets.withLock { $0.cookie })"
    return headers[.cookie]?.split(separator: ";").contains {
      Self.areSame($0.trimmingCharacters(in: .whitespaces), wanted)
    }
      ?? false
  }

  /// The header that gives a browser the cookie.
  func cookieHeader(_ cookie: String) -> String { "\(cookieName)=\(cookie); Path=/; HttpOnly; SameSite=Strict" }

  /// Why a request is refused, before anything else is looked at; `nil` if it is not.
  func objection(to headers: HTTPHeaders, isChange: Bool) -> DeskProblem? {
    guard let host = headers[.host], isOwn(host.lowercased()) else {
      return DeskProblem(
        DeskStatus.misdirectedRequest,
        "This is not the address of the desk",
        "Open it by the address that studbook desk printed."
      )
    }
    let origin = headers[HTTPHeader("Origin")]
    // Browsers say where a request that changes something comes from; what does not is no browser of an editor.
    let isForeign = origin.map { $0.lowercased() != "http://\(host.lowercased())" } ?? isChange
    let site = headers[HTTPHeader("Sec-Fetch-Site")]
    let isEmbedded = site.map { $0 != "same-origin" && $0 != "none" } ?? false
    let isNavigation = headers[HTTPHeader("Sec-Fetch-Mode")] == "navigate" && !isChange
    if isForeign || isEmbedded && !isNavigation {
      return DeskProblem(
        DeskStatus.forbidden,
        "Another site has asked for this",
        "The desk answers its own pages only."
      )
    }
    return nil
  }

  private func isOwn(_ host: String) -> Bool {
    let suffix = ":\(port)"
    let name = host.hasSuffix(suffix) ? String(host.dropLast(suffix.count)) : port == 80 ? host : ""
    if hosts.contains(name) { return true }
    // A desk at every address of the machine is asked for by any of them. A name could have been made to lead here.
    return takesAddresses && !name.isEmpty
      && (name.allSatisfy { $0.isNumber || $0 == "." } || name.hasPrefix("[") && name.hasSuffix("]"))
  }

  /// 256 bits of the system's random numbers.
  private static func secret() -> String {
    (0..<4).map { _ in
      let text = String(UInt64.random(in: .min ... .max), radix: 16)
      return String(repeating: "0", count: 16 - text.count) + text
    }.joined()
  }

  /// Compares in a time that tells nothing of where two texts differ.
  private static func areSame(_ text: String, _ other: String) -> Bool {
    let (left, right) = (Array(text.utf8), Array(other.utf8))
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
