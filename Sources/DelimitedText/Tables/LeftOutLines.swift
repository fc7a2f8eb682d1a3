/// Lines behind the header that were taken for comments because those before it are: nobody has said so, and one of them may be a record.
struct LeftOutLines {
  private var count = 0
  /// How many of them have as many fields as a record.
  private var full = 0
  /// Where the first of these stands, or the first of all.
  private var first: (line: Int, text: String)?

  /// Notes a line.
  ///
  /// - Parameter isFull: Whether it has as many fields as a record.
  mutating func append(_ bytes: [UInt8], line: Int, isFull: Bool) {
    count += 1
    if first == nil || isFull && full == 0 { first = (line, String(decoding: bytes, as: UTF8.self)) }
    if isFull { full += 1 }
  }

  /// What was left out since the last call; `nil` if nothing was.
  mutating func take() -> (first: (line: Int, text: String), count: Int, full: Int)? {
    defer { self = LeftOutLines() }
    return first.map { ($0, count, full) }
  }
}
