import Desk
import Foundation
import Testing

@testable import studbook

/// What the desk reads of a build that it has started.
@Suite struct BuildOutputTests {
  private static func record(_ json: String) -> [UInt8] { [0x1E] + Array(json.utf8) + [0x0A] }

  private static let reading = record(
    #"{"file":"a.csv","source":2,"sourceCount":5,"records":1,"bytesRead":25,"bytesTotal":100}"#
  )
  private static let finishing = record(
    #"{"file":"a.csv","source":5,"sourceCount":5,"records":9,"bytesRead":100,"bytesTotal":100,"phase":"The file is finished"}"#
  )

  @Test func progressIsTakenOutOfWhatTheBuildSays() {
    var output = BuildOutput()
    let bytes = Array("Model hashes: a note\nno line".utf8) + Self.reading + Self.finishing + Array(" end\nlast".utf8)
    let progress = output.take(bytes)
    #expect(
      progress == [
        DeskBuildProgress(text: "Source 2 of 5, a.csv: 1 record", share: 0.25),
        DeskBuildProgress(text: "The file is finished …", share: nil),
      ]
    )
    #expect(output.text == "Model hashes: a note\nno line end\nlast")
  }

  @Test func itMakesNoDifferenceWhereTheOutputIsCut() {
    let bytes = Array("before\n".utf8) + Self.reading + Array("after\n".utf8)
    for cut in bytes.indices {
      var output = BuildOutput()
      let progress = output.take(bytes[..<cut]) + output.take(bytes[cut...])
      #expect(progress.count == 1 && output.text == "before\nafter\n", "cut at \(cut)")
    }
  }

  @Test func whatIsNoValueIsLeftOut() {
    var output = BuildOutput()
    #expect(output.take(Self.record("{}")) == [])
    #expect(output.text == "")
  }
}
