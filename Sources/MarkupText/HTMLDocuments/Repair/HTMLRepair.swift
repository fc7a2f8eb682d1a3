internal import Glibc

/// Rewrites the parts of a page that libxml2 reads otherwise than browsers do, before it sees them.
///
/// No byte changes its place. What is no part of the page to browsers becomes a comment or bytes that the library passes over; a `<` or `&` that
/// is text becomes a byte that stands for it until the text is reported (`HiddenMarks`). Templates, which are no part of a page until a script makes
/// them so, are left out. A page without such parts is not copied.
/// See https://html.spec.whatwg.org/#tokenization
struct HTMLRepair {
  /// A character that no page may have and that libxml2 leaves out of its text.
  static let filler: UInt8 = 0x01
  /// Stands for a mark that is text.
  static let hiddenMark: UInt8 = 0x7F

  let page: UnsafeBufferPointer<UInt8>
  /// The page as it is to be read; empty if it needs no change.
  private(set) var text: [UInt8] = []
  /// Whether marks are hidden in the text.
  private(set) var hidesMarks = false
  /// Whether a numeric reference was changed, perhaps one in an attribute.
  var changesReferences = false
  /// The texts of scripts and styles, which have no references.
  var scripts: [Range<Int>] = []
  /// The place of the first start tag that has too many attributes for libxml2, which compares each with all others.
  private(set) var wideTag: Int?
  private let attributeLimit: Int
  let kinds = TagKinds()
  var index = 0
  /// Whether the page is XML, in which a slash ends any element.
  let isXML: Bool
  // What is open at `index`.
  var foreignDepth = 0
  var tableDepth = 0
  var isParagraphOpen = false
  var templateDepth = 0
  var templateStart = 0

  /// - Complexity: O(*n*) in the bytes of the page.
  init(_ page: UnsafeBufferPointer<UInt8>, attributeLimit: Int) {
    self.page = page
    self.attributeLimit = attributeLimit
    isXML = page.starts(with: "<?xml".utf8)
    scan()
    repairReferences()
  }

  private mutating func scan() {
    while index + 1 < page.count {
      // Marks stand closely; a search by `memchr` costs more.
      guard page[index] == UInt8(ascii: "<") else {
        index += 1
        continue
      }
      switch page[index + 1] {
      case UInt8(ascii: "!"): passDeclaration()
      case UInt8(ascii: "?"):
        // libxml2 takes it for an instruction if it has a name.
        if index + 2 < page.count, !Self.isLetter(page[index + 2]) { passBogusComment() } else { index += 2 }
      case UInt8(ascii: "/"): passEndTag()
      case let byte where Self.isLetter(byte): passStartTag()
      default: index += 1
      }
    }
    if templateDepth > 0 { remove(templateStart..<page.count) }
  }

  // MARK: Looking

  func place(of byte: UInt8, from start: Int) -> Int? {
    guard let base = page.baseAddress, start < page.count,
      let found = memchr(base + start, Int32(byte), page.count - start)
    else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }

  /// Whether the page has `token`, which is in small letters, at `place`, in any case.
  func has(_ token: StaticString, at place: Int) -> Bool {
    guard place + token.utf8CodeUnitCount <= page.count else { return false }
    return (0..<token.utf8CodeUnitCount).allSatisfy {
      let byte = page[place + $0]
      return token.utf8Start[$0] == ((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
    }
  }

  static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  // MARK: Changing

  /// Makes a part of the page nothing.
  mutating func remove(_ part: Range<Int>) {
    let marks = (start: "<!--".utf8, end: "-->".utf8)
    guard part.count >= marks.start.count + marks.end.count else { return fill(part, Self.filler) }
    fill(part, 0x20)
    text.replaceSubrange(part.prefix(marks.start.count), with: marks.start)
    text.replaceSubrange(part.suffix(marks.end.count), with: marks.end)
  }

  mutating func fill(_ part: Range<Int>, _ byte: UInt8) {
    if text.isEmpty { text = Array(page) }
    for place in part { text[place] = byte }
  }

  mutating func set(_ place: Int, _ byte: UInt8) { fill(place..<(place + 1), byte) }

  mutating func hideMark(_ place: Int) {
    set(place, Self.hiddenMark)
    hidesMarks = true
  }

  mutating func count(attributes: Int, ofTag start: Int) {
    if attributes > attributeLimit { wideTag = wideTag ?? start }
  }

  // MARK: Comments

  private mutating func passDeclaration() {
    if has("<!--", at: index) {
      passComment()
    } else if has("<!doctype", at: index) {
      index += 2
    } else {
      passBogusComment()
    }
  }

  private mutating func passComment() {
    // Browsers end these at once.
    for token: StaticString in ["<!-->", "<!--->"] where has(token, at: index) {
      let end = index + token.utf8CodeUnitCount
      remove(index..<end)
      index = end
      return
    }
    var place = index + 4
    while let mark = self.place(of: UInt8(ascii: "-"), from: place) {
      for token: StaticString in ["-->", "--!>"] where has(token, at: mark) {
        index = mark + token.utf8CodeUnitCount
        return
      }
      place = mark + 1
    }
    index = page.count
  }

  /// Removes what browsers take for a comment that ends at the next `>`, such as `<![endif]>` of Office programs and `</ a>`.
  mutating func passBogusComment() {
    let end = place(of: UInt8(ascii: ">"), from: index + 2).map { $0 + 1 } ?? page.count
    remove(index..<end)
    index = end
  }
}
