internal import CLibXML2
internal import Findings
internal import TextInput

/// Reads a document piece by piece, with the scanner and with libxml2's parser, and lets their events become batches of records.
///
/// It owns the parser, and the collector that the parser's callbacks reach through a plain pointer.
final class XMLDocumentReading {
  /// Whether all has been read that can be.
  private(set) var isFinished = false
  private let source: InputReader
  private let parser: xmlParserCtxtPtr
  private let collector: UnsafeMutablePointer<XMLCollector>
  private let givenEncoding: String?
  private let attributeLimit: Int
  private var decoder: XMLDecoder?
  private var decoded: [UInt8] = []
  private var raw: [UInt8] = []
  private var scanner = XMLScanner(ignoresDeclaration: false)
  /// Whether the scanner has read the document to its end.
  private var isScannedToEnd = false
  /// How far libxml2 has been given the document.
  private var parsedTo = 0

  /// How much of the document is read at a time, in bytes.
  private let chunkSize: Int
  /// How much text before a place is kept so that its line can be shown.
  private static let contextBytes = 256

  /// - Throws: `MarkupTextError` of kind `unreadable`.
  init(_ input: ByteInput, options: XMLRecordOptions, fields: [FieldPath]) throws {
    LibXML2.start()
    source = try input.open()
    guard let parser = xmlCreatePushParserCtxt(nil, nil, nil, 0, nil) else {
      throw MarkupTextError(.limit, "There is no memory for the parser")
    }
    self.parser = parser
    xmlCtxtUseOptions(parser, LibXML2.safeOptions)
    givenEncoding = options.encoding
    chunkSize = options.chunkSize
    attributeLimit = options.limits.attributes
    let name = options.fileName ?? input.name
    collector = .allocate(capacity: 1)
    collector.initialize(to: XMLCollector(parser: parser, options: options, fields: fields, fileName: name))
    XMLCollector.connect(parser, to: collector)
  }

  deinit {
    xmlFreeDoc(parser.pointee.myDoc)
    parser.pointee.myDoc = nil
    xmlFreeParserCtxt(parser)
    collector.deinitialize(count: 1)
    collector.deallocate()
  }

  // MARK: Results

  var isFaulty: Bool { collector.pointee.isFaulty }

  var recordCount: Int { collector.pointee.record.count }

  /// Whether something has been found wrong since the last call of `takeFindings()`.
  var hasFindings: Bool { !collector.pointee.reporter.isEmpty }

  /// What has been found wrong since the last call, in the order of the document.
  func takeFindings() -> [Finding] { collector.pointee.reporter.take() }

  /// Reads nothing, because of what is known to be wrong with the document.
  func giveUp(_ faults: [Finding]) {
    collector.pointee.reporter.giveUp(faults)
    isFinished = true
  }

  // MARK: Reading

  /// Reads a piece of the document and replaces the records of `batch`, which no record may refer to, by those that end in it.
  func fill(_ batch: MarkupBatch) throws {
    batch.content.removeAll()
    let isLast = try !readChunk()
    if collector.pointee.progress.isScanning, !collector.pointee.isFaulty { scan(isLast: isLast) }
    if !collector.pointee.progress.isScanning, !collector.pointee.isFaulty { parse(isLast: isLast) }
    if isLast || isScannedToEnd || collector.pointee.isFaulty { isFinished = true }
    let collector = collector
    collector.pointee.boundOpenRecord()
    collector.pointee.moveCursorToParser()
    if collector.pointee.writer.hasRecords {
      collector.pointee.hand(over: batch, contextBytes: Self.contextBytes)
    } else {
      collector.pointee.trimWindow(contextBytes: Self.contextBytes)
    }
  }

  /// Lets the scanner read on; what it leaves is for libxml2.
  private func scan(isLast: Bool) {
    switch scanner.scan(collector, isLast: isLast) {
    case .needsMore: break
    case .finished: isScannedToEnd = true
    case .handsOver:
      let prelude = scanner.prelude
      collector.pointee.progress.handOver(at: scanner.offset, preludeCount: prelude.count)
      parsedTo = scanner.offset
      prelude.withUnsafeBufferPointer { if let start = $0.baseAddress { parse(start, $0.count) } }
    }
    collector.pointee.progress.scan(to: scanner.offset)
  }

  /// Lets libxml2 read what it has not got yet.
  private func parse(isLast: Bool) {
    let end = collector.pointee.window.end
    // Between two events the parser may be behind what it has got.
    let unread = min(max(collector.pointee.progress.offset, collector.pointee.window.start), end)
    let pending = collector.pointee.window.bytes(from: unread)
    if let tag = AttributeGuard.offendingTag(in: pending, limit: attributeLimit) {
      // What stands before the tag is read as usual.
      parse(to: unread + tag)
      collector.pointee.stop(.limit(.attributes(most: attributeLimit)), at: unread + tag, parser)
    } else {
      parse(to: end)
    }
    if isLast, !collector.pointee.isFaulty { xmlParseChunk(parser, nil, 0, 1) }
  }

  private func parse(to end: Int) {
    let start = parsedTo
    guard end > start, !collector.pointee.isFaulty else { return }
    parsedTo = end
    parse(collector.pointee.window.document + start, end - start)
  }

  private func parse(_ bytes: UnsafePointer<UInt8>, _ count: Int) {
    let characters = UnsafeRawPointer(bytes).assumingMemoryBound(to: CChar.self)
    xmlParseChunk(parser, characters, Int32(count), 0)
  }

  var encodingName: String { decoder?.encoding ?? "UTF-8" }

  /// Appends the next piece of the document to the window.
  ///
  /// - Returns: `false` at the end of the document.
  private func readChunk() throws -> Bool {
    guard let decoder else { return try readFirstChunk() }
    if decoder.isUTF8 {
      return try collector.pointee.window.append(room: chunkSize) {
        try source.fill(UnsafeMutableRawBufferPointer($0))
      } > 0
    }
    let count = try raw.withUnsafeMutableBytes { try source.fill($0) }
    return convert(count, start: 0, decoder)
  }

  private func readFirstChunk() throws -> Bool {
    // The declaration has to be in it, or the encoding is not known.
    raw = [UInt8](repeating: 0, count: max(chunkSize, 1_024))
    let count = try raw.withUnsafeMutableBytes { try source.fill($0) }
    let decoder = raw.withUnsafeBytes {
      XMLDecoder(start: UnsafeRawBufferPointer(rebasing: $0[..<count]), given: givenEncoding)
    }
    self.decoder = decoder
    if decoder.ignoresDeclaration {
      xmlCtxtUseOptions(parser, LibXML2.safeOptions | Int32(XML_PARSE_IGNORE_ENC.rawValue))
    }
    scanner.ignoresDeclaration = decoder.ignoresDeclaration
    let measure = ByteMeasure(encoding: decoder.encoding)
    collector.pointee.window.begin(measure, after: decoder.byteOrderMark)
    return convert(count, start: decoder.byteOrderMark, decoder)
  }

  /// Converts the first `count` bytes of `raw`, from `start` on, into the window.
  private func convert(_ count: Int, start: Int, _ decoder: XMLDecoder) -> Bool {
    decoded.removeAll(keepingCapacity: true)
    let isText = raw.withUnsafeBytes {
      decoder.convert(UnsafeRawBufferPointer(rebasing: $0[min(start, count)..<count]), isLast: count == 0, to: &decoded)
    }
    decoded.withUnsafeBufferPointer { collector.pointee.window.append($0) }
    if !isText {
      collector.pointee.stop(
        .encoding(.unconverted(encoding: decoder.encoding)),
        at: collector.pointee.window.end,
        parser
      )
    }
    return count > 0
  }
}
