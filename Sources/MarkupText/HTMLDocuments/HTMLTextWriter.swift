/// Writes what a reader of the page would read in an element: white space collapsed, footnote marks and hidden parts left out.
struct HTMLTextWriter {
  let options: HTMLTextOptions
  /// Where elements end after whose end a new line begins: the node after them, and the end of their text.
  private var blocks: [(next: Int, textEnd: Int)] = []
  private var start = 0
  private var isSpacePending = false
  private var isBreakPending = false

  init(_ options: HTMLTextOptions) { self.options = options }

  /// Whether the element is no part of the text.
  func drops(_ node: Int, of tree: borrowing NodeTree) -> Bool {
    if tree.isElement(node, .script) { return !options.keepsScripts }
    if tree.isElement(node, .datalist) { return !options.keepsHidden }
    guard tree.nodes[node].attributeCount > 0 else { return false }
    if !options.keepsNotes, tree.isElement(node, .sup), tree.text(of: .class, in: node).map(Self.isReference) == true {
      return true
    }
    return !options.keepsHidden && isHidden(node, of: tree)
  }

  private static func isReference(_ classes: String) -> Bool {
    classes.split(whereSeparator: \.isWhitespace).contains {
      $0 == "reference" || $0 == "footnote-ref" || $0 == "noteref"
    }
  }

  /// Whether the element hides itself.
  func isHidden(_ node: Int, of tree: borrowing NodeTree) -> Bool {
    if tree.attribute(of: node, passing: HTMLName.hidden.rawValue) != nil { return true }
    guard let style = tree.attribute(of: node, passing: HTMLName.inlineStyle.rawValue) else { return false }
    return Self.displaysNothing(tree.value(style))
  }

  /// Whether a style says `display: none`; white space and capitals do not matter.
  private static func displaysNothing(_ style: UnsafeBufferPointer<UInt8>) -> Bool {
    let wanted: StaticString = "display:none"
    var matched = 0
    for byte in style where byte > 0x20 {
      let letter = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
      // The first letter stands in no other place of it.
      if letter != wanted.utf8Start[matched] { matched = 0 }
      if letter == wanted.utf8Start[matched] { matched += 1 }
      if matched == wanted.utf8CodeUnitCount { return true }
    }
    return false
  }

  private mutating func begin(_ text: borrowing FlatBuffer<UInt8>) {
    start = text.count
    isSpacePending = false
    isBreakPending = false
    blocks.removeAll(keepingCapacity: true)
  }

  /// Appends the text that stands directly in `root`; an element in it is a space, or its line break.
  ///
  /// - Complexity: O(*n*) in the children of `root` and their bytes of text.
  mutating func writeOwnText(_ root: Int, of tree: borrowing NodeTree, to text: inout FlatBuffer<UInt8>) {
    begin(text)
    let end = tree.next(after: root)
    var from = tree.nodes[root].textStart
    var child = root + 1
    while child < end {
      let found = tree.nodes[child]
      append(tree.text.elements[from..<max(from, found.textStart)], to: &text)
      from = found.textEnd
      if tree.isElement(child, .br) { addBreak() } else { isSpacePending = true }
      child = tree.next(after: child)
    }
    append(tree.text.elements[from..<max(from, tree.nodes[root].textEnd)], to: &text)
  }

  /// Appends the text of `root` to `text`.
  ///
  /// - Complexity: O(*n*) in the elements and bytes of text in `root`.
  mutating func write(_ root: Int, of tree: borrowing NodeTree, to text: inout FlatBuffer<UInt8>) {
    begin(text)
    let end = tree.next(after: root)
    var from = tree.nodes[root].textStart
    var node = root + 1
    while node < end {
      endBlocks(before: node, &from, tree, &text)
      let found = tree.nodes[node]
      append(tree.text.elements[from..<max(from, found.textStart)], to: &text)
      from = max(from, found.textStart)
      if drops(node, of: tree) || isNextDefinition(node, in: root, tree) {
        from = found.textEnd
        node = tree.next(after: node)
        continue
      }
      if tree.isElement(node, .br) || tree.isElement(node, .hr) {
        addBreak()
      } else if tree.isElement(node, .td) || tree.isElement(node, .th) {
        // The cells of a table inside the cell are words of their own.
        if options.lineBreak != .nothing { isSpacePending = true }
      } else if options.lineBreak != .nothing, tree.isElement(node, .block) {
        addBreak()
        blocks.append((tree.next(after: node), found.textEnd))
      }
      node += 1
    }
    endBlocks(before: Int.max, &from, tree, &text)
    append(tree.text.elements[from..<max(from, tree.nodes[root].textEnd)], to: &text)
  }

  /// Whether `node` is a term or definition after `root` that libxml2 has put into it because its end tag is left out.
  private func isNextDefinition(_ node: Int, in root: Int, _ tree: borrowing NodeTree) -> Bool {
    guard tree.isElement(node, .dd) || tree.isElement(node, .dt) else { return false }
    guard tree.isElement(root, .dd) || tree.isElement(root, .dt) else { return false }
    var parent = Int(tree.nodes[node].parent)
    while parent > root, !tree.isElement(parent, .dl) { parent = Int(tree.nodes[parent].parent) }
    return parent == root
  }

  private mutating func endBlocks(
    before node: Int,
    _ from: inout Int,
    _ tree: borrowing NodeTree,
    _ text: inout FlatBuffer<UInt8>
  ) {
    while let block = blocks.last, node >= block.next {
      blocks.removeLast()
      append(tree.text.elements[from..<max(from, block.textEnd)], to: &text)
      from = max(from, block.textEnd)
      addBreak()
    }
  }

  private mutating func addBreak() {
    switch options.lineBreak {
    case .space: isSpacePending = true
    case .newline: isBreakPending = true
    case .nothing: break
    }
  }

  private mutating func append(_ run: Slice<UnsafeBufferPointer<UInt8>>, to text: inout FlatBuffer<UInt8>) {
    let bytes = UnsafeBufferPointer(rebasing: run)
    guard let base = bytes.baseAddress else { return }
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == 0x20 || (0x09...0x0D).contains(byte) {
        isSpacePending = true
        index += 1
      } else if byte == 0xC2, !options.keepsNoBreakSpaces, index + 1 < bytes.count, bytes[index + 1] == 0xA0 {
        isSpacePending = true
        index += 2
      } else {
        if text.count > start {
          if isBreakPending { text.append(0x0A) } else if isSpacePending { text.append(0x20) }
        }
        isSpacePending = false
        isBreakPending = false
        let wordStart = index
        index += 1
        while index < bytes.count, bytes[index] > 0x20, bytes[index] != 0xC2 { index += 1 }
        text.append(base + wordStart, index - wordStart)
      }
    }
  }
}
