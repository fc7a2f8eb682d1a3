/// Matches a whole text against a pattern in time proportional to the text, whatever the pattern.
///
/// A text of ASCII only runs through a table with one look-up per byte. A text with other scalars is matched by keeping the set of
/// places in the pattern that the text so far can have reached.
///
/// - Advice for readers: `steps` is a program in the manner of Thompson. `consume` takes one scalar, `split` goes both ways. `ASCIITable`
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
  private let table: ASCIITable?

  /// Makes an automaton; `nil` when the pattern is too large for one.
  init?(_ node: PatternNode) {
    var builder = Builder()
    guard builder.append(node) else { return nil }
    builder.steps.append(.match)
    steps = builder.steps
    sets = builder.sets
    table = ASCIITable(steps: builder.steps, sets: builder.sets)
  }

  /// Whether the whole of `text` matches.
  ///
  /// - Complexity: O(*n*) in bytes; allocates only when the text has scalars outside ASCII.
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

  /// Every state that ASCII texts can reach, with its successor for every class of bytes.
  private struct ASCIITable: Sendable {
    private static let dead: UInt16 = 0
    private var classOfByte: [UInt8]
    private var classCount: Int
    private var successors: [UInt16]
    private var isAccepting: [Bool]

    /// Numbers the states; `nil` when there are too many.
    init?(steps: [Step], sets: [ScalarSet]) {
      // Bytes that belong to the same sets behave alike.
      var classes: [[Bool]: UInt8] = [:]
      var examples: [Unicode.Scalar] = []
      classOfByte = []
      for byte in 0..<128 as Range<UInt8> {
        let membership = sets.map { $0.contains(Unicode.Scalar(byte)) }
        if classes[membership] == nil {
          classes[membership] = UInt8(examples.count)
          examples.append(Unicode.Scalar(byte))
        }
        classOfByte.append(classes[membership] ?? 0)
      }
      classCount = examples.count
      // State 0 is the dead one, state 1 the start.
      var start = PlaceSet(count: steps.count)
      PatternAutomaton.add(0, of: steps, to: &start)
      var numbers: [[Int]: UInt16] = [[]: Self.dead, start.members.sorted(): 1]
      var states: [[Int]] = [[], start.members.sorted()]
      successors = []
      isAccepting = []
      var work = 0
      var state = 0
      while state < states.count {
        isAccepting.append(states[state].last == steps.count - 1)
        for example in examples {
          var following = PlaceSet(count: steps.count)
          for place in states[state] {
            if case .consume(let set) = steps[place], sets[set].contains(example) {
              PatternAutomaton.add(place + 1, of: steps, to: &following)
            }
          }
          let members = following.members.sorted()
          work += states[state].count + members.count
          if numbers[members] == nil {
            guard states.count < PatternAutomaton.mostStates, work < 2_000_000 else { return nil }
            numbers[members] = UInt16(states.count)
            states.append(members)
          }
          successors.append(numbers[members] ?? Self.dead)
        }
        state += 1
      }
    }

    /// `nil` when a scalar outside ASCII decides.
    func matches(_ text: String) -> Bool? {
      var state: UInt16 = 1
      let bytes = text.utf8.span
      for index in bytes.indices {
        let byte = bytes[index]
        guard byte < 0x80 else { return nil }
        state = successors[Int(state) &* classCount &+ Int(classOfByte[Int(byte)])]
        if state == Self.dead { return false }
      }
      return isAccepting[Int(state)]
    }
  }
}
