import Findings
import Foundation
import ImportPipeline
import ManagedObjects
import ModelReading
import ObjectModel
import Reports

/// Reads bytes as a recipe and its sources: the way from bytes to findings as a whole.
enum ImportSubject {
  private static let contents = """
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" sourceLanguage="Swift">
      <entity name="Group">
        <attribute name="name" attributeType="String" maxValueString="8" regularExpressionString="[A-Z].*"/>
        <relationship name="breeds" optional="YES" toMany="YES" destinationEntity="Breed" inverseName="group" inverseEntity="Breed"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint></uniquenessConstraints>
      </entity>
      <entity name="Breed">
        <attribute name="name" attributeType="String"/>
        <attribute name="height" optional="YES" attributeType="Integer 16" minValueString="0" maxValueString="100"/>
        <attribute name="weight" optional="YES" attributeType="Double"/>
        <attribute name="price" optional="YES" attributeType="Decimal"/>
        <attribute name="isGood" optional="YES" attributeType="Boolean"/>
        <attribute name="born" optional="YES" attributeType="Date"/>
        <relationship name="group" optional="YES" maxCount="1" destinationEntity="Group" inverseName="breeds" inverseEntity="Group"/>
      </entity>
    </model>
    """

  /// The recipe, byte 1, the content of `a`, byte 1, the content of `b`. Check and build have to say the same, and every report is made of it.
  static func run(_ bytes: [UInt8]) {
    let parts = bytes.split(separator: 1, maxSplits: 2, omittingEmptySubsequences: false)
    let text = String(decoding: parts[0], as: UTF8.self)
    // Other files are none of its business.
    guard !text.contains(".."), let recipe = try? RecipeReader.read(text: text, path: "f.yml") else { return }
    for (number, name) in ["a", "b"].enumerated() {
      FuzzFolder.write(number + 1 < parts.count ? Array(parts[number + 1]) : [], to: name)
    }
    attempt {
      // Checked first, as the tool does; a check that needs a store is built.
      let model = try ModelReader.parse(Array(contents.utf8), file: "contents").model
      let plan = try ImportPlanner.plan(
        recipe,
        model: model,
        folder: FuzzFolder.path,
        today: Date(timeIntervalSince1970: 0)
      )
      let built = try build(plan, model)
      report(built, recipe)
      guard let checked = try ImportRun.check(plan, options: options) else { return }
      if checked.findings != built.findings { disagree("check finds \(checked.findings), build \(built.findings)") }
      if checked.sources.map(\.records) != built.sources.map(\.records) { disagree("the accounts differ") }
    }
  }

  private static var options: ImportOptions {
    var options = ImportOptions()
    options.threads = 1
    return options
  }

  private static func build(_ plan: ImportPlan, _ model: ManagedObjectModel) throws -> ImportResult {
    let store = InMemoryStore()
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(store)
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)
    return try ImportRun(plan: plan, context: context, store: store, options: options).run {}
  }

  private static func report(_ result: ImportResult, _ recipe: Recipe) {
    let summary = RunSummary(
      toolVersion: "1",
      recipe: recipe.path,
      model: "contents",
      output: nil,
      sources: result.sources,
      entities: result.entities,
      completeness: result.completeness
    )
    for format in ReportFormat.allCases {
      var bytes: [UInt8] = []
      try? format.write(summary, result.findings) { bytes += $0 }
      guard String(validating: bytes, as: UTF8.self) != nil else { disagree("\(format) is no UTF-8") }
      if let scalar = String(decoding: bytes, as: UTF8.self).unicodeScalars.first(where: { isObeyed($0, in: format) }) {
        disagree("U+\(String(scalar.value, radix: 16)) in \(format)")
      }
      guard format == .jsonl else { continue }
      guard let read = try? FindingsReader.read(bytes) else { disagree("its own lines cannot be read") }
      if read.findings != result.findings { disagree("other findings are read back") }
    }
  }

  /// Whether a terminal or a page would do what the character says.
  private static func isObeyed(_ scalar: Unicode.Scalar, in format: ReportFormat) -> Bool {
    switch scalar.value {
    case 0x0A: false
    case 0x0D: format != .csv
    case 0x09: format != .html
    case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  private static func attempt(_ body: () throws -> Void) {
    do {
      try body()
    } catch {
      // A program's and Foundation's own errors say nothing to people.
      if !(error is any LocalizedError) { disagree("an error as it came: \(type(of: error)) \(error)") }
    }
  }
}
