import Findings
import MarkupText
import TestSupport
import Testing
import TextInput

/// Readers of XML and HTML.
@Suite struct MarkupExamples {
  private let inputs = Package.path("Inputs")

  @Test func readsXML() throws {
    var names: [String] = []
    // example: XMLRecordReader, MarkupRecord, FieldPath
    let options = XMLRecordOptions(recordPath: try RecordPath("//breed"))
    let fields = [try FieldPath("@number"), try FieldPath("name"), try FieldPath("../@name")]
    let reader = try XMLRecordReader(path: inputs + "/fci-nomenclature.xml", options: options, fields: fields)
    var record = MarkupRecord()
    while try reader.next(&record) {
      if record.value(0) == "161" { names.append("\(record.value(1) ?? "") in line \(record.position.line)") }
    }
    // end
    #expect(names.count == 1 && names.first?.hasPrefix("Beagle") == true)
  }

  @Test func namespacesAndLimitsAreGiven() throws {
    let text = "<k:kennel xmlns:k='urn:kennel'><k:dog>Rex</k:dog></k:kennel>"
    // example: XMLRecordOptions, RecordPath, MarkupLimits
    var options = XMLRecordOptions(recordPath: try RecordPath("/d:kennel/d:dog"), namespaces: ["d": "urn:kennel"])
    options.limits = MarkupLimits()
    options.limits.depth = 32
    let reader = try XMLRecordReader(bytes: Array(text.utf8), options: options, fields: [FieldPath(".")])
    // end
    var record = MarkupRecord()
    #expect(try reader.next(&record) && record.value(0) == "Rex")
  }

  @Test func readsATableOfAPage() throws {
    // example: HTMLTableReader, HTMLTableOptions, TableChoice
    let options = HTMLTableOptions(choice: TableChoice.caption("Popularity 2020"))
    let reader = try HTMLTableReader(path: inputs + "/akc-statistics.html", options: options)
    var record = MarkupRecord()
    while try reader.next(&record) {
      if record.value(2) == "Beagles" { break }
    }
    // end
    #expect(reader.header == ["Rank 2020", "Rank 2019", "Breed"] && record.value(0) == "7")
  }

  @Test func tablesAreListed() throws {
    // example: HTMLTableSummary
    let tables: [HTMLTableSummary] = try HTMLTableReader.tables(in: .file(inputs + "/akc-statistics.html"))
    let captions = tables.compactMap(\.caption)
    // end
    #expect(captions.count == 2 && captions.first == "Popularity 2020")
  }

  @Test func readsRepeatedElementsOfAPage() throws {
    let text = "<div class=row><h3>Beagle</h3><a href='beagle.html'>more</a></div><div class=row><h3>Pug</h3></div>"
    var headings: [String?] = []
    // example: HTMLRecordReader, HTMLFieldPath
    let fields = [try HTMLFieldPath("h3"), try HTMLFieldPath("a@href")]
    let reader = try HTMLRecordReader(.bytes(Array(text.utf8)), records: "div.row", fields: fields)
    var record = MarkupRecord()
    while try reader.next(&record) { headings.append(record.value(0)) }
    // end
    #expect(reader.recordCount == 2 && headings == ["Beagle", "Pug"])
  }

  @Test func hiddenTextsMayBeKept() throws {
    let text = "<table><tr><th>Breed<tr><td>Beagle<span hidden> (161)</span><br>England</table>"
    // example: HTMLTextOptions
    var options = HTMLTableOptions()
    options.text = HTMLTextOptions()
    options.text.keepsHidden = true
    options.text.lineBreak = .newline
    let reader = try HTMLTableReader(bytes: Array(text.utf8), options: options)
    // end
    var record = MarkupRecord()
    #expect(try reader.next(&record) && record.value(0) == "Beagle (161)\nEngland")
  }

  // example: MarkupRecordReader
  /// Works for XML, for tables and for repeated elements.
  func firstValues(of reader: any MarkupRecordReader) throws -> [String] {
    var record = MarkupRecord()
    var values: [String] = []
    while try reader.next(&record) { values.append(record.value(0) ?? "") }
    return values
  }
  // end

  @Test func everyReaderReadsAlike() throws {
    let text = "<table><tr><th>Breed<tr><td>Beagle<tr><td>Pug</table>"
    #expect(try firstValues(of: HTMLTableReader(bytes: Array(text.utf8))) == ["Beagle", "Pug"])
  }

  @Test func aTableThatIsNotThereIsAnError() throws {
    var nearest: String?
    // example: MarkupTextError
    do {
      let options = HTMLTableOptions(choice: .caption("Popularity 2021"))
      _ = try HTMLTableReader(path: inputs + "/akc-statistics.html", options: options)
    } catch let error as MarkupTextError where error.kind == .tableMissing {
      nearest = error.nearest
    }
    // end
    #expect(nearest == nil || nearest == "Popularity 2020")
  }
}
