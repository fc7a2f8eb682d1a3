import Foundation
import TestSupport
import Testing

/// An error of the file system that is passed over could mean that something is lost.
@Suite struct SilentErrorTests {
  /// What touches files, stores or what is read from them.
  private static var subject: Regex<Substring> {
    /Files\.|FileManager|FileWriter|FileState|FileStamp|\.close\(|destroy|remove|detach|flush|connect|SourceInput|delimitedReader|carriedModel|state\(of|row\(for|row\(of|readable|attributeValue|move\(|location\(of|[cC]ontents\(|found\.get|store\./
  }

  @Test func whoeverPassesOverAnErrorOfAFileSaysWhy() throws {
    let folder = Package.path("Sources")
    let files = try #require(FileManager.default.enumerator(atPath: folder))
    var counted = 0
    for case let file as String in files where file.hasSuffix(".swift") {
      let text = try String(contentsOfFile: folder + "/" + file, encoding: .utf8)
      guard text.contains("try?") else { continue }
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      for (index, line) in lines.enumerated() {
        guard let attempt = line.firstRange(of: "try?"), line[attempt.upperBound...].contains(Self.subject) else {
          continue
        }
        counted += 1
        // In the lines before, as far as they belong to it.
        let isSaid = lines[max(0, index - 5)...index].contains { $0.contains("//") }
        #expect(isSaid, "\(file):\(index + 1) passes over an error without a reason")
      }
    }
    #expect(counted > 30)
  }
}
