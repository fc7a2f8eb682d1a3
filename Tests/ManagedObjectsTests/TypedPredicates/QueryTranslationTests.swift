import Foundation
import ManagedObjects
import PredicateLanguage
import Testing

/// What Swift's predicates, key paths and sort descriptors become, and what is refused.
@Suite struct QueryTranslationTests {
  private class Stop: ManagedObject {
    var name: String { attribute("name") ?? "" }
    var number: Int16 { attribute("number") ?? 0 }
    var length: Float { attribute("length") ?? 0 }
    var line: Line? { related("line") }
    var isOpen: Bool { attribute("isOpen") ?? false }
    var day: Weekday? { attribute("day") }
    var flags: Flags { attribute("flags") ?? [] }
    var old: Old? { attribute("old") }
    var untyped: Int? { value(forKey: "number") as? Int }
    var forced: String { value(forKey: "name") as! String }
    // Worked out.
    var initial: String { String(name.prefix(1)) }
    var trimmed: String { name.trimmingCharacters(in: .whitespacesAndNewlines) }
    var upper: String { name.uppercased() }
    var isClosed: Bool { !isOpen }
    var doubled: Int16 { number * 2 }
    var positive: Int16 { max(number, 0) }
    var label: String { name.isEmpty ? "\(number)" : name }
    var title: String? { (attribute("title") as String?) ?? attribute("name") }
    var constant: Int { 3 }
    var first: Stop? { line?.stops.first }
    var others: [Stop] { Array((line?.stops ?? []).dropFirst()) }
    var backwards: [Stop] { (line?.stops ?? []).reversed() }
    var onlyLine: [Line] { line.map { [$0] } ?? [] }
    var lineName: String? { line?.name }
    var nextDay: Weekday? { day == .monday ? .tuesday : .monday }
    var stored = 3
  }

  private final class Special: Stop {}

  private final class Line: ManagedObject {
    var name: String { attribute("name") ?? "" }
    var stops: [Stop] { relatedObjects("stops") }
    var terminus: Stop? { stops.last }
  }

  private enum Weekday: String, CaseIterable, Codable, Comparable {
    case monday, tuesday
    static func < (left: Weekday, right: Weekday) -> Bool { left.rawValue < right.rawValue }
  }

  private enum Old: String, Codable { case yes, no }

  private struct Flags: OptionSet, Codable { let rawValue: Int64 }

  private func text(_ predicate: Predicate<Stop>) throws -> String { try ObjectPredicate(predicate).description }

  @Test func predicatesBecomeWhatIndexesCanServe() throws {
    let names = ["a", "b"]
    #expect(try text(#Predicate { $0.name == "x" }) == #"name == "x""#)
    #expect(try text(#Predicate { $0.name != "x" }) == #"name != "x""#)
    #expect(try text(#Predicate { $0.name != "" }) == #"name != "" AND NOT name == nil"#)
    #expect(try text(#Predicate { $0.number < 1 }) == "number < 1 OR number == nil")
    #expect(try text(#Predicate { $0.number > 1 }) == "number > 1")
    #expect(try text(#Predicate { names.contains($0.name) }) == #"name IN {"a", "b"}"#)
    #expect(try text(#Predicate { $0.isOpen }) == "isOpen == TRUE")
    #expect(try text(#Predicate { $0.line?.name == "U1" }) == #"line.name == "U1""#)
    let monday: Weekday? = .monday
    #expect(try text(#Predicate { $0.day == monday }) == #"day == "monday""#)
    #expect(try text(#Predicate { $0.untyped == 3 }) == "number == 3")
    #expect(try text(#Predicate { $0.lineName == "U1" }) == #"line.name == "U1""#)
    #expect(
      try ObjectPredicate(#Predicate<Line> { $0.stops.contains { $0.number > 3 } }).description
        == "SUBQUERY(stops, $element1, $element1.number > 3).@count > 0"
    )
  }

  @Test func keyPathsOfPropertiesThatAreWorkedOutAreRefused() {
    let keyPaths: [PartialKeyPath<Stop>] = [
      \.initial, \.trimmed, \.upper, \.isClosed, \.doubled, \.positive, \.label, \.title, \.constant, \.nextDay, \.old,
      \.stored,
      \.forced, \.name.count, \.hasChanges, \.hashValue, \.line?.stops.count, \.first, \.others, \.backwards,
      \.onlyLine, \.first?.name,
    ]
    for keyPath in keyPaths {
      #expect(throws: QueryTranslationError.self, "\(keyPath)") { try SortKey(keyPath as AnyKeyPath, of: Stop.self) }
    }
  }

  @Test func sortKeysComeFromKeyPaths() throws {
    #expect(try SortKey(\Stop.name) == SortKey("name"))
    #expect(try SortKey(\Stop.line?.name, ascending: false, comparison: .localizedStandard).keyPath == "line.name")
    #expect(try SortKey(\Stop.line!.name).keyPath == "line.name")
    #expect(try SortKey(\Stop.day).keyPath == "day")
    #expect(try SortKey(\Stop.flags).keyPath == "flags")
    #expect(try SortKey(\Stop.flags.rawValue).keyPath == "flags")
    #expect(try SortKey(SortDescriptor(\Stop.number, order: .reverse)) == SortKey("number", ascending: false))
    #expect(try SortKey(SortDescriptor(\Stop.name, comparator: .lexical)) == SortKey("name"))
    #expect(throws: QueryTranslationError.self) { try SortKey(\Stop.line) }
    #expect(throws: QueryTranslationError.self) { try SortKey(\Line.stops) }
    #expect(throws: QueryTranslationError.self) { try SortKey(SortDescriptor(\Stop.upper)) }
  }

  @Test func whatStoresCannotAnswerIsRefusedAndNamed() throws {
    let refused: [Predicate<Stop>] = [
      #Predicate { $0.initial == "B" }, #Predicate { $0.name.count > 3 }, #Predicate { $0.length * 2 > 3 },

      #Predicate { $0.line?.terminus?.name == "x" }, #Predicate { ($0 as? Special) == nil },
      #Predicate { $0 is Special }, #Predicate { $0.stored == 3 },
    ]
    for predicate in refused {
      #expect(throws: QueryTranslationError.self, "\(predicate)") { try ObjectPredicate(predicate) }
    }
    #expect(throws: QueryTranslationError.self) {
      try FetchRequest<Stop>(predicate: #Predicate { $0.isClosed }, sortBy: [SortDescriptor(\.name)])
    }
    do {
      _ = try ObjectPredicate(#Predicate<Stop> { $0.initial == "B" })
    } catch {
      #expect(error.reason == .notAProperty)
      #expect(error.description.contains("Stop") && error.description.contains("no store can be asked"), "\(error)")
    }
  }
}

extension SortKey {
  /// The criterion for a key path of which only the root is known.
  fileprivate init<Object: ManagedObject>(_ keyPath: AnyKeyPath, of objectClass: Object.Type) throws {
    func make<Value>(_ type: Value.Type) throws -> SortKey {
      try SortKey(try #require(keyPath as? KeyPath<Object, Value>))
    }
    self = try _openExistential(Swift.type(of: keyPath).valueType, do: make)
  }
}
