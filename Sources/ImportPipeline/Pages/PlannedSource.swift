package import AttributeValues
internal import DelimitedText
internal import Findings
internal import JSONText
package import ObjectModel
package import SystemErrors
internal import TextInput

/// A source of a plan, for those who look at its records.
package struct PlannedSource: Sendable {
  /// A column or a path of the source.
  package struct Column: Sendable, Hashable {
    package var name: String
    /// The attributes and relationships that are filled by it, in the plan's order.
    package var properties: [String]
    /// The type of the first attribute that is filled by it, in the model's word, or an arrow and the entity to which its relationship leads.
    package var type: String?
  }

  private let plan: SourcePlan

  init(_ plan: SourcePlan) { self.plan = plan }

  /// The source's place in the recipe, from 0.
  package var number: Int { plan.number }
  /// The file as the recipe names it.
  package var name: String { plan.recipe.file.value }
  package var format: SourceFormat { plan.recipe.format }
  /// The files, in the order in which they are read; at least one.
  package var files: [SourceFile] { plan.files }
  /// The entity of its objects.
  package var entity: EntityDescription { plan.entity }
  /// The fields that the plan reads, in the order of their numbers.
  package var columns: [Column] {
    plan.fieldNames.enumerated().map { field, name in
      let attributes = plan.attributes.filter { $0.input.fields.contains(field) }
      let relationships = plan.relationships.filter { $0.input.fields.contains(field) }
      return Column(
        name: name,
        properties: attributes.map(\.attribute.name) + relationships.map(\.relationship.name),
        type: attributes.first?.attribute.attributeType.modelName
          ?? relationships.first.map { "→ \($0.destination.name)" }
      )
    }
  }

  /// The states of the files: as long as these are equal, the source is as it was.
  ///
  /// - Throws: `FileError` if the system cannot tell.
  package func states() throws(FileError) -> [FileState?] {
    var states: [FileState?] = []
    for file in plan.files { states.append(try FileState(ofFile: file.path)) }
    return states
  }

  /// Begins to read the source from its beginning.
  ///
  /// - Parameter withPlaces: Whether fields of pages that have to be kept say where they stand.
  /// - Throws: What opening the source throws.
  package func pass(withPlaces: Bool = true) throws -> RecordPass {
    let source = try plan.open()
    return RecordPass(source, form: try form(of: source), withPlaces: withPlaces, isJSON: plan.recipe.format.isJSON)
  }

  /// How parts of the source are read; `nil` if it has to be read as a whole.
  private func form(of source: any RecordSource) throws -> RecordPageForm? {
    guard plan.isPlain, !plan.isStandIn else { return nil }
    let kind: RecordPageForm.Kind
    if let delimited = source as? DelimitedSource {
      kind = .delimited(plan.partOptions(of: delimited))
    } else if let lines = source as? ReaderSource<JSONRecordReader>, plan.recipe.format == .jsonlines,
      plan.recipe.markup.records.map({ $0.value == "$" }) ?? (plan.recipe.defaultRecords ?? "$" == "$"),
      lines.reader.isUTF8
    {
      var options = JSONRecordOptions(.lines, records: try JSONRecordPath("$"), fileName: source.name)
      options.mode = plan.recipe.json.syntax
      options.limits = plan.recipe.json.limits
      options.encoding = plan.recipe.json.encoding
      let fields = try plan.fieldNames.map { try JSONFieldPath($0, separator: plan.recipe.markup.separator) }
      kind = .lines(options, fields)
    } else {
      return nil
    }
    return RecordPageForm(kind: kind, file: source.name, fieldCount: source.fieldNames.count)
  }

  /// Whether records at the source's end are left out, which depends on how many there are.
  package var hasFooter: Bool { plan.recipe.delimited.options.footerRows > 0 }

  // MARK: Values

  /// The attributes that records fill, by name; the place of a name is the number for `value`.
  package var attributeNames: [String] { plan.attributes.map(\.attribute.name) }

  /// The type of an attribute's values.
  package func type(ofAttribute attribute: Int) -> AttributeType { plan.attributes[attribute].attribute.attributeType }

  /// What an attribute's texts are converted to in a record; `.null` for one without value, and for one that is no value of the attribute's type.
  package func value(_ attribute: Int, of page: RecordPage, _ record: Int) -> AttributeValue {
    let attribute = plan.attributes[attribute]
    let fields = page.fields(of: record)
    let converter = attribute.input.converter(attribute.converter, of: fields)
    // What is wrong with a text is a finding of the run.
    return attribute.input.withBytes(of: fields) { bytes in (try? converter.value(bytes)) ?? .null }
  }
}

extension ImportPlan {
  /// The states of all files that records are read from: as long as these are equal, the sources are as they were.
  ///
  /// - Throws: `FileError` if the system cannot tell.
  package func sourceStates() throws(FileError) -> [FileState?] {
    var states: [FileState?] = []
    for file in sourceFiles { states.append(try FileState(ofFile: file.path)) }
    return states
  }

  /// The sources, in the order of the recipe.
  package var plannedSources: [PlannedSource] { sources.map(PlannedSource.init) }
}
