/// Bytes with others in some places: each four bytes of an input say where (three) and which (one, added to what is there).
enum Changes {
  static func applied(_ changes: [UInt8], to bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for position in stride(from: 0, to: changes.count - 3, by: 4) {
      let place = Int(changes[position]) << 16 | Int(changes[position + 1]) << 8 | Int(changes[position + 2])
      bytes[place % bytes.count] &+= changes[position + 3]
    }
    return bytes
  }
}
