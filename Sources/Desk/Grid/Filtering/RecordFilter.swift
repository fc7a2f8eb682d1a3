internal import AttributeValues
internal import Foundation
internal import ImportPipeline
internal import PredicateLanguage

/// A query that records can be asked.
struct RecordFilter: Sendable {
  private enum Slot {
    case column(Int)
    case attribute(Int)
  }

  private let facets: [(column: Int, texts: Set<[UInt8]>, takesEmpty: Bool)]
  private let search: TextSearch?
  private let searchColumns: [Int]
  private let predicate: (bound: BoundPredicate, slots: [Slot])?
  private let records: Set<Int>?
  private let source: PlannedSource

  /// - Throws: `GridQueryError` for a column that the source does not have, and for a predicate that is none.
  init(_ query: GridQuery, source: PlannedSource) throws {
    self.source = source
    let names = source.columns.map(\.name)
    func number(_ name: String) throws -> Int {
      guard let number = names.firstIndex(of: name) else {
        throw GridQueryError(description: "\(source.name) has no column “\(name)”")
      }
      return number
    }
    facets = try query.facets.filter { !$0.value.isEmpty }.map { name, facet in
      (try number(name), Set(facet.texts.map { Array($0.utf8) }), facet.takesEmpty)
    }
    search = query.search.isEmpty ? nil : TextSearch(query.search)
    searchColumns = try query.searchColumn.map { [try number($0)] } ?? Array(names.indices)
    predicate = query.predicate.isEmpty ? nil : try Self.bound(query.predicate, source: source)
    records = query.records
  }

  /// Whether a record is asked for.
  ///
  /// - Parameters:
  ///   - record: Its place in the page, from 0.
  ///   - number: Its number in the source, from 1.
  func matches(_ page: RecordPage, _ record: Int, number: Int) -> Bool {
    if let records, !records.contains(number) { return false }
    for facet in facets {
      let isOne = page.withField(record, facet.column) { text in
        guard let text, text.hasInk else { return facet.takesEmpty }
        return facet.texts.contains { $0.elementsEqual(text) }
      }
      if !isOne { return false }
    }
    if let search, !searchColumns.contains(where: { page.withField(record, $0) { $0.map(search.isFound) ?? false } }) {
      return false
    }
    guard let predicate else { return true }
    // A comparison of what cannot be compared does not hold.
    return (try? predicate.bound.evaluate(on: Row(filter: self, page: page, record: record))) ?? false
  }

  // MARK: Predicates

  /// The name by which predicates call a column: its own, with `_` for what no key path has.
  static func key(ofColumn name: String) -> String {
    var key = String(name.map { $0.isASCII && !$0.isLetter && !$0.isNumber || $0.isWhitespace ? "_" : $0 })
    if key.first?.isNumber ?? true { key = "_" + key }
    return key
  }

  private static func bound(_ text: String, source: PlannedSource) throws -> (BoundPredicate, [Slot]) {
    let attributes = source.attributeNames
    let columns = source.columns.map(\.name)
    let keys = columns.map(key)
    var slots: [Slot] = []
    var numbers: [String: Int] = [:]
    func slot(_ name: String) -> Int? {
      if let known = numbers[name] { return known }
      let found: Slot? =
        attributes.firstIndex(of: name).map { .attribute($0) }
        ?? (columns.firstIndex(of: name) ?? keys.firstIndex(of: name)).map { .column($0) }
      guard let found else { return nil }
      numbers[name] = slots.count
      slots.append(found)
      return slots.count - 1
    }
    /// As `studbook query` has it: what is compared with a date is one.
    func kind(_ keys: [String]) -> ComparedKind? {
      switch slot(keys.joined(separator: ".")).map({ slots[$0] }) {
      case .attribute(let number): .type(source.type(ofAttribute: number))
      case .column: .type(.string)
      case nil: nil
      }
    }
    do {
      let bound = try ObjectPredicate(format: text).typingConstants(kind).bound { slot($0.dotted) }
      return (bound, slots)
    } catch let error as PredicateBindingError {
      if case .unresolvedKeyPath(let path) = error {
        let known = attributes + keys.filter { !attributes.contains($0) }
        throw GridQueryError(description: "There is no “\(path.dotted)”; there is \(known.joined(separator: ", "))")
      }
      throw GridQueryError(description: "\(error)")
    } catch {
      throw GridQueryError(description: "\(error)")
    }
  }

  /// A record whose values have numbers.
  private struct Row: SlotSubject {
    let filter: RecordFilter
    let page: RecordPage
    let record: Int

    func slotValue(_ slot: Int) -> AttributeValue {
      switch filter.predicate?.slots[slot] {
      case .attribute(let number): return filter.source.value(number, of: page, record)
      case .column(let column):
        return page.withField(record, column) { text in
          guard let text, text.hasInk else { return .null }
          return .string(String(decoding: text, as: UTF8.self))
        }
      case nil: return .null
      }
    }
  }
}

/// A text that is looked for, whatever its case and its accents.
struct TextSearch: Sendable {
  private let wanted: [UInt8]

  init(_ text: String) { wanted = TextFolding.folded(text, [.caseInsensitive, .diacriticInsensitive]) }

  /// Whether a text has it.
  ///
  /// - Complexity: O(*n*) for ASCII; other texts are decoded and folded first.
  func isFound(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    if text.allSatisfy({ $0 < 0x80 }) {
      return Self.isFound(wanted, text.count) { index in
        let byte = text[index]
        return byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
      }
    }
    let folded = TextFolding.folded(
      String(decoding: text, as: UTF8.self),
      [.caseInsensitive, .diacriticInsensitive]
    )
    return Self.isFound(wanted, folded.count) { folded[$0] }
  }

  private static func isFound(_ wanted: [UInt8], _ count: Int, _ byte: (Int) -> UInt8) -> Bool {
    guard wanted.count <= count else { return false }
    var start = 0
    while start + wanted.count <= count {
      var index = 0
      while index < wanted.count, byte(start + index) == wanted[index] { index += 1 }
      if index == wanted.count { return true }
      start += 1
    }
    return false
  }
}
