/// Follows the paths of an XPath expression, token by token, to see where each of them leads.
///
/// See https://www.w3.org/TR/1999/REC-xpath-19991116/#exprlex
struct PathReachScan {
  /// Where a path has come to.
  private enum Place {
    /// At least so many levels below the record; 0 is the record.
    case inside(Int)
    /// An element around the record, so many levels deeper than it; `nil` if that is not known.
    case around(Int?)
    /// An element below one around the record.
    case beside(Int?)

    var level: Int? {
      switch self {
      case .inside(let level): level
      case .around(let level), .beside(let level): level
      }
    }

    var isInside: Bool {
      if case .inside = self { true } else { false }
    }
  }

  private struct Group {
    var bracket: UInt8
    var context: Place
    /// Where the path stood before the bracket.
    var place: Place
    /// The step whose condition this is.
    var step: Int?
    /// The outermost place of the paths so far.
    var outermost: Place?
  }

  private let text: [UInt8]
  private var index = 0
  private var groups: [Group] = []
  private var context = Place.inside(0)
  private var place = Place.inside(0)
  private var axis = "child"
  /// Whether an operand may begin, so that `*` is a name and `and` is one too.
  private var expectsOperand = true
  private var isDeep = false
  /// The step that a condition may follow.
  private var lastStep: Int?
  private(set) var steps: [PathReach.Step] = []
  private(set) var fault: PathReach.Fault?

  init(_ text: String) { self.text = Array(text.utf8) }

  mutating func run() {
    while index < text.count {
      let byte = text[index]
      switch byte {
      case UInt8(ascii: "'"), UInt8(ascii: "\""): passQuoted(byte)
      case UInt8(ascii: "/"): slash()
      case UInt8(ascii: "."): dots()
      case UInt8(ascii: "["), UInt8(ascii: "("): begin(byte)
      case UInt8(ascii: "]"), UInt8(ascii: ")"): end()
      case UInt8(ascii: "@"):
        axis = "attribute"
        index += 1
      case UInt8(ascii: "*") where expectsOperand: name()
      case 0x30...0x39: number()
      case _ where Self.isNameStart(byte): name()
      case _ where byte <= 0x20: index += 1
      default:
        index += 1
        beginOperand()
      }
    }
  }

  // MARK: Tokens

  private static func isNameStart(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || byte == UInt8(ascii: "_") || byte >= 0x80
  }

  private mutating func passQuoted(_ quote: UInt8) {
    index = text[(index + 1)...].firstIndex(of: quote).map { $0 + 1 } ?? text.count
    expectsOperand = false
  }

  private mutating func number() {
    if let group = groups.indices.last, groups[group].bracket == UInt8(ascii: "["), expectsOperand {
      markPosition(group)
    }
    while index < text.count, (0x30...0x39).contains(text[index]) || text[index] == UInt8(ascii: ".") { index += 1 }
    expectsOperand = false
  }

  private func peek(_ ahead: Int = 0) -> UInt8? { index + ahead < text.count ? text[index + ahead] : nil }

  private mutating func beginOperand() {
    if let group = groups.indices.last { groups[group].outermost = outermost(groups[group].outermost, place) }
    place = context
    axis = "child"
    isDeep = false
    lastStep = nil
    expectsOperand = true
  }

  private func outermost(_ one: Place?, _ other: Place) -> Place {
    guard let one else { return other }
    guard one.isInside, other.isInside else { return one.isInside ? other : one }
    return (one.level ?? 0) <= (other.level ?? 0) ? one : other
  }

  private mutating func slash() {
    let isDouble = peek(1) == UInt8(ascii: "/")
    // A path that begins with two slashes is seen from the record.
    if expectsOperand, !isDouble { place = .around(nil) }
    isDeep = isDouble
    axis = "child"
    index += isDouble ? 2 : 1
    expectsOperand = true
  }

  private mutating func dots() {
    if peek(1) == UInt8(ascii: ".") {
      goUp()
      index += 2
    } else if let next = peek(1), (0x30...0x39).contains(next) {
      index += 1
      return number()
    } else {
      index += 1
    }
    lastStep = nil
    expectsOperand = false
  }

  // MARK: Groups

  private mutating func begin(_ bracket: UInt8) {
    let isCondition = bracket == UInt8(ascii: "[")
    groups.append(
      Group(bracket: bracket, context: context, place: place, step: isCondition ? lastStep : nil, outermost: nil)
    )
    if isCondition {
      if let lastStep, steps[lastStep].condition == .none { steps[lastStep].condition = .kind }
      context = place
    }
    index += 1
    let outermost = groups[groups.count - 1].outermost
    beginOperand()
    groups[groups.count - 1].outermost = outermost
  }

  private mutating func end() {
    index += 1
    expectsOperand = false
    guard let group = groups.popLast() else { return }
    context = group.context
    if group.bracket == UInt8(ascii: "[") {
      place = group.place
      lastStep = group.step
    } else {
      place = outermost(group.outermost, place)
      lastStep = nil
    }
  }

  private mutating func markPosition(_ group: Int) {
    if let step = groups[group].step { steps[step].condition = .position }
  }

  // MARK: Steps

  private mutating func name() {
    let start = index
    var (prefix, local): (String?, String?) = (nil, takeName())
    if peek() == UInt8(ascii: ":"), peek(1) == UInt8(ascii: ":") {
      axis = local ?? ""
      refuseAxis(at: start)
      index += 2
      expectsOperand = true
      return
    }
    if !expectsOperand, ["and", "or", "div", "mod"].contains(local) { return beginOperand() }
    if peek() == UInt8(ascii: ":") {
      index += 1
      prefix = local
      local = takeName()
    }
    var next = index
    while next < text.count, text[next] <= 0x20 { next += 1 }
    if next < text.count, text[next] == UInt8(ascii: "(") {
      guard prefix == nil, let word = local, ["node", "text", "comment", "processing-instruction"].contains(word) else {
        return function(local, at: start)
      }
      index = text[next...].firstIndex(of: UInt8(ascii: ")")).map { $0 + 1 } ?? text.count
      step(nil, nil, at: start, isElement: word == "node")
    } else {
      step(prefix, local, at: start, isElement: true)
    }
  }

  /// The name that comes next, `nil` for `*`.
  private mutating func takeName() -> String? {
    if peek() == UInt8(ascii: "*") {
      index += 1
      return nil
    }
    let start = index
    while let byte = peek(), Self.isNameStart(byte) || (0x30...0x39).contains(byte) || "-.".utf8.contains(byte) {
      index += 1
    }
    return String(decoding: text[start..<index], as: UTF8.self)
  }

  private mutating func function(_ name: String?, at start: Int) {
    expectsOperand = false
    guard name == "position" || name == "last" else { return }
    if let group = groups.lastIndex(where: { $0.bracket == UInt8(ascii: "[") }) {
      markPosition(group)
    } else {
      refuse("The record's place among others is not known while the document is read.", at: start)
    }
  }

  private mutating func step(_ prefix: String?, _ local: String?, at start: Int, isElement: Bool) {
    defer {
      axis = "child"
      isDeep = false
      expectsOperand = false
    }
    lastStep = nil
    switch axis {
    case "attribute", "namespace", "self": return
    case "parent": return goUp()
    case "ancestor", "ancestor-or-self":
      place = .around(nil)
      return
    case "preceding-sibling", "following-sibling": return
    default: break
    }
    let isDeep = isDeep || axis.hasPrefix("descendant")
    switch place {
    case .inside(let level): place = .inside(axis == "descendant-or-self" ? level : level + 1)
    case .around(let level), .beside(let level):
      place = .beside(isDeep ? nil : level.map { $0 + 1 })
      guard isElement else { return }
      lastStep = steps.count
      steps.append(PathReach.Step(offset: start, prefix: prefix, local: local, level: place.level))
    }
  }

  private mutating func goUp() {
    switch place {
    case .inside(let level): place = level > 0 ? .inside(level - 1) : .around(-1)
    case .around(let level), .beside(let level): place = .around(level.map { $0 - 1 })
    }
  }

  // MARK: Faults

  private mutating func refuse(_ message: String, at offset: Int) {
    if fault == nil { fault = PathReach.Fault(offset: offset, message: message) }
  }

  private mutating func refuseAxis(at start: Int) {
    switch axis {
    case "following", "preceding":
      refuse("What stands before and after the record is not kept while the document is read.", at: start)
    case "preceding-sibling", "following-sibling":
      if case .inside(1...) = place { return }
      refuse("What stands beside the record is not kept while the document is read.", at: start)
    default: break
    }
  }
}
