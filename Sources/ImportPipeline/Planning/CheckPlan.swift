internal import AttributeValues
internal import Findings
internal import ImageFitting
internal import ObjectModel

/// A recipe's checks with their names resolved, sorted by when they are made.
struct CheckPlan: Sendable {
  /// Checks of single values.
  var values: [AttributeCheckPlan<ValueCheckKind>] = []
  /// Fields whose values rise or fall from record to record.
  var orders: [OrderPlan] = []
  /// Attributes on which sources have to agree.
  var agreements: [AgreementPlan] = []
  /// What is checked after the last source, over all objects of an entity.
  var atEnd: [EndCheckPlan] = []
  /// Rules of one's own.
  var own: [any RecordRule] = []

  /// The checks of the values that a mapping gives an attribute.
  func valueChecks(
    of attribute: AttributeDescription,
    in entity: EntityDescription,
    _ source: SourceRecipe,
    _ mapping: FieldMapping,
    _ converter: ValueConverter
  ) -> [any ValueCheck] {
    values.filter { $0.isAbout(attribute, of: entity) }.map { $0.check(source, mapping, converter) }
  }

  /// The checks of an attribute's values that are made for objects of sub-entities of `entity` only.
  func subentityChecks(
    of attribute: AttributeDescription,
    in entity: EntityDescription,
    _ source: SourceRecipe,
    _ mapping: FieldMapping,
    _ converter: ValueConverter
  ) -> [SubentityCheck] {
    values.filter { $0.attributeName == attribute.name && $0.entity !== entity && $0.entity.isKind(of: entity) }
      .map { SubentityCheck(entity: $0.entity, check: $0.check(source, mapping, converter)) }
  }

  /// The conversion that an attribute's values are suspected to lack.
  func suspectedUnit(of attribute: AttributeDescription, in entity: EntityDescription) -> UnitConversion? {
    for check in atEnd where check.isAbout(attribute, of: entity) {
      if case .peers(let peers) = check.kind, let unit = peers.unit { return unit }
    }
    return nil
  }
}

/// A check of an entity's attribute; `kind` says what is checked.
struct AttributeCheckPlan<Kind: Sendable>: Sendable {
  let entity: EntityDescription
  let slot: Int
  let attributeName: String
  let kind: Kind
  let wording: CheckMessage
  /// Where the check stands in the recipe.
  let position: SourcePosition

  /// Whether the check is about an attribute of `entity`, which may be a sub-entity.
  func isAbout(_ attribute: AttributeDescription, of entity: EntityDescription) -> Bool {
    attributeName == attribute.name && entity.isKind(of: self.entity)
  }
}

/// A check of values that objects of a sub-entity get from records of an entity above.
struct SubentityCheck: Sendable {
  let entity: EntityDescription
  let check: any ValueCheck
}

extension AttributeCheckPlan<ValueCheckKind> {
  /// The check of the values that a mapping gives.
  fileprivate func check(_ source: SourceRecipe, _ mapping: FieldMapping, _ converter: ValueConverter)
    -> any ValueCheck
  {
    switch kind {
    case .ready(let check): check
    case .text(let rules): TextCheck(rules: rules, wording: wording, isMarkup: source.format.isMarkup, mapping: mapping)
    case .image(let demands, let library):
      ImageCheck(wording: wording, demands: demands, library: library, converter: converter)
    }
  }
}

/// An attribute whose values rise or fall.
typealias OrderPlan = AttributeCheckPlan<SequenceOrder>

/// An attribute on which sources have to agree.
typealias AgreementPlan = AttributeCheckPlan<Agreement>

/// A check over all objects of an entity.
typealias EndCheckPlan = AttributeCheckPlan<EndCheckKind>

/// What is asked of single values.
enum ValueCheckKind: Sendable {
  case ready(any ValueCheck)
  /// Tidiness, which depends on the source too.
  case text(Set<RuleCode>)
  /// Pictures, which depend on what a mapping makes of them.
  case image(ImageDemands, ImageLibrary?)
}

/// What is asked of all values together.
enum EndCheckKind: Sendable {
  case peers(PeerPlan)
  case gaps
  case distinct(Distinctness)
  case similar(Int)
  case similarPictures(Int, ImageLibrary)
  case completeness(Double, text: String)
}

/// How a value is compared with those of its peers.
struct PeerPlan: Sendable {
  /// The attribute or to-one relationship whose value the peers share; `nil` for all objects.
  let group: EntityLayout.Slot?
  let limit: Double
  let unit: UnitConversion?
  /// The words for the findings of a forgotten conversion.
  let unitWording: CheckMessage?
}
