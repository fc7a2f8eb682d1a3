#if SwiftDataSources
  internal import SwiftSyntax

  /// Every type that the sources declare, and how its name is found.
  struct DeclarationIndex {
    let sources: [ParsedSource]
    private(set) var declarations: [Declaration] = []
    private var byName: [String: [Int]] = [:]
    /// What extensions add, by the name that they extend.
    private var extensionTypes: [String: [SwiftType]] = [:]
    private var extensionBlocks: [String: [MemberBlock]] = [:]

    /// How many aliases may follow each other.
    private static let longestAlias = 32
    /// Modules whose names may stand in front of a type.
    private static let modules: Set<String> = ["Swift", "Foundation", "SwiftData"]

    init(_ sources: [ParsedSource]) {
      self.sources = sources
      for (number, source) in sources.enumerated() {
        collect(source.tree.statements, source: number)
      }
    }

    // MARK: Looking up

    /// The type that a name means where `scope` surrounds it; `nil` if the sources have none.
    ///
    /// An alias is followed.
    func declaration(_ name: [String], in scope: Scope) -> Declaration? {
      if case .declared(let declaration) = resolve(.named(name), in: scope) { return declaration }
      return nil
    }

    /// What a written type comes to when aliases are followed.
    enum Resolution {
      case declared(Declaration)
      /// Anything else, with the scope in which its parts have to be looked up.
      case other(SwiftType, scope: Scope)
    }

    func resolve(_ type: SwiftType, in scope: Scope) -> Resolution {
      var (type, scope) = (type, scope)
      for _ in 0..<Self.longestAlias {
        if case .generic(let name, let text) = type {
          guard let found = find(name, in: scope), case .structure = found.kind else {
            return .other(.unreadable(text), scope: scope)
          }
          return .declared(found)
        }
        guard case .named(let name) = type else { return .other(type, scope: scope) }
        guard let found = find(name, in: scope) else {
          guard name.count > 1, Self.modules.contains(name[0]) else { return .other(type, scope: scope) }
          type = .named(Array(name.dropFirst()))
          if name.count > 2 { continue }
          return .other(type, scope: scope)
        }
        guard case .alias(let alias) = found.kind else { return .declared(found) }
        (type, scope) = (SwiftType(alias.initializer.value), found.outerScope)
      }
      return .other(.unreadable("an alias of itself"), scope: scope)
    }

    /// The declaration under a name, which may be an alias.
    private func find(_ name: [String], in scope: Scope, depth: Int = 0) -> Declaration? {
      guard let first = name.first, depth < Self.longestAlias else { return nil }
      for length in stride(from: scope.path.count, through: 0, by: -1) {
        guard var found = declared(at: scope.path.prefix(length) + [first], near: scope.source) else { continue }
        for part in name.dropFirst() {
          if case .alias(let alias) = found.kind, case .named(let target) = SwiftType(alias.initializer.value) {
            guard let real = find(target, in: found.outerScope, depth: depth + 1) else { return nil }
            found = real
          }
          guard let inner = declared(at: found.path + [part], near: found.source) else { return nil }
          found = inner
        }
        return found
      }
      return nil
    }

    /// The declaration under a full name. Of several, which stand in different modules, that of the file or the nearest folder.
    private func declared(at path: some Collection<String>, near source: Int) -> Declaration? {
      guard let found = byName[path.joined(separator: ".")] else { return nil }
      guard found.count > 1 else { return declarations[found[0]] }
      let folders = sources[source].name.split(separator: "/")
      let nearest = found.max { left, right in
        nearness(declarations[left], folders) < nearness(declarations[right], folders)
      }
      return nearest.map { declarations[$0] }
    }

    /// How many folders a declaration's file shares with another; more for the same file.
    private func nearness(_ declaration: Declaration, _ folders: [Substring]) -> Int {
      let own = sources[declaration.source].name.split(separator: "/")
      return zip(own, folders).prefix { $0 == $1 }.count
    }

    /// The bodies that declare a type's members: its own and those of its extensions.
    func blocks(of declaration: Declaration) -> [MemberBlock] {
      let own: MemberBlockItemListSyntax? =
        switch declaration.kind {
        case .model(let node): node.memberBlock.members
        case .structure(let node): node.memberBlock.members
        case .enumeration(let node): node.memberBlock.members
        case .contract(let node): node.memberBlock.members
        case .reference(let block): block.members
        case .alias: nil
        }
      return (own.map { [MemberBlock(members: $0, source: declaration.source)] } ?? [])
        + (extensionBlocks[declaration.fullName] ?? [])
    }

    /// The types that a declaration's clauses of inheritance list, its own first.
    func inherited(by declaration: Declaration) -> [SwiftType] {
      declaration.inherited + (extensionTypes[declaration.fullName] ?? [])
    }

    /// Whether a type conforms to `Codable`, by itself or by a protocol that the sources declare.
    func isCodable(_ declaration: Declaration) -> Bool {
      var parts: Set<String> = []
      var seen: Set<String> = []
      var open = [declaration]
      while let current = open.popLast() {
        guard seen.insert(current.fullName).inserted else { continue }
        for case .named(let name) in inherited(by: current) {
          guard let last = name.last else { continue }
          if ["Codable", "Encodable", "Decodable"].contains(last) { parts.insert(last) }
          if let found = self.declaration(name, in: current.outerScope), case .contract = found.kind {
            open.append(found)
          }
        }
      }
      return parts.contains("Codable") || parts.isSuperset(of: ["Encodable", "Decodable"])
    }

    // MARK: Collecting

    private mutating func collect(_ items: CodeBlockItemListSyntax, source: Int) {
      for item in items {
        guard case .decl(let node) = item.item else { continue }
        collect(node, in: [], source: source)
      }
    }

    private mutating func collect(_ members: MemberBlockItemListSyntax, in path: [String], source: Int) {
      for member in members { collect(member.decl, in: path, source: source) }
    }

    private mutating func collect(_ node: DeclSyntax, in path: [String], source: Int) {
      switch node.as(DeclSyntaxEnum.self) {
      case .classDecl(let node):
        let isModel = node.attributes.names.contains("Model")
        add(
          isModel ? .model(node) : .reference(node.memberBlock),
          node.name,
          node.inheritanceClause,
          Syntax(node),
          in: path,
          source
        )
        collect(node.memberBlock.members, in: path + [node.name.plainText], source: source)
      case .actorDecl(let node):
        add(.reference(node.memberBlock), node.name, node.inheritanceClause, Syntax(node), in: path, source)
        collect(node.memberBlock.members, in: path + [node.name.plainText], source: source)
      case .structDecl(let node):
        add(.structure(node), node.name, node.inheritanceClause, Syntax(node), in: path, source)
        collect(node.memberBlock.members, in: path + [node.name.plainText], source: source)
      case .enumDecl(let node):
        add(.enumeration(node), node.name, node.inheritanceClause, Syntax(node), in: path, source)
        collect(node.memberBlock.members, in: path + [node.name.plainText], source: source)
      case .protocolDecl(let node):
        add(.contract(node), node.name, node.inheritanceClause, Syntax(node), in: path, source)
      case .typeAliasDecl(let node):
        add(.alias(node), node.name, nil, Syntax(node), in: path, source)
      case .extensionDecl(let node):
        guard case .named(let name) = SwiftType(node.extendedType) else { return }
        let key = name.joined(separator: ".")
        extensionTypes[key, default: []] += node.inheritanceClause?.types ?? []
        extensionBlocks[key, default: []].append(MemberBlock(members: node.memberBlock.members, source: source))
        collect(node.memberBlock.members, in: name, source: source)
      case .ifConfigDecl(let node):
        for clause in node.clauses {
          switch clause.elements {
          case .statements(let items):
            for item in items {
              if case .decl(let node) = item.item { collect(node, in: path, source: source) }
            }
          case .decls(let members): collect(members, in: path, source: source)
          default: continue
          }
        }
      default: return
      }
    }

    private mutating func add(
      _ kind: Declaration.Kind,
      _ name: TokenSyntax,
      _ clause: InheritanceClauseSyntax?,
      _ node: Syntax,
      in path: [String],
      _ source: Int
    ) {
      let declaration = Declaration(
        kind: kind,
        path: path + [name.plainText],
        source: source,
        node: node,
        inherited: clause?.types ?? []
      )
      byName[declaration.fullName, default: []].append(declarations.count)
      declarations.append(declaration)
    }
  }

  extension InheritanceClauseSyntax {
    fileprivate var types: [SwiftType] { inheritedTypes.map { SwiftType($0.type) } }
  }
#endif
