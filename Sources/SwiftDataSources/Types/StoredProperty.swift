#if SwiftDataSources
  internal import SwiftSyntax

  /// A stored property of a class or a structure, as it is written.
  struct StoredProperty {
    let name: String
    /// The written type; `nil` if the first value has to tell it.
    let type: TypeSyntax?
    let initialValue: ExprSyntax?
    let attributes: AttributeListSyntax
    let node: Syntax
    let source: Int
    /// Whether it stands between `#if` and `#endif`.
    let isConditional: Bool
  }

  /// What the body of a class or a structure says.
  struct TypeBody {
    var properties: [StoredProperty] = []
    /// `#Name(…)` among the members.
    var macros: [(macro: MacroExpansionDeclSyntax, source: Int)] = []
    /// Properties by pattern, `lazy` ones, and what else cannot be a property of a model.
    var strange: [(node: Syntax, source: Int)] = []
    /// Whether it codes itself, other than the compiler would.
    var hasOwnCoding = false

    init(_ blocks: [MemberBlock]) {
      for block in blocks { collect(block.members, source: block.source, isConditional: false) }
    }

    private mutating func collect(_ members: MemberBlockItemListSyntax, source: Int, isConditional: Bool) {
      for member in members {
        switch member.decl.as(DeclSyntaxEnum.self) {
        case .variableDecl(let node): collect(node, source: source, isConditional: isConditional)
        case .macroExpansionDecl(let node): macros.append((node, source))
        case .functionDecl(let node):
          let labels = node.signature.parameterClause.parameters.map(\.firstName.text)
          if node.name.text == "encode", labels == ["to"] { hasOwnCoding = true }
        case .initializerDecl(let node):
          if node.signature.parameterClause.parameters.map(\.firstName.text) == ["from"] { hasOwnCoding = true }
        case .enumDecl(let node):
          if node.name.plainText == "CodingKeys" { hasOwnCoding = true }
        case .ifConfigDecl(let node):
          for clause in node.clauses {
            if case .decls(let members) = clause.elements { collect(members, source: source, isConditional: true) }
          }
        default: continue
        }
      }
    }

    private mutating func collect(_ node: VariableDeclSyntax, source: Int, isConditional: Bool) {
      let modifiers = Set(node.modifiers.map(\.name.text))
      guard modifiers.isDisjoint(with: ["static", "class"]) else { return }
      var found: [StoredProperty] = []
      // `var a, b: Int`: the last one's type is that of those before it.
      var following: TypeSyntax?
      for binding in node.bindings.reversed() {
        let type = binding.typeAnnotation?.type
        following = type ?? (binding.initializer == nil ? following : nil)
        guard binding.isStored else { continue }
        guard let name = binding.pattern.as(IdentifierPatternSyntax.self), !modifiers.contains("lazy") else {
          strange.append((Syntax(binding), source))
          continue
        }
        found.append(
          StoredProperty(
            name: name.identifier.plainText,
            type: following,
            initialValue: binding.initializer?.value,
            attributes: node.attributes,
            node: Syntax(binding),
            source: source,
            isConditional: isConditional
          )
        )
      }
      properties += found.reversed()
    }
  }

  extension PatternBindingSyntax {
    /// Whether it has no accessors but observers.
    fileprivate var isStored: Bool {
      switch accessorBlock?.accessors {
      case nil: true
      case .getter: false
      case .accessors(let accessors):
        accessors.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
      }
    }
  }
#endif
