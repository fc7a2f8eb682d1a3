#if SwiftDataSources
  internal import SwiftSyntax

  /// A type as it is written.
  indirect enum SwiftType: Equatable {
    case named([String])
    case optional(SwiftType)
    case array(SwiftType)
    case set(SwiftType)
    case dictionary(key: SwiftType, value: SwiftType)
    /// A generic type of which only the name is kept, and how it is written.
    case generic([String], text: String)
    /// Whatever else can be written: a tuple, a function, `any P`.
    case unreadable(String)

    init(_ node: TypeSyntax) {
      switch node.as(TypeSyntaxEnum.self) {
      case .optionalType(let node): self = .optional(SwiftType(node.wrappedType))
      case .implicitlyUnwrappedOptionalType(let node): self = .optional(SwiftType(node.wrappedType))
      case .arrayType(let node): self = .array(SwiftType(node.element))
      case .dictionaryType(let node): self = .dictionary(key: SwiftType(node.key), value: SwiftType(node.value))
      case .attributedType(let node): self = SwiftType(node.baseType)
      case .tupleType(let node):
        if let element = node.elements.first, node.elements.count == 1, element.firstName == nil {
          self = SwiftType(element.type)
        } else {
          self = .unreadable(node.trimmedDescription)
        }
      case .identifierType(let node):
        self = Self.type([node.name.plainText], node.genericArgumentClause, text: node.trimmedDescription)
      case .memberType(let node):
        guard case .named(let base) = SwiftType(node.baseType) else {
          self = .unreadable(node.trimmedDescription)
          return
        }
        self = Self.type(base + [node.name.plainText], node.genericArgumentClause, text: node.trimmedDescription)
      default: self = .unreadable(node.trimmedDescription)
      }
    }

    private static func type(_ name: [String], _ clause: GenericArgumentClauseSyntax?, text: String) -> SwiftType {
      guard let clause else { return .named(name) }
      let arguments = clause.arguments.compactMap { argument -> SwiftType? in
        if case .type(let type) = argument.argument { SwiftType(type) } else { nil }
      }
      let plain = name.first == "Swift" ? Array(name.dropFirst()) : name
      switch (plain, arguments.count) {
      case (["Optional"], 1): return .optional(arguments[0])
      case (["Array"], 1): return .array(arguments[0])
      case (["Set"], 1): return .set(arguments[0])
      case (["Dictionary"], 2): return .dictionary(key: arguments[0], value: arguments[1])
      default: return .generic(plain, text: text)
      }
    }

    /// Whether one of these names stands in the type.
    func mentions(_ names: Set<String>) -> Bool {
      switch self {
      case .named(let name): names.contains(name[0])
      case .optional(let type), .array(let type), .set(let type): type.mentions(names)
      case .dictionary(let key, let value): key.mentions(names) || value.mentions(names)
      case .generic, .unreadable: !names.isEmpty
      }
    }

    /// The type in Swift's short spelling.
    var description: String {
      switch self {
      case .named(let name): name.joined(separator: ".")
      case .optional(let type): "\(type.description)?"
      case .array(let type): "[\(type.description)]"
      case .set(let type): "Set<\(type.description)>"
      case .dictionary(let key, let value): "[\(key.description): \(value.description)]"
      case .generic(_, let text), .unreadable(let text): text
      }
    }
  }
#endif
