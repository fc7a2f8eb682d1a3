internal import AttributeValues
internal import ObjectModel
public import PredicateLanguage

/// A row of named values that a fetch returns without making an object: Core Data's `dictionaryResultType`.
///
/// ```swift
/// let rows: [FetchedDictionary] = try context.fetch(FetchRequest<FetchedDictionary>(entityName: "Breed"))
/// let names = rows.map { $0["name"]?.anyValue as? String }
/// ```
///
/// The rows of a request share their names, and a row that the store has read whole makes a value when it is asked for.
public struct FetchedDictionary: FetchRequestResult, Sendable {
  private enum Contents {
    case row(FetchedRow)
    case values([FetchedValue])
  }

  private let layout: FetchedDictionaryLayout
  private let contents: Contents

  /// A row whose values stand in a stored row, where the layout says.
  init(_ row: FetchedRow, _ layout: FetchedDictionaryLayout) {
    self.layout = layout
    contents = .row(row)
  }

  /// A row of values in the order of the layout's names.
  init(_ values: [FetchedValue], _ layout: FetchedDictionaryLayout) {
    self.layout = layout
    contents = .values(values)
  }

  /// The names, in the order of the request's properties.
  public var names: [String] { layout.names }

  /// How many values there are.
  public var count: Int { layout.names.count }

  /// The value with a name; `nil` if there is no such name.
  ///
  /// - Complexity: O(bytes of the value).
  public subscript(name: String) -> FetchedValue? { layout.places[name].map(value) }

  /// The row as a dictionary.
  ///
  /// - Complexity: O(bytes of the row).
  public var dictionary: [String: FetchedValue] {
    Dictionary(zip(layout.names, values)) { first, _ in first }
  }

  /// The values in the order of the names.
  var values: [FetchedValue] {
    if case .values(let values) = contents { values } else { layout.names.indices.map(value) }
  }

  private func value(_ place: Int) -> FetchedValue {
    switch contents {
    case .values(let values): values[place]
    case .row(let row):
      switch layout.sources[place] {
      case .attribute(let slot): .value(row.attribute(slot))
      case .toOne(let slot): row.toOne(slot).map { .objectID($0) } ?? .value(.null)
      }
    }
  }
}

/// What the rows of a request have in common: their names and, for rows that are read whole, where the values stand.
final class FetchedDictionaryLayout: Sendable {
  /// Where a value stands in the stored rows of an entity.
  enum Source: Sendable {
    case attribute(Int)
    case toOne(Int)
  }

  let names: [String]
  let places: [String: Int]
  /// One for each name; empty if the rows hold values.
  let sources: [Source]

  init(names: [String], sources: [Source] = []) {
    self.names = names
    self.sources = sources
    places = Dictionary(zip(names, names.indices)) { first, _ in first }
  }
}

extension FetchedDictionary: Hashable {
  /// Whether both have the same names with the same values.
  public static func == (left: FetchedDictionary, right: FetchedDictionary) -> Bool {
    left.layout.names == right.layout.names ? left.values == right.values : left.dictionary == right.dictionary
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(dictionary) }
}

extension FetchedDictionary: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (String, FetchedValue)...) {
    self.init(elements.map(\.1), FetchedDictionaryLayout(names: elements.map(\.0)))
  }
}

extension FetchedDictionary: CustomStringConvertible {
  public var description: String { "\(dictionary)" }
}

extension FetchedDictionary: PredicateSubject {
  public func predicateValue(forKey key: String) -> PredicateValue? { self[key]?.predicateValue ?? .null }
}
