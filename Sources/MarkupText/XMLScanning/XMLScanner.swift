internal import Glibc

/// Reads the common part of XML by itself, several times faster than libxml2, and leaves everything else to the library.
///
/// ```
/// window  … <breed number="38"><name>Welsh Corgi</name> …
///                  ▲ offset: all before it has been turned into events
/// ```
///
/// It knows elements with names of ASCII letters, attributes, text, references to characters and to the five predefined entities, comments,
/// sections, instructions, and namespaces with plain addresses. Where anything else comes up — a document type, a name in another script, whatever
/// is not well-formed — it stops *before* that: `XMLDocumentReading` then starts libxml2's parser in the same place, inside the same open
/// elements, and that has the last word. So every verdict on a document is libxml2's.
///
/// Advice for changes: an event may be sent only when the whole construct has been seen and is sure to be well-formed.
struct XMLScanner: ~Copyable {
  enum Outcome {
    /// All that is complete has been read.
    case needsMore
    /// The document has been read to its end.
    case finished
    /// libxml2 has to go on at `offset`.
    case handsOver
  }

  /// What the scanner stands in.
  enum Mode {
    case content
    case comment
    case section
  }

  /// The results of a step beside the offset after it.
  enum Step {
    static let incomplete = -1
    static let unknown = -2
  }

  struct PendingAttribute: BitwiseCopyable {
    var name: Int32
    /// Whether the value stands in `resolved`, not in the document.
    var isResolved: Bool
    var start: Int
    var count: Int
  }

  /// Everything before it has been read, in bytes of the document.
  var offset = 0
  var mode = Mode.content
  /// The names of the open elements.
  var open = FlatBuffer<Int32>(capacity: 64)
  var names = ScannedNames()
  var namespaces = NamespaceScope()
  var pending = FlatBuffer<PendingAttribute>(capacity: 32)
  /// Values of pending attributes whose references have been resolved.
  var resolved = FlatBuffer<UInt8>(capacity: 256)
  /// The XML declaration and the document type, which libxml2 needs too.
  var declaration: [UInt8] = []
  var hasRoot = false
  var hasDocumentType = false
  /// Everything before it is known to be characters that XML allows.
  private var checkedTo = 0
  private var hasFault = false
  /// Whether the document's declaration does not speak of the bytes that are scanned.
  var ignoresDeclaration: Bool
  let classes = ByteClass.table

  /// A construct longer than this is left to libxml2, which does not look at its beginning again for every piece of the document.
  private static let longestConstruct = 64 << 10

  init(ignoresDeclaration: Bool) { self.ignoresDeclaration = ignoresDeclaration }

  @inline(__always)
  func isClass(_ byte: UInt8, _ wanted: ByteClass) -> Bool { classes[Int(byte)] & wanted.rawValue != 0 }

  /// Turns what the collector's window has beyond `offset` into events.
  ///
  /// - Complexity: O(*n*) in bytes.
  mutating func scan(_ collector: UnsafeMutablePointer<XMLCollector>, isLast: Bool) -> Outcome {
    let windowEnd = collector.pointee.window.end
    let text = collector.pointee.window.document
    check(text, to: windowEnd)
    let end = checkedTo
    if offset == 0, end > 0 {
      let next = readDeclaration(text, end)
      if next == Step.incomplete, !isLast, !hasFault { return .needsMore }
      if next < 0 { return .handsOver }
      offset = next
    }
    var index = offset
    while index < end {
      let next: Int
      switch mode {
      case .content:
        if text[index] == UInt8(ascii: "<") {
          if collector.pointee.plainRecords.isKnown, namespaces.isEmpty, open.count > 0 {
            index = collector.pointee.readPlainRecords(text, index, end)
            guard index < end, text[index] == UInt8(ascii: "<") else { continue }
          }
          next = markup(text, index, end, collector)
        } else {
          next = characters(text, index, end, collector)
        }
      case .comment: next = comment(text, index, end)
      case .section: next = section(text, index, end, collector)
      }
      if next < 0 {
        offset = index
        let isShort = end - index < Self.longestConstruct
        return next == Step.incomplete && isShort && !isLast && !hasFault ? .needsMore : .handsOver
      }
      index = next
      if collector.pointee.isFaulty { break }
    }
    offset = index
    if hasFault { return .handsOver }
    guard isLast else { return .needsMore }
    return windowEnd == end && hasRoot && open.count == 0 && mode == .content ? .finished : .handsOver
  }

  private mutating func check(_ text: UnsafePointer<UInt8>, to end: Int) {
    guard !hasFault, end > checkedTo else { return }
    let found = XMLCharacters.valid(UnsafeBufferPointer(start: text + checkedTo, count: end - checkedTo))
    checkedTo += found.count
    hasFault = found.hasFault
  }

  /// The offset after the XML declaration, 0 bytes long where there is none.
  private mutating func readDeclaration(_ text: UnsafePointer<UInt8>, _ end: Int) -> Int {
    guard end >= 6 else { return Step.incomplete }
    guard UnsafeBufferPointer(start: text, count: 5).elementsEqual("<?xml".utf8), isClass(text[5], .space) else {
      return 0
    }
    let limit = min(end, 512)
    guard let close = (5..<limit).first(where: { text[$0] == UInt8(ascii: ">") }) else { return Step.incomplete }
    let bytes = UnsafeBufferPointer(start: text, count: close + 1)
    let shape =
      /<\?xml[ \t\r\n]+version="1\.0"(?:[ \t\r\n]+encoding="([A-Za-z][A-Za-z0-9._\-]*)")?(?:[ \t\r\n]+standalone="(?:yes|no)")?[ \t\r\n]*\?>/
    guard let found = String(decoding: bytes, as: UTF8.self).wholeMatch(of: shape) else { return Step.unknown }
    if let encoding = found.output.1, !ignoresDeclaration, encoding.lowercased() != "utf-8" { return Step.unknown }
    declaration = Array(bytes)
    return close + 1
  }

  // MARK: Handing over

  /// What a parser has to read to be where this one is: inside the same elements, with the same namespaces.
  var prelude: [UInt8] {
    var text = String(decoding: declaration, as: UTF8.self)
    // Where something stands before it, a declaration is a fault.
    if text.isEmpty, !hasRoot, offset > 0 { text = " " }
    for (index, name) in open.elements.enumerated() {
      text += "<" + String(decoding: names.text(name), as: UTF8.self) + namespaces.declarations(at: index + 1) + ">"
    }
    if hasRoot, open.count == 0 { text += "<x/>" }
    switch mode {
    case .content: break
    case .comment: text += "<!--"
    case .section: text += "<![CDATA["
    }
    return Array(text.utf8)
  }
}
