internal import AttributeValues
internal import FoundationEssentials
internal import ObjectModel

// Key-value access to attributes whose description has a say: transformable and composite ones.
extension AttributeDescription {
  /// The attribute's transformer; `nil` if none is registered under its name.
  var valueTransformer: (any ValueTransformer)? {
    if let registered = ValueTransformers.transformer(named: valueTransformerName) { return registered }
    guard KeyedArchiveTransformer.names.contains(valueTransformerName ?? ValueTransformers.defaultName) else {
      return nil
    }
    return KeyedArchiveTransformer()
  }

  /// A value of this attribute as key-value access shows it; see `AttributeValue.anyValue`.
  ///
  /// A transformable value is transformed back; its bytes are shown where that is not possible.
  func anyValue(of value: AttributeValue) -> Any? {
    switch value {
    case .transformable(let archived):
      guard let transformer = valueTransformer else { return archived }
      return (try? transformer.reverseTransformedValue(archived.bytes)) ?? archived
    case .composite(let values):
      guard let composite = self as? CompositeAttributeDescription else { return value.anyValue }
      var shown: [String: Any] = [:]
      for element in composite.elements {
        if let value = values[element.name].flatMap({ element.anyValue(of: $0) }) { shown[element.name] = value }
      }
      return shown
    default: return value.anyValue
    }
  }

  /// The typed value of `value`; `nil` when it is not of the attribute's type, does not fit or cannot be transformed.
  func attributeValue(from value: Any?) -> AttributeValue? {
    switch attributeType {
    case .transformable:
      if let plain = AttributeValue(value, type: .transformable), !(value is Data) { return plain }
      guard let value, let transformer = valueTransformer, let data = try? transformer.transformedValue(value) else {
        // Without a transformer, bytes are taken for what the transformer would have made.
        return AttributeValue(value, type: .transformable)
      }
      return .transformable(TransformableValue(bytes: data))
    case .composite:
      guard let composite = self as? CompositeAttributeDescription, let values = value as? [String: Any] else {
        return AttributeValue(value, type: .composite)
      }
      return composite.attributeValue(ofElements: values)
    default: return AttributeValue(value, type: attributeType)
    }
  }
}

extension CompositeAttributeDescription {
  /// The composite of these elements; `nil` when one is not an element's value. An element that is not named has no value.
  fileprivate func attributeValue(ofElements values: [String: Any]) -> AttributeValue? {
    var typed: [String: AttributeValue] = [:]
    for (name, value) in values {
      guard let element = elements.first(where: { $0.name == name }), let value = element.attributeValue(from: value)
      else { return nil }
      if !value.isNull { typed[name] = value }
    }
    return .composite(typed)
  }
}
