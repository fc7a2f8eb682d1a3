internal import AttributeValues

/// A recipe, and a model if there was none, as texts.
package struct RecipeDraft: Sendable {
  /// The name that both have.
  package let name: String
  /// The folder that they belong in.
  package let folder: String
  /// The recipe's text.
  package let recipe: String
  /// The text of the model's `contents`; `nil` where the recipe is for a model that is there.
  package let model: String?
  /// What the sources became, in the recipe's order.
  package let sources: [DraftedSource]
  /// What is to be said besides.
  package let notes: [String]
}

/// What a source became, for a table.
package struct DraftedSource: Sendable {
  package let file: String
  package let entity: String
  package let records: Int
  package let attributes: Int
  /// The attributes of the key; empty if there is none.
  package let key: [String]
  /// The relationships with their destinations, such as `group → Group`.
  package let relationships: [String]
  /// How many fields became nothing.
  package let left: Int

  init(_ draft: SourceDraft, _ drafts: [SourceDraft]) {
    file = draft.set.inner.map { "\(draft.set.file) \($0.path)" } ?? draft.set.file
    entity = draft.entity
    records = draft.profile.records
    attributes = draft.attributes.count
    key = draft.key.compactMap { draft.attribute(of: $0)?.name }
    let parent = draft.toParent.flatMap { toParent in
      draft.set.inner.flatMap { inner in drafts.first { $0.number == inner.parent } }.map {
        "\(toParent.name) → \($0.entity)"
      }
    }
    relationships =
      (parent.map { [$0] } ?? [])
      + draft.relationships.map { "\($0.name) \($0.isToMany ? "⇉" : "→") \($0.destination)" }
    left = draft.left.count
  }
}
