internal import AttributeValues
public import FoundationEssentials
public import ObjectModel
internal import SystemErrors

/// Writes models as Xcode's model editor keeps them: the `contents` of an `.xcdatamodel`.
///
/// ```swift
/// let model = try ModelReader.read(folder + "/default.store")  // as SwiftData makes it
/// try ModelWriter.write(model, to: folder + "/Breeds.xcdatamodeld")
/// let text = ModelWriter.contents(of: model)  // <?xml version="1.0" …
/// ```
///
/// What is written reads back as the same model, with the same version hashes. What the form cannot say, `remarks(on:)` lists.
public enum ModelWriter {
  /// The text of the `contents` file, without a line feed at its end, as Xcode writes it.
  ///
  /// Entities come by name, in them attributes, relationships and fetched properties, each by name. The same model gives the same text.
  public static func contents(of model: ManagedObjectModel) -> String {
    var writer = ContentsWriter()
    writer.write(model)
    return writer.text
  }

  /// Writes an `.xcdatamodel` or, with the model as its only version, an `.xcdatamodeld`: all of it, or nothing.
  ///
  /// - Parameter path: The new folder; there must be none.
  /// - Parameter model: The model to write.
  /// - Throws: `ModelWritingError`.
  public static func write(_ model: ManagedObjectModel, to path: String) throws {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let isBundle = name.hasSuffix(".xcdatamodeld")
    guard isBundle || name.hasSuffix(".xcdatamodel"), let dot = name.lastIndex(of: "."), dot > name.startIndex else {
      throw ModelWritingError(path: path, reason: "a model's name ends in .xcdatamodel or .xcdatamodeld")
    }
    let item = TemporaryItem(beside: path)
    let staged = item.path
    do {
      if try Files.exists(path) { throw ModelWritingError(path: path, reason: "it is there already") }
      defer { item.remove() }
      let version = String(name[..<dot])
      let folder = isBundle ? "\(staged)/\(version).xcdatamodel" : staged
      try Files.makeFolder(folder)
      try FileWriter.replace(folder + "/contents", with: contents(of: model).utf8)
      if isBundle { try FileWriter.replace(staged + "/.xccurrentversion", with: currentVersion(version).utf8) }
      try Files.move(staged, to: path)
    } catch let error as ModelWritingError {
      throw error
    } catch {
      throw ModelWritingError(path: path, reason: SystemReason.text(of: error, writing: path))
    }
  }

  /// What the form leaves out, or what is read back otherwise; one sentence each, without a full stop.
  public static func remarks(on model: ManagedObjectModel) -> [String] {
    var remarks: [String] = []
    if model.versionIdentifiers.count > 1 {
      remarks.append(
        "the model has several version identifiers (\(model.versionIdentifiers.sorted().joined(separator: ", "))); only the first is written"
      )
    }
    for (name, request) in model.fetchRequestTemplatesByName.sorted(by: { $0.key < $1.key })
    where !request.sortKeys.isEmpty {
      remarks.append("the order of the fetch request \(name) is left out")
    }
    for entity in model.entities.sorted(by: { CodeUnitOrder.areInIncreasingOrder($0.name, $1.name) }) {
      for property in entity.declaredProperties {
        remarks += Self.remarks(on: property).map { "\(entity.name).\(property.name): \($0)" }
      }
    }
    return remarks
  }

  private static func remarks(on property: PropertyDescription) -> [String] {
    var remarks: [String] = []
    if !property.validationRules.isEmpty { remarks.append("its validation predicates are left out") }
    if let fetched = property as? FetchedPropertyDescription, !fetched.fetchRequest.sortKeys.isEmpty {
      remarks.append("the order of its objects is left out")
    }
    guard let attribute = property as? AttributeDescription else { return remarks }
    if attribute.isReadOnly { remarks.append("that it is read-only is left out") }
    if !attribute.defaultValue.isNull, ModelValueText.text(of: attribute.defaultValue) == nil {
      remarks.append("its default value is left out")
    }
    if (attribute as? DerivedAttributeDescription)?.filteringPredicateText != nil {
      remarks.append("the predicate that filters what it is derived from is left out")
    }
    if let composite = attribute as? CompositeAttributeDescription, !composite.isMadeByModelEditor {
      remarks.append(
        "the version hash of a composite attribute is known where code made it; take that of its entity from the store or the compiled model"
      )
    }
    return remarks
  }

  /// The file beside the versions of a bundle that says which is the current one.
  package static func currentVersion(_ name: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
    \t<key>_XCCurrentVersionName</key>
    \t<string>\(ContentsWriter.escaped(name)).xcdatamodel</string>
    </dict>
    </plist>

    """
  }
}

/// Why a model cannot be written.
///
/// ```swift
/// do {
///   try ModelWriter.write(model, to: inputs + "/DogBreeds.xcdatamodeld")
/// } catch let error as ModelWritingError {
///   reason = error.reason  // it is there already
/// }
/// ```
public struct ModelWritingError: LocalizedError, Sendable, Hashable, CustomStringConvertible {
  /// The folder that was to be written.
  public let path: String
  /// Why it is not, as one sentence without a full stop at its end.
  public let reason: String

  public var description: String { "\(path) cannot be written: \(reason)" }
}

extension ModelWritingError {
  public var errorDescription: String? { description }
}
