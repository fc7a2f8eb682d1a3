/// The links of a join table in the order in which they were made, until the store is finished: 16 bytes each, and, once somebody has asked for members,
/// four bytes more for each link and each owner.
struct WaitingLinks {
  /// What the table's first two columns say.
  private struct Link: Comparable {
    let first: Int64
    let second: Int64

    static func < (one: Link, other: Link) -> Bool { (one.first, one.second) < (other.first, other.second) }
  }

  /// The links of each owner, the newest first.
  private struct Chains {
    /// One more than the number of each owner's newest link, by the owner's key; 0 for none.
    private var newest: ContiguousArray<UInt32> = []
    /// One more than the number of the same owner's link before, by the link's number; 0 for none.
    private var earlier: ContiguousArray<UInt32> = []

    mutating func add(owner: Int64) {
      let owner = Int(owner)
      if owner >= newest.count { newest.append(contentsOf: repeatElement(0, count: owner + 1 - newest.count)) }
      earlier.append(newest[owner])
      newest[owner] = UInt32(earlier.count)
    }

    /// The numbers of an owner's links.
    func links(of owner: Int64) -> [Int] {
      guard owner < newest.count else { return [] }
      var numbers: [Int] = []
      var next = newest[Int(owner)]
      while next > 0 {
        numbers.append(Int(next) - 1)
        next = earlier[Int(next) - 1]
      }
      return numbers
    }
  }

  private let isSymmetric: Bool
  private var links: ContiguousArray<Link> = []
  /// The links by what their first column says, and by what their second does, once somebody has asked.
  private var byFirst: Chains?
  private var bySecond: Chains?

  init(of join: JoinTable) { isSymmetric = join.isSymmetric }

  /// Links an object to another, to which it is not linked yet.
  ///
  /// - Parameter isFirst: Whether the owner's key stands in the table's first column; in a symmetric relationship the lesser key does.
  /// - Complexity: O(1) on average.
  mutating func add(_ owner: Int64, _ member: Int64, isFirst: Bool) {
    let ownerIsFirst = isSymmetric ? owner <= member : isFirst
    let link = ownerIsFirst ? Link(first: owner, second: member) : Link(first: member, second: owner)
    links.append(link)
    byFirst?.add(owner: link.first)
    bySecond?.add(owner: link.second)
  }

  /// The objects that an owner is linked to, in the order of their links.
  ///
  /// - Complexity: O(*n* log *n*) in the members; O(links) the first time.
  mutating func members(of owner: Int64, isFirst: Bool) -> [Int64] {
    var numbers: [Int] = []
    if isFirst || isSymmetric { numbers += Self.chains(&byFirst, links, \.first).links(of: owner) }
    if !isFirst || isSymmetric { numbers += Self.chains(&bySecond, links, \.second).links(of: owner) }
    numbers.sort()
    var members = numbers.map {
      links[$0].first == owner && (isFirst || isSymmetric) ? links[$0].second : links[$0].first
    }
    // An object that is linked to itself has its link in both columns.
    if isSymmetric, let own = members.lastIndex(of: owner), own != members.firstIndex(of: owner) {
      members.remove(at: own)
    }
    return members
  }

  private static func chains(
    _ known: inout Chains?,
    _ links: ContiguousArray<Link>,
    _ owner: KeyPath<Link, Int64>
  ) -> Chains {
    if let known { return known }
    var chains = Chains()
    for link in links { chains.add(owner: link[keyPath: owner]) }
    known = chains
    return chains
  }

  /// Calls `body` for every link in the order of the keys, as `BulkLoad` leaves them, with its place among those with the same first key and among those
  /// with the same second, from 1.
  ///
  /// - Parameter isOrdered: Whether the places are asked for; they are 0 if not.
  /// - Complexity: O(*n* log *n*), less if the links were made in order; for places 16 bytes more a link.
  mutating func forEachInOrder(
    isOrdered: Bool,
    _ body: (_ first: Int64, _ second: Int64, _ places: (inFirst: Int64, inSecond: Int64)) throws -> Void
  ) rethrows {
    (byFirst, bySecond) = (nil, nil)
    guard isOrdered else {
      links.sort()
      for link in links { try body(link.first, link.second, (0, 0)) }
      return
    }
    var (firstCounts, secondCounts): ([Int64: UInt32], [Int64: UInt32]) = ([:], [:])
    let places = links.map { link in
      firstCounts[link.first, default: 0] += 1
      secondCounts[link.second, default: 0] += 1
      return (firstCounts[link.first] ?? 0, secondCounts[link.second] ?? 0)
    }
    for number in links.indices.sorted(by: { links[$0] < links[$1] }) {
      let place = (inFirst: Int64(places[number].0), inSecond: Int64(places[number].1))
      try body(links[number].first, links[number].second, place)
    }
  }

  /// Forgets all links.
  mutating func removeAll() {
    links = []
    (byFirst, bySecond) = (nil, nil)
  }
}
