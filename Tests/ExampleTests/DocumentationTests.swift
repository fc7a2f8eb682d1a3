import Foundation
import TestSupport
import Testing

/// The examples of this target and the documentation of the public types say the same.
///
/// A test shows what a client does with a type between `// example: TypeName` (or several names) and `// end`; the same lines stand in the type's
/// documentation. With `STUDBOOK_WRITE_EXAMPLES=1` in the environment they are written there instead of compared.
@Suite struct DocumentationTests {
  private static let isWriting = ProcessInfo.processInfo.environment["STUDBOOK_WRITE_EXAMPLES"] == "1"
  private let products: [[String]]
  private let types: [PublicType]
  private let examples: [Example]

  init() throws {
    products = try PublicType.products()
    types = try Set(products.joined()).sorted().flatMap(PublicType.inModule)
    examples = try Example.all()
  }

  @Test func theDocumentationOfATypeHoldsItsExample() throws {
    for example in examples {
      for name in example.types {
        guard let type = types.first(where: { $0.name == name }) else {
          Issue.record("\(example.file): there is no public type \(name)")
          continue
        }
        if Self.isWriting { try type.write(example.lines) }
        #expect(
          try Self.isWriting || type.example() == example.lines,
          "\(name): write it with STUDBOOK_WRITE_EXAMPLES=1 swift test --filter DocumentationTests"
        )
      }
    }
    let names = examples.flatMap(\.types)
    #expect(names.count == Set(names).count, "a type has two examples")
  }

  @Test func everyExampleInTheDocumentationIsTested() throws {
    let names = Set(examples.flatMap(\.types))
    for type in types where !names.contains(type.name) {
      #expect(try type.example() == nil, "\(type.name) has an example that no test runs")
    }
  }

  @Test func everyPublicTypeIsInAnExample() {
    let words = examples.reduce(into: Set(examples.flatMap(\.types))) { words, example in
      for line in example.lines {
        words.formUnion(line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
      }
    }
    let exceptions = TypesWithoutExample.names
    for type in types where !exceptions.contains(type.name) {
      #expect(words.contains(type.name), "\(type.name) (\(type.module)) is in no example")
    }
    for name in exceptions {
      #expect(types.contains { $0.name == name }, "\(name) is no public type any more: take it off the list")
      #expect(!words.contains(name), "\(name) has an example: take it off the list")
    }
  }

  @Test func theReadmeHoldsItsExample() throws {
    let url = URL(fileURLWithPath: Package.path("README.md"))
    var text = try String(contentsOf: url, encoding: .utf8)
    let example = try #require(examples.first { $0.types.isEmpty })
    let start = try #require(text.range(of: "## In a Swift package\n"))
    let fence = try #require(
      text.range(of: "```swift\nimport Findings\nimport ImportPipeline\n", range: start.upperBound..<text.endIndex)
    )
    let end = try #require(text.range(of: "\n```\n", range: fence.upperBound..<text.endIndex))
    let block = try #require(text[fence.lowerBound..<end.lowerBound].range(of: "\n\n"))
    if Self.isWriting {
      text.replaceSubrange(block.upperBound..<end.lowerBound, with: example.lines.joined(separator: "\n"))
      try text.write(to: url, atomically: true, encoding: .utf8)
    } else {
      #expect(text[block.upperBound..<end.lowerBound] == example.lines.joined(separator: "\n"))
    }
  }

  @Test func theApplicationInFiftyLinesIsTheOneInTheExamples() throws {
    let path = Package.path("docs/application.md")
    var text = try String(contentsOfFile: path, encoding: .utf8)
    let program = try String(
      contentsOfFile: Package.path("Examples/Textbooks/Sources/Events/main.swift"),
      encoding: .utf8
    )
    let start = try #require(text.range(of: "\n```swift\n"))
    let end = try #require(text.range(of: "```\n", range: start.upperBound..<text.endIndex))
    if Self.isWriting {
      text.replaceSubrange(start.upperBound..<end.lowerBound, with: program)
      try text.write(toFile: path, atomically: true, encoding: .utf8)
    } else {
      #expect(text[start.upperBound..<end.lowerBound] == program)
    }
  }

  /// A module's page in `docs/Studbook.docc` sorts its types.
  @Test func everyPublicTypeIsInATopicOfItsModule() throws {
    for module in Set(types.map(\.module)).sorted() {
      let page = try String(
        contentsOfFile: Package.path("docs/Studbook.docc/\(module)/\(module).md"),
        encoding: .utf8
      )
      let topics = try #require(page.range(of: "\n## Topics\n"), "\(module)")
      let named = page[topics.upperBound...].split(separator: "\n").filter { $0.hasPrefix("- ``") }
        .map { $0.dropFirst(4).dropLast(2) }
      for type in types where type.module == module {
        #expect(named.contains(Substring(type.name)), "\(module).md has no \(type.name)")
      }
      #expect(named.count == Set(named).count, "\(module).md names a type twice")
    }
  }

  @Test func anArticlesExampleIsTheOneThatIsTested() throws {
    let folder = Package.path("docs/Studbook.docc")
    let pages = (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []).filter {
      $0.hasSuffix(".md")
    }
    var count = 0
    for page in pages.sorted() {
      var text = try String(contentsOfFile: "\(folder)/\(page)", encoding: .utf8)
      let blocks = text.matches(of: /<!-- example: (\w+) -->\n```swift\n((?s:.*?))\n```/)
      #expect(text.matches(of: /\n```swift\n/).count == blocks.count, "\(page) has an example that no test runs")
      for block in blocks.reversed() {
        count += 1
        let name = String(block.1)
        let example = try #require(examples.first { $0.types.contains(name) }, "\(page): \(name)")
        let lines = example.lines.joined(separator: "\n")
        #expect(Self.isWriting || block.2 == lines, "\(page): \(name)")
        text.replaceSubrange(block.2.startIndex..<block.2.endIndex, with: lines)
      }
      if Self.isWriting { try text.write(toFile: "\(folder)/\(page)", atomically: true, encoding: .utf8) }
    }
    #expect(count > 20)
  }

  @Test func aProductHoldsTheModulesOfItsSignatures() throws {
    let modules = Set(try FileManager.default.contentsOfDirectory(atPath: Package.path("Sources")))
    for product in products {
      let imports = try Set(product.flatMap(PublicType.publicImports)).intersection(modules)
      #expect(imports.subtracting(product) == [], "\(product[0])")
    }
  }
}

/// A block of a test that shows a client's use of a type.
private struct Example {
  let file: String
  /// The types in whose documentation it stands; none for the README's.
  let types: [String]
  /// The lines, without the indentation that all of them have.
  let lines: [String]

  /// The examples of all files beside this one.
  static func all() throws -> [Example] {
    let folder = Package.path("Tests/ExampleTests")
    var examples: [Example] = []
    for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() where name.hasSuffix(".swift") {
      let text = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
      var types: [String]?
      var lines: [String] = []
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        let words = line.drop { $0 == " " }
        if words.hasPrefix("// example: ") {
          types = words.dropFirst(12).split(separator: ", ").map(String.init).filter { $0 != "README" }
          lines = []
        } else if words == "// end", let named = types {
          examples.append(Example(file: name, types: named, lines: dedented(lines)))
          types = nil
        } else {
          lines.append(String(line))
        }
      }
      #expect(types == nil, "\(name): an example without its end")
    }
    return examples
  }

  private static func dedented(_ lines: [String]) -> [String] {
    let indentation = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    return lines.map { String($0.dropFirst(indentation)) }
  }
}
