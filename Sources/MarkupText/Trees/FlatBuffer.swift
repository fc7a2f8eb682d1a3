/// Memory for plain values that grows and is reused, without the reference counts and checks for unique ownership of an array.
///
/// The events of a parser append to several of these many times per microsecond. A buffer has one owner and is never copied, so that its
/// memory is freed once, and nobody reads what has moved.
struct FlatBuffer<Element: BitwiseCopyable>: ~Copyable {
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private var capacity: Int

  init(capacity: Int = 256) {
    self.capacity = capacity
    base = .allocate(capacity: capacity)
  }

  init(repeating element: Element, count: Int) {
    self.init(capacity: count)
    base.update(repeating: element, count: count)
    self.count = count
  }

  deinit { base.deallocate() }

  /// Makes room for so many elements in all, so that they need not move as they become more.
  mutating func reserve(_ wanted: Int) {
    if wanted > capacity { grow(by: wanted - count) }
  }

  @inline(__always)
  subscript(index: Int) -> Element {
    get {
      precondition(index >= 0 && index < count)
      return base[index]
    }
    set {
      precondition(index >= 0 && index < count)
      base[index] = newValue
    }
  }

  var elements: UnsafeBufferPointer<Element> { UnsafeBufferPointer(start: base, count: count) }

  @inline(__always)
  mutating func append(_ element: Element) {
    if count == capacity { grow(by: 1) }
    base[count] = element
    count &+= 1
  }

  @inline(__always)
  mutating func append(_ source: UnsafePointer<Element>, _ length: Int) {
    if length > capacity &- count { grow(by: length) }
    (base + count).update(from: source, count: length)
    count &+= length
  }

  mutating func append(_ elements: UnsafeBufferPointer<Element>) {
    if let start = elements.baseAddress { append(start, elements.count) }
  }

  @inline(__always)
  mutating func removeLast(downTo newCount: Int) {
    precondition(newCount >= 0 && newCount <= count)
    count = newCount
  }

  /// Lets `fill` write up to `room` elements behind the last one; it says how many it wrote.
  mutating func append(room: Int, _ fill: (UnsafeMutableBufferPointer<Element>) throws -> Int) rethrows -> Int {
    if room > capacity - count { grow(by: room) }
    let written = try fill(UnsafeMutableBufferPointer(start: base + count, count: room))
    precondition(written >= 0 && written <= room)
    count += written
    return written
  }

  /// Removes elements from the start; those that follow move forward.
  mutating func removeFirst(_ length: Int) {
    precondition(length >= 0 && length <= count)
    base.update(from: base + length, count: count - length)
    count -= length
  }

  @inline(never)
  private mutating func grow(by length: Int) {
    let wanted = max(capacity * 2, count + length)
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: wanted)
    larger.update(from: base, count: count)
    base.deallocate()
    base = larger
    capacity = wanted
  }
}
