/// An element of a small XML document that is held in memory whole, such as a model file.
package struct MarkupElement: Sendable, Hashable {
  /// An attribute as the document has it, entities decoded.
  package struct Attribute: Sendable, Hashable {
    package var name: String
    package var value: String
    /// The physical line of its name, from 1.
    package var line: Int
    /// The column of its name in Unicode scalars, from 1.
    package var column: Int
  }

  /// The name with its prefix, as the document writes it.
  package var name: String
  /// The attributes in the order of the document; attributes that a document type supplies come last.
  package var attributes: [Attribute] = []
  /// Elements and texts in the order of the document. Comments and processing instructions are left out, and texts that
  /// touch each other are one node.
  package var children: [MarkupNode] = []
  /// The physical line on which the element's tag begins, from 1.
  package var line: Int
  /// The column at which the element's tag begins in Unicode scalars, from 1.
  package var column: Int

  /// The value of the attribute `name`, or `nil` if the element has none.
  ///
  /// - Complexity: O(*n*) in the element's attributes.
  package func attribute(_ name: String) -> String? {
    attributes.first { $0.name == name }?.value
  }

  /// The child elements in the order of the document.
  package var elements: [MarkupElement] {
    children.compactMap { node in
      if case .element(let element) = node { element } else { nil }
    }
  }

  /// The child elements called `name`, in the order of the document.
  package func elements(named name: String) -> [MarkupElement] {
    elements.filter { $0.name == name }
  }

  /// The text of the element and everything in it, in the order of the document.
  package var text: String {
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
package enum MarkupNode: Sendable, Hashable {
  case element(MarkupElement)
  case text(String)
}
