#if canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Many bytes, to which more are added; when they have to grow, the system moves pages of memory instead of copying.
final class GrowingBytes {
  private(set) var count = 0
  private var capacity: Int
  private var memory: UnsafeMutableRawPointer

  init(capacity: Int) {
    self.capacity = max(capacity, 64)
    guard let memory = malloc(self.capacity) else { preconditionFailure("there is no memory left") }
    self.memory = memory
  }

  deinit { free(memory) }

  var bytes: UnsafePointer<UInt8> { UnsafePointer(memory.assumingMemoryBound(to: UInt8.self)) }

  func append(_ piece: UnsafeRawBufferPointer) {
    guard let base = piece.baseAddress, !piece.isEmpty else { return }
    if count + piece.count > capacity {
      capacity = max(count + piece.count, capacity + capacity / 8)
      guard let larger = realloc(memory, capacity) else { preconditionFailure("there is no memory left") }
      memory = larger
    }
    (memory + count).copyMemory(from: base, byteCount: piece.count)
    count += piece.count
  }

  func removeAll() { count = 0 }
}
