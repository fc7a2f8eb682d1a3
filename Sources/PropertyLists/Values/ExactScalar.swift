/// A scalar as a key that tells every two byte sequences apart.
///
/// `String` takes different spellings of an accented letter for equal, and zero equals minus zero, but their bytes in a file differ.
struct ExactScalar: Hashable {
  let value: PropertyListValue

  static func == (left: ExactScalar, right: ExactScalar) -> Bool {
    switch (left.value, right.value) {
    case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
    case (.real(let left), .real(let right)): left.bitPattern == right.bitPattern
    case (.date(let left), .date(let right)): left.bitPattern == right.bitPattern
    default: left.value == right.value
    }
  }

  func hash(into hasher: inout Hasher) {
    switch value {
    case .string(let text): for byte in text.utf8 { hasher.combine(byte) }
    case .real(let number), .date(let number): hasher.combine(number.bitPattern)
    default: hasher.combine(value)
    }
  }
}
