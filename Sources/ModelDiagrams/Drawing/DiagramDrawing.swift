/// Writes boxes and lines as SVG.
struct DiagramDrawing {
  let boxes: [EntityBox]
  let lines: [DiagramLine]
  let layout: LayeredLayout

  func svg(title: String) -> String {
    let (width, height) = (Self.number(layout.width), Self.number(layout.height))
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" role="img">
      <title>\(Self.escaped(title))</title>
      <style>
      \(Self.style)</style>
      <rect class="page" width="100%" height="100%"/>

      """
    for line in 0..<lines.count { text += drawing(ofLine: line) }
    for box in 0..<boxes.count { text += drawing(ofBox: box) }
    return text + "</svg>\n"
  }

  private static let style = """
    svg { --page: #f8f7f4; --card: #ffffff; --head: #e6efe9; --ink: #1d1c1a; --soft: #625e57; --rule: #cfc9bd; --line: #4f8071; }
    @media (prefers-color-scheme: dark) {
      svg { --page: #171614; --card: #201f1c; --head: #26352e; --ink: #ebe8e2; --soft: #aaa59b; --rule: #4a463f; --line: #669b8b; }
    }
    .page { fill: var(--page); }
    text { font: 13px "Inter", "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, system-ui, sans-serif; fill: var(--ink); }
    .detail { fill: var(--soft); text-anchor: end; }
    .name, .key { font-weight: 650; }
    .abstract { font-style: italic; }
    .box { fill: var(--card); stroke: var(--rule); }
    .head { fill: var(--head); }
    .line { fill: none; stroke: var(--line); stroke-width: 1.5; }
    .inheritance { stroke-dasharray: 5 4; }
    .mark { fill: var(--page); stroke: var(--line); stroke-width: 1.5; }

    """

  // MARK: Boxes

  private func drawing(ofBox index: Int) -> String {
    let (box, corner) = (boxes[index], layout.corners[index])
    let (width, height) = (box.size.width, box.size.height)
    var text = "<g transform=\"translate(\(Self.number(corner.x)) \(Self.number(corner.y)))\">\n"
    let size = "width=\"\(Self.number(width))\""
    text += "<rect class=\"box\" \(size) height=\"\(Self.number(height))\" rx=\"8\"/>\n"
    let right = Self.number(width - 1)
    let bottom = box.rows.isEmpty ? Self.number(height - 1) : Self.number(EntityBox.headerHeight)
    text +=
      "<path class=\"head\" d=\"M1 \(bottom)V9a8 8 0 0 1 8-8H\(Self.number(width - 9))a8 8 0 0 1 8 8V\(bottom)z\"/>\n"
    let middle = EntityBox.headerHeight / 2 + 4.5
    text += label(box.name, isLeft: true, box, y: middle, "name\(box.isAbstract ? " abstract" : "")")
    if let note = box.count ?? (box.isAbstract ? "abstract" : nil) {
      text += label(note, isLeft: false, box, y: middle, "detail")
    }
    if !box.rows.isEmpty {
      text += "<path class=\"box\" d=\"M0 \(bottom)H\(right)\"/>\n"
    }
    for (number, row) in box.rows.enumerated() {
      let y = box.height(ofRow: number) + 4.5
      text += label(row.name, isLeft: true, box, y: y, row.isKey ? "key" : nil)
      if !row.detail.isEmpty { text += label(row.detail, isLeft: false, box, y: y, "detail") }
    }
    return text + "</g>\n"
  }

  private func label(_ label: String, isLeft: Bool, _ box: EntityBox, y: Double, _ style: String?) -> String {
    let x = isLeft ? EntityBox.padding : box.size.width - EntityBox.padding
    let style = style.map { " class=\"\($0)\"" } ?? ""
    return "<text\(style) x=\"\(Self.number(x))\" y=\"\(Self.number(y))\">\(Self.escaped(label))</text>\n"
  }

  // MARK: Lines

  /// A point where a line leaves a box, and whether to the right.
  private typealias Point = (x: Double, y: Double, isRight: Bool)

  /// How far the marks reach from a box.
  private static let stub = 22.0

  private func drawing(ofLine index: Int) -> String {
    let line = lines[index]
    let corners = line.ends.map { layout.corners[$0.box] }
    let isSameColumn = corners[0].x == corners[1].x
    let isForward = corners[0].x < corners[1].x
    let points = line.ends.enumerated().map { place, end -> Point in
      let isRight = isSameColumn || (place == 0) == isForward
      let box = boxes[end.box]
      return (corners[place].x + (isRight ? box.size.width : 0), corners[place].y + box.height(ofRow: end.row), isRight)
    }
    // A line leaves and reaches its boxes level, where the marks are.
    let stubs = points.map { $0.x + ($0.isRight ? Self.stub : -Self.stub) }
    var path = "M\(Self.pair(points[0].x, points[0].y))H\(Self.number(stubs[0]))"
    var last = (x: stubs[0], y: points[0].y)
    func lead(to x: Double, _ y: Double, over middle: Double) {
      path += "C\(Self.pair(middle, last.y)) \(Self.pair(middle, y)) \(Self.pair(x, y))"
      last = (x, y)
    }
    if isSameColumn {
      lead(to: stubs[1], points[1].y, over: max(stubs[0], stubs[1]) + Self.stub)
    } else {
      for passage in isForward ? layout.passages[index] : layout.passages[index].reversed() {
        let (near, far) = isForward ? (passage.left, passage.right) : (passage.right, passage.left)
        lead(to: near, passage.y, over: (last.x + near) / 2)
        path += "H\(Self.number(far))"
        last.x = far
      }
      lead(to: stubs[1], points[1].y, over: (last.x + stubs[1]) / 2)
    }
    path += "H\(Self.number(points[1].x))"
    var isInheritance = false
    if case .parent = line.ends[0].mark { isInheritance = true }
    var text = "<path class=\"line\(isInheritance ? " inheritance" : "")\" d=\"\(path)\"/>\n"
    for (end, point) in zip(line.ends, points) { text += drawing(of: end.mark, at: point) }
    return text
  }

  private func drawing(of mark: DiagramLine.Mark, at point: Point) -> String {
    let direction = point.isRight ? 1.0 : -1.0
    func at(_ distance: Double, _ offset: Double) -> String {
      Self.pair(point.x + direction * distance, point.y + offset)
    }
    switch mark {
    case .none: return ""
    case .parent: return "<path class=\"mark\" d=\"M\(at(0, 0))L\(at(11, -6))L\(at(11, 6))z\"/>\n"
    case .objects(let isMany, let mayBeNone):
      var text =
        isMany
        ? "<path class=\"line\" d=\"M\(at(0, -6))L\(at(11, 0))L\(at(0, 6))\"/>\n"
        : "<path class=\"line\" d=\"M\(at(8, -6))L\(at(8, 6))\"/>\n"
      if mayBeNone {
        let x = Self.number(point.x + direction * 16)
        text += "<circle class=\"mark\" cx=\"\(x)\" cy=\"\(Self.number(point.y))\" r=\"4\"/>\n"
      }
      return text
    }
  }

  // MARK: Texts

  private static func pair(_ x: Double, _ y: Double) -> String { "\(number(x)) \(number(y))" }

  /// A number with at most one digit behind the point.
  private static func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? String(tenths / 10) : "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
  }

  /// A text as XML shows it; characters that XML does not have, and those that change the direction of texts, as U+FFFD.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{200E}", "\u{200F}", "\u{202A}"..."\u{202E}",
        "\u{2066}"..."\u{2069}", "\u{FFFE}", "\u{FFFF}":
        result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
