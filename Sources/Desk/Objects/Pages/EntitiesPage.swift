internal import Reports

/// What there is of each entity.
struct EntitiesPage {
  let entities: [ObjectBrowser.Entity]

  var html: HTML {
    """
    <ul class="entities" data-live id="entities">
    \(entities.map(row))
    </ul>
    """
  }

  private func row(_ entity: ObjectBrowser.Entity) -> HTML {
    let depth = min(entity.parents.count, 4)
    let sources: HTML =
      entity.sources.isEmpty
      ? (entity.isAbstract ? "abstract" : "made by no source of its own")
      : "from \(entity.sources.joined(separator: ", "))"
    return """
      <li class="depth-\(depth)"><a href="\(ObjectKey.path(ofEntity: entity.name))"><span class="name">\(visible: entity.name)</span>
      <span class="count">\(grouped: entity.count)</span><span class="sub">\(sources)</span></a></li>
      """
  }
}
