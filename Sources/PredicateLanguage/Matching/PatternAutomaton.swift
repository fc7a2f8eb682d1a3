/// A deterministic automaton that decides whether a whole text matches a regular expression, in one pass and without going back.
///
/// Built by Glushkov's construction: the states are sets of places in the pattern, and which place may follow which is read off the tree.
/// Scalars that no set of the pattern tells apart share a class, so a transition is one look into a table.
final class PatternAutomaton: Sendable {
  /// Whether texts beyond ASCII have to be left to ICU.
  let isForASCIIOnly: Bool
  /// The class of each ASCII character.
  private let asciiClasses: [UInt8]
  /// Where classes begin beyond ASCII, ascending from 0x80, and which.
  private let borders: [UInt32]
  private let borderClasses: [UInt8]
  private let classCount: Int
  /// The next state by state and class; state 0 is dead, state 1 the beginning.
  private let transitions: [UInt16]
  private let accepts: [Bool]

  private static let mostPlaces = 400
  private static let mostStates = 400
  private static let mostClasses = 200

  /// `nil` for patterns that would take a large automaton.
  init?(_ syntax: PatternSyntax) {
    var places = PatternPlaces(limit: Self.mostPlaces)
    guard let root = places.add(syntax) else { return nil }
    isForASCIIOnly = places.sets.contains(where: \.isKnownForASCIIOnly)

    // Classes: the scalar space cut at every border of every set, pieces told apart by the sets that contain them.
    var cuts: Set<UInt32> = [0, 0x80]
    for set in places.sets {
      for range in set.ranges {
        cuts.insert(range.lowerBound)
        if range.upperBound < ScalarSet.greatest { cuts.insert(range.upperBound + 1) }
      }
    }
    let sortedCuts = cuts.sorted()
    let distinctSets = Array(Set(places.sets))
    var classes: [[Bool]: UInt8] = [:]
    var representatives: [UInt32] = []
    var cutClasses: [UInt8] = []
    for cut in sortedCuts {
      let signature = distinctSets.map { $0.contains(cut) }
      if let known = classes[signature] {
        cutClasses.append(known)
        continue
      }
      guard classes.count < Self.mostClasses else { return nil }
      let number = UInt8(classes.count)
      classes[signature] = number
      representatives.append(cut)
      cutClasses.append(number)
    }
    classCount = representatives.count
    var ascii = [UInt8](repeating: 0, count: 128)
    var piece = 0
    for scalar in 0..<128 {
      while piece + 1 < sortedCuts.count, sortedCuts[piece + 1] <= UInt32(scalar) { piece += 1 }
      ascii[scalar] = cutClasses[piece]
    }
    asciiClasses = ascii
    let beyond = sortedCuts.firstIndex(of: 0x80) ?? 0
    borders = Array(sortedCuts[beyond...])
    borderClasses = Array(cutClasses[beyond...])

    // Which classes each place takes.
    let takes = places.sets.map { set in representatives.map { set.contains($0) } }

    // States: the sets of places that may have been read last. No place is the beginning.
    var numbers: [Set<Int>: UInt16] = [:]
    var states: [Set<Int>] = [[], []]
    var accepts = [false, root.isNullable]
    var transitions = [UInt16](repeating: 0, count: 2 * classCount)
    let last = Set(root.last)
    var current = 1
    while current < states.count {
      var candidates = current == 1 ? Set(root.first) : []
      for place in states[current] { candidates.formUnion(places.followers[place]) }
      for scalarClass in 0..<classCount {
        let next = candidates.filter { takes[$0][scalarClass] }
        guard !next.isEmpty else { continue }
        if let known = numbers[next] {
          transitions[current * classCount + scalarClass] = known
          continue
        }
        guard states.count < Self.mostStates else { return nil }
        let number = UInt16(states.count)
        numbers[next] = number
        states.append(next)
        accepts.append(!next.isDisjoint(with: last))
        transitions += [UInt16](repeating: 0, count: classCount)
        transitions[current * classCount + scalarClass] = number
      }
      current += 1
    }
    self.accepts = accepts
    self.transitions = transitions
  }

  /// Whether the whole text matches; `nil` if ICU has to decide.
  ///
  /// - Complexity: O(*n*); beyond ASCII O(*n* log *m*) in the borders of the pattern's sets. Does not allocate.
  func matches(_ text: Span<UInt8>) -> Bool? {
    let classTable = asciiClasses
    let stateTable = transitions
    let asciiClasses = classTable.span
    let transitions = stateTable.span
    var state = 1
    var index = 0
    while index < text.count {
      let byte = text[index]
      let scalarClass: UInt8
      if byte < 0x80 {
        scalarClass = asciiClasses[Int(byte)]
        index += 1
      } else {
        if isForASCIIOnly { return nil }
        scalarClass = borderClasses[border(of: Self.scalar(in: text, at: &index))]
      }
      state = Int(transitions[state &* classCount &+ Int(scalarClass)])
      if state == 0 { return false }
    }
    return accepts[state]
  }

  private func border(of scalar: UInt32) -> Int {
    var low = 0
    var high = borders.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if borders[middle] <= scalar { low = middle } else { high = middle }
    }
    return low
  }

  /// Decodes the scalar at `index` and moves behind it. The text is a string's, so it is valid.
  private static func scalar(in text: Span<UInt8>, at index: inout Int) -> UInt32 {
    let first = UInt32(text[index])
    let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    var value = first & (0x7F >> UInt32(length))
    for offset in 1..<length { value = value << 6 | UInt32(text[index + offset]) & 0x3F }
    index += length
    return value
  }
}

/// The places of a pattern, one for each set in it, and which may follow which.
private struct PatternPlaces {
  var sets: [ScalarSet] = []
  var followers: [Set<Int>] = []
  let limit: Int
  /// Counted apart from the places: repeating something empty adds none.
  private var additions = 0

  /// A part of the pattern: whether it may be empty, and with which places its texts begin and end.
  struct Part {
    var isNullable: Bool
    var first: [Int]
    var last: [Int]
  }

  init(limit: Int) { self.limit = limit }

  mutating func add(_ syntax: PatternSyntax) -> Part? {
    additions += 1
    guard additions <= 20 * limit else { return nil }
    switch syntax {
    case .empty: return Part(isNullable: true, first: [], last: [])
    case .scalar(let set):
      guard sets.count < limit else { return nil }
      sets.append(set)
      followers.append([])
      return Part(isNullable: false, first: [sets.count - 1], last: [sets.count - 1])
    case .sequence(let parts):
      var result = Part(isNullable: true, first: [], last: [])
      for part in parts {
        guard let next = add(part) else { return nil }
        result = joined(result, next)
      }
      return result
    case .alternatives(let parts):
      var result = Part(isNullable: false, first: [], last: [])
      for part in parts {
        guard let next = add(part) else { return nil }
        result.isNullable = result.isNullable || next.isNullable
        result.first += next.first
        result.last += next.last
      }
      return result
    case .repetition(let part, let minimum, let maximum):
      return repeated(part, minimum, maximum)
    }
  }

  private mutating func repeated(_ syntax: PatternSyntax, _ minimum: Int, _ maximum: Int?) -> Part? {
    var result = Part(isNullable: true, first: [], last: [])
    let copies = maximum ?? max(minimum, 1)
    for copy in 0..<copies {
      guard var part = add(syntax) else { return nil }
      if copy >= minimum { part.isNullable = true }
      if maximum == nil, copy == copies - 1 {
        for place in part.last { followers[place].formUnion(part.first) }
      }
      result = joined(result, part)
    }
    return result
  }

  private mutating func joined(_ left: Part, _ right: Part) -> Part {
    for place in left.last { followers[place].formUnion(right.first) }
    return Part(
      isNullable: left.isNullable && right.isNullable,
      first: left.isNullable ? left.first + right.first : left.first,
      last: right.isNullable ? left.last + right.last : right.last
    )
  }
}
