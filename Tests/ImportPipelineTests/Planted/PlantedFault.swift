import Findings
import Testing
import TestSupport

/// One fault that only sources of one format can have, in a source of its own: `⟦` and `⟧` stand around what has to be marked, and are taken out.
struct PlantedFault: Sendable, CustomTestStringConvertible {
  let name: String
  let rule: RuleCode
  let format: PlantedKind.Format
  let suggestion: String?
  /// What the recipe says of the source, beside its file.
  let recipe: String
  /// The source's bytes.
  private(set) var bytes: [UInt8] = []
  private(set) var line = 0
  private(set) var column = 0
  private(set) var range = 0..<0

  var testDescription: String { "\(format.rawValue): \(name)" }
  /// The source's name, which no other fault's source has.
  var file: String { name.map { $0.isLetter || $0.isNumber ? String($0) : "-" }.joined() + ".\(format.rawValue)" }

  init(
    _ name: String,
    _ rule: RuleCode,
    _ format: PlantedKind.Format,
    _ text: String,
    suggestion: String? = nil,
    recipe: String
  ) {
    self.name = name
    self.rule = rule
    self.format = format
    self.suggestion = suggestion
    self.recipe = recipe
    var (line, column) = (1, 1)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "⟦":
        (self.line, self.column) = (line, column)
        range = bytes.count..<bytes.count
        continue
      case "⟧":
        range = range.lowerBound..<bytes.count
        continue
      // A byte that no text can hold.
      case Self.badByte: bytes.append(0xFF)
      default: bytes.append(contentsOf: Array(String(scalar).utf8))
      }
      (line, column) = scalar == "\n" ? (line + 1, 1) : (line, column + 1)
    }
  }

  /// Stands for a byte that is not UTF-8.
  static let badByte: Unicode.Scalar = "\u{F8FF}"
  static let all = inCSV + inXML + inHTML

  /// Imports the source.
  func imported() throws -> TestImport {
    let folder = try TemporaryFolder()
    let recipe = """
      model: Test.xcdatamodeld
      output: Test.sqlite
      sources:
        - { file: groups.csv, entity: Group, key: name }
        - { file: \(file), entity: Dog, key: name, \(self.recipe) }
      """
    return try TestImport(
      recipe,
      files: ["groups.csv": "name\nHounds\nToys\n"],
      bytes: [file: bytes],
      in: folder.path
    )
  }
}
