import Desk
import Testing

@Suite struct DeskAddressTests {
  @Test func theAddressIsOneThatBrowsersOpen() {
    #expect("\(DeskAddress(port: 8080))" == "http://127.0.0.1:8080/")
    #expect("\(DeskAddress(host: "::1", port: 80))" == "http://[::1]:80/")
  }
}
