internal import Findings
internal import TextInput

/// Finding units in a document.
extension JSONRecordReader {
  /// How many names of an object around the records are compared.
  private static let mostNames = 100_000

  /// Reads on to the end of the next unit, to the end of the text or to a fault.
  func readUnit() throws {
    do {
      try findUnit()
    } catch let fault as JSONSyntaxError {
      reportIssues(&scanner.issues)
      report(fault, record: nil)
      isFaulty = true
      isFinished = true
      chains.removeAll()
    }
  }

  private func findUnit() throws {
    var name: JSONEvent?
    while true {
      window.hold = name?.range.lowerBound ?? scanner.offset
      let event = try scanner.next()
      if !scanner.issues.isEmpty { reportIssues(&scanner.issues) }
      switch event.kind {
      case .end:
        isFinished = true
        return
      case .endArray, .endObject: frames.removeLast()
      case .name:
        compare(event)
        name = event
      default:
        let isOnPath = isOnPath(name)
        let position = frames.last?.childCount ?? 0
        if !frames.isEmpty { frames[frames.count - 1].childCount += 1 }
        if isOnPath, frames.count == unitDepth {
          if try buildUnit(event, name, position) { return }
        } else if !event.isScalar {
          frames.append(Frame(isOnPath: isOnPath))
        }
        name = nil
      }
    }
  }

  /// Whether the value that follows is on the record path.
  private func isOnPath(_ name: JSONEvent?) -> Bool {
    guard let frame = frames.last else { return true }
    guard frame.isOnPath, frames.count <= unitDepth else { return false }
    switch options.records.steps[frames.count - 1] {
    case .all: return true
    case .index(let index): return name == nil && index == frame.childCount
    case .name(let wanted): return name.map { decoded($0) == wanted } ?? false
    }
  }

  private func decoded(_ name: JSONEvent) -> [UInt8] {
    let text = window.text(name.range)
    guard name.needsDecoding else { return Array(text.dropFirst().dropLast()) }
    var value: [UInt8] = []
    JSONString.decode(text, to: &value)
    return value
  }

  /// Notes the name of a member around the records, and reports it if it stands twice.
  private func compare(_ name: JSONEvent) {
    guard let frame = frames.last, frame.isOnPath, frame.names.count < Self.mostNames else { return }
    if !frames[frames.count - 1].names.insert(decoded(name).hashValue).inserted {
      report(.duplicateName, name.range, record: nil)
    }
  }

  /// Takes a value with all that is in it as the unit.
  ///
  /// - Returns: `false` if it is too long, which has been reported.
  /// - Throws: `JSONSyntaxError`, and what the input throws.
  func buildUnit(_ event: JSONEvent, _ name: JSONEvent?, _ position: Int) throws -> Bool {
    let start = name?.range.lowerBound ?? event.range.lowerBound
    window.hold = start
    unitOffset = start
    unit.cursor = window.moveCursor(to: start)
    unit.fileName = fileName
    unit.measure = window.measure
    unit.tree.removeAll()
    unit.tree.append(event, name: name, position: position, origin: start)
    var isTooLong = false
    if !event.isScalar { isTooLong = try !buildContents(of: 0, start) }
    if isTooLong || scanner.offset - start > options.limits.recordBytes {
      reportTooLong(start)
      return false
    }
    unitIssues = scanner.issues
    scanner.issues.removeAll(keepingCapacity: true)
    findDuplicates()
    unitIssues.sort { $0.range.lowerBound < $1.range.lowerBound }
    (nextIssue, outerIssueCount) = (0, 0)
    keepText(start, scanner.offset)
    addChains(options.records.steps[unitDepth...], [0])
    return true
  }

  /// - Returns: `false` if the unit is too long; it has been read to its end all the same.
  private func buildContents(of root: Int, _ start: Int) throws -> Bool {
    var open = [(node: root, childCount: 0)]
    var name: JSONEvent?
    var isTooLong = false
    var depth = 1
    while depth > 0 {
      let event = try scanner.next()
      if !isTooLong, scanner.offset - start > options.limits.recordBytes {
        isTooLong = true
        // Whatever is wrong in it does not matter any more.
        unit.tree.removeAll()
      }
      if isTooLong {
        scanner.issues.removeAll(keepingCapacity: true)
        window.hold = scanner.offset
      }
      switch event.kind {
      case .end: return !isTooLong
      case .name: name = event
      case .endArray, .endObject:
        depth -= 1
        if !isTooLong {
          let closed = open.removeLast()
          unit.tree.close(closed.node, end: event.range.upperBound, origin: start)
        }
      default:
        if !event.isScalar { depth += 1 }
        guard !isTooLong else { continue }
        let node = unit.tree.nodes.count
        unit.tree.append(event, name: name, position: open[open.count - 1].childCount, origin: start)
        name = nil
        open[open.count - 1].childCount += 1
        if !event.isScalar { open.append((node, 0)) }
      }
    }
    return !isTooLong
  }

  private func reportTooLong(_ start: Int) {
    let isRecord = unitDepth == options.records.steps.count || options.layout == .lines
    if isRecord { recordCount += 1 }
    let bytes = options.limits.recordBytes
    let place = unit.cursor
    findings.append(
      Finding(
        SourceFinding.limit(isRecord ? .longRecord(bytes: bytes) : .leadingFields(bytes: bytes)),
        at: SourcePosition(file: fileName, line: place.line, column: place.column, byteColumn: place.byteColumn),
        record: isRecord ? recordCount : nil
      )
    )
  }

  /// Copies the unit's text and a little of what is around it.
  func keepText(_ start: Int, _ end: Int) {
    let first = max(window.start, start - JSONWindow.contextBytes)
    let last = min(window.end, end + JSONWindow.contextBytes)
    unit.text.removeAll(keepingCapacity: true)
    unit.text.append(contentsOf: window.text(first..<last))
    unit.first = start - first
  }

  private func addChains(_ steps: ArraySlice<JSONPathStep>, _ chain: [Int]) {
    guard let step = steps.first, let node = chain.last else {
      chains.append(chain.count)
      chains.append(contentsOf: chain)
      return
    }
    var children: [Int] = []
    switch step {
    case .name(let name): children = unit.member(name, of: node).map { [$0] } ?? []
    case .index(let index):
      unit.tree.forEachChild(of: node) {
        if unit.tree.nodes[$0].nameStart < 0, Int(unit.tree.nodes[$0].position) == index { children.append($0) }
      }
    case .all: children = unit.countingChildren(of: node)
    }
    for child in children { addChains(steps.dropFirst(), chain + [child]) }
  }

  /// Adds an issue for each name that stands twice in an object of the unit.
  private func findDuplicates() {
    var names: [JSONTree.Node] = []
    for (index, node) in unit.tree.nodes.enumerated() where node.kind == .beginObject {
      names.removeAll(keepingCapacity: true)
      unit.tree.forEachChild(of: index) { names.append(unit.tree.nodes[$0]) }
      if names.count > 16 { findDuplicatesByHash(names) } else { findDuplicates(names) }
    }
  }

  private func name(_ node: JSONTree.Node) -> UnsafeBufferPointer<UInt8> {
    window.text(unitOffset + Int(node.nameStart)..<unitOffset + Int(node.nameEnd))
  }

  private func decoded(_ node: JSONTree.Node) -> [UInt8] {
    var value: [UInt8] = []
    JSONString.decode(name(node), to: &value)
    return value
  }

  private func findDuplicates(_ names: [JSONTree.Node]) {
    for index in names.indices.dropFirst() {
      let later = names[index]
      let isTaken = names[..<index].contains { earlier in
        if later.nameNeedsDecoding || earlier.nameNeedsDecoding { return decoded(later) == decoded(earlier) }
        let count = later.nameEnd - later.nameStart
        return earlier.nameEnd - earlier.nameStart == count && name(later).elementsEqual(name(earlier))
      }
      if isTaken { addDuplicate(later) }
    }
  }

  private func findDuplicatesByHash(_ names: [JSONTree.Node]) {
    var seen: Set<[UInt8]> = []
    for node in names where !seen.insert(decoded(node)).inserted { addDuplicate(node) }
  }

  private func addDuplicate(_ node: JSONTree.Node) {
    let start = unitOffset + Int(node.nameStart)
    unitIssues.append(JSONIssue(kind: .duplicateName, range: start..<unitOffset + Int(node.nameEnd)))
  }
}
