internal import Findings
internal import ObjectModel

extension ImportPlan {
  /// What is wrong with how well attributes are filled.
  func completenessFindings(_ profiles: [AttributeProfile]) -> [Finding] {
    checks.atEnd.compactMap { check in
      guard case .completeness(let share, let text) = check.kind else { return nil }
      let ofAttribute = profiles.filter { profile in
        profile.attribute == check.attributeName
          && model.entitiesByName[profile.entity].map { $0.isKind(of: check.entity) } ?? false
      }
      let filled = ofAttribute.reduce(0) { $0 + $1.filled }
      let total = ofAttribute.reduce(0) { $0 + $1.total }
      guard total > 0, Double(filled) < share * Double(total) else { return nil }
      let kind = ValueFinding.completeness(
        attribute: check.attributeName,
        entity: check.entity.name,
        filled: filled,
        of: total,
        asked: text
      )
      return Finding(
        check.wording.kind(kind),
        severity: recipe.severities[kind.rule] ?? check.wording.severity,
        at: check.position.inRecipe,
        entity: check.entity.name,
        attribute: check.attributeName
      )
    }
  }
}

extension SourcePosition {
  /// A place in the recipe as findings name it: sources and recipe stand in one folder.
  var inRecipe: SourcePosition {
    var position = self
    position.file = file.split(separator: "/").last.map(String.init) ?? file
    return position
  }
}
