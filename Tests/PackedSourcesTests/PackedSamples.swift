import Foundation

/// Small packed files, made with Python's modules and with zstd. Each holds `contents` unless its name says otherwise.
enum PackedSamples {
  static let contents = "name,age\nRex,3\n"

  private static func bytes(_ text: String) -> [UInt8] {
    Array(Data(base64Encoded: text, options: .ignoreUnknownCharacters) ?? Data())
  }

  static let gzip = bytes(
    "H4sIAAAAAAACA8tLzE3VSUxP5QIAS6Td7gkAAAAfiwgAAAAAAAIDC0qt0DHmAgC7SzQqBgAAAAAAAAAAAAAAAAAAAAAAAAA="
  )
  static let bzip2 = bytes(
    """
    QlpoOTFBWSZTWbfdc3sAAARRAAAQAAQigyAAIaGm0IYBriAii7kinChIW+65vYBCWmg5MUFZJlNZk2Jn/gAAAduAABAABAgAEAAC
    AABAIAAhgAwB6S7i7kinChISbEz/wA==
    """
  )
  static let xz = bytes(
    "/Td6WFoAAATm1rRGAgAhARYAAAB0L+WjAQAObmFtZSxhZ2UKUmV4LDMKAAAN5CJbCYBvqAABJw/fGvxqH7bzfQEAAAAABFla"
  )
  static let zip = bytes(
    """
    UEsDBBQAAAAIAAAAIVCsFE69EQAAAA8AAAANAAAAZGF0YS9kb2dzLmNzdstLzE3VSUxP5QpKrdAx5gIAUEsBAhQDFAAAAAgAAAAh
    UKwUTr0RAAAADwAAAA0AAAAAAAAAAAAAAIABAAAAAGRhdGEvZG9ncy5jc3ZQSwUGAAAAAAEAAQA7AAAAPAAAAAAA
    """
  )
  static let zipTwo = bytes(
    """
    UEsDBBQAAAAIAAAAIVCGphA2BwAAAAUAAAAKAAAAcmVhZG1lLnR4dMtIzcnJBwBQSwMEFAAAAAgAAAAhUKwUTr0RAAAADwAAAA0A
    AABkYXRhL2RvZ3MuY3N2y0vMTdVJTE/lCkqt0DHmAgBQSwMEFAAAAAgAAAAhUIMW3IwDAAAAAQAAABMAAABfX01BQ09TWC8uX2Rv
    Z3MuY3N2qwAAUEsBAhQDFAAAAAgAAAAhUIamEDYHAAAABQAAAAoAAAAAAAAAAAAAAIABAAAAAHJlYWRtZS50eHRQSwECFAMUAAAA
    CAAAACFQrBROvREAAAAPAAAADQAAAAAAAAAAAAAAgAEvAAAAZGF0YS9kb2dzLmNzdlBLAQIUAxQAAAAIAAAAIVCDFtyMAwAAAAEA
    AAATAAAAAAAAAAAAAACAAWsAAABfX01BQ09TWC8uX2RvZ3MuY3N2UEsFBgAAAAADAAMAtAAAAJ8AAAAAAA==
    """
  )
  static let zipBzip2 = bytes(
    """
    UEsDBC4AAAAMAAAAIVCsFE69OAAAAA8AAAAIAAAAZG9ncy5jc3ZCWmg5MUFZJlNZ+W91xQAABtuAABAABAgAEAAigwBAIAAiADah
    ADDKJu4EIbe8XckU4UJD5b3XFFBLAQIuAy4AAAAMAAAAIVCsFE69OAAAAA8AAAAIAAAAAAAAAAAAAACAAQAAAABkb2dzLmNzdlBL
    BQYAAAAAAQABADYAAABeAAAAAAA=
    """
  )
  static let zipStored = bytes(
    """
    UEsDBBQAAAAAAAAAIVCsFE69DwAAAA8AAAAIAAAAZG9ncy5jc3ZuYW1lLGFnZQpSZXgsMwpQSwECFAMUAAAAAAAAACFQrBROvQ8A
    AAAPAAAACAAAAAAAAAAAAAAAgAEAAAAAZG9ncy5jc3ZQSwUGAAAAAAEAAQA2AAAANQAAAAAA
    """
  )
  static let zipOfGzip = bytes(
    """
    UEsDBBQAAAAAAAAAIVCrzhKKIwAAACMAAAALAAAAZG9ncy5jc3YuZ3ofiwgAAAAAAAIDy0vMTdVJTE/lCkqt0DHmAgCsFE69DwAA
    AFBLAQIUAxQAAAAAAAAAIVCrzhKKIwAAACMAAAALAAAAAAAAAAAAAACAAQAAAABkb2dzLmNzdi5nelBLBQYAAAAAAQABADkAAABM
    AAAAAAA=
    """
  )
  static let tarGzip = bytes(
    """
    H4sIAAAAAAACA+3TMQqDQBCF4ak9hQcQUdy498gNFh1MoRHcTfD4Wa3Exkoh+H/NG6Z51ZvUtYPmYQ5ymiKqjVkz2mf02NzL39qq
    lrSQC3x8cFOslHt6ad+Pgrtqx87njf+e2XG4/9Lu929Kw/6v8HaDZq7T5KlzViUMAgAAAAAAAAAAAAAA4M/8AHcpkFwAKAAA
    """
  )
  static let tarPaxXz = bytes(
    """
    /Td6WFoAAATm1rRGAgAhARYAAAB0L+Wj4Cf/AKJdABcL3ASAUDIm7h19G/PyyzPs7Pg38OrVtmN8aBtKgUlb3r7gKLwqS75hGJuy
    xeai/cgOzjALDZMALRWZUIGYh/exN9drrwo9JM+JJoo0rvifIgH0BnVA848b/5X6gGj6rMPZxF5C1qCr1a7LaXRyRrpVQaimebu2
    22SWl/q810vaRvpQVm3tGfPbXu8kACk9EyRCbe09dAzPb21G4JukYOM8AAAAAMEruO6gde/3AAG+AYBQAADjFxBfscRn+wIAAAAA
    BFla
    """
  )
  static let tarGnuXz = bytes(
    """
    /Td6WFoAAATm1rRGAgAhARYAAAB0L+Wj4Cf/AJJdABcL3ASATDlakwkrY1LONP4eMzYBj0zo9EbyUg2jD0Q7uuImxeyUBxljw3fM
    nVb4KEQ5tE4eFgzHoODHAzHNheWlDDAd0GhupyyJO6+lKAQxHgoSJUCwtr/AN2qD7ljZdWeGWq0Aelqz72ny6GgPHBETN+9U5XE0
    /6Qo/9uTPExJUX5Nle+hz630AZNiEiCe+xAAAAAAb7eKBC9gMkoAAa4BgFAAAHgVxlyxxGf7AgAAAAAEWVo=
    """
  )
  static let bomb = bytes(
    """
    QlpoOTFBWSZTWQ4J4t8BX45AAMAAAAggADCATUZCoCWpCoCXMUFZJlNZvAS1wwCidcAAwAAACCAAIKQINjKKiE0qKiE4u5IpwoSF
    ALuD6A==
    """
  )
  static let zstd = bytes(
    "KLUv/QRoeQAAbmFtZSxhZ2UKUmV4LDMKVhZ22g=="
  )

  /// A tar archive of one file, and of the two empty blocks at its end.
  static let tar: [UInt8] = {
    var header = [UInt8](repeating: 0, count: 512)
    func put(_ text: String, at offset: Int) {
      header.replaceSubrange(offset..<offset + text.utf8.count, with: text.utf8)
    }
    put("dogs.csv", at: 0)
    put("0000644\u{0}", at: 100)
    put("00000000017\u{0}", at: 124)
    put("        0", at: 148)
    put("ustar\u{0}00", at: 257)
    let sum = String(header.reduce(0) { $0 + Int($1) }, radix: 8)
    put(String(repeating: "0", count: 6 - sum.count) + sum + "\u{0} ", at: 148)
    let padding = [UInt8](repeating: 0, count: 512 - contents.utf8.count)
    return header + Array(contents.utf8) + padding + [UInt8](repeating: 0, count: 1_024)
  }()

  /// A gzip file of a gzip file of so many zeros.
  static func zeros(packedTwice count: Int) throws -> [UInt8] {
    func gzip(_ bytes: [UInt8]) throws -> [UInt8] {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/gzip")
      let (input, output) = (FileManager.default.temporaryDirectory.path + "/\(UUID())", Pipe())
      defer { try? FileManager.default.removeItem(atPath: input) }  // A file of this test alone.
      try Data(bytes).write(to: URL(fileURLWithPath: input))
      process.arguments = ["-9nc", input]
      process.standardOutput = output
      try process.run()
      return [UInt8](try output.fileHandleForReading.readToEnd() ?? Data())
    }
    return try gzip(gzip([UInt8](repeating: 0, count: count)))
  }
}
