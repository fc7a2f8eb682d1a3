#if SwiftDataSources
  internal import Findings
  internal import ObjectModel
  internal import SwiftSyntax

  /// Puts the model of one version together.
  struct SchemaMaker {
    private let index: DeclarationIndex
    private let collector: FindingCollector
    private var makers: [String: EntityMaker] = [:]

    init(_ index: DeclarationIndex) {
      self.index = index
      collector = FindingCollector(index.sources)
    }

    /// What SwiftData takes for the version of classes that no `VersionedSchema` lists.
    private static let unnamedVersion = [1, 0, 0]

    /// The model of a version.
    consuming func schema(of version: SchemaVersion) -> SwiftDataSchema {
      let name = version.declaration.fullName
      if version.models == nil {
        collector.note(.source(.unlisted(version: name)), at: version.listNode, in: version.declaration.source)
      }
      let nested = index.declarations.filter { $0.isModel && $0.path.starts(with: version.declaration.path) }
      return schema(of: version.models ?? nested, name: name, numbers: version.numbers)
    }

    /// The model of classes and of all to which they are related.
    consuming func schema(of classes: [Declaration]) -> SwiftDataSchema {
      schema(of: classes, name: nil, numbers: Self.unnamedVersion)
    }

    private consuming func schema(of classes: [Declaration], name: String?, numbers: [Int]?) -> SwiftDataSchema {
      let declarations = make(classes)
      let entities = declarations.compactMap { makers[$0.fullName]?.entity }
      let ordered = entities.sorted { CodeUnitOrder.areInIncreasingOrder($0.name, $1.name) }
      let model = ManagedObjectModel(entities: ordered)
      for declaration in declarations { inherit(declaration) }
      RelationshipLinker(
        relationships: declarations.flatMap { makers[$0.fullName]?.relationships ?? [] },
        entities: makers.mapValues(\.entity),
        index: index,
        collector: collector
      ).link()
      if let numbers { model.versionIdentifiers = [numbers.map(String.init).joined(separator: ".")] }
      // As stores of SwiftData list their entities.
      if !ordered.isEmpty { model.setEntities(ordered, forConfigurationName: "default") }
      noteSyntax()
      let fileNames = declarations.map { ($0.name, index.sources[$0.source].name) }
      return SwiftDataSchema(
        name: name,
        model: model,
        findings: collector.findings.sorted {
          ($0.position?.file ?? "", $0.position?.byteRange?.lowerBound ?? 0) < (
            $1.position?.file ?? "", $1.position?.byteRange?.lowerBound ?? 0
          )
        },
        fileNames: Dictionary(fileNames, uniquingKeysWith: { first, _ in first })
      )
    }

    /// Makes the entities of classes and of all to which they are related or from which they inherit.
    private mutating func make(_ classes: [Declaration]) -> [Declaration] {
      var made: [Declaration] = []
      var open = Array(classes.reversed())
      while let declaration = open.popLast() {
        guard makers[declaration.fullName] == nil else { continue }
        let maker = EntityMaker(declaration, index: index, collector: collector)
        makers[declaration.fullName] = maker
        made.append(declaration)
        if let parent = parent(of: declaration) { open.append(parent) }
        open += maker.relationships.map(\.destination)
      }
      return made
    }

    /// The class with `@Model` from which a class inherits.
    private func parent(of declaration: Declaration) -> Declaration? {
      guard case .named(let name)? = declaration.inherited.first,
        let parent = index.declaration(name, in: declaration.outerScope), parent.isModel
      else { return nil }
      return parent
    }

    private func inherit(_ declaration: Declaration) {
      guard let parent = parent(of: declaration), let entity = makers[declaration.fullName]?.entity,
        let superentity = makers[parent.fullName]?.entity
      else { return }
      guard !superentity.isKind(of: entity) else {
        let kind = ModelFinding.parentCycle(of: entity.name, parent: superentity.name)
        return collector.note(kind, at: declaration.node, in: declaration.source, entity: entity.name)
      }
      superentity.subentities.append(entity)
    }

    /// Faults in the files of the model's classes may hide a part of it; those of others do not concern it.
    private func noteSyntax() {
      let concerned = Set(makers.values.map(\.declaration.source))
      for (number, source) in index.sources.enumerated() {
        let severity: Severity = makers.isEmpty || concerned.contains(number) ? .error : .warning
        for problem in source.problems { collector.note(problem.message, severity, at: problem.position) }
      }
    }
  }

  extension Declaration {
    var isModel: Bool { if case .model = kind { true } else { false } }
  }
#endif
