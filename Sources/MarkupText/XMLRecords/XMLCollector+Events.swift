internal import CLibXML2
internal import Findings

extension XMLCollector {
  /// Connects the parser's events with the collector at `collector`.
  ///
  /// The events that build the document type stay libxml2's own, as they hold the entities; elements, comments and instructions
  /// are never built.
  static func connect(_ parser: xmlParserCtxtPtr, to collector: UnsafeMutablePointer<XMLCollector>) {
    parser.pointee._private = UnsafeMutableRawPointer(collector)
    guard let handler = parser.pointee.sax else { return }
    handler.leaveOutUnread()
    handler.pointee.startElementNs = { context, local, prefix, namespace, _, _, count, _, attributes in
      guard let (collector, parser) = XMLCollector.current(context), let local else { return }
      collector.pointee.start(parser, local, prefix, namespace, Int(count), attributes)
    }
    handler.pointee.endElementNs = { context, _, _, _ in
      guard let (collector, _) = XMLCollector.current(context) else { return }
      collector.pointee.end()
    }
    handler.pointee.characters = { context, text, count in
      guard let (collector, parser) = XMLCollector.current(context), let text else { return }
      collector.pointee.characters(parser, text, Int(count))
    }
    handler.pointee.ignorableWhitespace = handler.pointee.characters
    handler.pointee.cdataBlock = { context, text, count in
      guard let (collector, _) = XMLCollector.current(context), let text else { return }
      collector.pointee.appendSection(UnsafeBufferPointer(start: text, count: Int(count)))
    }
    handler.pointee.reference = { context, name in
      guard let (collector, parser) = XMLCollector.current(context), let name else { return }
      collector.pointee.reference(parser, name)
    }
    handler.pointee.internalSubset = { context, name, publicID, systemID in
      xmlSAX2InternalSubset(context, name, publicID, systemID)
      guard let (collector, _) = XMLCollector.current(context), let systemID else { return }
      collector.pointee.refuse(.documentType(String(cString: systemID)), severity: .note)
    }
    handler.pointee.getParameterEntity = { context, name in
      let entity = xmlSAX2GetParameterEntity(context, name)
      guard let entity, entity.pointee.etype == XML_EXTERNAL_PARAMETER_ENTITY,
        let (collector, _) = XMLCollector.current(context), let name
      else { return entity }
      collector.pointee.refuse(.parameterEntity(String(cString: name)))
      return entity
    }
    handler.pointee.serror = { context, error in
      guard let (collector, parser) = XMLCollector.current(context), let error else { return }
      collector.pointee.report(parser, error.pointee)
    }
  }

  /// The collector and the parser of an event; the parser is another one inside an entity.
  @inline(__always)
  private static func current(
    _ context: UnsafeMutableRawPointer?
  ) -> (UnsafeMutablePointer<XMLCollector>, xmlParserCtxtPtr)? {
    guard let parser = context?.assumingMemoryBound(to: xmlParserCtxt.self), let data = parser.pointee._private else {
      return nil
    }
    return (data.assumingMemoryBound(to: XMLCollector.self), parser)
  }

  /// Takes a reference that libxml2 has not replaced by text.
  ///
  /// References to internal entities also come here, after their content.
  private mutating func reference(_ parser: xmlParserCtxtPtr, _ name: UnsafePointer<xmlChar>) {
    let entity = progress.parser.pointee.myDoc.flatMap { xmlGetDocEntity($0, name) }
    if let entity,
      entity.pointee.etype == XML_INTERNAL_GENERAL_ENTITY || entity.pointee.etype == XML_INTERNAL_PREDEFINED_ENTITY
    {
      return
    }
    let text = String(cString: name)
    refuse(entity == nil ? .undeclaredEntity(text) : .externalEntity(text))
  }
}
