#if SwiftDataSources
  internal import AttributeValues
  internal import FoundationEssentials
  internal import SwiftParser
  internal import SwiftSyntax

  /// What the first value of a property tells: its type, where none is written, and the default of its attribute.
  struct InitialValue {
    let expression: ExprSyntax
    let index: DeclarationIndex
    let scope: Scope

    /// The type of the value; `nil` where it takes a compiler to tell.
    var type: SwiftType? { Self.type(of: expression, in: self) }

    /// Whether it is `nil` or an empty list, which no default stands for.
    var isEmpty: Bool {
      if expression.is(NilLiteralExprSyntax.self) { return true }
      if let array = expression.as(ArrayExprSyntax.self) { return array.elements.isEmpty }
      if let dictionary = expression.as(DictionaryExprSyntax.self), case .colon = dictionary.content { return true }
      return false
    }

    /// The default of an attribute of `type` where the value is a literal; else `nil`.
    func defaultValue(of type: AttributeType) -> AttributeValue? {
      switch type {
      case .integer16, .integer32, .integer64:
        guard let value = integer, type.integerRange?.contains(value) == true else { return nil }
        return .integer(value)
      case .double: return number.map { .double($0) }
      case .float: return number.map { .float(Float($0)) }
      case .decimal: return decimal.map { .decimal($0) }
      case .boolean: return expression.as(BooleanLiteralExprSyntax.self).map { .boolean($0.literal.text == "true") }
      case .string: return expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue.map { .string($0) }
      default: return nil
      }
    }

    // MARK: Literals

    private var signed: (literal: ExprSyntax, isNegative: Bool) {
      guard let prefix = expression.as(PrefixOperatorExprSyntax.self), prefix.operator.text == "-" else {
        return (expression, false)
      }
      return (prefix.expression, true)
    }

    private var integer: Int64? {
      let (literal, isNegative) = signed
      guard let value = literal.as(IntegerLiteralExprSyntax.self)?.representedLiteralValue else { return nil }
      return Int64(isNegative ? -value : value)
    }

    private var number: Double? {
      if let integer { return Double(integer) }
      let (literal, isNegative) = signed
      guard let value = literal.as(FloatLiteralExprSyntax.self)?.representedLiteralValue else { return nil }
      return isNegative ? -value : value
    }

    private var decimal: Decimal? {
      if let integer { return Decimal(integer) }
      let (literal, isNegative) = signed
      guard let literal = literal.as(FloatLiteralExprSyntax.self) else { return nil }
      return Decimal(string: (isNegative ? "-" : "") + literal.literal.text.filter { $0 != "_" })
    }

    // MARK: Types

    private static func type(of expression: ExprSyntax, in value: InitialValue) -> SwiftType? {
      switch expression.as(ExprSyntaxEnum.self) {
      case .stringLiteralExpr: return .named(["String"])
      case .integerLiteralExpr: return .named(["Int"])
      case .floatLiteralExpr: return .named(["Double"])
      case .booleanLiteralExpr: return .named(["Bool"])
      case .prefixOperatorExpr(let node): return node.operator.text == "-" ? type(of: node.expression, in: value) : nil
      case .tupleExpr(let node):
        guard let element = node.elements.first, node.elements.count == 1, element.label == nil else { return nil }
        return type(of: element.expression, in: value)
      case .arrayExpr(let node):
        let types = node.elements.map { type(of: $0.expression, in: value) }
        guard let first = types.first, let first, types.allSatisfy({ $0 == first }) else { return nil }
        return .array(first)
      case .forceUnwrapExpr(let node):
        guard case .optional(let type)? = type(of: node.expression, in: value) else { return nil }
        return type
      case .sequenceExpr(let node):
        let parts = Array(node.elements)
        guard parts.count == 3, let cast = parts[1].as(UnresolvedAsExprSyntax.self),
          cast.questionOrExclamationMark == nil,
          let written = parts[2].as(TypeExprSyntax.self)
        else { return nil }
        return SwiftType(written.type)
      case .functionCallExpr(let node): return type(ofCall: node, in: value)
      case .memberAccessExpr(let node): return type(ofMember: node, in: value)
      default: return nil
      }
    }

    /// The type that is made by a call of an initialiser.
    private static func type(ofCall node: FunctionCallExprSyntax, in value: InitialValue) -> SwiftType? {
      var callee = node.calledExpression
      if let member = callee.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "init",
        let base = member.base
      {
        callee = base
      }
      guard let made = written(callee) else { return nil }
      let labels = node.arguments.map { $0.label?.text }
      return canFail(made, labels, node.arguments.first?.expression, in: value) ? .optional(made) : made
    }

    /// Whether the initialiser gives an optional.
    private static func canFail(
      _ type: SwiftType,
      _ labels: [String?],
      _ argument: ExprSyntax?,
      in value: InitialValue
    ) -> Bool {
      guard case .named(let name) = type else { return false }
      if case .declared(let declaration) = value.index.resolve(type, in: value.scope) {
        if case .enumeration = declaration.kind, labels == ["rawValue"] { return true }
        let initializers = value.index.blocks(of: declaration).flatMap(\.members).compactMap {
          $0.decl.as(InitializerDeclSyntax.self)
        }
        return initializers.contains { initializer in
          initializer.optionalMark != nil
            && initializer.signature.parameterClause.parameters.map(\.firstName.text) == labels.map { $0 ?? "_" }
        }
      }
      switch (name.last, labels.first) {
      case ("URL", "string"), ("UUID", "uuidString"), ("Data", "base64Encoded"), ("Decimal", "string"): return true
      case (let name?, .some(nil)) where BuiltInType.isNumber(name):
        return argument?.is(StringLiteralExprSyntax.self) == true
      default: return labels.first == "exactly"
      }
    }

    /// The type of `Kind.case` and of the constants of built-in types.
    private static func type(ofMember node: MemberAccessExprSyntax, in value: InitialValue) -> SwiftType? {
      guard let base = node.base, let type = written(base), case .named(let name) = type else { return nil }
      let member = node.declName.baseName.plainText
      if case .declared(let declaration) = value.index.resolve(type, in: value.scope) {
        guard case .enumeration = declaration.kind else { return nil }
        let cases = EnumerationBody(value.index.blocks(of: declaration)).cases
        return cases.contains { $0.name == member } ? type : nil
      }
      switch (name.last, member) {
      case ("Date", "now"), ("Date", "distantPast"), ("Date", "distantFuture"): return type
      case (let name?, "max"), (let name?, "min"), (let name?, "zero"), (let name?, "pi"), (let name?, "infinity"):
        return BuiltInType.isNumber(name) ? type : nil
      default: return nil
      }
    }

    /// The type that an expression names, as `Set<String>` or `Legacy.Settings`.
    private static func written(_ expression: ExprSyntax) -> SwiftType? {
      switch expression.as(ExprSyntaxEnum.self) {
      case .declReferenceExpr(let node):
        let name = node.baseName.plainText
        return name.first?.isUppercase == true ? .named([name]) : nil
      case .memberAccessExpr(let node):
        guard let base = node.base, case .named(let name)? = written(base) else { return nil }
        let member = node.declName.baseName.plainText
        return member.first?.isUppercase == true ? .named(name + [member]) : nil
      case .arrayExpr(let node):
        guard node.elements.count == 1, let element = node.elements.first else { return nil }
        return written(element.expression).map { .array($0) }
      case .dictionaryExpr(let node):
        guard case .elements(let elements) = node.content, elements.count == 1, let element = elements.first,
          let key = written(element.key), let value = written(element.value)
        else { return nil }
        return .dictionary(key: key, value: value)
      case .optionalChainingExpr(let node): return written(node.expression).map { .optional($0) }
      case .genericSpecializationExpr(let node):
        let arguments = node.genericArgumentClause.arguments.compactMap { argument -> SwiftType? in
          if case .type(let type) = argument.argument { SwiftType(type) } else { nil }
        }
        guard case .named(let name)? = written(node.expression) else { return nil }
        switch (name.last, arguments.count) {
        case ("Optional", 1): return .optional(arguments[0])
        case ("Array", 1): return .array(arguments[0])
        case ("Set", 1): return .set(arguments[0])
        case ("Dictionary", 2): return .dictionary(key: arguments[0], value: arguments[1])
        default: return .generic(name, text: node.trimmedDescription)
        }
      case .typeExpr(let node): return SwiftType(node.type)
      default: return nil
      }
    }
  }
#endif
