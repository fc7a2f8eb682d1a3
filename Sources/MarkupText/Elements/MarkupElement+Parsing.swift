internal import CLibXML2
internal import Findings
internal import TextInput

extension MarkupElement {
  /// How much a document that is held in memory may have.
  package struct Limits: Sendable, Hashable {
    /// The longest document, in bytes.
    package var documentBytes = 64 << 20
    /// How deep elements may stand in each other.
    package var depth = 256
    /// How many attributes one element may have.
    package var attributes = 4_096

    /// Makes the default limits.
    package init() {}
  }

  /// Reads a whole XML document.
  ///
  /// Document types outside the file and external entities are never loaded.
  ///
  /// - Parameters:
  ///   - bytes: The document in any encoding that it declares.
  ///   - fileName: The name that errors show.
  /// - Returns: The root element.
  /// - Throws: `MarkupTextError` of kind `malformed`, `encoding` or `limit` with the place of the fault.
  /// - Complexity: O(*n*) in bytes.
  package static func parse(
    xml bytes: [UInt8],
    fileName: String,
    limits: Limits = Limits()
  ) throws(MarkupTextError) -> MarkupElement {
    guard bytes.count <= limits.documentBytes else {
      throw MarkupTextError(
        .limit,
        "The document has \(bytes.count) bytes; at most \(limits.documentBytes) are read",
        at: SourcePosition(file: fileName, line: 1)
      )
    }
    let builder = MarkupElementBuilder(bytes: bytes, fileName: fileName, limits: limits)
    return try builder.parse()
  }

  /// Reads an XML document child by child, for documents that are too long to be held as elements all at once.
  ///
  /// - Parameters:
  ///   - bytes: The document in any encoding that it declares.
  ///   - fileName: The name that errors show.
  ///   - body: Takes each child element of the root, with everything in it, in the order of the document. The places of its attributes are that of
  ///     their element.
  /// - Returns: The root element without its child elements.
  /// - Throws: `MarkupTextError`, as `parse(xml:fileName:limits:)` does; what `body` throws, after which nothing more is read.
  /// - Complexity: O(*n*) in bytes; one child is in memory at a time.
  package static func parseChildren(
    ofRootOf bytes: [UInt8],
    fileName: String,
    limits: Limits = Limits(),
    _ body: (MarkupElement) throws -> Void
  ) throws -> MarkupElement {
    try withoutActuallyEscaping(body) { body in
      let builder = MarkupElementBuilder(bytes: bytes, fileName: fileName, limits: limits, takeChild: body)
      do {
        return try builder.parse()
      } catch {
        throw builder.refusal ?? error
      }
    }
  }
}

/// Collects SAX events into elements.
private final class MarkupElementBuilder {
  private let bytes: [UInt8]
  private let fileName: String
  private let limits: MarkupElement.Limits
  /// The open elements, outermost first.
  private var open: [MarkupElement] = []
  private var root: MarkupElement?
  private var pendingText: [UInt8] = []
  private var fault: MarkupTextError?
  private var cursor: PlaceCursor
  /// Takes the root's children, which are not kept then.
  private let takeChild: ((MarkupElement) throws -> Void)?
  /// What `takeChild` threw.
  private(set) var refusal: (any Error)?

  init(
    bytes: [UInt8],
    fileName: String,
    limits: MarkupElement.Limits,
    takeChild: ((MarkupElement) throws -> Void)? = nil
  ) {
    self.takeChild = takeChild
    self.bytes = bytes
    self.fileName = fileName
    self.limits = limits
    cursor = PlaceCursor()
  }

  func parse() throws(MarkupTextError) -> MarkupElement {
    LibXML2.start()
    guard let context = xmlCreatePushParserCtxt(nil, nil, nil, 0, nil) else {
      throw MarkupTextError(.limit, "There is no memory for the parser")
    }
    defer {
      xmlFreeDoc(context.pointee.myDoc)
      context.pointee.myDoc = nil
      xmlFreeParserCtxt(context)
    }
    xmlCtxtUseOptions(context, LibXML2.safeOptions)
    context.pointee._private = Unmanaged.passUnretained(self).toOpaque()
    install(in: context.pointee.sax)
    var start = 0
    let chunk = 16 << 10
    while start < bytes.count, fault == nil {
      let count = min(chunk, bytes.count - start)
      bytes.withUnsafeBytes { buffer in
        let piece = UnsafeRawBufferPointer(rebasing: buffer[start..<(start + count)])
        _ = xmlParseChunk(context, piece.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(count), 0)
      }
      start += count
    }
    if fault == nil { xmlParseChunk(context, nil, 0, 1) }
    if let fault { throw fault }
    guard let root else {
      throw MarkupTextError(.malformed, "The document is empty", at: SourcePosition(file: fileName, line: 1))
    }
    return root
  }

  private func install(in handler: UnsafeMutablePointer<xmlSAXHandler>) {
    handler.leaveOutUnread()
    handler.pointee.startElementNs = { context, name, prefix, _, _, _, count, _, attributes in
      MarkupElementBuilder.current(context)?.start(context, name, prefix, count, attributes)
    }
    handler.pointee.endElementNs = { context, _, _, _ in MarkupElementBuilder.current(context)?.end(context) }
    handler.pointee.characters = { context, text, count in
      MarkupElementBuilder.current(context)?.characters(text, count)
    }
    handler.pointee.ignorableWhitespace = handler.pointee.characters
    handler.pointee.cdataBlock = handler.pointee.characters
    handler.pointee.reference = { _, _ in }
    handler.pointee.serror = { context, error in
      MarkupElementBuilder.current(context)?.report(context, error)
    }
  }

  private static func current(_ context: UnsafeMutableRawPointer?) -> MarkupElementBuilder? {
    guard let data = context?.assumingMemoryBound(to: xmlParserCtxt.self).pointee._private else { return nil }
    return Unmanaged<MarkupElementBuilder>.fromOpaque(data).takeUnretainedValue()
  }

  private func start(
    _ context: UnsafeMutableRawPointer?,
    _ name: UnsafePointer<xmlChar>?,
    _ prefix: UnsafePointer<xmlChar>?,
    _ count: Int32,
    _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
  ) {
    guard fault == nil, let context, let name else { return }
    flushText()
    let parser = context.assumingMemoryBound(to: xmlParserCtxt.self)
    let tag = LibXML2.offsetOfOpenTag(parser)
    let place = place(at: tag, in: parser)
    guard open.count < limits.depth else {
      return stop(parser, MarkupTextError(.limit, "Elements stand more than \(limits.depth) deep", at: place))
    }
    guard count <= limits.attributes else {
      return stop(parser, MarkupTextError(.limit, "The element has \(count) attributes", at: place))
    }
    var element = MarkupElement(name: LibXML2.qualifiedName(name, prefix), line: place.line, column: place.column)
    let written = takeChild == nil ? attributePlaces(from: tag) : [:]
    for index in 0..<Int(count) {
      guard let attributes, let local = attributes[index * 5] else { continue }
      let name = LibXML2.qualifiedName(local, attributes[index * 5 + 1])
      var value: [UInt8] = []
      guard
        EntityText.append(
          LibXML2.attributeBytes(attributes, index),
          parser: parser,
          room: limits.documentBytes,
          to: &value
        )
      else { return stop(parser, MarkupTextError(.limit, "The attribute \(name) expands too far", at: place)) }
      let at = written[name] ?? cursor
      element.attributes.append(
        MarkupElement.Attribute(
          name: name,
          value: String(decoding: value, as: UTF8.self),
          line: at.line,
          column: at.column
        )
      )
    }
    open.append(element)
  }

  private func end(_ context: UnsafeMutableRawPointer?) {
    guard fault == nil else { return }
    flushText()
    guard let element = open.popLast() else { return }
    if open.isEmpty {
      root = element
    } else if open.count == 1, let takeChild {
      do {
        try takeChild(element)
      } catch {
        refusal = error
        guard let parser = context?.assumingMemoryBound(to: xmlParserCtxt.self) else { return }
        stop(parser, MarkupTextError(.malformed, "The document is not what was expected"))
      }
    } else {
      open[open.count - 1].children.append(.element(element))
    }
  }

  private func characters(_ text: UnsafePointer<xmlChar>?, _ count: Int32) {
    guard fault == nil, let text else { return }
    pendingText.append(contentsOf: UnsafeBufferPointer(start: text, count: Int(count)))
    if pendingText.count > limits.documentBytes {
      fault = MarkupTextError(.limit, "The entities of the document expand too far")
    }
  }

  private func flushText() {
    guard !pendingText.isEmpty else { return }
    if !open.isEmpty {
      open[open.count - 1].children.append(.text(String(decoding: pendingText, as: UTF8.self)))
    }
    pendingText.removeAll(keepingCapacity: true)
  }

  private func report(_ context: UnsafeMutableRawPointer?, _ error: UnsafePointer<xmlError>?) {
    guard fault == nil, let error,
      error.pointee.level == XML_ERR_FATAL || error.pointee.domain == Int32(XML_FROM_NAMESPACE.rawValue),
      let parser = context?.assumingMemoryBound(to: xmlParserCtxt.self)
    else { return }
    let message = XMLErrorMessage(error.pointee).message
    stop(parser, MarkupTextError(.malformed, message, at: place(at: LibXML2.offset(parser), in: parser)))
  }

  private func stop(_ parser: xmlParserCtxtPtr, _ error: MarkupTextError) {
    fault = error
    xmlStopParser(parser)
  }

  /// Moves the cursor to `offset` in the document.
  private func place(at offset: Int, in parser: xmlParserCtxtPtr) -> SourcePosition {
    let end = min(max(offset, cursor.offset), bytes.count)
    bytes.withUnsafeBufferPointer { cursor.move(over: UnsafeBufferPointer(rebasing: $0[cursor.offset..<end])) }
    return SourcePosition(file: fileName, line: cursor.line, column: cursor.column)
  }

  /// Where the names of the attributes stand in the tag that begins at `tag`, where the cursor is.
  private func attributePlaces(from tag: Int) -> [String: PlaceCursor] {
    bytes.withUnsafeBufferPointer { bytes in
      let rest = UnsafeBufferPointer(rebasing: bytes[min(tag, bytes.count)...])
      var places: [String: PlaceCursor] = [:]
      var place = cursor
      for attribute in TagScan.attributes(in: rest) {
        place.move(
          over: UnsafeBufferPointer(rebasing: rest[(place.offset - cursor.offset)..<attribute.name.lowerBound])
        )
        places[String(decoding: rest[attribute.name], as: UTF8.self)] = place
      }
      return places
    }
  }
}
