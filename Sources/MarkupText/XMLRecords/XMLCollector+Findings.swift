internal import CLibXML2
internal import Findings
internal import TextInput

extension XMLCollector {
  /// Reports what the reader itself refuses, and ends the reading.
  mutating func stop(_ kind: SourceFinding, at offset: Int? = nil, _ parser: xmlParserCtxtPtr) {
    guard reporter.stop() else { return }
    add(kind, at: offset ?? progress.offset)
    xmlStopParser(parser)
    if parser != progress.parser { xmlStopParser(progress.parser) }
  }

  /// Ends the reading because entities make too much text.
  mutating func stopForEntities(_ parser: xmlParserCtxtPtr) {
    stop(.limit(.entities(bytes: entities.limit)), parser)
  }

  mutating func add(
    _ kind: SourceFinding,
    severity: Severity? = nil,
    at offset: Int,
    value: String? = nil,
    related: [RelatedPlace] = []
  ) {
    guard reporter.hasRoom else { return }
    let (position, excerpt) = window.place(at: offset)
    reporter.add(
      Finding(
        kind,
        severity: severity,
        at: position,
        record: record.openNumber,
        value: value,
        excerpt: excerpt,
        related: related
      )
    )
  }

  /// Takes an error of libxml2.
  mutating func report(_ parser: xmlParserCtxtPtr, _ error: xmlError) {
    guard !isFaulty else { return }
    // A prefix that is not declared, or an attribute that stands twice under two, is a fault as well: paths could not be trusted.
    let isOfNames = error.domain == Int32(XML_FROM_NAMESPACE.rawValue)
    guard error.level == XML_ERR_FATAL || (isOfNames && error.level == XML_ERR_ERROR) else {
      // Below a fault, an address that is none may make two namespaces one, and a document type may contradict itself.
      if isOfNames {
        add(.malformed(.library(XMLErrorMessage(error).message)), severity: .warning, at: progress.openTagOffset)
      } else if error.level == XML_ERR_ERROR,
        [XML_FROM_VALID, XML_FROM_DTD].contains(where: { error.domain == Int32($0.rawValue) })
      {
        add(.malformed(.library(XMLErrorMessage(error).message)), severity: .warning, at: progress.offset)
      }
      return
    }
    _ = reporter.stop()
    var kind = Self.meaning(of: error)
    var offset = isOfNames ? progress.openTagOffset : progress.offset
    var related: [RelatedPlace] = []
    switch xmlParserErrors(rawValue: UInt32(bitPattern: error.code)) {
    case XML_ERR_TAG_NAME_MISMATCH:
      offset = progress.openTagOffset
      related = openElement.map { [$0.place] } ?? []
      let (open, found) = (Self.text(error.str1), Self.text(error.str2))
      kind = .malformed(.endTag(found, open: open, line: related.first?.position.line))
    case XML_ERR_TAG_NOT_FINISHED, XML_ERR_DOCUMENT_END:
      if let openElement {
        // What was cut off has not been read, so the parser stands before it.
        offset = window.end
        kind = .malformed(.endsInside(element: openElement.name))
        related = [openElement.place]
      } else if hasEnded {
        kind = .malformed(.afterEnd)
      } else {
        kind = .malformed(.noElement)
      }
    default: break
    }
    add(kind, at: offset, related: related)
    xmlStopParser(progress.parser)
  }

  /// The innermost open element and where it begins.
  private var openElement: (name: String, place: RelatedPlace)? {
    guard let frame = elements.last else { return nil }
    let node = tree.nodes[Int(frame.node)]
    let name = tree.names.names[Int(node.name)].qualified
    let position =
      elements.isInnermostAround
      ? window.position(of: elements.innermostSurrounding.place) : window.place(at: node.start).position
    return (name, RelatedPlace(.beginning(element: name), at: position))
  }

  private static func text(_ bytes: UnsafePointer<CChar>?) -> String { bytes.map { String(cString: $0) } ?? "" }

  /// An error in the library's words.
  private static func meaning(of error: xmlError) -> SourceFinding {
    let words = XMLErrorMessage(error)
    return switch xmlParserErrors(rawValue: UInt32(bitPattern: error.code)) {
    case XML_ERR_ENTITY_LOOP, XML_ERR_INTERNAL_ERROR, XML_ERR_NO_MEMORY: .limit(.library(words.message))
    case XML_ERR_INVALID_ENCODING, XML_ERR_UNKNOWN_ENCODING, XML_ERR_UNSUPPORTED_ENCODING, XML_I18N_CONV_FAILED:
      .encoding(.library(words.message))
    default: words.isEncodingFault ? .encoding(.library(words.message)) : .malformed(.library(words.message))
    }
  }

  /// Reports fields that could not be evaluated on the record that begins at `offset`.
  mutating func reportFailures(_ fields: [Int], _ offset: Int) {
    for field in fields { add(.limit(.work(field: writer.plan.fields[field].text)), at: offset) }
  }

  /// Notes that the document asks for something outside it, once for each name.
  mutating func refuse(_ reference: SourceFinding.Reference, severity: Severity? = nil) {
    guard reporter.isNew(reference) else { return }
    add(.unsafe(reference), severity: severity, at: progress.offset, value: reference.name)
  }
}
