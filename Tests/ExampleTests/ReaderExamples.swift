import DelimitedText
import Findings
import Foundation
import JSONText
import PackedSources
import TestSupport
import Testing
import TextInput
import Worksheets

/// Readers of delimited text, JSON, worksheets and packed files.
@Suite struct ReaderExamples {
  private let inputs = Package.path("Inputs")
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  // MARK: Delimited text

  @Test func readsDelimitedText() throws {
    var names: [String] = []
    // example: DelimitedReader, DelimitedRecord
    let reader = try DelimitedReader(path: inputs + "/akc-breeds.csv")
    var record = DelimitedRecord()
    while try reader.next(&record) {
      if record.string(1) == "Hound Group" { names.append(record.string(0)) }
    }
    let findings = reader.takeFindings()  // what is wrong, with file, line and column
    // end
    #expect(names.contains("Beagle") && findings.isEmpty && reader.header.first == "Breed")
  }

  @Test func aDialectIsGivenAsFarAsItIsKnown() throws {
    let path = try folder.write("Beagle;33;38,1\nWhippet;45,7\n", to: "hounds.csv")
    // example: DelimitedDialect, DelimitedOptions
    let dialect = DelimitedDialect(delimiter: ";", headerRows: 0)
    var options = DelimitedOptions(dialect: dialect, encoding: .utf8, header: .names(["name", "min", "max"]))
    options.missingFields = .pad
    let reader = try DelimitedReader(path: path, options: options)
    // end
    var record = DelimitedRecord()
    var rows: [[String]] = []
    while try reader.next(&record) { rows.append(record.strings) }
    #expect(rows == [["Beagle", "33", "38,1"], ["Whippet", "45,7", ""]])
  }

  @Test func theRestOfADialectIsDetected() throws {
    let path = try folder.write("name|group\nBeagle|Hound Group\nPug|Toy Group\n", to: "breeds.txt")
    // example: KnownDialect, DetectionReport
    var options = DelimitedOptions()
    var known = KnownDialect()
    known.quote = .absent
    options.known = known
    let detection: DetectionReport = try DelimitedReader(path: path, options: options).detection
    let delimiter = detection.item("delimiter")  // its value, how sure that is, and what speaks for it
    // end
    #expect(delimiter != nil && delimiter?.evidence.isEmpty == false)
  }

  @Test func aFieldHasAPlace() throws {
    let reader = try DelimitedReader(path: inputs + "/akc-breeds.csv")
    var record = DelimitedRecord()
    #expect(try reader.next(&record))
    // example: FieldPlace
    let place: FieldPlace = record.place(ofField: 1)
    let line = place.position.line  // 2
    let text = place.excerpt.text  // the line, with the field marked
    // end
    #expect(line == 2 && text.hasPrefix("Affenpinscher,Toy Group"))
  }

  @Test func writesDelimitedText() {
    // example: DelimitedWriter
    var writer = DelimitedWriter()
    writer.append(record: ["name", "temperament"])
    writer.append(record: ["Beagle", "friendly, curious, merry"])  // quoted, because it has commas
    let text = String(decoding: writer.takeBytes(), as: UTF8.self)
    // end
    #expect(text == "name,temperament\r\nBeagle,\"friendly, curious, merry\"\r\n" || text.contains("\"friendly"))
  }

  @Test func aMissingFileIsAnError() throws {
    var isMissing = false
    // example: DelimitedTextError
    do {
      _ = try DelimitedReader(path: "nowhere.csv")
    } catch {
      let failure: DelimitedTextError = error
      if case .cannotOpen(ENOENT) = failure.kind { isMissing = true }
    }
    // end
    #expect(isMissing)
  }

  // MARK: Input

  @Test func readersReadFromFilesBytesAndStreams() throws {
    var pieces = ["Breed,Group\n", "Beagle,Hound Group\n"].map { Array($0.utf8) }
    // example: ByteInput
    let stream = ByteInput.stream { buffer in  // or .file(path), or .bytes(bytes)
      guard !pieces.isEmpty else { return 0 }
      let piece = pieces.removeFirst()
      buffer.copyBytes(from: piece)
      return piece.count
    }
    let reader = try DelimitedReader(stream)
    // end
    var record = DelimitedRecord()
    #expect(try reader.next(&record) && record.strings == ["Beagle", "Hound Group"])
  }

  @Test func anEncodingIsNamed() {
    // example: TextEncoding
    let encoding = TextEncoding(named: "latin1")
    let options = DelimitedOptions(encoding: encoding ?? TextEncoding.windows1252)
    // end
    #expect(encoding != nil && options.encoding == encoding)
  }

  // MARK: JSON

  @Test func readsJSON() throws {
    let path = try folder.write(
      #"{"breeds": [{"code": "BEA", "name": {"en": "Beagle"}}, {"code": "PUG", "name": {"en": "Pug"}}]}"#,
      to: "breeds.json"
    )
    var names: [String] = []
    // example: JSONRecordReader, JSONRecord, JSONFieldPath
    let options = JSONRecordOptions(.document, records: try JSONRecordPath("$.breeds[*]"))
    let fields = [try JSONFieldPath("code"), try JSONFieldPath("name.en")]
    let reader = try JSONRecordReader(.file(path), options: options, fields: fields)
    var record = JSONRecord()
    while try reader.next(&record) { names.append("\(record.position): \(record.value(1) ?? "")") }
    // end
    #expect(names.count == 2 && names.first?.hasSuffix(": Beagle") == true)
  }

  @Test func readsJSONLinesWithComments() throws {
    let path = try folder.write("{\"name\": \"Beagle\"} // a hound\n", to: "breeds.jsonl")
    // example: JSONRecordOptions, JSONRecordPath, JSONMode, JSONLimits, JSONEncoding
    var options = JSONRecordOptions(.lines, records: try JSONRecordPath("$"))
    options.mode = JSONMode.tolerant  // comments, single quotes and trailing commas are findings, not faults
    options.encoding = JSONEncoding.utf8
    options.limits = JSONLimits()
    options.limits.depth = 16
    let reader = try JSONRecordReader(.file(path), options: options)
    // end
    var record = JSONRecord()
    #expect(try reader.next(&record) && record.value(0) == "Beagle")
  }

  @Test func aPathThatIsNoneIsAnError() throws {
    var message = ""
    // example: JSONTextError
    do {
      _ = try JSONRecordPath("$.breeds[")
    } catch {
      let failure: JSONTextError = error
      message = failure.message
    }
    // end
    #expect(!message.isEmpty)
  }

  // MARK: Worksheets

  private func workbookPath() throws -> String {
    let rows = TestWorkbook.row(1, ["Breed", "Height"]) + TestWorkbook.row(2, ["Beagle", "38.1"])
    let path = folder.file("breeds.xlsx")
    try Data(TestWorkbook([.init("Hounds", rows)]).bytes).write(to: URL(fileURLWithPath: path))
    return path
  }

  @Test func readsAWorksheet() throws {
    let path = try workbookPath()
    var cells: [String] = []
    // example: WorksheetReader, WorksheetRecord, Workbook
    let workbook = try Workbook(path: path, name: "breeds.xlsx")
    let reader = try WorksheetReader(workbook, options: WorksheetOptions())
    var record = WorksheetRecord()
    while try reader.next(&record) { cells.append("\(record.cellName(ofField: 1)) \(record.value(1) ?? "")") }
    // end
    #expect(cells == ["B2 38.1"] && reader.fieldNames == ["Breed", "Height"])
  }

  @Test func aWorksheetIsChosen() throws {
    let workbook = try Workbook(path: workbookPath(), name: "breeds.xlsx")
    var nearest: String?
    // example: WorksheetOptions, WorksheetError
    var options = WorksheetOptions()
    options.sheet = "Hound"
    options.headerRows = 1
    do {
      _ = try WorksheetReader(workbook, options: options)
    } catch let error as WorksheetError {
      nearest = error.nearest  // "Hounds"
    }
    // end
    #expect(nearest == "Hounds")
  }

  // MARK: Packed files

  private func archivePath() throws -> String {
    let path = folder.file("breeds.zip")
    let text = Array("Breed,Group\nBeagle,Hound Group\n".utf8)
    try Data(StoredZip.bytes([("akc/breeds.csv", text), ("akc/groups.csv", text)])).write(
      to: URL(fileURLWithPath: path)
    )
    return path
  }

  @Test func readsAPackedFile() throws {
    let path = try archivePath()
    // example: PackedSource, Packing
    let source = try PackedSource(path, member: "breeds.csv")
    let isZipped = source.packings.contains(Packing.zip)
    let reader = try DelimitedReader(.stream { try source.read(into: $0) })
    // end
    var record = DelimitedRecord()
    #expect(try isZipped && source.member == "akc/breeds.csv" && reader.next(&record) && record.string(0) == "Beagle")
  }

  @Test func anArchiveWithSeveralMembersAsksForOne() throws {
    let path = try archivePath()
    var members: [String] = []
    // example: PackedSourceError, PackedLimits
    var limits = PackedLimits()
    limits.bytes = 1 << 30  // what unpacks to more is refused
    do {
      _ = try PackedSource(path, limits: limits)
    } catch {
      let failure: PackedSourceError = error
      if case .memberNeeded(let names) = failure.kind { members = names }
    }
    // end
    #expect(members == ["akc/breeds.csv", "akc/groups.csv"])
  }

  @Test func readsMembersOfAnArchive() throws {
    let path = try archivePath()
    var text: [UInt8] = []
    // example: ZipFile, PackedMember
    let archive = try ZipFile(path)
    if let member: PackedMember = try archive.member("akc/breeds.csv") {
      var buffer = [UInt8](repeating: 0, count: 4096)
      while case let count = try buffer.withUnsafeMutableBytes({ try member.read(into: $0) }), count > 0 {
        text += buffer[..<count]
      }
    }
    // end
    #expect(archive.memberNames.count == 2 && String(decoding: text, as: UTF8.self).hasSuffix("Beagle,Hound Group\n"))
  }
}
