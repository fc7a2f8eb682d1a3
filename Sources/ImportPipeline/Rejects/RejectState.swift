internal import Digests
internal import Findings
internal import Foundation
internal import SystemErrors

/// What is needed to put corrected records where the rejected ones stood, and to know which files have been changed since: `rejects.json`
/// in the folder of rejects.
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

    /// The numbers of the rejected records; `nil` if the runs are none, or are of more than `most` records.
    func numbers(most: Int) -> [UInt32]? {
      var numbers: [UInt32] = []
      for run in runs {
        guard run.count == 2, run[0] > Int(numbers.last ?? 0), run[1] > 0, run[1] <= most - numbers.count,
          run[0] <= Int(UInt32.max) - run[1]
        else { return nil }
        numbers += (run[0]..<run[0] + run[1]).map { UInt32($0) }
      }
      return numbers
    }
  }

  struct File: Codable {
    /// The source's file as the recipe names it.
    var file: String
    /// The name of the file of rejects.
    var rejects: String
    /// The digest of the file that was read.
    var sha256: String
    /// The name of a copy of that file, if it was not the recipe's own but one with corrected records already.
    var base: String?
    var sources: [Source]
    /// The digest of the places of the records that were rejected (`RejectedRecords.digest`); `nil` in a state of an earlier version.
    var places: String?
    /// Whether the file of rejects is the whole source, out of which nothing could be cut; `nil` means that it is not.
    var isWhole: Bool?
    /// The digest of the recipe's own file, if `sha256` is that of a copy.
    var original: String?
    /// What was fed, if every record in the file of rejects has been corrected and accepted.
    var accepted: Accepted?

    /// The digest that the recipe's own file has to have for the records to be put into it; `nil` if it is not known.
    var expected: String? { base == nil ? sha256 : original }

    /// The digest of the recipe's own file when all records that were corrected before are in it; `nil` if none were.
    var settled: String? { accepted?.source ?? (base == nil ? nil : sha256) }
  }

  /// A file of rejects that was fed and left nothing to correct.
  struct Accepted: Codable {
    /// The digest of the file of rejects.
    var rejects: String
    /// The digest of the source with its records.
    var source: String
    /// The name of a copy of that source.
    var copy: String
  }

  var files: [File] = []
  /// The sources with rejects whose corrected records cannot be put back: packed ones, workbooks, standard input, those of several files, and
  /// files of markup in encodings whose bytes do not tell where a text stands.
  var apart: [String]?
  /// The digests of the files in the folder, by name, as they were written; `nil` in a state of an earlier version.
  var written: [String: String]?

  static let name = "rejects.json"
  /// What the name of a copy of a source adds to that of its rejects: with what was corrected so far, and with all of it.
  static let sourceEnding = ".source"
  static let mendedEnding = ".mended"

  func write(to folder: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    try FileWriter.replace("\(folder)/\(Self.name)", with: encoder.encode(self))
  }

  /// The state of a folder of rejects; `nil` if it has none.
  ///
  /// - Throws: `CorrectedSources.Failure` if it cannot be understood; `FileError` if it cannot be read.
  static func read(from folder: String) throws -> RejectState? {
    guard let bytes = try Files.contents(of: "\(folder)/\(name)") else { return nil }
    guard let state = try? JSONDecoder().decode(RejectState.self, from: Data(bytes)) else {
      throw damaged(in: folder)
    }
    return state
  }

  static func damaged(in folder: String) -> CorrectedSources.Failure {
    CorrectedSources.Failure(
      """
      \(folder)/\(name), which says where the rejected records stood, is damaged; put what was mended into the sources by hand and move \
      \(folder) elsewhere
      """
    )
  }

  /// The SHA-256 of a file; `nil` if there is none.
  ///
  /// - Throws: `FileError` if it cannot be read.
  static func digest(of path: String) throws(FileError) -> String? {
    var hasher = SHA2Hasher()
    let isThere = try Files.read(path) { piece in
      hasher.update(piece)
      return true
    }
    return isThere ? hasher.finalize().hexadecimal : nil
  }
}

extension RejectState {
  /// Whether a file in `folder` is not the one that was written; one that is not there has not been changed.
  func isChanged(_ name: String, in folder: String) throws -> Bool {
    guard let digest = try Self.digest(of: "\(folder)/\(name)") else { return false }
    return written?[name] != digest
  }

  /// Whether there are corrected records, in the file of rejects or from before, that the recipe's own file does not have.
  ///
  /// - Parameter source: The path of the recipe's own file; `nil` if the recipe has no such source any more.
  func hasCorrectedRecords(_ file: File, in folder: String, source: String?) throws -> Bool {
    let isSettled =
      if let settled = file.settled, let source { try Self.digest(of: source) == settled } else { false }
    if try isChanged(file.rejects, in: folder) {
      let isAccepted = try file.accepted.map { try Self.digest(of: "\(folder)/\(file.rejects)") == $0.rejects } ?? false
      return !(isAccepted && isSettled)
    }
    return file.settled != nil && !isSettled
  }
}
