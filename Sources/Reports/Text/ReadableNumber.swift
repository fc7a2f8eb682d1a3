/// Numbers as people read them, the same in every locale so that reports are reproducible.
enum ReadableNumber {
  /// `1234567` as `1,234,567`.
  static func grouped(_ number: Int) -> String {
    let digits = String(number.magnitude)
    var result = number < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { result += "," }
      result.append(digit)
    }
    return result
  }

  /// `1 record`, `1,234 records`: the number with its noun, whose plural takes an s unless another is given.
  static func counted(_ number: Int, _ noun: String, _ plural: String? = nil) -> String {
    "\(grouped(number)) \(number == 1 ? noun : plural ?? noun + "s")"
  }

  /// A size in bytes, in powers of 1,000: `12.3 kB`.
  static func bytes(_ count: Int) -> String {
    guard count >= 1000 else { return counted(count, "byte") }
    var value = Double(count)
    var unit = ""
    for next in ["kB", "MB", "GB", "TB"] where value >= 999.95 {
      value /= 1000
      unit = next
    }
    return "\(decimal(value, places: 1)) \(unit)"
  }

  /// A part of all in per cent, cut rather than rounded up, so that 100 % means all: `99.9 %`.
  static func percent(_ part: Int, of all: Int) -> String {
    guard all > 0 else { return "–" }
    if part == all { return "100 %" }
    let tenths = Int((Double(part) / Double(all) * 1000).rounded(.down))
    if tenths == 0, part > 0 { return "< 0.1 %" }
    return tenths.isMultiple(of: 10) ? "\(tenths / 10) %" : "\(tenths / 10).\(tenths % 10) %"
  }

  /// A measured value without needless digits: `70`, `12.5`, `0.04`; whole numbers of four digits stay together, since they may be years.
  static func measure(_ value: Double) -> String {
    if value == value.rounded(), abs(value) < 1e15 {
      return abs(value) < 10_000 ? String(Int(value)) : grouped(Int(value))
    }
    let places = abs(value) >= 100 ? 1 : abs(value) >= 1 ? 2 : 4
    guard abs(value) >= 0.0001, abs(value) < 1e12 else { return "\(value)" }
    var text = decimal(value, places: places)
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return text
  }

  /// `value` with exactly `places` digits after the point.
  static func decimal(_ value: Double, places: Int) -> String {
    guard value.isFinite, abs(value) < 1e12 else { return "\(value)" }
    var scale = 1
    for _ in 0..<places { scale *= 10 }
    let scaled = Int((abs(value) * Double(scale)).rounded())
    let sign = value < 0 && scaled > 0 ? "-" : ""
    guard places > 0 else { return sign + grouped(scaled) }
    let fraction = String(scaled % scale)
    return sign + grouped(scaled / scale) + "." + String(repeating: "0", count: places - fraction.count) + fraction
  }
}

extension ReadableNumber {
  /// A line number, right-aligned in at least `width` columns.
  static func plain(_ number: Int, width: Int) -> String {
    let digits = String(number)
    return String(repeating: " ", count: max(0, width - digits.utf8.count)) + digits
  }
}
