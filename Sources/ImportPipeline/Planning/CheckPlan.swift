internal import AttributeValues
internal import Findings
internal import ObjectModel

/// A recipe's checks with their names resolved, sorted by when they are made.
struct CheckPlan: Sendable {
  /// Checks of single values, by entity and attribute.
  var values: [ValueCheckPlan] = []
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
    _ mapping: FieldMapping
  )
    -> [any ValueCheck]
  {
    values.filter { entity.isKind(of: $0.entity) && $0.attributeName == attribute.name }.map { plan in
      switch plan.check {
      case .ready(let check): check
      case .text(let rules):
        TextCheck(
          rules: rules,
          severity: plan.severity,
          message: plan.message,
          isMarkup: source.format.isMarkup,
          mapping: mapping
        )
      }
    }
  }
}

extension CheckPlan {
  /// The conversion that an attribute's values are suspected to lack.
  func suspectedUnit(of attribute: AttributeDescription, in entity: EntityDescription) -> UnitConversion? {
    for check in atEnd where check.attributeName == attribute.name && entity.isKind(of: check.entity) {
      if case .peers(let peers) = check.kind, let unit = peers.unit { return unit }
    }
    return nil
  }
}

/// A check of an attribute's values.
struct ValueCheckPlan: Sendable {
  enum Check: Sendable {
    case ready(any ValueCheck)
    /// Tidiness, which depends on the source too.
    case text(Set<RuleCode>)
  }

  let entity: EntityDescription
  let attributeName: String
  let check: Check
  var severity: Severity?
  var message: String?
}

/// An attribute whose values rise or fall.
struct OrderPlan: Sendable {
  let entity: EntityDescription
  let attributeName: String
  let isRising: Bool
  let wording: CheckWording
}

/// An attribute on which sources have to agree.
struct AgreementPlan: Sendable {
  let entity: EntityDescription
  let slot: Int
  let attributeName: String
  let agreement: Agreement
  let wording: CheckWording
}

/// A check over all objects of an entity.
struct EndCheckPlan: Sendable {
  enum Kind: Sendable {
    case peers(PeerPlan)
    case gaps
    case distinct(Distinctness)
    case similar(Int)
    case completeness(Double, text: String)
  }

  let entity: EntityDescription
  let slot: Int
  let attributeName: String
  let kind: Kind
  let wording: CheckWording
  /// Where the check stands in the recipe.
  let position: SourcePosition
}

/// How a value is compared with those of its peers.
struct PeerPlan: Sendable {
  enum Group: Sendable {
    case all
    case toOne(Int)
    case attribute(Int)
  }

  let group: Group
  let limit: Double
  let unit: UnitConversion?
  /// The words for the findings of a forgotten conversion.
  let unitWording: CheckWording?
}
