/// The names of a document's elements and attributes, each with a number, and which of a plan's name tests each passes.
///
/// libxml2 keeps one copy of each name in a dictionary, so that equal pointers are equal names: one probe of a small hash table
/// turns the three pointers of a name into its number, and no name is compared as text more than once per document.
struct NameTable: ~Copyable {
  /// How a name is written.
  struct Name: Sendable, Hashable {
    var local: String
    var prefix: String?
    var namespace: String?
    var isAttribute: Bool

    /// The name with its prefix.
    var qualified: String { prefix.map { $0 + ":" + local } ?? local }
  }

  struct Slot: BitwiseCopyable {
    var local: UnsafePointer<UInt8>?
    var prefix: UnsafePointer<UInt8>?
    var namespace: UnsafePointer<UInt8>?
    var isAttribute = false
    var number: Int32 = -1
  }

  /// What is needed for new names only.
  private final class Rules {
    var names: [Name] = []
    var numbers: [Name: Int32] = [:]
    let tests: [NameTest]
    let prefixes: [String: String]

    init(tests: [NameTest], prefixes: [String: String]) {
      self.tests = tests
      self.prefixes = prefixes
    }
  }

  private let rules: Rules
  /// How many names there are.
  private(set) var count = 0
  private var slots: FlatBuffer<Slot>
  private var mask: Int
  private var slotCount = 0
  /// For each name as many values as there are tests.
  private var passed: FlatBuffer<Bool>
  private let testCount: Int

  init(tests: [NameTest], prefixes: [String: String]) {
    rules = Rules(tests: tests, prefixes: prefixes)
    testCount = tests.count
    slots = FlatBuffer(repeating: Slot(), count: 256)
    mask = 255
    passed = FlatBuffer()
  }

  /// All names by their numbers.
  var names: [Name] { rules.names }

  /// Whether the name `number` passes the test `slot`.
  @inline(__always)
  func passes(_ number: Int32, _ slot: Int32) -> Bool {
    passed[Int(number) &* testCount &+ Int(slot)]
  }

  /// The number of a name that the C library's dictionary keeps.
  ///
  /// - Complexity: O(1) on average.
  @inline(__always)
  mutating func number(
    _ local: UnsafePointer<UInt8>,
    _ prefix: UnsafePointer<UInt8>?,
    _ namespace: UnsafePointer<UInt8>?,
    isAttribute: Bool
  ) -> Int32 {
    var index = Self.hash(local, prefix, isAttribute) & mask
    while true {
      let slot = slots.base[index]
      if slot.local == local, slot.prefix == prefix, slot.namespace == namespace, slot.isAttribute == isAttribute {
        return slot.number
      }
      if slot.number < 0 {
        return add(Slot(local: local, prefix: prefix, namespace: namespace, isAttribute: isAttribute))
      }
      index = (index &+ 1) & mask
    }
  }

  @inline(__always)
  private static func hash(_ local: UnsafePointer<UInt8>?, _ prefix: UnsafePointer<UInt8>?, _ isAttribute: Bool) -> Int
  {
    var bits = UInt(bitPattern: local) &* 0x9E37_79B9_7F4A_7C15
    bits ^= UInt(bitPattern: prefix) &* 0xC2B2_AE3D_27D4_EB4F
    bits ^= bits >> 29
    return Int(truncatingIfNeeded: (bits >> 7) &+ (isAttribute ? 1 : 0))
  }

  @inline(never)
  private mutating func add(_ found: Slot) -> Int32 {
    let name = Name(
      local: found.local.map { String(cString: $0) } ?? "",
      prefix: found.prefix.map { String(cString: $0) },
      namespace: found.namespace.map { String(cString: $0) },
      isAttribute: found.isAttribute
    )
    let number = number(of: name)
    var slot = found
    slot.number = number
    slotCount += 1
    if slotCount * 2 > slots.count { enlarge() }
    insert(slot)
    return number
  }

  /// The number of a name that is given as text.
  mutating func number(of name: Name) -> Int32 {
    if let known = rules.numbers[name] { return known }
    let number = Int32(count)
    rules.numbers[name] = number
    rules.names.append(name)
    count += 1
    for test in rules.tests {
      passed.append(
        test.accepts(
          local: name.local,
          prefix: name.prefix,
          namespace: name.namespace,
          isAttribute: name.isAttribute,
          map: rules.prefixes
        )
      )
    }
    return number
  }

  private mutating func insert(_ slot: Slot) {
    var index = Self.hash(slot.local, slot.prefix, slot.isAttribute) & mask
    while slots[index].number >= 0 { index = (index &+ 1) & mask }
    slots[index] = slot
  }

  private mutating func enlarge() {
    let size = slots.count * 2
    var old = FlatBuffer(repeating: Slot(), count: size)
    swap(&slots, &old)
    mask = size - 1
    for slot in old.elements where slot.number >= 0 { insert(slot) }
  }
}
