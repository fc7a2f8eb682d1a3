internal import Foundation
internal import TextInput

/// Cuts records out of a file, in its order, with the white space before them and, in JSON, with the comma that belongs to them.
struct RecordCutter {
  private let bytes: Data
  private let spaces: [[UInt8]]
  /// `nil` where no commas stand between records.
  private let comma: [UInt8]?
  /// Where the last record that was cut ends.
  private(set) var position: Int

  init(_ bytes: Data, in encoding: TextEncoding, hasCommas: Bool) {
    self.bytes = bytes
    spaces = [" ", "\n", "\r", "\t"].compactMap(encoding.encode)
    comma = hasCommas ? encoding.encode(",") : nil
    position = bytes.startIndex
  }

  /// What stands between the last record that was cut and this one.
  mutating func textBefore(cutting range: Range<Int>) -> Data {
    var start = space(before: range.lowerBound)
    var end = range.upperBound
    if let comma {
      let next = space(after: end)
      if stands(comma, at: start - comma.count) {
        // It separates the record from one that stays.
        start -= comma.count
      } else if stands(comma, at: next) {
        end = next + comma.count
      }
    }
    defer { position = end }
    return bytes[position..<max(position, start)]
  }

  /// What stands after the last record that was cut.
  var rest: Data { bytes[position...] }

  private func stands(_ character: [UInt8], at index: Int) -> Bool {
    index >= position && bytes[index...].starts(with: character)
  }

  private func space(before index: Int) -> Int {
    var start = index
    while let space = spaces.first(where: { stands($0, at: start - $0.count) }) { start -= space.count }
    return start
  }

  private func space(after index: Int) -> Int {
    var end = index
    while let space = spaces.first(where: { stands($0, at: end) }) { end += space.count }
    return end
  }
}
