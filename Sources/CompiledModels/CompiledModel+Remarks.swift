internal import AttributeValues
package import ObjectModel

extension CompiledModel {
  /// What the compiled form of a model leaves out, or says in a form that no published file shows; one sentence each, without a full stop.
  ///
  /// - Complexity: O(properties).
  package static func remarks(on model: ManagedObjectModel) -> [String] {
    model.entities.flatMap { entity in
      entity.indexes.compactMap { remark(on: $0).map { "\(entity.name): \($0)" } }
        + entity.declaredProperties.compactMap { property in
          (property as? AttributeDescription).flatMap(remark).map { "\(entity.name).\(property.name): \($0)" }
        }
    }
  }

  private static func remark(on index: FetchIndexDescription) -> String? {
    if index.elements.contains(where: \.isExpression) {
      return "the index \(index.name) over an expression is left out"
    }
    if index.partialIndexPredicateText != nil { return "the form of the partial index \(index.name) is inferred" }
    if index.elements.contains(where: { $0.collationType == .rTree }) {
      return "the form of the R-tree index \(index.name) is inferred"
    }
    return nil
  }

  private static func remark(on attribute: AttributeDescription) -> String? {
    if attribute.allowsCloudEncryption { return "the encryption in the cloud is left out" }
    if let composite = attribute as? CompositeAttributeDescription {
      if !composite.defaultValue.isNull {
        return "the default value of the whole is left out; those of its elements are written"
      }
      if composite.isMadeByModelEditor {
        return "the form of composite attributes is known from models made in code only"
      }
      return composite.elements.contains { $0 is CompositeAttributeDescription }
        ? "the form of a composite attribute inside another is inferred" : nil
    }
    switch attribute.defaultValue {
    case .uri: return "the form of the default value is inferred"
    default: return nil
    }
  }
}
