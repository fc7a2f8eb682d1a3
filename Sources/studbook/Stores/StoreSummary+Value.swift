import FoundationEssentials
import ManagedObjects
import ReferenceExport

extension StoreSummary {
  /// The summary for programs.
  var value: ResultValue {
    .object([
      ("path", .text(path)),
      ("bytes", .integer(bytes)),
      ("pageSize", .integer(pageSize)),
      ("journalMode", .text(journalMode)),
      ("identifier", .text(identifier)),
      ("frameworkVersion", metadata.frameworkVersion.map { .integer(Int64($0)) } ?? .null),
      ("versionIdentifiers", .list(metadata.versionIdentifiers.map { .text($0) })),
      ("hasHistory", .boolean(hasHistory)),
      ("carriesModel", .boolean(hasModel)),
      (
        "metadata",
        .object(metadata.userValues.sorted { $0.key < $1.key }.map { ($0.key, ResultValue($0.value)) })
      ),
      (
        "entities",
        .list(
          entities.map { entity in
            .object([
              ("name", .text(entity.name)),
              ("number", .integer(entity.number)),
              ("parent", entity.parent.map { .text($0) } ?? .null),
              ("objects", entity.objects.map { .integer($0) } ?? .null),
              ("hash", entity.hash.map { .text($0) } ?? .null),
            ])
          }
        )
      ),
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
