import AttributeValues
import Foundation
import ManagedObjects
import ObjectModel
import PredicateLanguage
import Testing

/// Predicates and expressions: written as text, put together, evaluated.
@Suite struct PredicateExamples {
  private let beagle: [String: PredicateValue] = [
    "name": "Beagle", "heightMin": 33, "heightMax": 38.1, "weightMax": 13.6,
  ]

  @Test func aPredicateIsWrittenAsText() throws {
    // example: ObjectPredicate, PredicateSubject
    let small = try ObjectPredicate(format: "heightMax < %@ AND name BEGINSWITH[c] %@", 40, "b")
    let isSmall = try small.evaluate(with: ["name": "Beagle", "heightMax": 38.1] as [String: PredicateValue])
    // A managed object, a dictionary, or whatever conforms to PredicateSubject.
    // end
    #expect(isSmall)
  }

  @Test func anExpressionHasAValue() throws {
    // example: ObjectExpression, PredicateValue
    let expression = try ObjectExpression(format: "heightMax - heightMin")
    let value = try expression.value(with: beagle)
    if case PredicateValue.value(.double(let centimetres)) = value { print(centimetres) }
    // end
    guard case .value(.double(let difference)) = value else {
      Issue.record("no number: \(value)")
      return
    }
    #expect(abs(difference - 5.1) < 0.001)
  }

  @Test func aPredicateIsPutTogether() throws {
    // example: PredicateComparison, ObjectKeyPath
    let height = ObjectExpression.keyPath(ObjectKeyPath("heightMax"))
    let limit = ObjectExpression.value(40.0)
    let comparison = PredicateComparison(height, .lessThan, limit)
    let predicate = ObjectPredicate.and([ObjectPredicate(comparison), try ObjectPredicate(format: "name != nil")])
    // end
    #expect(try predicate.evaluate(with: beagle) && predicate.keyPaths.map(\.dotted) == ["heightMax", "name"])
  }

  @Test func functionsAreCalled() throws {
    // example: PredicateFunction
    let weight = ObjectExpression.keyPath(ObjectKeyPath("weightMax"))
    let rounded = ObjectExpression.function(PredicateFunction.round, [weight])
    // end
    guard case .value(let value) = try rounded.value(with: beagle) else {
      Issue.record("no value")
      return
    }
    #expect(value == .double(14) || value == .integer(14))
  }

  @Test func everyOperatorHasAnExpression() throws {
    let breeds: [[String: PredicateValue]] = [["name": "Beagle", "heights": .collection([33, 38.1], isOrdered: true)]]
    // example: CollectionOperator, CollectionIndex, SetOperation, CastType
    let tallest = ObjectKeyPath(["heights", CollectionOperator.maximum.rawValue])
    let first = ObjectExpression.element(of: .keyPath(ObjectKeyPath("heights")), CollectionIndex.first)
    let either = ObjectExpression.setOperation(
      SetOperation.union,
      .keyPath(ObjectKeyPath("heights")),
      .list([.value(40)])
    )
    let number = ObjectExpression.cast(.value("33"), CastType.number)
    let found = try [.keyPath(tallest), first, either, number].map { try $0.value(with: breeds[0]) }
    // end
    #expect(found.count == 4)
    guard case .value(.double(38.1)) = found[0] else {
      Issue.record("\(found[0])")
      return
    }
  }

  // example: PredicateArgument, PredicateConstant
  enum Size: String, PredicateArgument {
    case small, large
    var predicateConstant: PredicateConstant { .value(.string(rawValue)) }
  }
  func predicate(for size: Size) throws -> ObjectPredicate { try ObjectPredicate(format: "size == %@", size) }
  // end

  @Test func aTypeOfOnesOwnIsAnArgument() throws {
    #expect(try predicate(for: .small).evaluate(with: ["size": "small"] as [String: PredicateValue]))
  }

  // example: PredicateValueConvertible
  struct Height: PredicateValueConvertible {
    var centimetres: Double
    var predicateValue: PredicateValue { .value(.double(centimetres)) }
  }
  func isSmall(_ heights: [String: Height]) throws -> Bool {
    try ObjectPredicate(format: "beagle < 40").evaluate(with: heights)
  }
  // end

  @Test func aTypeOfOnesOwnIsAValue() throws {
    #expect(try isSmall(["beagle": Height(centimetres: 38.1)]))
  }

  // example: ObjectIdentity
  struct Dog: PredicateSubject {
    var chip: Int
    func predicateValue(forKey key: String) -> PredicateValue? { key == "chip" ? .value(.integer(Int64(chip))) : nil }
    /// Two of one chip are the same dog.
    var predicateIdentity: ObjectIdentity? { ObjectIdentity(chip) }
  }
  // end

  @Test func subjectsAreComparedByTheirIdentity() throws {
    let same = try ObjectPredicate(format: "SELF == %@", ObjectIdentity(77))
    #expect(try same.evaluate(with: Dog(chip: 77)) && !same.evaluate(with: Dog(chip: 78)))
  }

  @Test func aMistakeIsShownInItsPlace() throws {
    var text = ""
    // example: PredicateSyntaxError
    do {
      _ = try ObjectPredicate(format: "heightMax >> 50")
    } catch {
      let syntaxError: PredicateSyntaxError = error
      text = syntaxError.description  // what is wrong, the text, and a caret under the place
    }
    // end
    #expect(text.contains("heightMax >> 50") && text.contains("^"))
  }

  @Test func aKeyThatASubjectDoesNotHaveIsAnError() throws {
    var key = ""
    // example: PredicateEvaluationError
    do {
      _ = try ObjectPredicate(format: "weight > 10").evaluate(with: Showcase.model().entities[0])
    } catch PredicateEvaluationError.unknownKey(let name, _) {
      key = name
    }
    // end
    #expect(key == "weight")
  }

  @Test func aConstantThatNoValueIsLikeIsAnError() throws {
    let model = Showcase.model()
    let template = FetchRequestTemplate(entityName: "Breed", predicateText: "heightMax > 'tall'")
    model.setFetchRequestTemplate(template, forName: "tall")
    var found = ""
    // example: PredicateConstantError, ComparedKind
    do {
      _ = try model.fetchRequestFromTemplate(withName: "tall")
    } catch let error as PredicateConstantError {
      if error.kind == ComparedKind.type(.double) { found = error.constant }  // tall
    }
    // end
    #expect(found.contains("tall"))
  }

  // example: BoundPredicate, SlotSubject, PredicateBindingError
  /// A row whose values have numbers instead of names, so that a million of them are asked without looking names up.
  struct Row: SlotSubject {
    static let names = ["name", "heightMax"]
    var values: [AttributeValue]
    func slotValue(_ slot: Int) -> AttributeValue { values[slot] }
    /// - Throws: `PredicateBindingError` for a key path that no number stands for.
    static func bind(_ predicate: ObjectPredicate) throws -> BoundPredicate {
      try predicate.bound { names.firstIndex(of: $0.dotted) }
    }
  }
  // end

  @Test func aBoundPredicateReadsNumberedValues() throws {
    let bound = try Row.bind(ObjectPredicate(format: "heightMax < 40"))
    #expect(try bound.evaluate(on: Row(values: [.string("Beagle"), .double(38.1)])))
    #expect(throws: PredicateBindingError.self) { try Row.bind(ObjectPredicate(format: "weight < 40")) }
  }
}
