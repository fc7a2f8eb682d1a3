internal import CLibXML2

/// The fields of a plan that are whole expressions, ready to be evaluated record by record.
final class ExpressionFields {
  /// How many steps an expression may take on one record.
  private static let greatestEffort: UInt = 4_000_000

  private struct Compiled {
    var field: Int
    var separator: String
    var expression: xmlXPathCompExprPtr
  }

  private var compiled: [Compiled] = []
  private let naming: NamespaceNaming
  private let context: xmlXPathContextPtr?
  /// The fields that could not be evaluated on the last record.
  private(set) var failures: [Int] = []

  /// - Parameter fields: The expressions with their fields' numbers.
  init(_ fields: [(field: Int, separator: String, expression: XPathExpression)], namespaces: [String: String]) {
    naming = NamespaceNaming(
      prefixes: Set(fields.flatMap(\.expression.prefixes)).subtracting(["xml"]),
      map: namespaces
    )
    context = xmlXPathNewContext(nil)
    context?.pointee.error = { _, _ in }
    context?.pointee.opLimit = Self.greatestEffort
    for (prefix, address) in naming.addresses { xmlXPathRegisterNs(context, prefix, address) }
    for (field, separator, expression) in fields {
      if let ready = xmlXPathCtxtCompile(context, expression.text) {
        compiled.append(Compiled(field: field, separator: separator, expression: ready))
      }
    }
  }

  deinit {
    for one in compiled { xmlXPathFreeCompExpr(one.expression) }
    xmlXPathFreeContext(context)
  }

  /// Fills the cells of the record at `root`.
  ///
  /// - Complexity: O(*n*) in the elements of the record for the copy, and what the expressions take.
  func fill(
    from firstCell: Int,
    _ root: Int,
    of tree: borrowing NodeTree,
    origin: MarkupBatch.Content.Origin,
    in content: inout MarkupBatch.Content
  ) {
    failures.removeAll(keepingCapacity: true)
    guard let context, let document = RecordDocument(root, of: tree, naming: naming), let record = document.record
    else {
      return
    }
    for one in compiled {
      context.pointee.doc = record.pointee.doc
      context.pointee.node = record
      context.pointee.contextSize = 1
      context.pointee.proximityPosition = 1
      context.pointee.opCount = 0
      guard let result = xmlXPathCompiledEval(one.expression, context) else {
        failures.append(one.field)
        continue
      }
      content.cells[firstCell + one.field] = cell(result, one.separator, root, tree, origin, &content)
      xmlXPathFreeObject(result)
    }
    context.pointee.doc = nil
    context.pointee.node = nil
  }

  private func cell(
    _ result: xmlXPathObjectPtr,
    _ separator: String,
    _ root: Int,
    _ tree: borrowing NodeTree,
    _ origin: MarkupBatch.Content.Origin,
    _ content: inout MarkupBatch.Content
  ) -> MarkupBatch.Cell {
    var writer = CellWriter(content)
    guard result.pointee.type == XPATH_NODESET else {
      writer.beginValue(separator, in: &content)
      Self.append(xmlXPathCastToString(result), to: &content)
      writer.endValue(origin.place(tree, node: root), in: &content)
      return writer.cell(in: content)
    }
    guard let nodes = result.pointee.nodesetval else { return writer.cell(in: content) }
    xmlXPathNodeSetSort(nodes)
    for index in 0..<Int(nodes.pointee.nodeNr) {
      guard let node = nodes.pointee.nodeTab[index] else { continue }
      writer.beginValue(separator, in: &content)
      Self.append(xmlXPathCastNodeToString(node), to: &content)
      writer.endValue(place(of: node, tree, origin), in: &content)
    }
    return writer.cell(in: content)
  }

  private static func append(_ text: UnsafeMutablePointer<xmlChar>?, to content: inout MarkupBatch.Content) {
    guard let text else { return }
    content.bytes.append(text, Int(xmlStrlen(text)))
    studbook_xml_free(text)
  }

  private func place(of node: xmlNodePtr, _ tree: borrowing NodeTree, _ origin: MarkupBatch.Content.Origin)
    -> MarkupBatch.Place
  {
    guard node.pointee.type == XML_ATTRIBUTE_NODE else {
      return origin.place(tree, node: max(Int(bitPattern: node.pointee._private) - 1, 0))
    }
    let owner = node.pointee.parent.map { Int(bitPattern: $0.pointee._private) - 1 } ?? 0
    let attribute = Int(bitPattern: node.pointee._private) - 1
    return origin.place(tree, node: max(owner, 0), attribute: attribute < 0 ? -1 : tree.attributes[attribute].name)
  }
}
