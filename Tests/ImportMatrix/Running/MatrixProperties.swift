internal import Findings
internal import Foundation
internal import TestSupport

/// What has to hold of every case.
package struct MatrixProperties: Sendable {
  /// How a case ended.
  package enum Verdict: Sendable, Equatable {
    case holds
    /// The case asks something that nobody has decided, or its recipe is none.
    case provesNothing(String)
    /// What is wrong.
    case fails([String])
  }

  /// Whether sealed files are compared byte by byte, which takes longer.
  package var comparesBytes: Bool
  /// The numbers of threads and the sizes of batches to try besides the recipe's own.
  package var threads: [Int]
  package var batchSizes: [Int]

  package init(comparesBytes: Bool = false, threads: [Int] = [1, 2, 8], batchSizes: [Int] = [1, 50]) {
    self.comparesBytes = comparesBytes
    self.threads = threads
    self.batchSizes = batchSizes
  }

  /// Runs a case in every way and compares what it gives with the reference and with itself.
  package func verdict(_ matrix: MatrixCase) throws -> Verdict {
    let reference = ReferenceImporter.run(matrix)
    if let reason = reference.undecided.first { return .provesNothing(reason) }
    if matrix.sources.contains(where: \.isMostlyBroken) { return .provesNothing("most records of a source are broken") }
    let folder = try TemporaryFolder()
    try matrix.write(to: folder.path)
    let importer: ImporterUnderTest
    do {
      importer = try ImporterUnderTest(folder: folder.path)
    } catch {
      return .provesNothing("the recipe: \(error)")
    }
    var problems: [String] = []
    do {
      let built = try importer.buildInMemory()
      problems = ReferenceComparison(matrix: matrix, reference: reference).problems(of: built)
      if problems.isEmpty { problems = try disagreements(importer, built, matrix, folder.path) }
    } catch {
      problems.append("the import ended with \(error)")
    }
    return problems.isEmpty ? .holds : .fails(problems)
  }

  // MARK: The same, however it is done

  private func disagreements(
    _ importer: ImporterUnderTest,
    _ built: ImporterUnderTest.Run,
    _ matrix: MatrixCase,
    _ folder: String
  ) throws -> [String] {
    var problems: [String] = []
    let first = try importer.build(threads: threads.first ?? 1, sealed: comparesBytes)
    problems += differences(first, "build", built, "build in memory")
    for count in threads {
      problems += differences(try importer.check(threads: count), "check with \(count) threads", first, "build")
    }
    for (index, size) in batchSizes.enumerated() where size != matrix.batchSize {
      let name = "batch-\(size).recipe.yml"
      try Data(matrix.recipe(batchSize: size).utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
      let other = try ImporterUnderTest(folder: folder, recipe: name)
      let count = threads.isEmpty ? 1 : threads[(index + 1) % threads.count]
      let run = try other.build(threads: count, sealed: comparesBytes)
      let words = "build with \(count) threads in batches of \(size)"
      problems += differences(run, words, first, "build")
      if run.bytes != first.bytes { problems.append("\(words): the file has other bytes") }
    }
    return problems
  }

  private func differences(
    _ one: ImporterUnderTest.Run,
    _ name: String,
    _ other: ImporterUnderTest.Run,
    _ otherName: String
  ) -> [String] {
    var problems: [String] = []
    if one.findings.map(\.withoutRecipe) != other.findings.map(\.withoutRecipe) {
      let own = one.findings.filter { !other.findings.contains($0) }.map { "only in \(name): \($0.line)" }
      let others = other.findings.filter { !one.findings.contains($0) }.map { "only in \(otherName): \($0.line)" }
      problems.append("\(name) has other findings than \(otherName)")
      problems += own + others
    }
    if one.sources != other.sources { problems.append("\(name): accounts \(one.sources) are not \(other.sources)") }
    if one.entities != other.entities { problems.append("\(name): objects \(one.entities) are not \(other.entities)") }
    if one.hasErrors != other.hasErrors || one.errorsBesideRecords != other.errorsBesideRecords {
      problems.append("\(name) ends otherwise than \(otherName)")
    }
    if let own = one.graph, let others = other.graph {
      problems += own.differences(from: others, named: name, otherName)
    }
    return problems
  }
}

extension Finding {
  /// The finding without the name of the recipe that it may point at.
  fileprivate var withoutRecipe: Finding {
    var copy = self
    if let file = position?.file, file.hasSuffix(".yml") { copy.position?.file = "recipe" }
    for index in copy.related.indices where copy.related[index].position.file.hasSuffix(".yml") {
      copy.related[index].position.file = "recipe"
    }
    return copy
  }

  /// The finding in a line.
  var line: String {
    "\(position.map { "\($0)" } ?? "-") record \(record.map(String.init) ?? "-") \(severity) \(rule): \(message)"
      + (suggestion.map { " (suggestion: \($0))" } ?? "") + related.map { " (\($0.message): \($0.position))" }.joined()
  }
}
