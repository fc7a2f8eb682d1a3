internal import AttributeValues
package import Findings
internal import ObjectModel

/// Where an object and each of its values come from.
package struct ObjectProvenance: Sendable {
  /// A field that a value was made from.
  package struct Field: Sendable {
    package var name: String
    package var position: SourcePosition
    /// As it stands in the source, without white space at its ends; `nil` where the record does not have it.
    package var text: String?
    /// Whether the source's own format says that it is a number.
    package var isNumber = false
  }

  /// What gave a property its value, or a part of it.
  package struct Origin: Sendable {
    /// Where the record stands; `nil` where no record has a say.
    package var record: (number: Int, position: SourcePosition)?
    /// The number of the record's source in the recipe, from 0; `nil` where no record has a say.
    package var source: Int?
    /// The property of the record's own object that the fields fill: another than the one that is asked for where a relationship was set at its other end.
    package var filled: String?
    /// The fields, in the order in which they are joined or tried; none for a text of the recipe.
    package var fields: [Field] = []
    /// The text of the recipe, where it gives the value.
    package var constant: String?
    /// What was done to the text, in order and in words.
    package var steps: [String] = []
    /// The key of the record's object, where that one was related to this.
    package var other: String?
  }

  /// A property with what gave it its value.
  package struct Property: Sendable {
    package var name: String
    package var origins: [Origin] = []
    /// Why there is a value, or none, where no record has a say.
    package var remark: String?
  }

  /// The record that made the object; `nil` if none did.
  package private(set) var maker: Origin?
  /// All attributes and relationships, inherited ones first.
  package private(set) var properties: [Property] = []

  /// Finds the places of what a run has noted: sources are read once more, as far as the last record that is asked for.
  ///
  /// - Parameter tracer: What was noted; the run has ended.
  /// - Throws: The reader's error when a source cannot be read any more.
  /// - Complexity: O(bytes of the sources that have a say).
  package init(_ tracer: ObjectTracer, plan: ImportPlan) throws { try self.init(tracer.result, plan: plan) }

  /// Finds the places of what is known of an object, as `init(_:plan:)` with a tracer.
  ///
  /// - Parameter places: Where records stand, so that a file need not be read up to them.
  package init(_ traces: ObjectTraces, plan: ImportPlan, places: RecordPlaces? = nil) throws {
    self.init(traces, plan: plan, records: try FieldFinder(plan: plan, places: places).records(of: traces.origins))
  }

  /// Finds the places of what is known of objects: each source is read once more for all of them.
  ///
  /// - Returns: In the order of the objects.
  /// - Throws: The reader's error when a source cannot be read any more.
  /// - Complexity: O(bytes of the sources), and all texts of the records are kept meanwhile.
  package static func all(_ traces: [ObjectTraces], plan: ImportPlan) throws -> [ObjectProvenance] {
    let origins = traces.reduce(into: Set()) { $0.formUnion($1.origins) }
    let records = try FieldFinder(plan: plan).records(of: origins)
    return traces.map { ObjectProvenance($0, plan: plan, records: records) }
  }

  private init(_ traces: ObjectTraces, plan: ImportPlan, records: [RecordOrigin: FoundRecord]) {
    let traces = traces.withoutEmptyFields(plan, records)
    maker = traces.maker.flatMap { origin in
      records[origin].map { Origin(record: (origin.record, $0.position), source: origin.source) }
    }
    properties = traces.entity.properties.map { property in
      let origins = (traces.traces[property.name] ?? []).map { trace in
        Self.origin(trace, plan.sources[trace.origin.source], records[trace.origin])
      }
      let remark = origins.isEmpty ? Self.remark(on: property, traces, plan) : nil
      return Property(name: property.name, origins: origins, remark: remark)
    }
  }

  private static func origin(_ trace: ObjectTraces.Trace, _ source: SourcePlan, _ record: FoundRecord?) -> Origin {
    var origin = Origin(source: trace.origin.source, filled: trace.property, other: trace.other)
    if let record { origin.record = (trace.origin.record, record.position) }
    guard let property = trace.property, let (input, converter) = source.input(of: property) else { return origin }
    origin.steps = converter.words(isList: source.takesList(for: property))
    switch input {
    case .constant(let text): origin.constant = text
    case .field(let field): origin.fields = record?.fields(for: [field]) ?? []
    case .joined(let group, let separator):
      origin.fields = record?.fields(for: group.fields) ?? []
      origin.steps.insert("fields joined with “\(separator)”", at: 0)
    case .firstNonEmpty(let group):
      let found = record?.fields(for: group.fields) ?? []
      origin.fields = found.first { group.isFilled($0.text) }.map { [$0] } ?? found
    }
    return origin
  }

  private static func remark(on property: PropertyDescription, _ traces: ObjectTraces, _ plan: ImportPlan) -> String {
    switch property {
    case let derived as DerivedAttributeDescription: return "worked out from \(derived.derivationExpressionText)"
    case is FetchedPropertyDescription: return "fetched when it is asked for"
    case _ where property.isTransient: return "transient: no value is stored"
    case let attribute as AttributeDescription:
      if let maker = traces.maker, case .attribute(let slot)? = traces.entity.layout.slot(named: property.name) {
        let source = plan.sources[maker.source]
        let own = source.attributes.first { $0.slot == slot && !$0.defaultValue.isNull }
        if source.entity === traces.entity, let own { return "the recipe's default \(own.defaultValue.text)" }
      }
      return attribute.defaultValue.isNull
        ? "no record gives a value" : "the model's default \(attribute.defaultValue.text)"
    default: return "no record gives a value"
    }
  }
}

extension SourcePlan {
  /// How an attribute or a relationship gets its texts.
  func input(of property: String) -> (InputPlan, ValueConverter)? {
    if let plan = attributes.first(where: { $0.attribute.name == property }) { return (plan.input, plan.converter) }
    return relationships.first { $0.relationship.name == property }.map { ($0.input, $0.converter) }
  }

  /// Whether a property takes each part of a list by itself.
  func takesList(for property: String) -> Bool {
    relationships.contains { $0.relationship.name == property && $0.relationship.isToMany }
  }
}
