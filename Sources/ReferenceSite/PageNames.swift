internal import Foundation

/// Names for files, of small ASCII letters, digits and hyphens alone, each given once: so they are apart in every file system and need no escaping in addresses.
struct PageNames {
  private var taken: Set<String>

  /// Names that Windows keeps for devices, whatever follows the dot.
  private static let devices =
    ["con", "prn", "aux", "nul"] + (1...9).flatMap { ["com\($0)", "lpt\($0)"] }

  /// - Parameter reserved: Names that others have.
  init(reserved: [String] = []) { taken = Set(reserved + Self.devices) }

  /// The name for a text, with a number behind it if another text has that name, or with the next one that nobody has.
  mutating func name(for text: String, number: Int64 = 2) -> String {
    let plain = Self.plain(text)
    if taken.insert(plain).inserted { return plain }
    var number = number
    while !taken.insert("\(plain)-\(number)").inserted { number += 1 }
    return "\(plain)-\(number)"
  }

  private static func plain(_ text: String) -> String {
    var plain = ""
    for scalar in text.decomposedStringWithCanonicalMapping.lowercased().unicodeScalars {
      if scalar.isASCII, scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
        plain.unicodeScalars.append(scalar)
      } else if !plain.hasSuffix("-"), !plain.isEmpty, scalar.isASCII {
        plain += "-"
      }
      if plain.utf8.count >= 80 { break }
    }
    while plain.hasSuffix("-") { plain.removeLast() }
    return plain.isEmpty ? "object" : plain
  }
}
