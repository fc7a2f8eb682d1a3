import DelimitedText
import Foundation
import TestSupport
import Testing

@Suite("csv-spectrum")
struct SpectrumTests {
  static let folder = Corpus.folder("csv/csv-spectrum")

  static let names =
    folder.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0 + "/csvs") }?
    .filter { $0.hasSuffix(".csv") }.map { String($0.dropLast(4)) }
    // Its expected result is one object with another telephone number; `readsLocationCoordinates` says what is right.
    .filter { $0 != "location_coordinates" }.sorted() ?? []

  @Test(.enabled(if: folder != nil, Comment(rawValue: Corpus.absence)), arguments: names)
  func readsTheExpectedObjects(_ name: String) throws {
    let folder = try #require(Self.folder)
    let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/json/\(name).json"))
    let expected = try #require(try JSONSerialization.jsonObject(with: data) as? [[String: String]])
    for chunk in [1, 7, 1 << 17] {
      let reader = try DelimitedReader(
        path: "\(folder)/csvs/\(name).csv",
        options: DelimitedOptions(dialect: .rfc4180, chunkSize: chunk)
      )
      let reading = try Reading(reader, places: false)
      let objects = reading.records.map { record in
        Dictionary(uniqueKeysWithValues: zip(reading.header, record))
      }
      #expect(objects == expected)
      #expect(reading.findings == [])
    }
  }

  @Test(.enabled(if: folder != nil, Comment(rawValue: Corpus.absence)))
  func readsLocationCoordinates() throws {
    let folder = try #require(Self.folder)
    let reader = try DelimitedReader(
      path: "\(folder)/csvs/location_coordinates.csv",
      options: DelimitedOptions(dialect: .rfc4180, mode: .tolerant)
    )
    let reading = try Reading(reader)
    #expect(reading.header == ["Contact Phone Number", "Location Coordinates", "Cities", "Counties"])
    #expect(reading.records == [["2095257564", "37\u{FFFD}36'37.8\"N 121\u{FFFD}2'17.9\"W", "Modesto", "Stanislaus"]])
    #expect(reading.places == ["record.quoting@2:22"])
  }
}
