package import Findings
internal import ObjectModel

/// An address in a field, whose file is to be fetched.
package struct WantedFile: Sendable {
  package let address: String
  /// The folder that the recipe names.
  package let folder: String
  /// Where the address stands first.
  package let position: SourcePosition
  package let field: String
  package let entity: String
  package let attribute: String
  /// The licence of the source.
  package let licence: String?
}

extension ImportPlan {
  /// The addresses whose files are to be fetched, each once for a folder, in the order of the sources.
  ///
  /// - Throws: The reader's error when a source cannot be read.
  package func wantedFiles() throws -> [WantedFile] {
    var wanted: [WantedFile] = []
    var known: Set<[String]> = []
    for source in sources {
      let plans = source.attributes.filter { $0.converter.files.files?.isFetched == true }
      guard !plans.isEmpty else { continue }
      let opened = try source.open()
      while try opened.next() {
        defer { _ = opened.takeFindings() }
        guard !opened.isBroken else { continue }
        for plan in plans {
          guard case .field(let field) = plan.input, let folder = plan.converter.files.files?.name,
            let address = opened.withField(field, { $0.flatMap(plan.converter.text) }),
            known.insert([folder, FetchLock.key(address)]).inserted
          else { continue }
          wanted.append(
            WantedFile(
              address: address,
              folder: folder,
              position: opened.place.located(field).position,
              field: source.fieldNames[field],
              entity: source.entity.name,
              attribute: plan.attribute.name,
              licence: source.recipe.provenance.licence
            )
          )
        }
      }
    }
    return wanted
  }
}
