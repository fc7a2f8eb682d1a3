internal import Crypto
internal import Findings
internal import Foundation

/// What is needed to put mended records where the rejected ones stood: `rejects.json` in the folder of rejects.
struct RejectState: Codable {
  /// The rejected records of one source of the recipe.
  struct Source: Codable {
    /// The source's place in the recipe, from 0.
    var source: Int
    /// The first number and the count of each run of rejected records, in ascending order.
    var runs: [[Int]]

    init(source: Int, rejected: [UInt32]) {
      self.source = source
      runs = []
      for number in rejected {
        if let last = runs.last, last[0] + last[1] == Int(number) {
          runs[runs.count - 1][1] += 1
        } else {
          runs.append([Int(number), 1])
        }
      }
    }

    /// The numbers of the rejected records.
    var numbers: [UInt32] {
      runs.flatMap { run in
        run.count == 2 && run[0] > 0 && run[1] > 0 ? (run[0]..<run[0] + run[1]).map { UInt32(clamping: $0) } : []
      }
    }
  }

  struct File: Codable {
    /// The source's file as the recipe names it.
    var file: String
    /// The name of the file of rejects.
    var rejects: String
    /// The digest of the file that was read.
    var sha256: String
    /// The name of a copy of that file, if it was not the recipe's own but one with mended records already.
    var base: String?
    var sources: [Source]
  }

  var files: [File] = []
  /// The sources with rejects whose mended records cannot be put back: packed ones, workbooks, standard input and those of several files.
  var apart: [String]?

  static let name = "rejects.json"

  func write(to folder: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    try encoder.encode(self).write(to: URL(fileURLWithPath: "\(folder)/\(Self.name)"))
  }

  /// The state of a folder of rejects; `nil` if it has none.
  static func read(from folder: String) throws -> RejectState? {
    guard let data = FileManager.default.contents(atPath: "\(folder)/\(name)") else { return nil }
    do {
      return try JSONDecoder().decode(RejectState.self, from: data)
    } catch {
      let why = SystemReason.text(of: error)
      throw MendedSources.Failure(
        description: "\(folder)/\(name) cannot be used: \(why); build without --only-rejects to write it again"
      )
    }
  }

  /// The SHA-256 of a file; `nil` if it cannot be read.
  static func digest(of path: String) throws -> String? {
    guard let file = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? file.close() }
    var hash = SHA256()
    while let piece = try file.read(upToCount: 1 << 20), !piece.isEmpty { hash.update(data: piece) }
    return hash.finalize().map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }
}
