package import AttributeValues
package import PropertyLists

/// Values of attributes in keyed archives, as Foundation archives strings, numbers, dates, data, UUIDs and URLs.
package enum ArchivedValue {
  /// How a value is archived. The null object stands for no value, and for those of transformable and composite attributes.
  package static func reference(to value: AttributeValue) -> ArchivableObject.Reference {
    PropertyArchiver.reference(to: value)
  }

  /// What a reference leads to, as a value of an attribute's type; `.null` for no value, and for what none of the type can be made of.
  package static func value(
    _ reference: PropertyListValue,
    in archive: KeyedArchive,
    type: AttributeType
  ) -> AttributeValue {
    if let object = archive.object(reference) { return ArchivedAttribute.value(object, type) }
    return archive.resolve(reference).map { ArchivedAttribute.value($0, type) } ?? .null
  }
}
