internal import Findings
internal import FoundationEssentials
internal import ObjectModel
internal import SystemErrors

#if SwiftDataSources
  internal import SwiftDataSources

  extension ModelReader {
    /// The bytes of a source that are read at most; what is larger was not written by people.
    private static let longestSource = 8 << 20

    /// What SwiftData makes of the sources.
    ///
    /// - Throws: `ModelReadingError` where there is no model in them, or several versions and none is chosen.
    static func inspectSwift(_ sources: SwiftSources) throws -> ModelDocument {
      let (files, findings) = try files(of: sources)
      let schemas = SwiftDataReader.schemas(in: files)
      let names = schemas.compactMap(\.name)
      guard let choice = sources.choice else {
        guard let schema = schemas.last else { throw noModel(in: sources) }
        if names.count > 1 {
          throw ModelReadingError(
            .notAModel,
            path: sources.path,
            "The sources hold several versions of the model (\(names.joined(separator: ", "))); "
              + "name one of them, as in \(sources.path)/\(names[names.count - 1])"
          )
        }
        return document(of: schema, in: sources, findings)
      }
      let classes = choice.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      if let schema = schemas.first(where: { $0.name == choice }) ?? SwiftDataReader.schema(of: classes, in: files) {
        return document(of: schema, in: sources, findings)
      }
      let known = names + schemas.flatMap { $0.name == nil ? $0.model.entities.map(\.name) : [] }
      let suggestion = EditDistance.suggestion(for: choice, among: known).map { "; did you mean \($0)?" } ?? ""
      throw ModelReadingError(
        .notAModel,
        path: sources.path,
        "The sources have no version of the model and no class with @Model that is named \(choice), but "
          + (known.isEmpty ? "none at all" : known.joined(separator: ", ")) + suggestion
      )
    }

    /// The versions of the model, the oldest first; the last is the current one, or the one that the path names.
    static func versions(of sources: SwiftSources) throws -> [ModelVersion] {
      let (files, findings) = try files(of: sources)
      let schemas = SwiftDataReader.schemas(in: files)
      guard let last = schemas.last else { throw noModel(in: sources) }
      if let choice = sources.choice, !schemas.contains(where: { $0.name == choice }) {
        let model = try usableModel(of: try inspectSwift(sources), at: sources.path)
        return [ModelVersion(name: choice, isCurrent: true, model: model)]
      }
      return try schemas.map { schema in
        let document = document(of: schema, in: sources, findings)
        return ModelVersion(
          name: schema.name ?? stem(sources.path),
          isCurrent: schema.name == (sources.choice ?? last.name),
          model: try usableModel(of: document, at: sources.path)
        )
      }
    }

    private static func noModel(in sources: SwiftSources) -> ModelReadingError {
      ModelReadingError(.notAModel, path: sources.path, "There is no class with @Model in these sources")
    }

    private static func files(of sources: SwiftSources) throws -> ([SwiftSourceFile], [Finding]) {
      var files: [SwiftSourceFile] = []
      var findings: [Finding] = []
      for path in try sources.files() {
        guard let size = try FileBeginning(path: path)?.size, size <= longestSource,
          let data = try ModelFiles.contents(of: path)
        else {
          findings.append(Finding(ModelFinding.source(.unreadable(file: path)), severity: .warning))
          continue
        }
        files.append(SwiftSourceFile(name: path, text: String(decoding: data, as: UTF8.self)))
      }
      guard !files.isEmpty else {
        throw ModelReadingError(.unreadable, path: sources.path, "The source cannot be read")
      }
      return (files, findings)
    }

    private static func document(
      of schema: SwiftDataSchema,
      in sources: SwiftSources,
      _ findings: [Finding]
    ) -> ModelDocument {
      let reported = Set(schema.findings.map { [$0.entity, $0.attribute] })
      let inspected = ModelInspection.findings(for: schema.model, file: sources.path).compactMap {
        finding -> Finding? in
        // Where the inverse is open or wrong, that there is none would be the same fault again.
        if finding.rule == .modelNoInverse, reported.contains([finding.entity, finding.attribute]) { return nil }
        var finding = finding
        if let file = finding.entity.flatMap({ schema.fileNames[$0] }) { finding.position?.file = file }
        return finding
      }
      let all = findings + schema.findings + inspected
      let sorted = all.enumerated().sorted { left, right in
        let (first, second) = (left.element.position, right.element.position)
        guard let first, let second, first != second else { return left.offset < right.offset }
        return first < second
      }
      return ModelDocument(model: schema.model, findings: sorted.map(\.element), path: sources.path)
    }
  }
#else
  extension ModelReader {
    static func inspectSwift(_ sources: SwiftSources) throws -> ModelDocument { throw withoutTrait(sources) }

    static func versions(of sources: SwiftSources) throws -> [ModelVersion] { throw withoutTrait(sources) }

    private static func withoutTrait(_ sources: SwiftSources) -> ModelReadingError {
      ModelReadingError(
        .builtWithoutTrait,
        path: sources.path,
        "This build of Studbook does not read Swift sources; build it with “swift build --traits SwiftDataSources”, "
          + "or name a store that the app has made"
      )
    }
  }
#endif
