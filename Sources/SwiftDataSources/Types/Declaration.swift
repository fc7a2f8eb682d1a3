#if SwiftDataSources
  internal import SwiftSyntax

  /// Where a name stands: the types around it, and its file's number.
  struct Scope {
    let path: [String]
    let source: Int
  }

  /// A type that the sources declare.
  struct Declaration {
    enum Kind {
      case model(ClassDeclSyntax)
      case structure(StructDeclSyntax)
      case enumeration(EnumDeclSyntax)
      case alias(TypeAliasDeclSyntax)
      case contract(ProtocolDeclSyntax)
      /// A class without `@Model`, or an actor.
      case reference(MemberBlockSyntax)
    }

    let kind: Kind
    /// The names of the types around it and its own.
    let path: [String]
    /// Its file's number.
    let source: Int
    let node: Syntax
    /// What its own clause of inheritance lists.
    let inherited: [SwiftType]

    var name: String { path.last ?? "" }
    var fullName: String { path.joined(separator: ".") }
    /// Where its members stand.
    var scope: Scope { Scope(path: path, source: source) }
    /// Where it stands itself.
    var outerScope: Scope { Scope(path: Array(path.dropLast()), source: source) }
  }

  /// The members that belong to a type, by its own body or by an extension.
  struct MemberBlock {
    let members: MemberBlockItemListSyntax
    let source: Int
  }

  extension AttributeListSyntax {
    /// The attributes in all, those under conditions left out.
    var attributes: [AttributeSyntax] {
      compactMap { if case .attribute(let attribute) = $0 { attribute } else { nil } }
    }

    /// Their names without modules.
    var names: [String] { attributes.map(\.plainName) }
  }

  extension AttributeSyntax {
    /// The attribute's name without its module.
    var plainName: String {
      if case .named(let name) = SwiftType(attributeName) { name.last ?? "" } else { attributeName.trimmedDescription }
    }

    /// What stands in its parentheses.
    var labelledArguments: [LabeledExprSyntax] {
      if case .argumentList(let list) = arguments { Array(list) } else { [] }
    }
  }

  extension TokenSyntax {
    /// The name without backticks.
    var plainText: String {
      text.count > 2 && text.hasPrefix("`") && text.hasSuffix("`") ? String(text.dropFirst().dropLast()) : text
    }
  }
#endif
