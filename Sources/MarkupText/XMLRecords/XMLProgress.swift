internal import CLibXML2

/// How far a document has been read: by the scanner, and behind it by libxml2.
struct XMLProgress {
  /// libxml2's parser of the document; entities are parsed by others.
  let parser: xmlParserCtxtPtr
  /// Whether the scanner reads.
  private(set) var isScanning: Bool
  /// Where the scanner is in the document, or has stopped.
  private var scannedOffset = 0
  /// What libxml2's offsets have to be moved by: it begins where the scanner has stopped.
  private var shift = 0
  /// Events before this offset in what libxml2 reads only repeat what is known; -1 when it is past them.
  private var repetitionEnd = -1

  init(_ parser: xmlParserCtxtPtr, usesScanner: Bool) {
    self.parser = parser
    isScanning = usesScanner
  }

  /// How much of the document has been read, in bytes of UTF-8.
  @inline(__always)
  var offset: Int {
    // What libxml2 only reads to be where the scanner was is no part of the document.
    isScanning ? scannedOffset : max(LibXML2.offset(parser) &+ shift, scannedOffset)
  }

  /// Where libxml2's current start tag begins.
  var openTagOffset: Int { LibXML2.offsetOfOpenTag(parser) + shift }

  /// Says that the scanner has come to `offset`.
  @inline(__always)
  mutating func scan(to offset: Int) { scannedOffset = offset }

  /// Lets libxml2 go on at `offset`, after so many bytes that bring it to where the scanner was.
  mutating func handOver(at offset: Int, preludeCount: Int) {
    isScanning = false
    shift = offset - preludeCount
    repetitionEnd = preludeCount
  }

  /// Whether an event of libxml2 only repeats the elements that were open when it took over.
  @inline(__always)
  var isRepeating: Bool { mutating get { repetitionEnd >= 0 && isBeforeRepetitionEnd } }

  @inline(never)
  private var isBeforeRepetitionEnd: Bool {
    mutating get {
      if LibXML2.offset(parser) <= repetitionEnd { return true }
      repetitionEnd = -1
      return false
    }
  }
}
