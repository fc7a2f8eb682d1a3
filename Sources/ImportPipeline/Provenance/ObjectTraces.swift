internal import AttributeValues
package import ObjectModel

/// Which records have a say in an object.
package struct ObjectTraces: Sendable {
  /// A record that has a say in a property, with the key of the object that the record is about.
  struct Trace {
    var origin: RecordOrigin
    /// The property of the record's plan that the value comes from; `nil` where the record only made the object.
    var property: String?
    /// The object at the other end, where the relationship was set there.
    var other: String?
    /// Whether the record is known to have a say only if its fields are not empty.
    var isSupposed = false
  }

  /// The object's own entity.
  package let entity: EntityDescription
  /// The record that made the object; `nil` if none did.
  package let maker: RecordOrigin?
  /// What each attribute and relationship comes from, by name: one record, or for a to-many relationship all that add members.
  let traces: [String: [Trace]]

  /// All records that have a say.
  package var origins: Set<RecordOrigin> { Set(traces.values.joined().map(\.origin) + [maker].compactMap(\.self)) }

  /// What is known of one property, and which record made the object.
  package func only(_ property: String) -> ObjectTraces {
    ObjectTraces(entity: entity, maker: maker, traces: traces.filter { $0.key == property })
  }

  /// The traces without those of records that turn out to have no value.
  func withoutEmptyFields(_ plan: ImportPlan, _ records: [RecordOrigin: FoundRecord]) -> ObjectTraces {
    let kept = traces.mapValues { traces in
      traces.filter { trace in
        guard trace.isSupposed, let property = trace.property, let record = records[trace.origin] else { return true }
        let source = plan.sources[trace.origin.source]
        guard let (input, converter) = source.input(of: property) else { return true }
        let text = input.text(record.fields.map(\.text))
        return converter.takesPresence || text.map { !converter.isEmpty($0) } ?? false
      }
    }
    return ObjectTraces(entity: entity, maker: maker, traces: kept)
  }
}

extension InputPlan {
  /// The text that the input gives for a record's fields; `nil` if the record does not have it.
  func text(_ fields: [String?]) -> String? {
    switch self {
    case .field(let field): fields[field]
    case .constant(let text): text
    case .joined(let group, let separator):
      group.fields.compactMap { fields[$0] }.filter { group.isFilled($0) }.joined(separator: separator)
    case .firstNonEmpty(let group): group.fields.lazy.compactMap { fields[$0] }.first { group.isFilled($0) }
    }
  }
}

extension ValueConverter {
  /// Whether a text stands for no value. One that cannot be converted is no such text.
  func isEmpty(_ text: String) -> Bool {
    text.withContiguousBytes { bytes in
      // What cannot be converted is something.
      (try? value(bytes))?.isNull ?? false
    }
  }
}
