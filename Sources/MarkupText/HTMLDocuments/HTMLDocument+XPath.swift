internal import CLibXML2

extension HTMLDocument {
  /// The elements that an XPath 1.0 expression leads to, in the order of the document.
  ///
  /// An expression that names `tbody` and finds nothing is tried again with the bodies that browsers make around rows which stand
  /// directly in a table: the path that a browser copies has them.
  ///
  /// - Throws: `MarkupTextError` of kind `path` if the expression is not understood.
  func elements(xpath: String) throws(MarkupTextError) -> [Int] {
    guard let document, let context = xmlXPathNewContext(document) else { return [] }
    defer { xmlXPathFreeContext(context) }
    // Without a handler of its own the library prints what is wrong with an expression.
    context.pointee.error = { _, _ in }
    let found = try Self.elements(xpath, context)
    guard found.isEmpty, xpath.contains("tbody") else { return found }
    let bodies = Self.addBodies(to: document, context)
    defer { for body in bodies { Self.remove(body) } }
    return try Self.elements(xpath, context)
  }

  private static func elements(_ xpath: String, _ context: xmlXPathContextPtr) throws(MarkupTextError) -> [Int] {
    guard let result = xmlXPathEvalExpression(xpath, context) else {
      throw MarkupTextError(.path, "The XPath '\(xpath)' is not understood")
    }
    defer { xmlXPathFreeObject(result) }
    guard result.pointee.type == XPATH_NODESET else {
      throw MarkupTextError(.path, "The XPath '\(xpath)' does not lead to elements")
    }
    return nodes(of: result).compactMap { node in
      let number = Int(bitPattern: node.pointee._private)
      return node.pointee.type == XML_ELEMENT_NODE && number > 0 ? number - 1 : nil
    }.sorted()
  }

  private static func nodes(of result: xmlXPathObjectPtr) -> [xmlNodePtr] {
    guard let set = result.pointee.nodesetval else { return [] }
    return (0..<Int(set.pointee.nodeNr)).compactMap { set.pointee.nodeTab[$0] }
  }

  /// Puts each run of rows that stand directly in a table into a `tbody`.
  private static func addBodies(to document: xmlDocPtr, _ context: xmlXPathContextPtr) -> [xmlNodePtr] {
    let firstRows = "//table/tr[not(preceding-sibling::*[1][self::tr])]"
    guard let result = xmlXPathEvalExpression(firstRows, context) else { return [] }
    defer { xmlXPathFreeObject(result) }
    return nodes(of: result).compactMap { row in
      guard let body = xmlNewDocNode(document, nil, "tbody", nil) else { return nil }
      xmlAddPrevSibling(row, body)
      var next: xmlNodePtr? = row
      while let node = next, node.pointee.type != XML_ELEMENT_NODE || xmlStrEqual(node.pointee.name, "tr") == 1 {
        next = node.pointee.next
        xmlUnlinkNode(node)
        xmlAddChild(body, node)
      }
      return body
    }
  }

  /// Removes an element and leaves its children in its place.
  private static func remove(_ element: xmlNodePtr) {
    while let child = element.pointee.children {
      xmlUnlinkNode(child)
      xmlAddPrevSibling(element, child)
    }
    xmlUnlinkNode(element)
    xmlFreeNode(element)
  }
}
