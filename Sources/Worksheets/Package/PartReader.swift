internal import Findings
internal import MarkupText
internal import PackedSources
internal import TextInput

/// Reads the XML parts of a workbook (ECMA-376, part 2): records by path, streaming.
struct PartReader {
  let zip: ZipFile
  let file: String

  /// The records of a part.
  ///
  /// - Parameter name: How places name the part; its path if `nil`.
  /// - Returns: `nil` if there is no such part.
  func records(
    of part: String,
    at path: String,
    fields: [String],
    separator: String = "",
    name: String? = nil
  ) throws -> XMLRecordReader? {
    guard let member = try zip.member(part) else { return nil }
    var options = XMLRecordOptions(recordPath: try RecordPath(path), fileName: name ?? "\(file)/\(part)")
    options.separator = separator
    return try XMLRecordReader(
      .stream { try member.read(into: $0) },
      options: options,
      fields: fields.map { try FieldPath($0, separator: separator) }
    )
  }

  /// Calls `body` with each record of a part that is not there or is read to its end.
  ///
  /// - Throws: `WorksheetError` of kind `malformed` where the part is broken.
  func forEachRecord(
    of part: String,
    at path: String,
    fields: [String],
    _ body: (MarkupRecord) throws -> Void
  ) throws {
    guard let reader = try records(of: part, at: path, fields: fields) else { return }
    var record = MarkupRecord()
    while try reader.next(&record) { try body(record) }
    // A part that lacks a record, or refers to what is outside of the package, is not read in part: places in it are numbers.
    if let finding = reader.takeFindings().last(where: { $0.severity == .error }) {
      throw WorksheetError(.malformed, "its part \(part) is broken: \(finding.message)", file: file)
    }
  }

  /// The parts that a part refers to, by the reference's id: the kind of each, and its path.
  func relationships(of part: String) throws -> [String: (kind: String, path: String)] {
    let folder = part.split(separator: "/").dropLast()
    let name = part.split(separator: "/").last.map(String.init) ?? ""
    let list = (folder + ["_rels", "\(name).rels"]).joined(separator: "/")
    var found: [String: (kind: String, path: String)] = [:]
    try forEachRecord(of: list, at: "//Relationship", fields: ["@Id", "@Type", "@Target", "@TargetMode"]) { record in
      guard let id = record.value(0), let type = record.value(1), let target = record.value(2),
        record.value(3) != "External"
      else { return }
      found[id] = (
        type.split(separator: "/").last.map(String.init) ?? "", Self.resolved(target, in: folder.map(String.init))
      )
    }
    return found
  }

  /// A target as a path from the package's root.
  private static func resolved(_ target: String, in folder: [String]) -> String {
    var parts = target.hasPrefix("/") ? [] : folder
    for part in target.split(separator: "/") {
      if part == ".." {
        _ = parts.popLast()
      } else if part != "." {
        parts.append(String(part))
      }
    }
    return parts.joined(separator: "/")
  }
}
