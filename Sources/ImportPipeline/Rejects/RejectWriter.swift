internal import Findings
internal import Foundation

/// Writes the rejected records of one source as they stood there, to a file of the same format and name, and beside it their reasons as CSV.
///
/// The files are made at the first rejected record. The folder is one that nobody reads yet; whoever publishes it does so as a whole.
final class RejectWriter {
  private let folder: String
  private let name: String
  private let preamble: [UInt8]
  private let postamble: [UInt8]
  private var records: FileHandle?
  private var reasons: FileHandle?

  /// - Parameters:
  ///   - folder: The folder for rejects; made when needed.
  ///   - name: The source's file name without its folders.
  ///   - preamble: What stands before the first record: a CSV header, an XML declaration and root.
  ///   - postamble: What stands after the last one.
  init(folder: String, name: String, preamble: [UInt8], postamble: [UInt8]) {
    self.folder = folder
    self.name = name
    self.preamble = preamble
    self.postamble = postamble
  }

  /// Adds a record's bytes with the findings that rejected it.
  func write(_ bytes: [UInt8], findings: [Finding]) throws {
    if records == nil { try open() }
    try records?.write(contentsOf: Data(bytes))
    if let last = bytes.last, last != 10, last != 13 { try records?.write(contentsOf: Data([10])) }
    for finding in findings {
      let cells = [
        finding.record.map(String.init) ?? "", finding.position.map { String($0.line) } ?? "",
        finding.position.map { String($0.column) } ?? "", finding.rule.rawValue, finding.severity.rawValue,
        finding.field ?? "", finding.value ?? "", finding.message, finding.suggestion ?? "",
      ]
      try reasons?.write(contentsOf: Data((cells.map(Self.quoted).joined(separator: ",") + "\n").utf8))
    }
  }

  private func open() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    records = try Self.create("\(folder)/\(name)")
    reasons = try Self.create("\(folder)/\(name).reasons.csv")
    try records?.write(contentsOf: Data(preamble))
    try reasons?.write(contentsOf: Data("record,line,column,rule,severity,field,value,message,suggestion\n".utf8))
  }

  private static func create(_ path: String) throws -> FileHandle {
    guard FileManager.default.createFile(atPath: path, contents: nil), let handle = FileHandle(forWritingAtPath: path)
    else { throw ImportError.cannotWrite(path: path) }
    return handle
  }

  private static func quoted(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 34 || $0 == 44 || $0 == 10 || $0 == 13 }) else { return text }
    return "\"" + text.replacingOccurrences(of: "\"", with: "\"\"") + "\""
  }

  /// Ends the files, if there are any.
  func finish() throws {
    try records?.write(contentsOf: Data(postamble))
    try records?.close()
    try reasons?.close()
  }
}
