public import AttributeValues
public import FoundationEssentials
internal import PropertyLists

/// The transformer of attributes that name none (`NSSecureUnarchiveFromData`): keyed archives of property list values, UUIDs and URLs.
///
/// ```swift
/// let transformer = KeyedArchiveTransformer()
/// let archive = try transformer.transformedValue(["friendly", "curious", "merry"])
/// let words = try transformer.reverseTransformedValue(archive) as? [String]
/// ```
///
/// It reads and writes `String`, `Bool`, integers, `Double`, `Date`, `Data`, `UUID`, `URL`, and arrays, sets and dictionaries of them. An archive
/// with objects of other classes is not read: its attribute shows the bytes.
public struct KeyedArchiveTransformer: ValueTransformer {
  /// Why a value cannot be archived, or an archive not be read.
  public struct Failure: LocalizedError, Sendable, Hashable, CustomStringConvertible {
    /// What is in the way.
    public let description: String
  }

  /// The names by which attributes ask for a keyed archive.
  static let names: Set<String> = [
    ValueTransformers.defaultName, "NSSecureUnarchiveFromDataTransformer", "NSKeyedUnarchiveFromData",
    "NSKeyedUnarchiveFromDataTransformerName", "NSSecureUnarchiveFromDataTransformerName",
  ]

  /// Makes the transformer, which has no settings.
  public init() {}

  public func transformedValue(_ value: Any) throws -> Data {
    Data(KeyedArchiveBuilder.archive(try Self.reference(to: value, depth: 0)))
  }

  public func reverseTransformedValue(_ data: Data) throws -> Any {
    let archive = try KeyedArchive([UInt8](data))
    var reader = ArchivedValueReader(archive: archive)
    return try reader.value(.uid(UInt64(archive.root)), depth: 0)
  }

  private static func reference(to value: Any, depth: Int) throws -> ArchivableObject.Reference {
    guard depth < ArchivedValueReader.deepest else { throw Failure(description: "The value is nested too deeply.") }
    switch value {
    case let text as String: return .value(.string(text))
    case let truth as Bool: return .value(.boolean(truth))
    case let number as Double: return .value(.real(number))
    case let number as Float: return .value(.real(Double(number)))
    case let data as Data: return .value(.data([UInt8](data)))
    case let number as any BinaryInteger:
      guard let fitting = Int64(exactly: number) else { throw Failure(description: "The number is too large.") }
      return .value(.integer(fitting))
    case let date as Date:
      let object = ArchivableObject("NSDate")
      object.set("NS.time", .inline(.real(date.timeIntervalSinceReferenceDate)))
      return .object(object)
    case let uuid as UUID:
      let object = ArchivableObject("NSUUID")
      object.set("NS.uuidbytes", .inline(.data(withUnsafeBytes(of: uuid.uuid) { Array($0) })))
      return .object(object)
    case let url as URL:
      let object = ArchivableObject("NSURL")
      object.set("NS.base", .null)
      object.set("NS.relative", .string(url.absoluteString))
      return .object(object)
    case let entries as [AnyHashable: Any]: return try dictionary(entries, depth: depth)
    case let elements as [Any]: return try collection("NSArray", elements, depth: depth)
    case let elements as Set<AnyHashable>: return try collection("NSSet", elements.map(\.base), depth: depth)
    default:
      throw Failure(description: "A value of the type \(type(of: value)) cannot be archived without a transformer.")
    }
  }

  private static func collection(
    _ className: String,
    _ elements: [Any],
    depth: Int
  ) throws -> ArchivableObject.Reference {
    let object = ArchivableObject(className)
    object.set("NS.objects", .references(try elements.map { try reference(to: $0, depth: depth + 1) }))
    return .object(object)
  }

  /// Entries in the order of their keys' texts, so that equal dictionaries have equal bytes.
  private static func dictionary(_ entries: [AnyHashable: Any], depth: Int) throws -> ArchivableObject.Reference {
    let sorted = entries.sorted { "\($0.key)" < "\($1.key)" }
    let object = ArchivableObject("NSDictionary")
    object.set("NS.keys", .references(try sorted.map { try reference(to: $0.key.base, depth: depth + 1) }))
    object.set("NS.objects", .references(try sorted.map { try reference(to: $0.value, depth: depth + 1) }))
    return .object(object)
  }
}

/// Reads values out of a keyed archive. References may form circles and share objects, so what is read is limited in depth and number.
private struct ArchivedValueReader {
  typealias Failure = KeyedArchiveTransformer.Failure

  static let deepest = 128
  static let most = 1_000_000

  let archive: KeyedArchive
  private var count = 0

  init(archive: KeyedArchive) { self.archive = archive }

  mutating func value(_ reference: PropertyListValue?, depth: Int) throws -> Any {
    count += 1
    guard depth < Self.deepest, count < Self.most else {
      throw Failure(description: "The archive is nested too deeply.")
    }
    if let object = archive.object(reference) { return try value(of: object, depth: depth) }
    switch archive.resolve(reference) {
    case .string(let text): return text
    case .integer(let number): return Int(number)
    case .real(let number): return number
    case .boolean(let truth): return truth
    case .date(let seconds): return Date(timeIntervalSinceReferenceDate: seconds)
    case .data(let bytes): return Data(bytes)
    default: throw Failure(description: "The archive has a value that cannot be read.")
    }
  }

  private mutating func value(of object: ArchivedObject, depth: Int) throws -> Any {
    switch object.className {
    case "NSString", "NSMutableString":
      if let text = object.string("NS.string") { return text }
    case "NSDate":
      if let seconds = object.value("NS.time")?.number { return Date(timeIntervalSinceReferenceDate: seconds) }
    case "NSData", "NSMutableData":
      if let bytes = object.value("NS.data")?.data { return Data(bytes) }
    case "NSUUID":
      if let uuid = object.value("NS.uuidbytes")?.data.flatMap(Self.uuid) { return uuid }
    case "NSURL":
      if let url = object.string("NS.relative").flatMap({ URL(string: $0) }) { return url }
    case "NSArray", "NSMutableArray", "NSOrderedSet", "NSMutableOrderedSet":
      return try object.elementReferences.map { try value($0, depth: depth + 1) }
    case "NSSet", "NSMutableSet":
      return Set(try object.elementReferences.map { try key($0, depth: depth + 1) })
    case "NSDictionary", "NSMutableDictionary": return try dictionary(object, depth: depth)
    default: break
    }
    throw Failure(description: "The archive has an object of the class \(object.className).")
  }

  private mutating func key(_ reference: PropertyListValue, depth: Int) throws -> AnyHashable {
    guard let key = try value(reference, depth: depth) as? AnyHashable else {
      throw Failure(description: "The archive has a key or a member that cannot be one.")
    }
    return key
  }

  /// With text keys a `[String: Any]`, which is what nearly every dictionary is.
  private mutating func dictionary(_ object: ArchivedObject, depth: Int) throws -> Any {
    var entries: [AnyHashable: Any] = [:]
    for (key, value) in zip(object.fields["NS.keys"]?.array ?? [], object.elementReferences) {
      entries[try self.key(key, depth: depth + 1)] = try self.value(value, depth: depth + 1)
    }
    return entries as? [String: Any] ?? entries
  }

  private static func uuid(_ bytes: [UInt8]) -> UUID? {
    guard bytes.count == 16 else { return nil }
    return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}

extension KeyedArchiveTransformer.Failure {
  public var errorDescription: String? { description }
}
