import CoreDataNames
import Foundation
import TestSupport
import Testing

/// The names that `docs/core-data.md` gives for Apple's are names that the modules have, and the aliases stand for the types that it names.
///
/// Held against the symbol graph that the compiler writes of the built modules.
@Suite struct CoreDataNamesTests {
  private static let modules = [
    "AtomicStores", "AttributeValues", "CoreDataNames", "ManagedObjects", "ModelReading", "ObjectModel",
    "PredicateLanguage",
    "SQLiteStore",
  ]

  /// A line of one of the document's tables.
  private struct Row {
    var types: [String]
    var apple: String
    var own: String
  }

  private let symbols: SymbolGraph
  private let rows: [Row]

  init() throws {
    symbols = try SymbolGraph(of: Self.modules)
    var types: [String] = []
    rows = try String(contentsOfFile: Package.path("docs/core-data.md"), encoding: .utf8)
      .split(separator: "\n").compactMap { line in
        if line.hasPrefix("## ") { types = Self.spans(line).filter { $0.allSatisfy(\.isLetter) } }
        guard line.hasPrefix("| "), !line.hasPrefix("| Apple ") else { return nil }
        let cells = line.dropFirst(2).components(separatedBy: " | ")
        return cells.count > 1 ? Row(types: types, apple: cells[0], own: cells[1]) : nil
      }
    #expect(rows.count > 100)
  }

  @Test func everyNameOfOursIsThere() {
    var count = 0
    for row in rows {
      for name in Self.spans(row.own[...]).compactMap(Name.init) {
        let isThere = symbols.has(name)
        #expect(isThere, "\(name.text), for \(row.apple)")
        count += 1
      }
    }
    #expect(count > 50)
  }

  @Test func everyNameThatIsTheSameIsThere() {
    var count = 0
    for row in rows where row.own.hasPrefix("the same") {
      for name in Self.spans(row.apple[...]).compactMap(Name.init) where !name.text.hasPrefix("NS") {
        let isThere = symbols.has(name, in: row.types)
        #expect(isThere, "\(name.text) of \(row.types)")
        count += 1
      }
    }
    #expect(count > 150)
  }

  @Test func aliasesStandForTheTypesThatTheDocumentNames() throws {
    let aliases = symbols.aliases(ofModule: "CoreDataNames")
    #expect(aliases.count > 40)
    for (name, type) in aliases {
      let isThere = symbols.has(try #require(Name(type)))
      #expect(isThere, "\(name)")
    }
    let text = try String(contentsOfFile: Package.path("docs/core-data.md"), encoding: .utf8)
    for match in text.matches(of: /## (NS\w+) → `(\w+)`/) where aliases[String(match.1)] != nil {
      #expect(aliases[String(match.1)] == String(match.2))
    }
    // Every class with a heading of its own has an alias, but for those that Foundation has.
    for match in text.matches(of: /## (NS\w+) → `/) where !["NSPredicate"].contains(match.1) {
      #expect(aliases[String(match.1)] != nil, "\(match.1) has no alias")
    }
  }

  /// Code with Apple's names compiles and works.
  @Test func codeWithAppleNamesRuns() throws {
    let breed = NSEntityDescription(name: "Breed")
    breed.declaredProperties = [NSAttributeDescription(name: "name", type: NSAttributeType.string)]
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: NSManagedObjectModel(entities: [breed]))
    try coordinator.addPersistentStore(InMemoryStore())
    let context = NSManagedObjectContext(persistentStoreCoordinator: coordinator)
    let beagle: NSManagedObject = NSManagedObjectContext.insertNewObject(forEntityName: "Breed", into: context)
    try beagle.setValue("Beagle", forKey: "name")
    try context.save()
    let request = NSFetchRequest<NSManagedObject>(entityName: "Breed")
    #expect(try context.fetch(request).map(\.objectID) == [beagle.objectID])
  }

  /// What stands in backticks.
  private static func spans(_ text: Substring) -> [String] { text.matches(of: /`([^`]+)`/).map { String($0.1) } }
}

/// A name as documents write it: `name`, `name(label:)`, `Type.name`, `.case`.
private struct Name {
  let text: String
  let owner: String?
  let base: String
  /// The labels of the parameters; `nil` if none are written.
  let labels: [String]?

  /// `nil` for what is no name: an expression, a command, an operator.
  init?(_ text: String) {
    guard let match = text.wholeMatch(of: /\.?(?:(\w+)\.)*?(?:(\w+)\.)?([A-Za-z_]\w*)(?:<\w+>)?(?:\(((?:\w+:)*)\))?/),
      text.contains(where: \.isLowercase)
    else { return nil }
    self.text = text
    owner = match.2.map(String.init)
    base = String(match.3)
    labels = match.4.flatMap { $0.isEmpty ? nil : $0.split(separator: ":").map(String.init) }
  }
}

/// What the compiler exports of modules.
private struct SymbolGraph {
  private struct File: Decodable {
    struct Symbol: Decodable {
      struct Fragment: Decodable { var spelling: String }
      var pathComponents: [String]
      var declarationFragments: [Fragment]?
    }
    var symbols: [Symbol]
  }

  /// By the name without its labels: where it is declared, and with which labels.
  private var declarations: [String: [(owner: String?, labels: [String])]] = [:]
  private var aliases: [String: [String: String]] = [:]

  init(of modules: [String]) throws {
    let folder = try TemporaryFolder()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Package.path("docs/symbol-graphs"))
    process.arguments = [Bundle.main.executableURL?.deletingLastPathComponent().path ?? "", folder.path] + modules
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
      let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/\(file)"))
      for symbol in try JSONDecoder().decode(File.self, from: data).symbols { add(symbol, file) }
    }
  }

  private mutating func add(_ symbol: File.Symbol, _ file: String) {
    guard let title = symbol.pathComponents.last else { return }
    let base = String(title.prefix { $0 != "(" })
    let labels = title.dropFirst(base.count).dropFirst().dropLast().split(separator: ":").map(String.init)
    declarations[base, default: []].append((symbol.pathComponents.dropLast().last, labels))
    let text = (symbol.declarationFragments ?? []).map(\.spelling).joined()
    guard text.hasPrefix("typealias "), let start = text.range(of: " = ") else { return }
    let module = String(file.prefix { $0 != "." && $0 != "@" })
    aliases[module, default: [:]][title] = String(text[start.upperBound...].prefix { $0 != "<" })
  }

  /// The aliases that a module declares, with what they stand for.
  func aliases(ofModule module: String) -> [String: String] { aliases[module] ?? [:] }

  /// Whether there is a symbol of a name; parameters that have defaults may be left out.
  ///
  /// - Parameter types: Where it has to be declared; anywhere, if there are none.
  func has(_ name: Name, in types: [String] = []) -> Bool {
    declarations[name.base]?.contains { owner, labels in
      if let wanted = name.owner, owner != wanted { return false }
      if name.owner == nil, !types.isEmpty, !types.contains(owner ?? "") { return false }
      guard let wanted = name.labels else { return true }
      var rest = labels[...]
      return wanted.allSatisfy { label in
        guard let index = rest.firstIndex(of: label) else { return false }
        rest = rest[(index + 1)...]
        return true
      }
    } ?? false
  }
}
