import PropertyLists
import Testing

@Suite struct XMLPropertyListTests {
  @Test func readsEveryKindOfValue() throws {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <!-- a comment -->
      <dict>
        <key>name</key><string>Salt &amp; Pepper &#x1F415;<![CDATA[ <b>]]></string>
        <key>empty</key><string/>
        <key>count</key><integer> -12 </integer>
        <key>mask</key><integer>0xFF</integer>
        <key>weight</key><real>4.5</real>
        <key>leap</key><date>2000-02-29T12:00:01Z</date>
        <key>start</key><date>2001-01-01T00:00:00Z</date>
        <key>data</key><data>
          AAEC
          /w==
        </data>
        <key>flags</key><array><true/><false/></array>
      </dict>
      </plist>
      """
    let expected: PropertyListValue = .dictionary([
      "name": .string("Salt & Pepper 🐕 <b>"), "empty": .string(""), "count": .integer(-12), "mask": .integer(255),
      "weight": .real(4.5), "leap": .date(-26_481_599), "start": .date(0), "data": .data([0, 1, 2, 255]),
      "flags": .array([.boolean(true), .boolean(false)]),
    ])
    #expect(try PropertyList.read(Array(text.utf8)) == expected)
  }

  static let damaged = [
    "", "plist", "<plist>", "<plist></plist>", "<plist><dict><key>a</key></dict></plist>",
    "<plist><dict><string>a</string></dict></plist>", "<plist><integer>x</integer></plist>",
    "<plist><string>&unknown;</string></plist>", "<plist><date>yesterday</date></plist>", "<html></html>",
    "<plist><array><true/></plist>", "<plist><string>a</plist>",
  ]

  @Test(arguments: damaged)
  func endsWithAnErrorFor(_ text: String) {
    #expect(throws: PropertyListError.self) { try PropertyList.read(Array(text.utf8)) }
  }

  @Test func refusesNestingWithoutBound() {
    let text = "<plist>" + String(repeating: "<array>", count: 100_000)
    #expect(throws: PropertyListError.self) { try PropertyList.read(Array(text.utf8)) }
  }

  @Test func writesEveryKindOfValue() throws {
    let value: PropertyListValue = .dictionary([
      "name": .string("Salt & <Pepper>\r\n🐕"), "count": .integer(-12), "large": .largeInteger(.max),
      "weight": .real(0.1),
      "leap": .date(-26_481_599), "data": .data([0, 1, 2, 255]), "flags": .array([.boolean(true), .boolean(false)]),
      "nothing": .array([]), "table": .dictionary(["empty": .string("")]),
    ])
    #expect(try PropertyList.read(PropertyList.writeXML(value)) == value)
    let text = String(decoding: PropertyList.writeXML(.dictionary(["data": .data([7])]), indentation: 2), as: UTF8.self)
    #expect(
      text == """
          <plist version="1.0">
              <dict>
                  <key>data</key>
                  <data>
                  Bw==
                  </data>
              </dict>
          </plist>

        """
    )
  }

  @Test func writesDatesOfEveryYear() throws {
    // Every 13th day and some hours, from the year 1 to the year 9998.
    for day in stride(from: -730_000, to: 2_920_000, by: 13 * 7) {
      let seconds = Double(day * 86_400 + day % 86_400)
      let read = try PropertyList.read(PropertyList.writeXML(.array([.date(seconds)])))
      #expect(read == .array([.date(seconds)]), "\(seconds)")
    }
  }

  @Test func leavesOutWhatXMLCannotHold() throws {
    let read = try PropertyList.read(PropertyList.writeXML(.array([.string("a\u{0}\u{8}\u{FFFE}b\u{1F}")])))
    #expect(read == .array([.string("ab")]))
  }
}
