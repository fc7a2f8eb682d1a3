internal import CLibXML2
internal import Findings
internal import TextInput

extension XMLCollector {
  /// No more findings than this are kept: a broken document may have any number.
  private static let findingLimit = 200

  /// Reports what the reader itself refuses, and ends the reading.
  mutating func stop(_ kind: SourceFinding, at offset: Int? = nil, _ parser: xmlParserCtxtPtr) {
    guard !isFaulty else { return }
    isFaulty = true
    add(kind, at: offset ?? documentOffset)
    xmlStopParser(parser)
    if parser != main { xmlStopParser(main) }
  }

  mutating func add(
    _ kind: SourceFinding,
    severity: Severity? = nil,
    at offset: Int,
    value: String? = nil,
    related: [RelatedPlace] = []
  ) {
    guard findings.count < Self.findingLimit else { return }
    let (position, excerpt) = place(at: offset)
    findings.append(
      Finding(
        kind,
        severity: severity,
        at: position,
        record: recordDepth > 0 ? recordCount + 1 : nil,
        value: value,
        excerpt: excerpt,
        related: related
      )
    )
  }

  /// The line and column of `offset`, which is not before the cursor, with the line's text.
  func place(at offset: Int) -> (SourcePosition, SourceExcerpt) {
    var place = cursor
    let index = min(max(offset - windowStart, 0), window.count)
    let from = min(max(cursor.offset - windowStart, 0), index)
    place.move(over: UnsafeBufferPointer(rebasing: window.elements[from..<index]), offsets.measure)
    let position = SourcePosition(
      file: fileName,
      line: place.line,
      column: place.column,
      byteRange: place.fileOffset.map { $0..<($0 + 1) }
    )
    return (position, SourceExcerpt(around: index..<index, in: window.elements, at: position))
  }

  /// Takes an error of libxml2.
  mutating func report(_ parser: xmlParserCtxtPtr, _ error: xmlError) {
    guard !isFaulty else { return }
    guard error.level == XML_ERR_FATAL else {
      // Below a fault, names without a declared prefix change what is read, and a document type may contradict itself.
      if error.domain == Int32(XML_FROM_NAMESPACE.rawValue) {
        add(.malformed(.library(XMLErrorMessage(error).message)), severity: .warning, at: openTagOffset)
      } else if error.level == XML_ERR_ERROR,
        [XML_FROM_VALID, XML_FROM_DTD].contains(where: { error.domain == Int32($0.rawValue) })
      {
        add(.malformed(.library(XMLErrorMessage(error).message)), severity: .warning, at: documentOffset)
      }
      return
    }
    isFaulty = true
    var kind = Self.meaning(of: error)
    var offset = documentOffset
    var related: [RelatedPlace] = []
    switch xmlParserErrors(rawValue: UInt32(bitPattern: error.code)) {
    case XML_ERR_TAG_NAME_MISMATCH:
      offset = openTagOffset
      related = openElement.map { [$0.place] } ?? []
      let (open, found) = (Self.text(error.str1), Self.text(error.str2))
      kind = .malformed(.endTag(found, open: open, line: related.first?.position.line))
    case XML_ERR_TAG_NOT_FINISHED, XML_ERR_DOCUMENT_END:
      if let openElement {
        // What was cut off has not been read, so the parser stands before it.
        offset = windowStart + window.count
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
    xmlStopParser(main)
  }

  /// Where libxml2's current start tag begins.
  private var openTagOffset: Int { LibXML2.offsetOfOpenTag(main) + parserShift }

  /// The innermost open element and where it begins.
  private var openElement: (name: String, place: RelatedPlace)? {
    guard let frame = frames.elements.last else { return nil }
    let name = tree.names.names[Int(tree.nodes[Int(frame.node)].name)].qualified
    let position: SourcePosition
    if surroundings.count == frames.count {
      let known = surroundings[surroundings.count - 1]
      position = SourcePosition(file: fileName, line: known.place.line, column: known.place.column)
    } else {
      position = place(at: tree.nodes[Int(frame.node)].start).0
    }
    return (name, RelatedPlace("<\(name)> begins here", at: position))
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
    for field in fields { add(.limit(.work(field: plan.fields[field].text)), at: offset) }
  }

  /// Notes that the document asks for something outside it, once for each name.
  mutating func refuse(_ reference: SourceFinding.Reference, severity: Severity? = nil) {
    guard refused.insert(reference).inserted else { return }
    add(.unsafe(reference), severity: severity, at: documentOffset, value: reference.name)
  }
}
