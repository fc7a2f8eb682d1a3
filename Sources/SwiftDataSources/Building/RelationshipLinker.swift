#if SwiftDataSources
  internal import Findings
  internal import ObjectModel
  internal import SwiftSyntax

  /// Gives relationships their ends: what `inverse:` names, and what SwiftData finds where nothing is named.
  struct RelationshipLinker {
    let relationships: [EntityMaker.OpenRelationship]
    /// By the full names of their classes.
    let entities: [String: EntityDescription]
    let index: DeclarationIndex
    let collector: FindingCollector

    func link() {
      for open in relationships { open.relationship.destinationEntity = entities[open.destination.fullName] }
      for open in relationships { linkWritten(open) }
      linkOthers()
    }

    private func linkWritten(_ open: EntityMaker.OpenRelationship) {
      guard case .keyPath(let root, let name, let node)? = open.options.inverse else { return }
      var owner = open.relationship.destinationEntity
      if let root, case .declared(let declaration) = index.resolve(root, in: open.scope) {
        owner = entities[declaration.fullName] ?? owner
      }
      guard let inverse = owner?.propertiesByName[name] as? RelationshipDescription else {
        let names = owner?.relationshipsByName.keys.sorted() ?? []
        return note(
          .unknownInverse("\(owner?.name ?? "").\(name)", of: Self.name(open.relationship)),
          open,
          at: node,
          suggestion: EditDistance.suggestion(for: name, among: names)
        )
      }
      open.relationship.inverseRelationship = inverse
      if inverse.inverseRelationship == nil { inverse.inverseRelationship = open.relationship }
    }

    /// Two relationships that lead to each other's entities are each other's inverses, where they are the only ones.
    private func linkOthers() {
      let free = relationships.filter { $0.options.inverse == nil && $0.relationship.inverseRelationship == nil }
      for open in free where open.relationship.inverseRelationship == nil {
        let relationship = open.relationship
        guard let entity = relationship.entity, let destination = relationship.destinationEntity else { continue }
        let back = Self.between(destination, entity, in: free).filter { $0 !== relationship }
        let forth = Self.between(entity, destination, in: free)
        guard let inverse = back.first else { continue }
        guard back.count == 1, forth.count == 1 else {
          note(
            .source(.inverse(of: Self.name(relationship), candidates: back.map(Self.name))),
            open,
            at: open.node,
            suggestion: "@Relationship(inverse: \\\(Self.name(inverse)))"
          )
          continue
        }
        relationship.inverseRelationship = inverse
        inverse.inverseRelationship = relationship
      }
    }

    private static func between(
      _ entity: EntityDescription,
      _ destination: EntityDescription,
      in relationships: [EntityMaker.OpenRelationship]
    ) -> [RelationshipDescription] {
      relationships.map(\.relationship).filter { $0.entity === entity && $0.destinationEntity === destination }
    }

    private static func name(_ relationship: RelationshipDescription) -> String {
      "\(relationship.entity?.name ?? "").\(relationship.name)"
    }

    private func note(
      _ kind: ModelFinding,
      _ open: EntityMaker.OpenRelationship,
      at node: some SyntaxProtocol,
      suggestion: String?
    ) {
      collector.note(
        kind,
        at: node,
        in: open.source,
        entity: open.relationship.entity?.name,
        property: open.relationship.name,
        suggestion: suggestion
      )
    }
  }
#endif
