public import Findings
public import FoundationEssentials
internal import SystemErrors
internal import TextInput

/// What can be corrected in one source file.
///
/// ```swift
/// let fixer = SourceFixer(plan: plan, takesSuggestions: true)
/// for fix: SourceFix in try fixer.fixes(for: findings) {
///   print(try fix.diff())
///   try fix.apply()
/// }
/// ```
public struct SourceFix: Sendable {
  /// A stretch of the file, and what stands there afterwards.
  public struct Edit: Sendable, Equatable {
    /// The bytes' place.
    public var range: Range<Int>
    /// The bytes that the findings are about.
    public var before: [UInt8]
    /// What takes their place.
    public var after: [UInt8]
  }

  /// Why a source cannot be corrected.
  public struct Failure: LocalizedError, Sendable, CustomStringConvertible {
    /// What is wrong, for people.
    public let description: String
  }

  /// The file as the recipe names it.
  public var file: String
  /// Its full path.
  public var path: String
  /// The changes, in the file's order; all else stays as it is.
  public var edits: [Edit] = []
  /// The findings that the edits correct.
  public var corrected: [Finding] = []
  /// Findings that could be corrected, but not surely in this file, with the reason.
  public var left: [(finding: Finding, reason: String)] = []
  /// How the file's characters are written as bytes.
  var encoding = TextEncoding.utf8
  /// The file as it was when the edits were made.
  var state: FileState?

  /// The changes as a unified diff; empty if nothing is changed, or if the changed lines cannot be shown as text.
  ///
  /// - Throws: `Failure` if the file has changed, `InputError` if it cannot be read.
  public func diff() throws -> String { try understood { try revision.diff() } }

  /// Puts the corrected file in the place of the other: wholly or not at all, with the same permissions.
  ///
  /// - Throws: `Failure` if the file has changed since the edits were made, or cannot be written; `InputError` if it cannot be read.
  public func apply() throws { _ = try understood { try revision.apply() } }

  /// Adds an edit in its place.
  ///
  /// - Throws: `FixObstacle` if it overlaps another.
  /// - Complexity: O(1) at the end, else O(*n*) in the edits behind it.
  mutating func add(_ edit: Edit) throws {
    var place = edits.count
    while place > 0, edits[place - 1].range.lowerBound > edit.range.lowerBound { place -= 1 }
    // Two sources that are made from one file may have the same cell.
    if place > 0, edits[place - 1] == edit { return }
    let isFree =
      (place == 0 || edits[place - 1].range.upperBound <= edit.range.lowerBound)
      && (place == edits.count || edit.range.upperBound <= edits[place].range.lowerBound)
    guard isFree else { throw FixObstacle(reason: "it overlaps another mend") }
    edits.insert(edit, at: place)
  }

  /// Takes the edit of a cell back; its findings are left.
  mutating func takeBack(_ range: Range<Int>, _ obstacle: FixObstacle) {
    edits.removeAll { $0.range == range }
    left += corrected.filter { $0.position?.byteRange == range }.map { ($0, obstacle.reason) }
    corrected.removeAll { $0.position?.byteRange == range }
  }

  /// The edits as a change that can be taken back.
  package var revision: SourceRevision {
    SourceRevision(file: file, path: path, edits: edits, encoding: encoding, state: state)
  }

  private func understood<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch is SourceEditError {
      throw changed
    } catch let error as FileWriteError {
      throw Failure(description: "\(path) cannot be written: \(SystemReason.text(of: error))")
    }
  }

  private var changed: Failure { Failure(description: "\(path) has changed meanwhile; run the command again") }
}

/// Why a finding is not corrected.
struct FixObstacle: LocalizedError {
  let reason: String
}

extension SourceFix.Failure {
  public var errorDescription: String? { description }
}

extension FixObstacle {
  var errorDescription: String? { reason }
}
