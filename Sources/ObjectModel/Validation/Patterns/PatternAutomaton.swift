/// Matches a whole text against a pattern in time proportional to the text, whatever the pattern.
///
/// A text runs through a table with one look-up per scalar. Where the table would be too large, the places in the pattern that the text
/// so far can have reached are kept instead.
///
/// - Advice for readers: `steps` is a program in the manner of Thompson. `consume` takes one scalar, `split` goes both ways. `Table`
///   is the same program with every reachable set of places numbered in advance.
final class PatternAutomaton: Sendable {
  private enum Step: Sendable {
    case consume(set: Int)
    case split(Int, Int)
    case jump(Int)
    case match
  }

  /// The longest program and largest table; patterns beyond them are left to the general engine or matched without a table.
  static let mostSteps = 20_000
  static let mostStates = 1_500

  private let steps: [Step]
  private let sets: [ScalarSet]
  private let table: Table?

  /// Makes an automaton; `nil` when the pattern is too large for one.
  init?(_ node: PatternNode) {
    var builder = Builder()
    guard builder.append(node) else { return nil }
    builder.steps.append(.match)
    steps = builder.steps
    sets = builder.sets
    table = Table(steps: builder.steps, sets: builder.sets)
  }

  /// Whether the whole of `text` matches.
  ///
  /// - Complexity: O(*n*) in bytes; allocates only when there is no table.
  func matches(_ text: String) -> Bool {
    if let table, let answer = table.matches(text) { return answer }
    return matchesByPlaces(text)
  }

  private func matchesByPlaces(_ text: String) -> Bool {
    var current = PlaceSet(count: steps.count)
    var following = PlaceSet(count: steps.count)
    Self.add(0, of: steps, to: &current)
    for scalar in text.unicodeScalars {
      following.removeAll()
      for place in current.members {
        if case .consume(let set) = steps[place], sets[set].contains(scalar) {
          Self.add(place + 1, of: steps, to: &following)
        }
      }
      swap(&current, &following)
      if current.members.isEmpty { return false }
    }
    return current.contains(steps.count - 1)
  }

  /// Adds a place and all that can be reached from it without taking a scalar.
  private static func add(_ place: Int, of steps: [Step], to places: inout PlaceSet) {
    var pending = [place]
    while let place = pending.popLast() {
      guard places.insert(place) else { continue }
      switch steps[place] {
      case .consume, .match: continue
      case .jump(let target): pending.append(target)
      case .split(let first, let second): pending += [second, first]
      }
    }
  }

  private struct PlaceSet {
    private(set) var members: [Int] = []
    private var isMember: [Bool]

    init(count: Int) { isMember = Array(repeating: false, count: count) }

    func contains(_ place: Int) -> Bool { isMember[place] }

    mutating func insert(_ place: Int) -> Bool {
      guard !isMember[place] else { return false }
      isMember[place] = true
      members.append(place)
      return true
    }

    mutating func removeAll() {
      for place in members { isMember[place] = false }
      members.removeAll(keepingCapacity: true)
    }
  }

  private struct Builder {
    var steps: [Step] = []
    var sets: [ScalarSet] = []
    private var numbers: [ScalarSet: Int] = [:]
    // Counted apart from the steps: repeating something empty adds none.
    private var work = 0

    mutating func append(_ node: PatternNode) -> Bool {
      work += 1
      guard steps.count < PatternAutomaton.mostSteps, work < 10 * PatternAutomaton.mostSteps else { return false }
      switch node {
      case .empty, .start, .end: return true
      case .set(let set):
        let number = numbers[set] ?? sets.count
        if number == sets.count {
          sets.append(set)
          numbers[set] = number
        }
        steps.append(.consume(set: number))
        return true
      case .sequence(let parts): return parts.allSatisfy { append($0) }
      case .alternatives(let branches): return append(alternatives: branches)
      case .repetition(let node, let minimum, let maximum): return append(node, minimum: minimum, maximum: maximum)
      }
    }

    private mutating func append(alternatives branches: [PatternNode]) -> Bool {
      var jumps: [Int] = []
      for (index, branch) in branches.enumerated() {
        let split = steps.count
        let isLast = index == branches.count - 1
        if !isLast { steps.append(.jump(0)) }
        guard append(branch) else { return false }
        guard !isLast else { break }
        jumps.append(steps.count)
        steps.append(.jump(0))
        steps[split] = .split(split + 1, steps.count)
      }
      for jump in jumps { steps[jump] = .jump(steps.count) }
      return true
    }

    private mutating func append(_ node: PatternNode, minimum: Int, maximum: Int?) -> Bool {
      for _ in 0..<minimum where !append(node) { return false }
      guard let maximum else {
        let split = steps.count
        steps.append(.jump(0))
        guard append(node) else { return false }
        steps.append(.jump(split))
        steps[split] = .split(split + 1, steps.count)
        return true
      }
      var splits: [Int] = []
      for _ in minimum..<max(maximum, minimum) {
        splits.append(steps.count)
        steps.append(.jump(0))
        guard append(node) else { return false }
      }
      for split in splits { steps[split] = .split(split + 1, steps.count) }
      return true
    }
  }

  /// Every state that a text can reach, with its successor for every scalar of ASCII and, for other scalars, for every combination of the
  /// pattern's sets that a scalar can belong to.
  private struct Table: Sendable {
    private static let dead: UInt16 = 0
    /// Beyond this many sets there are too many combinations, and scalars outside ASCII are not in the table.
    private static let mostSets = 5

    private let sets: [ScalarSet]
    private let width: Int
    private var successors: [UInt16]
    private var isAccepting: [Bool]

    /// Numbers the states; `nil` when there are too many.
    init?(steps: [Step], sets: [ScalarSet]) {
      self.sets = sets
      let combinations = sets.count <= Self.mostSets ? 1 << sets.count : 0
      width = 128 + combinations
      // Scalars that belong to the same sets behave alike; a column's class says to which.
      var classes: [[Bool]: Int] = [:]
      var memberships: [[Bool]] = []
      var classOfColumn: [Int] = []
      for column in 0..<width {
        let membership =
          column < 128
          ? sets.map { $0.contains(Unicode.Scalar(UInt8(column))) }
          : sets.indices.map { (column - 128) >> $0 & 1 == 1 }
        if classes[membership] == nil {
          classes[membership] = memberships.count
          memberships.append(membership)
        }
        classOfColumn.append(classes[membership] ?? 0)
      }
      // State 0 is the dead one, state 1 the start.
      var start = PlaceSet(count: steps.count)
      PatternAutomaton.add(0, of: steps, to: &start)
      var numbers: [[Int]: UInt16] = [[]: Self.dead, start.members.sorted(): 1]
      var states: [[Int]] = [[], start.members.sorted()]
      successors = []
      isAccepting = []
      var work = 0
      var following = PlaceSet(count: steps.count)
      while isAccepting.count < states.count {
        let places = states[isAccepting.count]
        isAccepting.append(places.last == steps.count - 1)
        var successorOfClass: [UInt16] = []
        for membership in memberships {
          following.removeAll()
          for place in places {
            if case .consume(let set) = steps[place], membership[set] {
              PatternAutomaton.add(place + 1, of: steps, to: &following)
            }
          }
          let members = following.members.sorted()
          work += places.count + members.count
          if numbers[members] == nil {
            guard states.count < PatternAutomaton.mostStates, work < 2_000_000 else { return nil }
            numbers[members] = UInt16(states.count)
            states.append(members)
          }
          successorOfClass.append(numbers[members] ?? Self.dead)
        }
        successors += classOfColumn.map { successorOfClass[$0] }
      }
    }

    /// `nil` when a scalar decides that is not in the table.
    func matches(_ text: String) -> Bool? {
      var state = 1
      let bytes = text.utf8.span
      return successors.withUnsafeBufferPointer { successors in
        var index = 0
        while index < bytes.count {
          let byte = bytes[index]
          var column = Int(byte)
          if byte >= 0x80 {
            guard width > 128 else { return nil }
            let scalar = Self.scalar(in: bytes, at: &index)
            column = 128
            for set in sets.indices where sets[set].contains(scalar) { column += 1 << set }
          } else {
            index &+= 1
          }
          state = Int(successors[state &* width &+ column])
          if state == Self.dead { return false }
        }
        return isAccepting[state]
      }
    }

    /// Reads a scalar of two to four bytes; a `String` holds no others.
    private static func scalar(in bytes: borrowing Span<UInt8>, at index: inout Int) -> Unicode.Scalar {
      let first = bytes[index]
      let count = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
      var value = UInt32(first) & (0xff >> UInt32(count + 1))
      for offset in 1..<count where index + offset < bytes.count {
        value = value << 6 | UInt32(bytes[index + offset] & 0x3f)
      }
      index += count
      return Unicode.Scalar(value) ?? "\u{fffd}"
    }
  }
}
