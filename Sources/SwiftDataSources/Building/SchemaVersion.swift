#if SwiftDataSources
  internal import SwiftParser
  internal import SwiftSyntax

  /// A type that conforms to `VersionedSchema`.
  struct SchemaVersion {
    let declaration: Declaration
    /// The three numbers of `Schema.Version(1, 0, 0)`; `nil` where they are not written.
    let numbers: [Int]?
    /// The classes that `models` lists; `nil` where the list is not written.
    let models: [Declaration]?
    /// The list, or else the version's declaration.
    let listNode: Syntax

    /// The versions that sources declare, by their numbers, those without last.
    static func all(in index: DeclarationIndex) -> [SchemaVersion] {
      var names: Set<String> = []
      return index.declarations.filter { declaration in
        isVersion(declaration, index) && names.insert(declaration.fullName).inserted
      }
      .map { SchemaVersion($0, index) }
      .sorted { left, right in
        switch (left.numbers, right.numbers) {
        case (let first?, let second?) where first != second: first.lexicographicallyPrecedes(second)
        case (_?, nil): true
        case (nil, _?): false
        default: left.declaration.fullName < right.declaration.fullName
        }
      }
    }

    private static func isVersion(_ declaration: Declaration, _ index: DeclarationIndex) -> Bool {
      switch declaration.kind {
      case .enumeration, .structure:
        index.inherited(by: declaration).contains { type in
          if case .named(let name) = type { name.last == "VersionedSchema" } else { false }
        }
      default: false
      }
    }

    private init(_ declaration: Declaration, _ index: DeclarationIndex) {
      self.declaration = declaration
      let identifier = Self.value(of: "versionIdentifier", in: declaration, index)
      numbers = identifier?.as(FunctionCallExprSyntax.self).flatMap { call in
        let numbers = call.arguments.compactMap {
          $0.expression.as(IntegerLiteralExprSyntax.self)?.representedLiteralValue
        }
        return numbers.count == 3 ? numbers : nil
      }
      let list = Self.value(of: "models", in: declaration, index)
      listNode = list.map { Syntax($0) } ?? declaration.node
      models = list.flatMap { Self.models($0, in: declaration, index, depth: 0) }
    }

    /// What the static property of this name is: its first value, or the one expression of its getter.
    private static func value(of name: String, in declaration: Declaration, _ index: DeclarationIndex) -> ExprSyntax? {
      for member in index.blocks(of: declaration).flatMap(\.members) {
        guard let node = member.decl.as(VariableDeclSyntax.self),
          node.modifiers.contains(where: { $0.name.text == "static" }),
          let binding = node.bindings.first(where: {
            $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.plainText == name
          })
        else { continue }
        if let value = binding.initializer?.value { return value }
        switch binding.accessorBlock?.accessors {
        case .getter(let statements): return onlyExpression(of: statements)
        case .accessors(let accessors):
          let getter = accessors.first { $0.accessorSpecifier.text == "get" }
          return getter?.body.flatMap { onlyExpression(of: $0.statements) }
        case nil: return nil
        }
      }
      return nil
    }

    private static func onlyExpression(of statements: CodeBlockItemListSyntax) -> ExprSyntax? {
      guard statements.count == 1, let statement = statements.first else { return nil }
      switch statement.item {
      case .expr(let expression): return expression
      case .stmt(let statement): return statement.as(ReturnStmtSyntax.self)?.expression
      case .decl: return nil
      }
    }

    /// The classes of `[Town.self, Street.self]`, of another list's name and of sums of such lists.
    private static func models(
      _ expression: ExprSyntax,
      in declaration: Declaration,
      _ index: DeclarationIndex,
      depth: Int
    ) -> [Declaration]? {
      guard depth < 16 else { return nil }
      if let sum = expression.as(SequenceExprSyntax.self) {
        var models: [Declaration] = []
        for (number, part) in sum.elements.enumerated() {
          if number % 2 == 1 {
            guard part.as(BinaryOperatorExprSyntax.self)?.operator.text == "+" else { return nil }
            continue
          }
          guard let found = Self.models(part, in: declaration, index, depth: depth + 1) else { return nil }
          models += found
        }
        return models
      }
      // Another list: a static property of this type or of another.
      if let (owner, property) = staticProperty(expression, in: declaration, index) {
        return value(of: property, in: owner, index).flatMap { Self.models($0, in: owner, index, depth: depth + 1) }
      }
      guard let array = expression.as(ArrayExprSyntax.self) else { return nil }
      var models: [Declaration] = []
      for element in array.elements {
        guard let member = element.expression.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "self",
          var name = member.base.flatMap(Self.name)
        else { return nil }
        if name.first == "Self" { name[0] = declaration.name }
        guard let model = index.declaration(name, in: declaration.scope), case .model = model.kind else { return nil }
        models.append(model)
      }
      return models
    }

    /// The type and the name in `SchemaV1.models`; the type is the surrounding one where none is written.
    private static func staticProperty(
      _ expression: ExprSyntax,
      in declaration: Declaration,
      _ index: DeclarationIndex
    ) -> (Declaration, String)? {
      if let reference = expression.as(DeclReferenceExprSyntax.self) {
        return (declaration, reference.baseName.plainText)
      }
      guard let member = expression.as(MemberAccessExprSyntax.self), let name = member.base.flatMap(Self.name) else {
        return nil
      }
      let owner = name == ["Self"] ? declaration : index.declaration(name, in: declaration.scope)
      return owner.map { ($0, member.declName.baseName.plainText) }
    }

    /// The parts of a name such as `SchemaV1.Town`.
    private static func name(_ expression: ExprSyntax) -> [String]? {
      if let reference = expression.as(DeclReferenceExprSyntax.self) { return [reference.baseName.plainText] }
      guard let member = expression.as(MemberAccessExprSyntax.self), let base = member.base.flatMap(name) else {
        return nil
      }
      return base + [member.declName.baseName.plainText]
    }
  }
#endif
