#if SwiftDataSources
  internal import SwiftSyntax

  /// The cases of an enumeration.
  struct EnumerationBody {
    struct Case {
      let name: String
      /// The types of its values, with their labels or `_0`, `_1` …
      let values: [(name: String, type: SwiftType)]
    }

    private(set) var cases: [Case] = []
    /// Whether a case can hold the enumeration itself.
    private(set) var isIndirect = false
    /// Whether a case stands between `#if` and `#endif`.
    private(set) var isConditional = false

    init(_ blocks: [MemberBlock]) {
      for block in blocks { collect(block.members) }
    }

    private mutating func collect(_ members: MemberBlockItemListSyntax) {
      for member in members {
        if let node = member.decl.as(EnumCaseDeclSyntax.self) {
          if node.modifiers.contains(where: { $0.name.text == "indirect" }) { isIndirect = true }
          cases += node.elements.map { element in
            let parameters = element.parameterClause.map { Array($0.parameters) } ?? []
            let values = parameters.enumerated().map { number, parameter in
              let label = parameter.firstName.flatMap { $0.text == "_" ? nil : $0.plainText }
              return (name: label ?? "_\(number)", type: SwiftType(parameter.type))
            }
            return Case(name: element.name.plainText, values: values)
          }
        } else if let node = member.decl.as(IfConfigDeclSyntax.self) {
          for clause in node.clauses {
            guard case .decls(let members) = clause.elements else { continue }
            let count = cases.count
            collect(members)
            if cases.count > count { isConditional = true }
          }
        }
      }
    }
  }
#endif
