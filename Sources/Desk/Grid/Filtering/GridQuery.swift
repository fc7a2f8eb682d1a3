internal import Foundation

/// What is asked of the records of a grid; all of it has to be so.
package struct GridQuery: Sendable, Hashable {
  /// What is asked of a column: that it has one of some texts.
  package struct Facet: Sendable, Hashable {
    package var texts: Set<String> = []
    /// Whether fields without text are taken too.
    package var takesEmpty = false

    package init(texts: Set<String> = [], takesEmpty: Bool = false) {
      self.texts = texts
      self.takesEmpty = takesEmpty
    }

    var isEmpty: Bool { texts.isEmpty && !takesEmpty }
  }

  /// Texts of columns, by the columns' names.
  package var facets: [String: Facet] = [:]
  /// A text that a field has, whatever its case and its accents.
  package var search = ""
  /// The column in which `search` is looked for; `nil` for all.
  package var searchColumn: String?
  /// A predicate of attributes and columns.
  package var predicate = ""
  /// The only records that count; `nil` for all.
  package var records: Set<Int>?

  package init() {}

  /// Whether nothing is asked.
  package var isEmpty: Bool {
    facets.values.allSatisfy(\.isEmpty) && search.isEmpty && predicate.isEmpty && records == nil
  }
}

/// Why a query is not understood.
package struct GridQueryError: LocalizedError, CustomStringConvertible, Equatable {
  package let description: String

  package var errorDescription: String? { description }
}
