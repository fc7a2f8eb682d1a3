import AttributeValues
import FoundationEssentials
import ManagedObjects
import ObjectModel
import SQLiteStore

extension StoreInfo {
  /// The information for programs, with the store's other metadata.
  func value(metadata: StoreMetadata) -> ResultValue {
    .object([
      ("path", .text(path)),
      ("bytes", .integer(Int64(fileSize))),
      ("pageSize", .integer(Int64(pageSize))),
      ("journalMode", .text(journalMode)),
      ("identifier", .text(identifier)),
      ("frameworkVersion", frameworkVersion.map { .integer(Int64($0)) } ?? .null),
      ("versionIdentifiers", .list(versionIdentifiers.map { .text($0) })),
      ("versionChecksum", .text(versionChecksum)),
      ("recordsHistory", .boolean(recordsHistory)),
      ("mirrorsToCloudKit", .boolean(mirrorsToCloudKit)),
      ("carriesModel", .boolean(hasModelCache)),
      (
        "metadata",
        .object(metadata.userValues.sorted { $0.key < $1.key }.map { ($0.key, ResultValue($0.value)) })
      ),
      ("entities", .list(entities.map(\.value))),
    ])
  }
}

extension StoreInfo.Entity {
  /// The version hash in Base64, as `studbook model hashes` and Xcode's `VersionInfo.plist` show it.
  var hashInBase64: String? {
    guard let digits = versionHash.map({ Array($0.utf8) }) else { return nil }
    let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap { start in
      UInt8(String(decoding: digits[start..<start + 2], as: UTF8.self), radix: 16)
    }
    return Base64.encode(bytes)
  }

  fileprivate var value: ResultValue {
    .object([
      ("name", .text(name)),
      ("number", .integer(number)),
      ("parent", parent.map { .text($0) } ?? .null),
      ("objects", count.map { .integer(Int64($0)) } ?? .null),
      ("hash", hashInBase64.map { .text($0) } ?? .null),
    ])
  }
}

extension ResultValue {
  /// The printed form of a value of a store's metadata.
  init(_ value: MetadataValue) {
    switch value {
    case .string(let value): self = .text(value)
    case .integer(let value): self = .integer(value)
    case .real(let value): self = .real(value)
    case .boolean(let value): self = .boolean(value)
    case .date(let seconds): self = .text(ISODate.text(seconds))
    case .data(let bytes): self = .text(bytes.base64EncodedString())
    case .array(let values): self = .list(values.map { ResultValue($0) })
    case .dictionary(let values):
      self = .object(values.sorted { $0.key < $1.key }.map { ($0.key, ResultValue($0.value)) })
    }
  }
}
