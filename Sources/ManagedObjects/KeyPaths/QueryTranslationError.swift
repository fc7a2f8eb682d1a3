public import FoundationEssentials

/// Why a predicate, key path or sort descriptor of Swift's cannot be asked of a store.
///
/// ```swift
/// do {
///   // `initial` is worked out of the name; no store knows it.
///   let request = try FetchRequest<Breed>(predicate: #Predicate { $0.initial == "B" })
///   breeds = try context.fetch(request)
/// } catch let error as QueryTranslationError where error.reason == .notAProperty {
///   breeds = try context.fetch(Breed.fetchRequest()).filter { $0.initial == "B" }
/// }
/// ```
///
/// It is thrown where the request is made, and never replaced by an answer that might differ from Swift's.
public struct QueryTranslationError: LocalizedError, Sendable, Hashable {
  /// What stands in the way.
  public enum Reason: Sendable, Hashable {
    /// The key path does not give the value of one property of the model as it is: it works something out of one or several.
    case notAProperty
    /// Predicates of stores have nothing that always gives the same answer.
    case unsupportedExpression
    /// The constant is of a type that no attribute has.
    case unsuitableConstant
    /// Objects cannot be sorted by it.
    case unsortable
  }

  /// The part that cannot be asked of a store, as Swift prints it.
  public let expression: String
  /// What stands in the way.
  public let reason: Reason

  init(_ reason: Reason, _ expression: Any) {
    self.reason = reason
    let text = "\(expression)"
    self.expression = text.count > 300 ? text.prefix(299) + "…" : text
  }
}

extension QueryTranslationError: CustomStringConvertible {
  public var description: String {
    switch reason {
    case .notAProperty:
      "\(expression) is not the value of one property of the model, so no store can be asked for it."
    case .unsupportedExpression:
      "\(expression) cannot be asked of a store; filter the fetched objects instead."
    case .unsuitableConstant:
      "A value of the type \(expression) cannot be compared with a property of the model."
    case .unsortable:
      "\(expression) leads to a relationship; objects are sorted by attributes."
    }
  }
}

extension QueryTranslationError {
  public var errorDescription: String? { description }
}
