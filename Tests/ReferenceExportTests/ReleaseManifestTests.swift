import Findings
import FoundationEssentials
import ReferenceExport
import TestSupport
import Testing

@Suite struct ReleaseManifestTests {
  @Test func writesSortedKeysWithoutTimes() throws {
    var manifest = ReleaseManifest(
      toolVersion: "1.2.3",
      recipe: "Towns.recipe.yml",
      model: ReleaseManifest.Model(
        name: "Towns.xcdatamodeld",
        entityVersionHashes: ["Town": Array(repeating: 1, count: 32)]
      ),
      referenceFile: "Towns.sqlite",
      storeIdentifier: "6F1C4F3E-5A0B-4C57-8C0B-9D3B0E4A7C11",
      date: try ReleaseManifest.date(fromSourceDateEpoch: "1700000000"),
      inputs: [FileDigest(path: "b.csv", bytes: 2, sha256: "22"), FileDigest(path: "a/b.csv", bytes: 1, sha256: "11")],
      entities: [ReleaseManifest.EntityCount(entity: "Town", objects: 2)],
      sources: [
        SourceAccount(
          file: "b.csv",
          format: "csv",
          entity: "Town",
          records: RecordCounts(read: 3, inserted: 2, rejected: 1),
          bytes: 2,
          seconds: 0.5
        )
      ]
    )
    manifest.outputs = [FileDigest(path: "Towns.sqlite", bytes: 3, sha256: "33")]
    let text = String(decoding: try manifest.json(), as: UTF8.self)
    #expect(
      text == """
        {
          "date" : "2023-11-14T22:13:20Z",
          "entities" : [
            {
              "entity" : "Town",
              "objects" : 2
            }
          ],
          "inputs" : [
            {
              "bytes" : 1,
              "path" : "a/b.csv",
              "sha256" : "11"
            },
            {
              "bytes" : 2,
              "path" : "b.csv",
              "sha256" : "22"
            }
          ],
          "layout" : "coredata",
          "model" : {
            "entityVersionHashes" : {
              "Town" : "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE="
            },
            "name" : "Towns.xcdatamodeld"
          },
          "outputs" : [
            {
              "bytes" : 3,
              "path" : "Towns.sqlite",
              "sha256" : "33"
            }
          ],
          "recipe" : "Towns.recipe.yml",
          "referenceFile" : "Towns.sqlite",
          "schemaVersion" : 1,
          "sources" : [
            {
              "bytes" : 2,
              "entity" : "Town",
              "file" : "b.csv",
              "format" : "csv",
              "records" : {
                "inserted" : 2,
                "read" : 3,
                "rejected" : 1,
                "skipped" : 0,
                "unchanged" : 0,
                "updated" : 0
              }
            }
          ],
          "storeIdentifier" : "6F1C4F3E-5A0B-4C57-8C0B-9D3B0E4A7C11",
          "toolVersion" : "1.2.3"
        }

        """
    )
    let folder = try TemporaryFolder()
    #expect(try ReleaseManifest(contentsOf: folder.write(text, to: "m.json")) == manifest)
  }

  @Test(arguments: [
    ("", "it is no manifest of Studbook"), ("{}", "it is no manifest of Studbook"),
    (#"{"schemaVersion": 99}"#, "it has version 99 of the format, and this version of Studbook reads 1"),
    (#"{"schemaVersion": 1}"#, "it is damaged"),
  ])
  func saysWhyAManifestCannotBeUsed(_ text: String, _ reason: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(text, to: "m.json")
    let error = try #require(throws: ManifestError.self) { try ReleaseManifest(contentsOf: path) }
    #expect(error.reason == reason)
  }

  @Test func refusesADateThatIsNoNumber() throws {
    #expect(try ReleaseManifest.date(fromSourceDateEpoch: nil) == nil)
    #expect(try ReleaseManifest.date(fromSourceDateEpoch: "") == nil)
    #expect(try ReleaseManifest.date(fromSourceDateEpoch: "0") == "1970-01-01T00:00:00Z")
    for text in ["yesterday", "-1", "1.5", "99999999999999"] {
      #expect(throws: ManifestError.self) { try ReleaseManifest.date(fromSourceDateEpoch: text) }
    }
  }

  @Test func computesSHA256() {
    #expect(FileDigest.sha256("abc".utf8) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(FileDigest.sha256([]) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
  }
}
