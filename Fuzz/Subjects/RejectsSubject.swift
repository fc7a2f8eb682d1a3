import Foundation
import ImportPipeline
import ManagedObjects
import ModelReading
import ObjectModel

/// Feeds bytes as rejects that somebody has mended.
enum RejectsSubject {
  private static let contents = """
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" sourceLanguage="Swift">
      <entity name="Breed">
        <attribute name="name" attributeType="String"/>
        <attribute name="height" optional="YES" attributeType="Integer 16"/>
      </entity>
    </model>
    """

  private struct Release {
    let plan: ImportPlan
    let rejectFolder: String
    let state: [UInt8]
    let source: [UInt8]
    let rejects: [UInt8]
    let rejectsName: String
  }

  private static let releases: [Release] = {
    do {
      return [
        try release("a.csv", "name,height\nAkita,64\nBorzoi,tall\n\"Collie\nrough\",big\nDingo,50\n", "format: csv"),
        try release(
          "a.xml",
          "<r><b><name>Akita</name><height>x</height></b><b><name>B</name><height>2</height></b></r>",
          "format: xml\n    records: //b"
        ),
        try release("a.json", #"[{"name":"Akita","height":"x"},{"name":"B","height":2}]"#, "format: json"),
        try release(
          "a.jsonl",
          "{\"name\":\"Akita\",\"height\":\"x\"}\n{\"name\":\"B\",\"height\":2}\n",
          "format: jsonlines"
        ),
      ]
    } catch {
      fatalError("\(error)")
    }
  }()

  private static func release(_ name: String, _ text: String, _ format: String) throws -> Release {
    FuzzFolder.write(Array(text.utf8), to: name)
    let recipe = try RecipeReader.read(
      text: """
        model: M
        output: O
        sources:
          - file: \(name)
            \(format)
            entity: Breed
            attributes: { name: name, height: height }
        """,
      path: "f.yml"
    )
    let model = try ModelReader.parse(Array(contents.utf8), file: "contents").model
    let plan = try ImportPlanner.plan(recipe, model: model, folder: FuzzFolder.path)
    let folder = "\(FuzzFolder.path)/rejects-\(name)"
    let store = InMemoryStore()
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(store)
    var options = ImportOptions()
    options.threads = 1
    options.rejectFolder = folder
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    _ = try ImportRun(plan: plan, context: context, store: store, options: options).run {}
    return Release(
      plan: plan,
      rejectFolder: folder,
      state: FuzzFolder.contents("\(folder)/rejects.json"),
      source: Array(text.utf8),
      rejects: FuzzFolder.contents("\(folder)/\(name)"),
      rejectsName: name
    )
  }

  /// The first byte says of which format the rejects are, and whether the rest is the file of rejects or `rejects.json`.
  static func feed(_ input: [UInt8]) {
    guard let choice = input.first else { return }
    let release = releases[Int(choice) % releases.count]
    let isState = choice & 0x80 != 0
    let rest = Array(input.dropFirst())
    let name = "rejects-\(release.rejectsName)"
    FuzzFolder.write(isState ? rest : release.state, to: "\(name)/rejects.json")
    FuzzFolder.write(isState ? release.rejects : rest, to: "\(name)/\(release.rejectsName)")
    let output = "\(FuzzFolder.path)/mended"
    mkdir(output, 0o700)
    do {
      let written = try CorrectedSources(rejectFolder: release.rejectFolder, plan: release.plan).write(to: output)
      guard !isState, rest == release.rejects else { return }
      for path in written.values where FuzzFolder.contents(path) != release.source {
        disagree("what was not mended has changed the source")
      }
    } catch {
      if !(error is any LocalizedError) { disagree("an error as it came: \(type(of: error)) \(error)") }
    }
  }
}
