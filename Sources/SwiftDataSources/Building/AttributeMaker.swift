#if SwiftDataSources
  internal import AttributeValues
  internal import Findings
  internal import ObjectModel
  internal import SwiftSyntax

  /// Makes attributes of types, as SwiftData does.
  ///
  /// What is established, by stores and published version hashes:
  ///
  ///     String, Int, Date …           an attribute of that type
  ///     enumeration with raw values   a composite of one element, which is named like the property, of the raw type, always optional
  ///     enumeration without           a composite of an optional element for each case: first those with values, composites of these,
  ///                                   which are named `_0`, `_1` … without labels; then the others, Strings
  ///     Codable structure             a composite of its stored properties, all optional where the property is
  ///     [String], [Data], [Date]      a transformable attribute
  ///     other lists, dictionaries     binary data
  struct AttributeMaker {
    let index: DeclarationIndex
    let collector: FindingCollector
    /// `Entity.property`, for findings, and the place to which they belong.
    let owner: String
    let entity: String
    let property: String
    let node: Syntax
    let source: Int

    /// How deep structures may be nested in structures.
    private static let deepest = 32

    /// The attribute of a property; `nil`, with a finding, if its type is none that can be stored.
    func attribute(
      named name: String,
      of type: SwiftType,
      in scope: Scope,
      isOptional: Bool = false,
      depth: Int = 0
    ) -> AttributeDescription? {
      switch index.resolve(type, in: scope) {
      case .declared(let declaration):
        return attribute(named: name, of: declaration, written: type, isOptional: isOptional, depth: depth)
      case .other(.optional(let wrapped), let scope):
        return attribute(named: name, of: wrapped, in: scope, isOptional: true, depth: depth)
      case .other(.array(let element), let scope):
        return list(named: name, of: element, written: type, in: scope, isOptional: isOptional)
      case .other(.dictionary, _):
        return simple(name, .binaryData, isOptional: isOptional)
      case .other(.set, _):
        return refuse(.unfit(type: type.description, of: owner, .elements))
      case .other(.named(let builtIn), _):
        if let elements = BuiltInType.elements(of: builtIn) {
          return composite(
            name,
            elements.map { simple($0.name, $0.type, isOptional: isOptional) },
            isOptional: isOptional
          )
        }
        guard let (known, isAssumed) = BuiltInType.attributeType(of: builtIn) else {
          return refuse(.undeclared(type: type.description, of: owner))
        }
        let attribute = simple(name, known, isOptional: isOptional)
        if isAssumed { note(.assumed(type: type.description, of: owner), .warning) }
        attribute.isStorageAssumed = isAssumed
        return attribute
      case .other(.unreadable(let text), _), .other(.generic(_, let text), _):
        return refuse(.unfit(type: text, of: owner, .form))
      }
    }

    private func attribute(
      named name: String,
      of declaration: Declaration,
      written: SwiftType,
      isOptional: Bool,
      depth: Int
    ) -> AttributeDescription? {
      let type = written.description
      switch declaration.kind {
      case .enumeration:
        return enumeration(declaration, named: name, written: type, isOptional: isOptional, depth: depth)
      case .structure(let node):
        guard index.isCodable(declaration) else { return refuse(.unfit(type: type, of: owner, .notCodable)) }
        let body = TypeBody(index.blocks(of: declaration))
        guard depth < Self.deepest, body.strange.isEmpty, !body.properties.contains(where: \.isConditional) else {
          return refuse(.unfit(type: type, of: owner, .form))
        }
        if body.hasOwnCoding { note(.codedByItself(type: type, of: owner), .warning) }
        var elements: [AttributeDescription] = []
        let parameters = Set(node.genericParameterClause?.parameters.map(\.name.plainText) ?? [])
        for property in body.properties {
          guard let elementType = valueType(of: property, in: declaration.scope) else { return nil }
          guard !elementType.mentions(parameters) else { return refuse(.unfit(type: type, of: owner, .form)) }
          guard
            let element = attribute(
              named: property.name,
              of: elementType,
              in: declaration.scope,
              isOptional: isOptional,
              depth: depth + 1
            )
          else { return nil }
          elements.append(element)
        }
        return composite(name, elements, isOptional: isOptional)
      case .model, .reference, .alias: return refuse(.unfit(type: type, of: owner, .notModel))
      case .contract: return refuse(.unfit(type: type, of: owner, .form))
      }
    }

    private func valueType(of property: StoredProperty, in scope: Scope) -> SwiftType? {
      if let type = property.type { return SwiftType(type) }
      if let value = property.initialValue,
        let type = InitialValue(expression: value, index: index, scope: scope).type
      {
        return type
      }
      return refuse(.untyped("\(owner).\(property.name)"))
    }

    private func enumeration(
      _ declaration: Declaration,
      named name: String,
      written type: String,
      isOptional: Bool,
      depth: Int
    ) -> AttributeDescription? {
      guard index.isCodable(declaration) else { return refuse(.unfit(type: type, of: owner, .notCodable)) }
      if case .named(let raw)? = declaration.inherited.first,
        case .other(.named(let plain), _) = index.resolve(.named(raw), in: declaration.outerScope),
        let (rawType, isAssumed) = BuiltInType.attributeType(of: plain)
      {
        let element = simple(name, rawType, isOptional: true)
        if isAssumed { note(.assumed(type: type, of: owner), .warning) }
        element.isStorageAssumed = isAssumed
        return composite(name, [element], isOptional: isOptional)
      }
      let body = EnumerationBody(index.blocks(of: declaration))
      guard depth < Self.deepest, !body.isConditional, !body.isIndirect, !body.cases.isEmpty else {
        return refuse(.unfit(type: type, of: owner, .form))
      }
      var elements: [AttributeDescription] = []
      for example in body.cases where !example.values.isEmpty {
        var values: [AttributeDescription] = []
        for value in example.values {
          guard
            let element = attribute(
              named: value.name,
              of: value.type,
              in: declaration.scope,
              isOptional: true,
              depth: depth + 1
            )
          else { return nil }
          values.append(element)
        }
        elements.append(composite(example.name, values, isOptional: true))
      }
      elements += body.cases.filter(\.values.isEmpty).map { simple($0.name, .string, isOptional: true) }
      return composite(name, elements, isOptional: isOptional)
    }

    private func list(
      named name: String,
      of element: SwiftType,
      written: SwiftType,
      in scope: Scope,
      isOptional: Bool
    ) -> AttributeDescription? {
      switch index.resolve(element, in: scope) {
      case .declared(let declaration):
        guard index.isCodable(declaration) else {
          return refuse(.unfit(type: written.description, of: owner, .notCodable))
        }
        return simple(name, .binaryData, isOptional: isOptional)
      case .other(.named(let builtIn), _) where BuiltInType.isKnownElement(builtIn):
        let attribute = simple(name, .transformable, isOptional: isOptional)
        attribute.valueTransformerName = "NSSecureUnarchiveFromData"
        attribute.attributeValueClassName = "Array<\(builtIn[0])>"
        return attribute
      case .other(.dictionary, _): return simple(name, .binaryData, isOptional: isOptional)
      case .other(.named(let builtIn), _) where BuiltInType.attributeType(of: builtIn) == nil:
        return refuse(.undeclared(type: element.description, of: owner))
      default: return refuse(.unfit(type: written.description, of: owner, .elements))
      }
    }

    private func simple(_ name: String, _ type: AttributeType, isOptional: Bool) -> AttributeDescription {
      let attribute = AttributeDescription(name: name, type: type)
      attribute.isOptional = isOptional
      return attribute
    }

    private func composite(
      _ name: String,
      _ elements: [AttributeDescription],
      isOptional: Bool
    ) -> AttributeDescription {
      let composite = CompositeAttributeDescription(name: name, elements: elements)
      composite.isOptional = isOptional
      return composite
    }

    private func note(_ problem: ModelFinding.SourceProblem, _ severity: Severity) {
      collector.note(.source(problem), severity, at: node, in: source, entity: entity, property: property)
    }

    private func refuse<Value>(_ problem: ModelFinding.SourceProblem) -> Value? {
      note(problem, .error)
      return nil
    }
  }
#endif
