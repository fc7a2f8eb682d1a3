/// A keyed archive as a property list holds it: a flat list of objects that refer to each other by number.
///
/// Reading never follows references by itself, so cycles and any amount of nesting do no harm; whoever walks the graph keeps track.
package struct KeyedArchive: Sendable {
  /// All objects; number 0 is the null object.
  package let objects: [PropertyListValue]
  /// The number of the root object.
  package let root: Int

  /// Reads an archive made by `NSKeyedArchiver`.
  ///
  /// - Parameter rootKey: What the root object is called in the archive.
  /// - Throws: `PropertyListError` for anything else.
  package init(_ bytes: [UInt8], rootKey: String = "root") throws(PropertyListError) {
    let value = try PropertyList.read(bytes)
    guard let plist = value.dictionary, plist["$archiver"]?.string == "NSKeyedArchiver",
      let objects = plist["$objects"]?.array, let root = plist["$top"]?.dictionary?[rootKey]?.uid
    else { throw PropertyListError(.notAKeyedArchive, "The property list is not a keyed archive with a root object.") }
    guard root > 0, root < UInt64(objects.count) else {
      throw PropertyListError(.malformed, "The keyed archive's root object does not exist.")
    }
    self.objects = objects
    self.root = Int(root)
  }

  /// The root object with its fields.
  package var rootObject: ArchivedObject? { ArchivedObject(in: self, number: root) }

  /// The object that `reference` names; `nil` for other values, the null object and references into nowhere.
  package func resolve(_ reference: PropertyListValue?) -> PropertyListValue? {
    guard let number = reference?.uid, number > 0, number < UInt64(objects.count) else { return nil }
    return objects[Int(number)]
  }

  /// The object with a class that `reference` names; `nil` for anything else.
  package func object(_ reference: PropertyListValue?) -> ArchivedObject? {
    ArchivedObject(in: self, reference: reference)
  }

  /// The text that `value` is or refers to: a plain string or an archived `NSString` or `NSMutableString`.
  package func string(_ value: PropertyListValue?) -> String? {
    if let text = value?.string { return text }
    guard let object = resolve(value) else { return nil }
    if let text = object.string { return text }
    let inner = object.dictionary?["NS.string"]
    return inner?.string ?? resolve(inner)?.string
  }

  /// The class of an object's fields.
  func className(of fields: PropertyListDictionary) -> String? {
    string(resolve(fields["$class"])?.dictionary?["$classname"])
  }
}

/// One object of a keyed archive that has a class.
package struct ArchivedObject: Sendable {
  /// The archive that the object stands in.
  package let archive: KeyedArchive
  /// The object's number, which tells two references to one object from references to equal ones.
  package let number: Int
  /// The name of the object's class.
  package let className: String
  /// The object's own fields; references are `uid`s.
  package let fields: PropertyListDictionary

  /// The object with this number; `nil` when it is a bare value.
  init?(in archive: KeyedArchive, number: Int) {
    guard number > 0, number < archive.objects.count, let fields = archive.objects[number].dictionary,
      let className = archive.className(of: fields)
    else { return nil }
    self.archive = archive
    self.number = number
    self.className = className
    self.fields = fields
  }

  init?(in archive: KeyedArchive, reference: PropertyListValue?) {
    guard let number = reference?.uid, number < UInt64(archive.objects.count) else { return nil }
    self.init(in: archive, number: Int(number))
  }

  /// The object in a field; `nil` if it is missing, null or a bare value.
  package func object(_ key: String) -> ArchivedObject? { ArchivedObject(in: archive, reference: fields[key]) }

  /// The text in a field, inline or referred to.
  package func string(_ key: String) -> String? { archive.string(fields[key]) }

  /// The plain value in a field: itself when inline, else the bare value that it refers to. `nil` for null.
  package func value(_ key: String) -> PropertyListValue? {
    guard let field = fields[key] else { return nil }
    return field.uid == nil ? field : archive.resolve(field)
  }

  /// The integer in a field, inline or referred to.
  package func integer(_ key: String) -> Int64? { value(key)?.integer }

  /// The truth value in a field; false when it is missing.
  package func boolean(_ key: String) -> Bool { value(key)?.boolean ?? false }

  /// The references of a collection: an array's or set's elements, a dictionary's values.
  package var elementReferences: [PropertyListValue] { fields["NS.objects"]?.array ?? [] }

  /// The elements of a collection that are objects with a class.
  package var elements: [ArchivedObject] { elementReferences.compactMap { ArchivedObject(in: archive, reference: $0) } }

  /// The texts of a collection's elements, in order; elements of other kinds are left out.
  package var strings: [String] { elementReferences.compactMap(archive.string) }

  /// The entries of a dictionary with text keys, in the archive's order; known-keys dictionaries too. Values are references.
  package var entries: [(key: String, value: PropertyListValue)] {
    if className == "NSKnownKeysDictionary1" {
      let keys = object("searchMapping")?.object("keys")?.strings ?? []
      let emptyToken = string("emptyToken")
      let values = object("values")?.elementReferences ?? []
      return zip(keys, values).compactMap { key, value in
        let isEmptySlot = emptyToken != nil && archive.resolve(value)?.string == emptyToken
        return isEmptySlot ? nil : (key, value)
      }
    }
    let keys = fields["NS.keys"]?.array ?? []
    return zip(keys, elementReferences).compactMap { key, value in archive.string(key).map { ($0, value) } }
  }

  /// The entries of a dictionary whose values are objects with a class.
  package var objectEntries: [(key: String, value: ArchivedObject)] {
    entries.compactMap { key, value in ArchivedObject(in: archive, reference: value).map { (key, $0) } }
  }

  /// The entries of a dictionary from texts to texts.
  package var stringEntries: [String: String] {
    Dictionary(
      entries.compactMap { key, value in archive.string(value).map { (key, $0) } },
      uniquingKeysWith: { first, _ in first }
    )
  }
}
