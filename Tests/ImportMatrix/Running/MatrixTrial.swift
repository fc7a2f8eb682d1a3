internal import Foundation

/// One seed's case, tried, and made small if it fails.
package struct MatrixTrial: Sendable {
  package let matrix: MatrixCase
  private let properties: MatrixProperties

  /// The case of a seed.
  package init(seed: UInt64) {
    let matrix = RandomCase.draw(seed)
    self.init(
      matrix,
      MatrixProperties(comparesBytes: seed % 4 == 0, batchSizes: [[1, 50], [2, 7], [3], [1]][Int(seed % 4)])
    )
  }

  package init(_ matrix: MatrixCase, _ properties: MatrixProperties = MatrixProperties(comparesBytes: true)) {
    self.matrix = matrix
    self.properties = properties
  }

  /// How the case ends.
  package func verdict() throws -> MatrixProperties.Verdict { try properties.verdict(matrix) }

  /// How the case ends when the built tool is tried as well.
  package func verdict(_ tool: CommandLineUnderTest?) throws -> MatrixProperties.Verdict {
    let verdict = try verdict()
    guard verdict == .holds, let tool else { return verdict }
    let problems = try tool.problems(of: matrix)
    return problems.isEmpty ? .holds : .fails(problems)
  }

  /// The kind of a failure: its first problem without names, numbers and values.
  package static func kind(of problems: [String]) -> String {
    guard let first = problems.first(where: { !$0.contains(" read = ") }) ?? problems.first else { return "" }
    let words = first.split(separator: "\n").first.map(String.init) ?? first
    let families = ["value", "record", "reference", "own", "json"]
    let rules = words.split { !$0.isLetter && $0 != "." && $0 != "-" }
      .filter { word in families.contains { word.hasPrefix($0 + ".") } }
    // Names, numbers, places and IDs are another's in a smaller case.
    let plain = words.split(separator: " ").filter { word in
      word.allSatisfy { $0.isLetter || $0 == "," } && word.first?.isUppercase != true
    }
    return "\(plain.prefix(12).joined(separator: " ")) \(Set(rules.map(String.init)).sorted())"
  }

  /// Writes the case as it is.
  package func write(to folder: String) throws {
    try? FileManager.default.removeItem(atPath: folder)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try matrix.write(to: folder)
  }

  /// Shrinks the failing case, writes it to `folder`, and says what is wrong with it.
  package func report(into folder: String, _ tool: CommandLineUnderTest? = nil) throws -> String {
    guard case .fails(let problems) = try verdict(tool) else { return "the case does not fail" }
    let kind = Self.kind(of: problems)
    let name = matrix.seed.map { "seed \($0)" } ?? "the case"
    var shrinker = Shrinker { smaller in
      guard case .fails(let problems)? = try? MatrixTrial(smaller, properties).verdict(tool) else { return false }
      return Self.kind(of: problems) == kind
    }
    let small = shrinker.shrink(matrix)
    guard case .fails(let rest) = try MatrixTrial(small, properties).verdict(tool) else {
      return "\(name) fails only now and then: \(problems.joined(separator: "; "))"
    }
    try MatrixTrial(small).write(to: folder)
    try Data((rest.joined(separator: "\n") + "\n").utf8).write(to: URL(fileURLWithPath: "\(folder)/problems.txt"))
    return "\(name), as files in \(folder):\n"
      + rest.map { "  \($0)" }.joined(separator: "\n") + "\n" + small.listing
  }
}

extension MatrixCase {
  /// The files of a case as one text; binary ones are left out.
  package var listing: String {
    var text = "--- Case.xcdatamodeld\n\(model.xml)--- \(Self.recipeName)\n\(recipe())"
    for (name, table) in lookupFiles.sorted(by: { $0.key < $1.key }) { text += "--- \(name)\n\(table)" }
    for source in sources where source.nesting == nil {
      for (name, part, first) in source.parts {
        var plain = part
        if plain.format == .xlsx { plain.format = .csv }
        let writer = SourceWriter(source: plain, first: first, inner: allSources(inside: source))
        text += "--- \(name)\n" + String(decoding: writer.bytes, as: UTF8.self)
      }
    }
    return text
  }
}
