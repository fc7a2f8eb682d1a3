public import FoundationEssentials
public import PredicateLanguage

extension ObjectPredicate {
  /// The predicate language's form of a predicate that is written in Swift.
  ///
  /// ```swift
  /// var request = FetchRequest<FetchedDictionary>(entityName: "Breed")
  /// request.predicate = try ObjectPredicate(#Predicate<Breed> { $0.name.starts(with: "B") && ($0.heightMax ?? 0) > 38 })
  /// let rows = try context.fetch(request)
  /// ```
  ///
  /// It holds for the same objects as Foundation's `evaluate(_:)`, with texts compared by Unicode scalars as everywhere in the language, which makes
  /// a difference only for texts that are not normalised. Where Swift would end the program or throw (`!` of no value, a position that a relationship
  /// does not have, an overflow) there is no value, as in the language. What a store is asked for, typed properties may show in other ways: `0` for an
  /// attribute without value counts as 0.
  ///
  /// Understood are comparisons, logic, arithmetic, ranges, optionals with `?`, `??`, `!`, `flatMap` and `if let`, `contains`, `starts(with:)`,
  /// `contains(where:)`, `allSatisfy`, `filter`, `count` and `isEmpty` of relationships, `isEmpty` of texts, `first`, `last` and positions of
  /// ordered relationships, and casts to a class above.
  ///
  /// - Throws: `QueryTranslationError` for what cannot be asked of a store: a property that is worked out, the number of a text's characters, regular
  ///   expressions, casts to subclasses, arithmetic of `Float`, subscripts of dictionaries.
  public init<Object: ManagedObject>(_ predicate: Predicate<Object>) throws(QueryTranslationError) {
    var translation = PredicateTranslation(objects: predicate.variable.key)
    self = try translation.condition(predicate.expression)
  }
}
