internal import AttributeValues
internal import DelimitedText
internal import Findings
internal import PackedSources
internal import PredicateLanguage
internal import SystemErrors

/// Reads a recipe's lookup tables.
struct LookupLoader {
  let recipe: Recipe
  let folder: String
  let problems: RecipeProblems
  /// What is to be said of the files that is no error, such as which lines were taken for comments.
  private(set) var findings: [Finding] = []

  init(recipe: Recipe, folder: String, problems: RecipeProblems) {
    self.recipe = recipe
    self.folder = folder
    self.problems = problems
  }

  /// The tables by name; what is wrong with them is among the problems.
  ///
  /// - Throws: `FileError` if the system does not let a file be looked at.
  mutating func load() throws -> [String: LookupTable] {
    var tables: [String: LookupTable] = [:]
    for (name, lookup) in recipe.lookups {
      var table = LookupTable(name: name, ignoresCase: lookup.ignoresCase)
      for (text, target) in lookup.entries { table.add(text, to: target) }
      if lookup.file != nil { try read(lookup, into: &table) }
      tables[name] = table
    }
    return tables
  }

  private mutating func read(_ lookup: LookupRecipe, into table: inout LookupTable) throws {
    guard let file = lookup.file, let from = lookup.from, let to = lookup.to else { return }
    guard let path = try RecipeFolder(folder).path(of: file.value) else {
      problems.add(.outsideFolder("A lookup table", leadsOut: nil), at: file.position, value: file.value)
      return
    }
    guard let kind = try Files.status(of: path)?.kind else {
      return problems.add(SourceFinding.noLookupFile(file.value), at: file.position)
    }
    guard kind != .folder else {
      return problems.add(.unreadable("The lookup table", problem: "it is a folder"), at: file.position)
    }
    do {
      let input = try SourceInput(path: path, name: file.value)
      let format = SourceFormat.detected(input)
      guard format == .csv else {
        let kind = format == .xlsx ? "a workbook" : format.isJSON ? "JSON" : format.rawValue.uppercased()
        let problem = "it is \(kind); save the table as CSV"
        return problems.add(.unreadable("The lookup table", problem: problem), at: file.position)
      }
      let reader = try input.delimitedReader(DelimitedOptions())
      guard let fromField = field(from, in: reader.header, of: file),
        let toField = field(to, in: reader.header, of: file)
      else { return }
      // Every column is text.
      let condition = try lookup.condition.map { condition in
        try ObjectPredicate(format: condition.value).typingConstants { $0.count == 1 ? .type(.string) : nil }
      }
      var record = DelimitedRecord()
      while try reader.next(&record) {
        guard !record.hasStructuralError, max(fromField, toField) < record.count else { continue }
        // As in sources, white space around a cell is none of its text.
        func text(_ field: Int) -> String { record.string(field).trimmed }
        if let condition {
          let row = LookupRow(names: reader.header, values: (0..<record.count).map(text))
          guard try condition.evaluate(with: row) else { continue }
        }
        if !text(fromField).isEmpty { table.add(text(fromField), to: text(toField)) }
      }
      let found = reader.takeFindings()
      // Two tables may be made from one file.
      findings += found.filter { $0.severity != .error && !findings.contains($0) }
      for finding in found.filter({ $0.severity == .error }) + input.takeFindings() {
        let line = finding.position?.line
        problems.add(.lookup(file: file.value, line: line, problem: finding.message), at: file.position)
      }
    } catch let error as DelimitedTextError where error.isOfTheSystem {
      // No mistake of the recipe.
      throw error
    } catch let error as PackedSourceError {
      let problem: String
      switch error.kind {
      case .unreadable: throw error
      case .memberNeeded: problem = "it is a workbook or an archive; save the table as CSV"
      default: problem = error.reason
      }
      problems.add(.unreadable("The lookup table", problem: problem), at: file.position)
    } catch {
      let position = lookup.condition?.position ?? file.position
      problems.add(.unreadable("The lookup table", problem: "\(error)"), at: position)
    }
  }

  private func field(_ name: Located<String>, in header: [String], of file: Located<String>) -> Int? {
    if let index = header.firstIndex(of: name.value) { return index }
    problems.addUnknown("field of \(file.value)", name, known: header)
    return nil
  }
}

extension DelimitedTextError {
  /// Whether the system does not let the file be read.
  fileprivate var isOfTheSystem: Bool {
    switch kind {
    case .cannotOpen, .cannotRead: true
    default: false
    }
  }
}

/// A row of a lookup file, for the predicate that chooses rows.
private struct LookupRow: PredicateSubject {
  let names: [String]
  let values: [String]

  func predicateValue(forKey key: String) -> PredicateValue? {
    guard let index = names.firstIndex(of: key) else { return nil }
    return .value(index < values.count ? .string(values[index]) : .null)
  }
}
