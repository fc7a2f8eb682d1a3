import CObjectPeer
import Foundation

/// The values of the benchmark's objects: the same on every machine. The texts lie in memory of their own, for the peer in C.
final class DogRows {
  let rows: [peer_row]
  private let texts: UnsafeMutablePointer<CChar>

  private static let groups = ["Herding", "Hound", "Non-Sporting", "Sporting", "Terrier", "Toy", "Working"]
  private static let countries = ["Germany", "Japan", "Scotland", "Tibet", "France", "Norway", "Peru", "Mali"]
  private static let halves = [
    "A sturdy dog of the mountains, watchful at night and calm by day", "Bred to follow game on foot over rough ground",
    "Quick and cheerful, at home in small houses and in large ones",
    "A coat that sheds rain, and a tail that never rests",
  ]

  init(count: Int) {
    let capacity = count * 256
    texts = .allocate(capacity: capacity)
    var rows: [peer_row] = []
    rows.reserveCapacity(count)
    var end = texts
    func put(_ text: String) -> UnsafePointer<CChar> {
      let start = end
      for byte in text.utf8 {
        end.pointee = CChar(bitPattern: byte)
        end += 1
      }
      end.pointee = 0
      end += 1
      return UnsafePointer(start)
    }
    for number in 1...count {
      let mixed = UInt64(number) &* 0x9E37_79B9_7F4A_7C15
      let pick = Int(mixed >> 40)
      rows.append(
        peer_row(
          number: Int64(number),
          name: put("Dog \(String(mixed >> 16, radix: 36)) \(number)"),
          group: put(Self.groups[pick % 7]),
          country: put(Self.countries[pick % 8]),
          text: put("\(Self.halves[pick % 4]); \(Self.halves[(pick / 4) % 4])."),
          photo: put("https://cdn.example.org/photos/\(String(mixed >> 32, radix: 16)).jpg"),
          height: Double(150 + pick % 750) / 10,
          weight: Double(10 + pick % 900) / 10,
          recognised: Double(pick % 1_000_000) * 1_000 + 0.5
        )
      )
    }
    self.rows = rows
  }

  deinit { texts.deallocate() }
}
