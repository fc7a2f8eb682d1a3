#if SwiftDataSources
  internal import AttributeValues
  internal import Findings
  internal import ObjectModel
  internal import SwiftSyntax

  /// Makes the entity of a class with `@Model`: its attributes, and its relationships without their ends.
  struct EntityMaker {
    /// A relationship whose destination and inverse are still names.
    struct OpenRelationship {
      let relationship: RelationshipDescription
      let destination: Declaration
      let options: PropertyOptions
      let scope: Scope
      let node: Syntax
      let source: Int
    }

    let declaration: Declaration
    let index: DeclarationIndex
    let collector: FindingCollector
    let entity: EntityDescription
    private(set) var relationships: [OpenRelationship] = []

    /// Macros on a class that add no stored properties, beside those whose names begin with a small letter.
    private static let harmlessAttributes: Set<String> = ["Model", "MainActor", "Observable"]

    init(_ declaration: Declaration, index: DeclarationIndex, collector: FindingCollector) {
      self.declaration = declaration
      self.index = index
      self.collector = collector
      entity = EntityDescription(name: declaration.name)
      entity.managedObjectClassName = declaration.name
      entity.sourceLine = index.sources[declaration.source].position(of: declaration.node).line
      let body = TypeBody(index.blocks(of: declaration).prefix(1).map(\.self))
      for (node, source) in body.strange {
        collector.note(.source(.unusual(in: entity.name)), at: node, in: source, entity: entity.name)
      }
      if case .model(let node) = declaration.kind {
        for attribute in node.attributes.attributes {
          let name = attribute.plainName
          guard name.first?.isUppercase == true, !Self.harmlessAttributes.contains(name), !name.hasSuffix("Actor")
          else {
            continue
          }
          noteMacro("@\(name)", at: attribute, in: declaration.source)
        }
      }
      entity.declaredProperties = body.properties.compactMap { property($0) }
      for (macro, source) in body.macros { read(macro, in: source) }
    }

    private func noteMacro(_ name: String, at node: some SyntaxProtocol, in source: Int) {
      collector.note(
        .source(.extended(entity.name, by: name)),
        .warning,
        at: node,
        in: source,
        entity: entity.name
      )
    }

    // MARK: Properties

    private mutating func property(_ property: StoredProperty) -> PropertyDescription? {
      let owner = "\(entity.name).\(property.name)"
      func note(_ problem: ModelFinding.SourceProblem, _ severity: Severity = .error) {
        collector.note(
          .source(problem),
          severity,
          at: property.node,
          in: property.source,
          entity: entity.name,
          property: property.name
        )
      }
      let options = PropertyOptions(property, owner: owner, entity: entity.name, collector)
      if options.isTransient { return nil }
      if property.isConditional { note(.conditional(owner)) }
      let scope = declaration.scope
      let value = property.initialValue.map { InitialValue(expression: $0, index: index, scope: scope) }
      guard let type = property.type.map({ SwiftType($0) }) ?? value?.type else {
        note(.untyped(owner))
        return nil
      }
      let made: PropertyDescription
      if let relationship = relationship(named: property.name, of: type, in: scope, options) {
        relationships.append(
          OpenRelationship(
            relationship: relationship.0,
            destination: relationship.1,
            options: options,
            scope: scope,
            node: property.node,
            source: property.source
          )
        )
        made = relationship.0
      } else if options.isRelationship {
        // `@Relationship` on what is no model here: the type's declaration is missing, or it is none.
        if case .declared = index.resolve(type.element, in: scope) {
          note(.unfit(type: type.description, of: owner, .notModel))
        } else {
          note(.undeclared(type: type.element.description, of: owner))
        }
        return nil
      } else {
        guard let attribute = attribute(property, of: type, owner, options, value) else { return nil }
        if let value, attribute.defaultValue.isNull, !value.isEmpty, attribute.hasPlainDefault {
          note(.computedDefault(of: owner), .note)
        }
        made = attribute
      }
      made.renamingIdentifier = options.originalName
      made.versionHashModifier = options.hashModifier
      made.sourceLine = index.sources[property.source].position(of: property.node).line
      if options.isUnique { entity.uniquenessConstraints.append([property.name]) }
      return made
    }

    private func attribute(
      _ property: StoredProperty,
      of type: SwiftType,
      _ owner: String,
      _ options: PropertyOptions,
      _ value: InitialValue?
    ) -> AttributeDescription? {
      let made: AttributeDescription
      if options.isTransformable {
        made = AttributeDescription(name: property.name, type: .transformable)
        if case .other(.optional, _) = index.resolve(type, in: declaration.scope) {
          made.isOptional = true
        } else {
          made.isOptional = false
        }
        made.valueTransformerName = options.transformer
      } else {
        let maker = AttributeMaker(
          index: index,
          collector: collector,
          owner: owner,
          entity: entity.name,
          property: property.name,
          node: property.node,
          source: property.source
        )
        guard let attribute = maker.attribute(named: property.name, of: type, in: declaration.scope) else { return nil }
        made = attribute
      }
      made.defaultValue = value?.defaultValue(of: made.attributeType) ?? .null
      made.isTransient = options.isEphemeral
      made.allowsExternalBinaryDataStorage = options.usesExternalStorage && made.attributeType == .binaryData
      made.allowsCloudEncryption = options.allowsCloudEncryption
      made.preservesValueInHistoryOnDeletion = options.preservesValue
      return made
    }

    /// The relationship that a property of this type is; `nil` for attributes.
    private func relationship(
      named name: String,
      of type: SwiftType,
      in scope: Scope,
      _ options: PropertyOptions
    ) -> (RelationshipDescription, Declaration)? {
      var (type, scope, isOptional, isToMany) = (type, scope, false, false)
      while true {
        switch index.resolve(type, in: scope) {
        case .declared(let declaration):
          guard case .model = declaration.kind else { return nil }
          let relationship = RelationshipDescription(name: name, toMany: isToMany)
          relationship.isOptional = isOptional
          relationship.deleteRule = options.deleteRule
          relationship.minCount = options.minimumCount ?? 0
          relationship.maxCount = options.maximumCount ?? relationship.maxCount
          return (relationship, declaration)
        case .other(.optional(let wrapped), let found):
          isOptional = isOptional || !isToMany
          (type, scope) = (wrapped, found)
        case .other(.array(let element), let found), .other(.set(let element), let found):
          if isToMany { return nil }
          isToMany = true
          (type, scope) = (element, found)
        default: return nil
        }
      }
    }

    // MARK: Macros

    /// `#Unique<Town>([\.name], …)` and `#Index<Town>([\.name], …)`.
    private func read(_ macro: MacroExpansionDeclSyntax, in source: Int) {
      switch macro.macroName.text {
      case "Unique":
        for argument in macro.arguments {
          guard let names = keyPaths(in: argument.expression) else {
            refuse(argument, of: "#Unique", in: source)
            continue
          }
          entity.uniquenessConstraints.append(names)
        }
      case "Index":
        for argument in macro.arguments {
          var (list, collation) = (argument.expression, FetchIndexElementDescription.CollationType.binary)
          if let call = list.as(FunctionCallExprSyntax.self), let first = call.arguments.first {
            if call.calledExpression.memberName == "rtree" { collation = .rTree }
            list = first.expression
          }
          guard let names = keyPaths(in: list) else {
            refuse(argument, of: "#Index", in: source)
            continue
          }
          let kind = collation == .binary ? "Binary" : "RTree"
          entity.indexes.append(
            FetchIndexDescription(
              name: "SwiftDataIndexOn\(kind)\(names.joined())",
              elements: names.map { FetchIndexElementDescription(propertyName: $0, collationType: collation) }
            )
          )
        }
      default: noteMacro("#\(macro.macroName.text)", at: macro, in: source)
      }
    }

    private func refuse(_ argument: LabeledExprSyntax, of macro: String, in source: Int) {
      let problem = ModelFinding.SourceProblem.argument(
        argument.expression.trimmedDescription,
        of: "\(macro) in \(entity.name)"
      )
      collector.note(.source(problem), at: argument.expression, in: source, entity: entity.name)
    }

    private func keyPaths(in expression: ExprSyntax) -> [String]? {
      guard let list = expression.as(ArrayExprSyntax.self), !list.elements.isEmpty else { return nil }
      var names: [String] = []
      for element in list.elements {
        guard let path = element.expression.as(KeyPathExprSyntax.self)?.path?.names else { return nil }
        names.append(path.joined(separator: "."))
      }
      return names
    }
  }

  extension SwiftType {
    /// The type inside optionals and collections.
    fileprivate var element: SwiftType {
      switch self {
      case .optional(let type), .array(let type), .set(let type): type.element
      default: self
      }
    }
  }

  extension AttributeDescription {
    /// Whether a default of the attribute could stand in a model.
    fileprivate var hasPlainDefault: Bool {
      switch attributeType {
      case .composite, .transformable, .binaryData: false
      default: true
      }
    }
  }
#endif
