/// The obvious way to read RFC 4180, a byte at a time, for comparing: no places, no broken quoting.
struct PlainReader {
  /// The records of a well-formed text.
  static func records(_ text: [UInt8]) -> [[String]] {
    var records: [[String]] = []
    var record: [String] = []
    var field: [UInt8] = []
    var isQuoted = false
    var index = 0
    func next() -> UInt8? { index + 1 < text.count ? text[index + 1] : nil }
    func endField() {
      record.append(String(decoding: field, as: UTF8.self))
      field = []
    }
    var isLineEmpty = true
    func endRecord() {
      if !isLineEmpty {
        endField()
        records.append(record)
      }
      record = []
      isLineEmpty = true
    }
    while index < text.count {
      let byte = text[index]
      if isQuoted {
        if byte == 0x22 && next() == 0x22 {
          field.append(byte)
          index += 1
        } else if byte == 0x22 {
          isQuoted = false
        } else {
          field.append(byte)
        }
      } else {
        switch byte {
        case 0x22:
          isQuoted = true
          isLineEmpty = false
        case 0x2C:
          endField()
          isLineEmpty = false
        case 0x0D:
          endRecord()
          if next() == 0x0A { index += 1 }
        case 0x0A: endRecord()
        default:
          field.append(byte)
          isLineEmpty = false
        }
      }
      index += 1
    }
    endRecord()
    return records
  }
}
