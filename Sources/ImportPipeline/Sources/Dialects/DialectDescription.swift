package import DelimitedText
internal import FoundationEssentials
package import SystemErrors
package import TextInput

/// What a file beside a source says about it: a Frictionless data package, resource or dialect, or CSVW metadata.
///
/// See <https://datapackage.org/standard/table-dialect/> and <https://www.w3.org/TR/tabular-metadata/#dialect-descriptions>. Only what is
/// written counts; defaults of these standards do not keep anything from being detected.
package struct DialectDescription: Sendable {
  /// The words of the dialect, with the description's name as their origin.
  package internal(set) var known: KnownDialect
  package internal(set) var encoding: TextEncoding?
  package internal(set) var headerRows: Int?
  package internal(set) var headerSeparator: String?
  /// The columns' names.
  package internal(set) var columns: [String]?
  /// Texts that stand for no value.
  package internal(set) var nulls: [String] = []

  init(origin: String) { known = KnownDialect(origin: origin) }

  /// Why a description cannot be used.
  package struct Problem: LocalizedError, CustomStringConvertible {
    package let description: String
  }

  /// Reads the description at `path`.
  ///
  /// - Parameter source: The described file, relative to the description's folder.
  /// - Throws: `Problem` if there is none, if it is about other files, or if nothing in it is understood; `FileError` if it cannot be read.
  package static func read(_ path: String, for source: String) throws -> DialectDescription {
    guard try Files.exists(path) else { throw Problem(description: "there is no file \(path)") }
    guard let value = try value(at: path) else {
      throw Problem(description: "\(path) is no readable JSON")
    }
    guard let description = DialectDescription(value, name: name(path), for: source) else {
      throw Problem(description: "\(path) says nothing about \(source)")
    }
    guard description.isHelpful else {
      throw Problem(description: "nothing in \(path) says how \(source) is written")
    }
    return description
  }

  /// Whether it says anything.
  private var isHelpful: Bool {
    known != KnownDialect(origin: known.origin) || encoding != nil || headerRows != nil || headerSeparator != nil
      || columns != nil || !nulls.isEmpty
  }

  /// The description that stands beside a file by its name, if it is about that file: `towns.csv-metadata.json`,
  /// `csv-metadata.json` or `datapackage.json`.
  ///
  /// - Throws: `FileError` if one cannot be read.
  package static func beside(_ path: String) throws(FileError) -> DialectDescription? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let folder = parts.dropLast().joined(separator: "/")
    let file = parts.last.map(String.init) ?? path
    for name in names(beside: path) {
      let candidate = parts.count > 1 ? "\(folder)/\(name)" : name
      guard let value = try value(at: candidate) else { continue }
      if let description = DialectDescription(value, name: name, for: file) { return description }
    }
    return nil
  }

  /// The names that a description beside a file may have, the first that is about it counts.
  package static func names(beside path: String) -> [String] {
    let file = path.split(separator: "/", omittingEmptySubsequences: false).last.map(String.init) ?? path
    return ["\(file)-metadata.json", "csv-metadata.json", "datapackage.json"]
  }

  /// Descriptions are small; a larger file is none.
  private static let largest = 4 << 20

  private static func value(at path: String) throws(FileError) -> DescriptionValue? {
    guard let file = try Files.status(of: path), file.kind == .file, file.size <= largest,
      let bytes = try Files.contents(of: path)
    else { return nil }
    // What is no JSON describes nothing.
    return try? JSONDecoder().decode(DescriptionValue.self, from: Data(bytes))
  }

  private static func name(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

  /// What `value` says about `source`; `nil` if it is about something else.
  init?(_ value: DescriptionValue, name: String, for source: String) {
    if value["@context"] != nil || value["tableSchema"] != nil || value["tables"] != nil {
      self.init(csvw: value, name: name, for: source)
    } else {
      self.init(frictionless: value, name: name, for: source)
    }
  }

  /// Whether a path or address in a description means the file called `source`.
  static func means(_ address: String, _ source: String) -> Bool {
    let plain = address.hasPrefix("./") ? String(address.dropFirst(2)) : address
    return plain == source || plain.split(separator: "/").last == source.split(separator: "/").last
  }

  mutating func setEncoding(_ name: String?) {
    if let name { encoding = TextEncoding(named: name) }
  }
}

extension DialectDescription.Problem {
  package var errorDescription: String? { description }
}
