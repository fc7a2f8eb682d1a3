import Findings
import PackedSources
import TestSupport
import Worksheets

/// Reads bytes as a workbook and as packed data.
enum PackageSubject {
  /// The parts of a workbook, in which byte 1 stands between rows, shared texts, what is before and after the rows, and number formats.
  static func readWorksheet(_ bytes: [UInt8]) {
    guard let choice = bytes.first else { return }
    var parts = bytes[1...].split(separator: 1, maxSplits: 4, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    parts += Array(repeating: "", count: 5 - parts.count)
    var workbook = TestWorkbook([TestWorkbook.Sheet("S", parts[0], before: parts[2], after: parts[3])])
    workbook.strings = parts[1]
    workbook.formats = parts[4].split(separator: "\n").map(String.init)
    workbook.is1904 = choice & 1 != 0
    var options = WorksheetOptions()
    if choice & 2 != 0 { options.merged = .expand }
    if choice & 4 != 0 { options.hidden = .skip }
    if choice & 8 != 0 { options.surplus = .cut }
    options.headerRows = [nil, 0, 1, 2][Int(choice >> 4 & 3)]
    readWorkbook(FuzzFolder.write(workbook.bytes, to: "package"), options)
  }

  /// A packed file, or a package whose parts may be anything.
  static func readPacked(_ bytes: [UInt8]) {
    let path = FuzzFolder.write(bytes, to: "package")
    var limits = PackedLimits()
    limits.bytes = 4 << 20
    limits.freeBytes = 1 << 16
    limits.archiveInMemory = 1 << 20
    for member in (try? PackedSource.members(of: path, limits: limits)) ?? [] {
      guard let source = try? PackedSource(path, member: member, limits: limits) else { continue }
      readToEnd(source, limits)
    }
    if let source = try? PackedSource(path, limits: limits) { readToEnd(source, limits) }
    readWorkbook(path, WorksheetOptions())
  }

  private static func readToEnd(_ source: PackedSource, _ limits: PackedLimits) {
    var total = 0
    withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 16) { buffer in
      while let count = try? source.read(into: buffer), count > 0 { total += count }
    }
    if total > limits.bytes { disagree("\(total) bytes came out") }
  }

  private static func readWorkbook(_ path: String, _ options: WorksheetOptions) {
    guard let workbook = try? Workbook(path: path, name: "f") else { return }
    for sheet in workbook.sheets.prefix(3) {
      var options = options
      options.sheet = "\(sheet.number)"
      guard let reader = try? WorksheetReader(workbook, options: options) else { continue }
      var record = WorksheetRecord()
      while (try? reader.next(&record)) == true {
        for field in 0..<min(record.fieldCount, 64) {
          _ = (record.value(field), record.position(ofField: field), record.partPosition(ofField: field))
          _ = (record.cellName(ofField: field), record.excerpt(ofField: field))
        }
      }
      _ = reader.takeFindings()
    }
  }
}
