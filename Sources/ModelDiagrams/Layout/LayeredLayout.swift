/// Where boxes and lines go: boxes in columns, so that lines lead from left to right, with few crossings.
///
/// The steps are those of layered drawing (Sugiyama, Tagawa and Toda 1981): directions without circles, columns by the longest way, places for lines in the columns that they
/// cross, an order within columns by the mean of the neighbours' places, and heights that draw neighbours together.
struct LayeredLayout {
  /// The corner of each box.
  private(set) var corners: [(x: Double, y: Double)]
  /// Where each line passes columns between its ends: the left and right edge of the column, and the height.
  private(set) var passages: [[(left: Double, right: Double, y: Double)]]
  private(set) var width = 0.0
  private(set) var height = 0.0

  static let margin = 24.0
  private static let gap = 26.0
  private static let columnGap = 96.0
  /// Lines across more columns than these take no place in them.
  private static let greatestPassageCount = 20_000

  /// A box, or a line that passes.
  private struct Node {
    var width: Double
    var height: Double
    var neighbours: [Int] = []
    var y = 0.0
  }

  init(sizes: [EntityBox.Size], lines: [(from: Int, to: Int)]) {
    let columns = Self.columns(count: sizes.count, lines)
    var nodes = sizes.map { Node(width: $0.width, height: $0.height) }
    var members: [[Int]] = Array(repeating: [], count: (columns.max() ?? 0) + 1)
    for (node, column) in columns.enumerated() { members[column].append(node) }
    var ways: [[Int]] = []
    for (from, to) in lines {
      let (low, high) = (min(columns[from], columns[to]), max(columns[from], columns[to]))
      var way: [Int] = []
      if high - low > 1, nodes.count < Self.greatestPassageCount {
        for column in low + 1..<high {
          way.append(nodes.count)
          members[column].append(nodes.count)
          nodes.append(Node(width: 0, height: 8))
        }
      }
      ways.append(way)
      let chain = [columns[from] <= columns[to] ? from : to] + way + [columns[from] <= columns[to] ? to : from]
      for (one, other) in zip(chain, chain.dropFirst()) where one != other {
        nodes[one].neighbours.append(other)
        nodes[other].neighbours.append(one)
      }
    }
    Self.order(&members, nodes)
    members = Self.folded(members, nodes)
    Self.placeHeights(members, &nodes)

    let top = nodes.map(\.y).min() ?? 0
    corners = Array(repeating: (0, 0), count: sizes.count)
    var edges: [(left: Double, right: Double)] = Array(repeating: (0, 0), count: nodes.count)
    var x = Self.margin
    for column in members where !column.isEmpty {
      let columnWidth = column.map { nodes[$0].width }.max() ?? 0
      for node in column {
        edges[node] = (x, x + columnWidth)
        if node < sizes.count { corners[node] = (x, nodes[node].y - top + Self.margin) }
      }
      x += columnWidth + Self.columnGap
    }
    passages = ways.map { way in
      way.map { (edges[$0].left, edges[$0].right, nodes[$0].y - top + Self.margin + nodes[$0].height / 2) }
    }
    let last = corners.map(\.x).max() ?? 0
    let hasLoop = lines.contains { corners[$0.from].x == last && corners[$0.to].x == last }
    width = max(x - Self.columnGap, Self.margin) + (hasLoop ? 2 : 1) * Self.margin
    height = (nodes.map { $0.y + $0.height }.max() ?? 0) - top + 2 * Self.margin
  }

  // MARK: Columns

  /// The column of each box: behind those of all boxes from which lines lead to it, but for lines that close a circle.
  private static func columns(count: Int, _ lines: [(from: Int, to: Int)]) -> [Int] {
    var targets: [[Int]] = Array(repeating: [], count: count)
    for (from, to) in lines where from != to { targets[from].append(to) }
    var states = [UInt8](repeating: 0, count: count)
    var finished: [Int] = []
    var isClosing: Set<[Int]> = []
    // Depth first, with a list instead of the stack.
    for start in 0..<count where states[start] == 0 {
      var way = [(node: start, next: 0)]
      states[start] = 1
      while let (node, next) = way.last {
        guard next < targets[node].count else {
          states[node] = 2
          finished.append(node)
          way.removeLast()
          continue
        }
        way[way.count - 1].next += 1
        let target = targets[node][next]
        switch states[target] {
        case 0:
          states[target] = 1
          way.append((target, 0))
        case 1: isClosing.insert([node, target])
        default: break
        }
      }
    }
    var columns = [Int](repeating: 0, count: count)
    for node in finished.reversed() {
      for target in targets[node] where !isClosing.contains([node, target]) {
        columns[target] = max(columns[target], columns[node] + 1)
      }
    }
    return pulled(columns, targets, isClosing, finished)
  }

  /// Moves boxes to the right, as near to those that they lead to as can be, so that lines are short.
  private static func pulled(_ columns: [Int], _ targets: [[Int]], _ isClosing: Set<[Int]>, _ finished: [Int]) -> [Int]
  {
    var columns = columns
    var hasSource = [Bool](repeating: false, count: columns.count)
    for (node, list) in targets.enumerated() {
      for target in list where !isClosing.contains([node, target]) { hasSource[target] = true }
    }
    for node in finished where !hasSource[node] {
      let next = targets[node].filter { !isClosing.contains([node, $0]) }.map { columns[$0] }.min()
      if let next { columns[node] = max(columns[node], next - 1) }
    }
    return columns
  }

  // MARK: Order

  private static func order(_ members: inout [[Int]], _ nodes: [Node]) {
    var places = [Double](repeating: 0, count: nodes.count)
    func number(_ column: [Int]) { for (place, node) in column.enumerated() { places[node] = Double(place) } }
    for column in members { number(column) }
    for round in 0..<12 {
      let sweep = round % 2 == 0 ? Array(members.indices) : members.indices.reversed()
      for column in sweep {
        let means = members[column].map { node in
          let neighbours = nodes[node].neighbours
          guard !neighbours.isEmpty else { return places[node] }
          return neighbours.reduce(0) { $0 + places[$1] } / Double(neighbours.count)
        }
        members[column] = zip(members[column], means).enumerated()
          .sorted { ($0.element.1, $0.offset) < ($1.element.1, $1.offset) }.map(\.element.0)
        number(members[column])
      }
    }
  }

  /// Splits columns that are much higher than the picture would be wide.
  private static func folded(_ members: [[Int]], _ nodes: [Node]) -> [[Int]] {
    let area = nodes.reduce(0) { $0 + ($1.width + columnGap) * ($1.height + gap) }
    let greatest = max(900, (area * 1.1).squareRoot())
    var result: [[Int]] = []
    for column in members {
      var part: [Int] = []
      var height = 0.0
      for node in column {
        if !part.isEmpty, height + nodes[node].height > greatest {
          result.append(part)
          (part, height) = ([], 0)
        }
        part.append(node)
        height += nodes[node].height + gap
      }
      result.append(part)
    }
    return result
  }

  // MARK: Heights

  private static func placeHeights(_ members: [[Int]], _ nodes: inout [Node]) {
    for column in members {
      var y = 0.0
      for node in column {
        nodes[node].y = y
        y += nodes[node].height + gap
      }
    }
    for round in 0..<8 {
      for column in round % 2 == 0 ? Array(members.indices) : members.indices.reversed() {
        let wished = members[column].map { node in
          let neighbours = nodes[node].neighbours
          guard !neighbours.isEmpty else { return nodes[node].y }
          let middle = neighbours.reduce(0) { $0 + nodes[$1].y + nodes[$1].height / 2 } / Double(neighbours.count)
          return middle - nodes[node].height / 2
        }
        place(members[column], wished, &nodes)
      }
    }
  }

  /// Puts the nodes of a column as near to where they wish to be as their order and heights allow: neighbours that would overlap become one block at the mean of their wishes.
  private static func place(_ column: [Int], _ wished: [Double], _ nodes: inout [Node]) {
    var blocks: [(sum: Double, count: Int)] = []
    var offsets: [Double] = []
    var offset = 0.0
    for (node, wish) in zip(column, wished) {
      offsets.append(offset)
      blocks.append((wish - offset, 1))
      offset += nodes[node].height + gap
      while blocks.count > 1, let last = blocks.last {
        let before = blocks[blocks.count - 2]
        guard before.sum / Double(before.count) > last.sum / Double(last.count) else { break }
        blocks.removeLast()
        blocks[blocks.count - 1] = (before.sum + last.sum, before.count + last.count)
      }
    }
    var place = 0
    for block in blocks {
      for _ in 0..<block.count {
        nodes[column[place]].y = block.sum / Double(block.count) + offsets[place]
        place += 1
      }
    }
  }
}
