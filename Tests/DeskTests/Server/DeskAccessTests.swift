import Desk
import FlyingFox
import Foundation
import Testing
import TestSupport

/// Who is let in, and what browsers are told that keeps others out.
@Suite struct DeskAccessTests {
  @Test func theTokenIsGoodForOneBrowser() async throws {
    let desk = try await RunningDesk(Showcase.inputs())
    #expect(try await desk.get("/").status == 200)
    let again = try await RunningDesk.send(.GET, "/?token=\(desk.token)", to: desk.address)
    #expect(again.status == 401)
    #expect(again.headers[.setCookie] == nil)
    // Whoever is in may open the printed address once more.
    #expect(try await desk.get("/?token=\(desk.token)").status == 303)
  }

  @Test func anotherBrowserGetsAnAddressOfItsOwn() async throws {
    let desk = try await RunningDesk(Showcase.inputs())
    let page = try await desk.post("/elsewhere").text
    let start = try #require(page.range(of: "token="))
    let token = page[start.upperBound...].prefix { $0.isHexDigit }
    let entered = try await RunningDesk.send(.GET, "/?token=\(token)", to: desk.address)
    #expect(entered.status == 303)
    #expect(entered.headers[.setCookie]?.contains("HttpOnly; SameSite=Strict") == true)
  }

  @Test func withoutTheCookieNothingIsShown() async throws {
    let desk = try await RunningDesk(Showcase.inputs())
    for path in ["/", "/events", "/nothing", "/findings/1/text"] {
      let answer = try await RunningDesk.send(.GET, path, to: desk.address, [.cookie: "\(desk.cookie)0"])
      #expect(answer.status == 401, "\(path)")
      #expect(!answer.text.contains("DogBreeds"))
    }
    #expect(
      try await RunningDesk.send(.POST, "/undo", to: desk.address, [HTTPHeader("Origin"): desk.origin]).status == 401
    )
  }

  @Test(arguments: ["evil.example", "evil.example:80", "127.0.0.1", "localhost.evil.example", "127.0.0.1:1"])
  func anotherHostIsRefused(_ host: String) async throws {
    let desk = try await RunningDesk(Showcase.inputs())
    #expect(try await desk.get("/", [.host: host]).status == 421)
  }

  @Test func theNamesOfThisMachineAreItsOwn() async throws {
    let desk = try await RunningDesk(Showcase.inputs())
    for host in ["localhost", "127.0.0.1", "LOCALHOST", "[::1]"] {
      #expect(try await desk.get("/", [.host: "\(host):\(desk.address.port)"]).status == 200)
    }
  }

  @Test(arguments: ["null", "http://evil.example", "https://127.0.0.1", "http://127.0.0.1:1", "http://localhost"])
  func pagesOfOtherOriginsChangeNothing(_ origin: String) async throws {
    let desk = try await RunningDesk(Showcase.inputs())
    #expect(try await desk.post("/undo", [], [HTTPHeader("Origin"): origin]).status == 403)
    #expect(try await desk.get("/", [HTTPHeader("Origin"): origin]).status == 403)
  }

  @Test func aChangeWithoutOriginIsRefused() async throws {
    let desk = try await RunningDesk(Showcase.inputs())
    #expect(try await RunningDesk.send(.POST, "/undo", to: desk.address, [.cookie: desk.cookie]).status == 403)
  }

  @Test func otherSitesEmbedNothingButMayLinkHere() async throws {
    let desk = try await RunningDesk(Showcase.inputs())
    let site = HTTPHeader("Sec-Fetch-Site")
    let mode = HTTPHeader("Sec-Fetch-Mode")
    #expect(try await desk.get("/desk.js", [site: "same-site", mode: "no-cors"]).status == 403)
    #expect(try await desk.get("/", [site: "cross-site", mode: "navigate"]).status == 200)
    #expect(try await desk.post("/undo", [], [site: "cross-site", mode: "navigate"]).status == 403)
  }

  @Test func everyAnswerKeepsBrowsersFromMore() async throws {
    let desk = try await RunningDesk(Showcase.inputs())
    for path in ["/", "/desk.css", "/desk.js", "/nothing"] {
      let answer = try await desk.get(path)
      let policy = answer.headers[HTTPHeader("Content-Security-Policy")] ?? ""
      #expect(policy.hasPrefix("default-src 'none'"), "\(path)")
      #expect(policy.contains("frame-ancestors 'none'") && !policy.contains("unsafe"), "\(path)")
      #expect(answer.headers[HTTPHeader("X-Content-Type-Options")] == "nosniff")
      #expect(answer.headers[HTTPHeader("X-Frame-Options")] == "DENY")
      #expect(answer.headers[HTTPHeader("Referrer-Policy")] == "same-origin")
    }
  }

  @Test func noPageHasScriptsOrStylesOfItsOwn() async throws {
    let desk = try await RunningDesk(Showcase.inputs())
    let page = try await desk.get("/").text
    #expect(!page.contains("<style") && !page.contains(" style=") && !page.contains("javascript:"))
    #expect(page.components(separatedBy: "<script").count == 2)
    #expect(page.contains("<script src=\"/desk.js\" defer></script>"))
  }

  @Test func aReadOnlyDeskChangesNothing() async throws {
    let folder = try Showcase.inputs()
    let desk = try await RunningDesk(folder, isReadOnly: true)
    #expect(try await desk.post("/undo").status == 403)
    #expect(try await desk.post("/rules/text.spaces/take").status == 403)
    #expect(try await desk.post("/elsewhere").status == 200)
    #expect(try await !desk.get("/").text.contains("action=\"/undo\""))
  }

  @Test func unknownMethodsAndPathsAreRefused() async throws {
    let desk = try await RunningDesk(Showcase.inputs())
    #expect(try await desk.get("/../../etc/passwd").status == 404)
    #expect(try await desk.post("/").status == 405)
    #expect(try await desk.get("/undo").status == 405)
  }
}
