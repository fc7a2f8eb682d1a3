#if SwiftDataSources
  internal import Findings
  internal import ObjectModel
  internal import SwiftParser
  internal import SwiftSyntax

  /// What `@Attribute` and `@Relationship` say about a property.
  struct PropertyOptions {
    /// A written inverse.
    enum Inverse {
      case none
      case keyPath(root: SwiftType?, property: String, node: ExprSyntax)
    }

    var isTransient = false
    var isRelationship = false
    var isUnique = false
    var isEphemeral = false
    var isTransformable = false
    var transformer: String?
    var usesExternalStorage = false
    var allowsCloudEncryption = false
    var preservesValue = false
    var originalName: String?
    var hashModifier: String?
    var deleteRule = DeleteRule.nullify
    var minimumCount: Int?
    var maximumCount: Int?
    /// `nil` where the source names no inverse.
    var inverse: Inverse?

    /// Attributes of the language and of observation that do not touch what is stored.
    private static let harmless: Set<String> = ["MainActor"]

    /// Reads a property's attributes; what cannot be understood is a finding.
    init(_ property: StoredProperty, owner: String, entity: String, _ collector: FindingCollector) {
      func refuse(_ argument: some SyntaxProtocol) {
        let problem = ModelFinding.SourceProblem.argument(argument.trimmedDescription, of: owner)
        collector.note(.source(problem), at: argument, in: property.source, entity: entity, property: property.name)
      }
      for attribute in property.attributes.attributes {
        let arguments = attribute.labelledArguments
        switch attribute.plainName {
        case "Transient": isTransient = true
        case "Attribute": readAttribute(arguments, refuse)
        case "Relationship":
          isRelationship = true
          readRelationship(arguments, refuse)
        case let name where name.first?.isLowercase == true || Self.harmless.contains(name): continue
        case let name:
          collector.note(
            .source(.wrapped(owner, by: name)),
            at: attribute,
            in: property.source,
            entity: entity,
            property: property.name
          )
        }
      }
    }

    private mutating func readAttribute(_ arguments: [LabeledExprSyntax], _ refuse: (LabeledExprSyntax) -> Void) {
      for argument in arguments {
        switch argument.label?.text {
        case nil: if !readOption(argument.expression) { refuse(argument) }
        case "originalName": read(argument, refuse) { originalName = $0 }
        case "hashModifier": read(argument, refuse) { hashModifier = $0 }
        default: refuse(argument)
        }
      }
    }

    /// Reads one of `Schema.Attribute.Option`; `false` if there is no such.
    private mutating func readOption(_ expression: ExprSyntax) -> Bool {
      if let call = expression.as(FunctionCallExprSyntax.self) {
        guard call.calledExpression.memberName == "transformable", let by = call.arguments.first else { return false }
        isTransformable = true
        if let text = by.expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue {
          transformer = text
        } else if let member = by.expression.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "self",
          let type = member.base
        {
          transformer = type.trimmedDescription
        } else {
          return false
        }
        return true
      }
      switch expression.memberName {
      case "unique": isUnique = true
      case "ephemeral": isEphemeral = true
      case "externalStorage": usesExternalStorage = true
      case "allowsCloudEncryption": allowsCloudEncryption = true
      case "preserveValueOnDeletion": preservesValue = true
      case "spotlight": break
      default: return false
      }
      return true
    }

    private mutating func readRelationship(_ arguments: [LabeledExprSyntax], _ refuse: (LabeledExprSyntax) -> Void) {
      for argument in arguments {
        switch argument.label?.text {
        case nil: if argument.expression.memberName != "unique" { refuse(argument) } else { isUnique = true }
        case "deleteRule":
          let rules: [String: DeleteRule] = [
            "cascade": .cascade, "deny": .deny, "noAction": .noAction, "nullify": .nullify,
          ]
          if let rule = argument.expression.memberName.flatMap({ rules[$0] }) {
            deleteRule = rule
          } else {
            refuse(argument)
          }
        case "minimumModelCount": readCount(argument, refuse) { minimumCount = $0 }
        case "maximumModelCount": readCount(argument, refuse) { maximumCount = $0 }
        case "originalName": read(argument, refuse) { originalName = $0 }
        case "hashModifier": read(argument, refuse) { hashModifier = $0 }
        case "inverse":
          if argument.expression.is(NilLiteralExprSyntax.self) {
            inverse = Inverse.none
          } else if let path = argument.expression.as(KeyPathExprSyntax.self)?.path, path.names.count == 1 {
            inverse = .keyPath(root: path.root, property: path.names[0], node: argument.expression)
          } else {
            refuse(argument)
          }
        default: refuse(argument)
        }
      }
    }

    private func read(_ argument: LabeledExprSyntax, _ refuse: (LabeledExprSyntax) -> Void, _ take: (String) -> Void) {
      if argument.expression.is(NilLiteralExprSyntax.self) { return }
      guard let text = argument.expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue else {
        return refuse(argument)
      }
      take(text)
    }

    private func readCount(_ argument: LabeledExprSyntax, _ refuse: (LabeledExprSyntax) -> Void, _ take: (Int) -> Void)
    {
      if argument.expression.is(NilLiteralExprSyntax.self) { return }
      guard let count = argument.expression.as(IntegerLiteralExprSyntax.self)?.representedLiteralValue else {
        return refuse(argument)
      }
      take(count)
    }
  }

  extension ExprSyntax {
    /// `name` of `.name` and `Kind.name`.
    var memberName: String? { self.as(MemberAccessExprSyntax.self)?.declName.baseName.plainText }
  }

  extension KeyPathExprSyntax {
    /// The type and the properties of a key path that has nothing else. A parser cannot tell inner types from properties: those are told by
    /// their capitals.
    var path: (root: SwiftType?, names: [String])? {
      var names: [String] = []
      for component in components {
        switch component.component {
        case .property(let property): names.append(property.declName.baseName.plainText)
        case .optional: continue
        default: return nil
        }
      }
      guard let last = names.last else { return nil }
      guard case .named(let outer)? = root.map({ SwiftType($0) }) else { return (nil, names) }
      let inner = names.dropLast().prefix { $0.first?.isUppercase == true }
      return (.named(outer + inner), Array(names.dropLast().dropFirst(inner.count)) + [last])
    }
  }
#endif
