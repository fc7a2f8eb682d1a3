/// An element of a small XML document that is held in memory whole, such as a model file.
public struct MarkupElement: Sendable, Hashable {
  /// An attribute as the document has it, entities decoded.
  public struct Attribute: Sendable, Hashable {
    public var name: String
    public var value: String
    /// The physical line of its name, from 1.
    public var line: Int
    /// The column of its name in Unicode scalars, from 1.
    public var column: Int
  }

  /// The name with its prefix, as the document writes it.
  public var name: String
  /// The attributes in the order of the document; attributes that a document type supplies come last.
  public var attributes: [Attribute] = []
  /// Elements and texts in the order of the document. Comments and processing instructions are left out, and texts that
  /// touch each other are one node.
  public var children: [MarkupNode] = []
  /// The physical line on which the element's tag begins, from 1.
  public var line: Int
  /// The column at which the element's tag begins in Unicode scalars, from 1.
  public var column: Int

  /// The value of the attribute `name`, or `nil` if the element has none.
  ///
  /// - Complexity: O(*n*) in the element's attributes.
  public func attribute(_ name: String) -> String? {
    attributes.first { $0.name == name }?.value
  }

  /// The child elements in the order of the document.
  public var elements: [MarkupElement] {
    children.compactMap { node in
      if case .element(let element) = node { element } else { nil }
    }
  }

  /// The child elements called `name`, in the order of the document.
  public func elements(named name: String) -> [MarkupElement] {
    elements.filter { $0.name == name }
  }

  /// The text of the element and everything in it, in the order of the document.
  public var text: String {
    var joined = ""
    for child in children {
      switch child {
      case .element(let element): joined += element.text
      case .text(let text): joined += text
      }
    }
    return joined
  }
}

/// What stands inside an element.
public enum MarkupNode: Sendable, Hashable {
  case element(MarkupElement)
  case text(String)
}
