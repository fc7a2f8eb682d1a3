internal import Foundation

/// How many different texts there were, estimated from their hashes in 4 KB: HyperLogLog (Flajolet, Fusy, Gandouet, Meunier 2007), with linear counting for
/// small numbers.
struct DistinctEstimate: Sendable {
  private static let bits = 12
  private var registers = [UInt8](repeating: 0, count: 1 << bits)

  /// - Parameter hash: Bits that are evenly distributed.
  mutating func add(_ hash: Int) {
    let hash = UInt64(bitPattern: Int64(hash))
    let register = Int(hash >> UInt64(64 - Self.bits))
    let rest = hash << UInt64(Self.bits)
    let rank = UInt8(min(rest.leadingZeroBitCount, 64 - Self.bits) + 1)
    if registers[register] < rank { registers[register] = rank }
  }

  /// The estimate; its standard error is 1.6 %.
  var count: Int {
    let size = Double(registers.count)
    let sum = registers.reduce(0.0) { $0 + Double(sign: .plus, exponent: -Int($1), significand: 1) }
    let raw = 0.7213 / (1 + 1.079 / size) * size * size / sum
    let zeros = registers.count { $0 == 0 }
    if raw <= 2.5 * size, zeros > 0 { return Int(-size * log(Double(zeros) / size)) }
    return Int(raw)
  }
}
