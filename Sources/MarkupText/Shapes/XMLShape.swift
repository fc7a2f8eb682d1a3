internal import CLibXML2
package import TextInput

/// What elements an XML document has, and how they stand in each other: where records may be.
package struct XMLShape: Sendable {
  /// A kind of place that elements stand at.
  package struct Place: Sendable, Hashable {
    /// The path of the elements, from the root: `/nomenclature/group`.
    package var path: String
    /// How many elements stand there.
    package var count: Int
    /// The greatest number of them that stand in one element.
    package var mostSiblings: Int
    /// Whether any of them has attributes or elements in it.
    package var hasParts: Bool
    /// The place of the elements around them, by its number; `nil` for the root.
    package var parent: Int?
  }

  /// What was found, in the order of the document; outer elements come first.
  package let places: [Place]

  /// How many places are kept.
  private static let mostPlaces = 2_000

  /// Reads a document to its end, or to its first fault.
  ///
  /// - Throws: What the input throws.
  /// - Complexity: O(*n*) in bytes, in constant memory.
  package init(_ input: ByteInput, encoding: String? = nil) throws {
    LibXML2.start()
    let builder = ShapeBuilder()
    try builder.parse(try input.open(), encoding: encoding)
    places = builder.places
  }

  /// The places that may have records: elements that have parts and of which several stand in one element, unless they are parts of such themselves.
  package var candidates: [Place] {
    places.filter { isRepeated($0) && !hasRepeatedAround($0) }
  }

  /// The likeliest record path: of the candidates the one with most elements; what stands in the root where nothing is repeated.
  package var likeliest: String {
    if let most = candidates.max(by: { $0.count < $1.count }) { return most.path }
    // One record: the first element whose parts are all there is.
    let single = places.dropFirst().first { $0.hasParts } ?? places.first
    return single?.path ?? "/*/*"
  }

  /// The places right below `outer` that have records of their own: repeated elements with parts, none of which stand in each other.
  ///
  /// - Returns: Each with its path from the outer record: `section`, or `sections/section`.
  package func nested(in outer: String) -> [(place: Place, path: String)] {
    guard let outerNumber = places.firstIndex(where: { $0.path == outer }) else { return [] }
    return places.indices.compactMap { number in
      guard isRepeated(places[number]) else { return nil }
      var parent = places[number].parent
      while let around = parent, around != outerNumber {
        if isRepeated(places[around]) { return nil }
        parent = places[around].parent
      }
      guard parent == outerNumber else { return nil }
      return (places[number], String(places[number].path.dropFirst(outer.count + 1)))
    }
  }

  private func isRepeated(_ place: Place) -> Bool { place.mostSiblings > 1 && place.hasParts }

  private func hasRepeatedAround(_ place: Place) -> Bool {
    var parent = place.parent
    while let around = parent {
      if isRepeated(places[around]) { return true }
      parent = places[around].parent
    }
    return false
  }

  /// Counts elements while a document streams by.
  private final class ShapeBuilder {
    /// An open element.
    struct Frame {
      /// Its place's number; `nil` where nobody looks any more.
      var place: Int?
      /// How many elements of each place stand in it so far.
      var inside: [Int: Int] = [:]
    }

    private(set) var places: [Place] = []
    private var numbers: [String: Int] = [:]
    private var open: [Frame] = []

    func parse(_ reader: InputReader, encoding: String?) throws {
      guard let parser = xmlCreatePushParserCtxt(nil, nil, nil, 0, nil) else {
        throw MarkupTextError(.limit, "There is no memory for the parser")
      }
      defer {
        xmlFreeDoc(parser.pointee.myDoc)
        parser.pointee.myDoc = nil
        xmlFreeParserCtxt(parser)
      }
      parser.pointee._private = Unmanaged.passUnretained(self).toOpaque()
      Self.install(in: parser.pointee.sax)
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
      defer { buffer.deallocate() }
      var decoder: XMLDecoder?
      var text: [UInt8] = []
      while true {
        let count = try reader.fill(buffer)
        var bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        if decoder == nil {
          let found = XMLDecoder(start: bytes, given: encoding)
          let options = LibXML2.safeOptions | (found.ignoresDeclaration ? Int32(XML_PARSE_IGNORE_ENC.rawValue) : 0)
          xmlCtxtUseOptions(parser, options)
          bytes = UnsafeRawBufferPointer(rebasing: bytes[min(found.byteOrderMark, count)...])
          decoder = found
        }
        text.removeAll(keepingCapacity: true)
        let isLast = count < buffer.count
        guard let decoder, decoder.convert(bytes, isLast: isLast, to: &text) else { return }
        let failure = text.withUnsafeBytes { bytes in
          xmlParseChunk(parser, bytes.bindMemory(to: CChar.self).baseAddress, Int32(bytes.count), isLast ? 1 : 0)
        }
        if failure != 0, parser.pointee.wellFormed == 0 { return }
        if isLast { return }
      }
    }

    private static func install(in handler: UnsafeMutablePointer<xmlSAXHandler>) {
      handler.leaveOutUnread()
      handler.pointee.serror = { _, _ in }
      handler.pointee.characters = { _, _, _ in }
      handler.pointee.ignorableWhitespace = { _, _, _ in }
      handler.pointee.cdataBlock = { _, _, _ in }
      handler.pointee.reference = { _, _ in }
      handler.pointee.startElementNs = { context, name, prefix, _, _, _, count, _, _ in
        guard let name else { return }
        ShapeBuilder.current(context)?.start(LibXML2.qualifiedName(name, prefix), hasAttributes: count > 0)
      }
      handler.pointee.endElementNs = { context, _, _, _ in ShapeBuilder.current(context)?.end() }
    }

    private static func current(_ context: UnsafeMutableRawPointer?) -> ShapeBuilder? {
      guard let data = context?.assumingMemoryBound(to: xmlParserCtxt.self).pointee._private else { return nil }
      return Unmanaged<ShapeBuilder>.fromOpaque(data).takeUnretainedValue()
    }

    private func start(_ name: String, hasAttributes: Bool) {
      let outer = open.last?.place
      var number: Int?
      if open.isEmpty || outer != nil {
        let path = (outer.map { places[$0].path } ?? "") + "/" + name
        number = numbers[path]
        if number == nil, places.count < XMLShape.mostPlaces {
          number = places.count
          numbers[path] = number
          places.append(Place(path: path, count: 0, mostSiblings: 0, hasParts: false, parent: outer))
        }
      }
      if let outer { places[outer].hasParts = true }
      if let number {
        places[number].count += 1
        if hasAttributes { places[number].hasParts = true }
        let siblings = (open.last?.inside[number] ?? 0) + 1
        if !open.isEmpty { open[open.count - 1].inside[number] = siblings }
        places[number].mostSiblings = max(places[number].mostSiblings, siblings)
      }
      open.append(Frame(place: number))
    }

    private func end() { open.removeLast() }
  }
}
