internal import Findings
internal import ImageFiles
internal import Yams

/// Reads a recipe's `checks`: entity, then property, then what is asked of it.
struct CheckReader {
  let problems: RecipeProblems

  private static let keys = [
    "oneOf", "ignoreCase", "requiredWhen", "between", "shape", "text", "placeholders", "notAbove", "outliers", "agree",
    "sequence", "distinct", "similar", "filled", "atLeast", "image",
    "severity", "message",
  ]

  /// The checks of an entity's properties, in the order of the recipe.
  func read(_ entities: RecipeMap) -> [CheckRecipe] {
    entities.keys.flatMap { entity -> [CheckRecipe] in
      guard let value = entities[entity.value] else { return [] }
      let properties = RecipeMap(value, kind: "The checks of \(entity.value)", problems: problems)
      return properties.keys.flatMap { property -> [CheckRecipe] in
        guard let value = properties[property.value] else { return [] }
        return (value.sequence.map(Array.init) ?? [value]).flatMap { checks($0, entity, property) }
      }
    }
  }

  private func checks(_ node: Node, _ entity: Located<String>, _ property: Located<String>) -> [CheckRecipe] {
    let map = RecipeMap(node, kind: "A check", problems: problems)
    map.allowOnly(Self.keys)
    let severity = map.choice("severity", Severity.self)
    let message = map.text("message")
    return map.keys.compactMap { key in
      guard let value = map[key.value], let kind = kind(key.value, value, map) else { return nil }
      return CheckRecipe(
        entity: entity,
        property: property,
        kind: kind,
        position: problems.position(of: value),
        severity: severity,
        message: message
      )
    }
  }

  private func kind(_ key: String, _ value: Node, _ map: RecipeMap) -> CheckKind? {
    switch key {
    case "oneOf":
      return map.texts(key).map { .oneOf($0, ignoresCase: map.boolean("ignoreCase") ?? false) }
    case "requiredWhen": return map.string(key).map(CheckKind.requiredWhen)
    case "between": return window(map)
    case "shape": return map.choice(key, TextShape.self).map(CheckKind.shape)
    case "text": return textRules(map)
    case "placeholders": return map.strings(key).map(CheckKind.placeholders)
    case "notAbove": return map.string(key).map(CheckKind.notAbove)
    case "outliers": return peers(value, map)
    case "agree": return agreement(value, map)
    case "sequence": return map.choice(key, SequenceOrder.self).map(CheckKind.sequence)
    case "distinct": return map.choice(key, Distinctness.self).map(CheckKind.distinct)
    case "similar": return map.integer(key, in: 1...2).map(CheckKind.similar)
    case "filled":
      guard let text = map.string(key), let share = percentage(text, key) else { return nil }
      return .filled(share, text: text.value)
    case "image": return image(value)
    case "atLeast": return map.integer(key, in: 1...Int.max).map(CheckKind.atLeast)
    default: return nil
    }
  }

  private func image(_ node: Node) -> CheckKind? {
    var demands = ImageDemands()
    // Alone, it asks for any picture.
    if node.scalar?.string == "any" { return .image(demands) }
    let map = RecipeMap(node, kind: "“image”", problems: problems)
    map.allowOnly(["types", "colours", "width", "height", "bytes", "alpha", "animation", "decodes", "similar"])
    for name in map.strings("types") ?? [] {
      if let type = MediaType(shortName: name.value) {
        demands.types.append(type)
      } else {
        problems.addUnknown("kind of picture", name, known: MediaType.allCases.map(\.shortName))
      }
    }
    for name in map.strings("colours") ?? [] {
      if let colour = ImageFacts.Colour(rawValue: name.value) {
        demands.colours.append(colour)
      } else {
        problems.addUnknown("kind of colours", name, known: ImageFacts.Colour.allCases.map(\.rawValue))
      }
    }
    demands.width = limits("width", map)
    demands.height = limits("height", map)
    demands.bytes = limits("bytes", map)
    demands.allowsAlpha = map.boolean("alpha") ?? true
    demands.allowsAnimation = map.boolean("animation") ?? false
    demands.decodes = map.boolean("decodes") ?? false
    demands.similarity = map.integer("similar", in: 0...16)
    return .image(demands)
  }

  /// A range such as `[200, ~]`.
  private func limits(_ key: String, _ map: RecipeMap) -> ImageDemands.Limits {
    guard let ends = map.strings(key) else { return ImageDemands.Limits() }
    func end(_ text: String) -> Int?? { text == "" || text == "~" ? .some(nil) : Int(text).map(Optional.some) }
    guard ends.count == 2, let least = end(ends[0].value), let most = end(ends[1].value) else {
      problems.add(.contradiction(.imageLimits), at: ends.first?.position ?? map.position)
      return ImageDemands.Limits()
    }
    return ImageDemands.Limits(least: least, most: most)
  }

  private func window(_ map: RecipeMap) -> CheckKind? {
    guard let ends = map.strings("between") else { return nil }
    guard ends.count == 2 else {
      problems.add(.contradiction(.between), at: map.position)
      return nil
    }
    func end(_ text: Located<String>) -> Located<String>? { text.value == "" || text.value == "~" ? nil : text }
    return .between(end(ends[0]), end(ends[1]))
  }

  private static let textRules = ["spaces", "invisible", "scripts", "punctuation", "placeholder", "capitals"]

  private func textRules(_ map: RecipeMap) -> CheckKind? {
    guard let names = map.strings("text") else { return nil }
    if names.count == 1, names[0].value == "clean" {
      return .text(Set(Self.textRules.map { RuleCode(rawValue: "text.\($0)") }))
    }
    for name in names where !Self.textRules.contains(name.value) {
      problems.addUnknown("rule about texts", name, known: ["clean"] + Self.textRules)
    }
    return .text(Set(names.map { RuleCode(rawValue: "text.\($0.value)") }))
  }

  private func peers(_ node: Node, _ map: RecipeMap) -> CheckKind? {
    var peers = PeerRecipe()
    if let text = node.scalar?.string {
      if ["true", "yes"].contains(text) { return .outliers(peers) }
      guard let limit = limit(text) else {
        problems.add(.contradiction(.outliers), at: map.position)
        return nil
      }
      peers.limit = limit
      return .outliers(peers)
    }
    let settings = RecipeMap(node, kind: "“outliers”", problems: problems)
    settings.allowOnly(["by", "beyond", "unit"])
    peers.group = settings.string("by")
    peers.unit = settings.string("unit")
    if let text = settings.string("beyond") {
      guard let limit = limit(text.value) else {
        problems.add(.form(key: "beyond", .positive), at: text.position)
        return nil
      }
      peers.limit = limit
    }
    return .outliers(peers)
  }

  private func limit(_ text: String) -> Double? { Double(text).flatMap { $0 > 0 ? $0 : nil } }

  private func agreement(_ node: Node, _ map: RecipeMap) -> CheckKind? {
    var agreement = Agreement()
    if node.scalar != nil {
      guard let winner = map.choice("agree", Agreement.Winner.self) else { return nil }
      agreement.winner = winner
      return .agree(agreement)
    }
    let settings = RecipeMap(node, kind: "“agree”", problems: problems)
    settings.allowOnly(["take", "within"])
    agreement.winner = settings.choice("take", Agreement.Winner.self) ?? .last
    if let text = settings.string("within") {
      guard let share = percentage(text, "within") else { return nil }
      agreement.tolerance = share
    }
    return .agree(agreement)
  }

  private func percentage(_ text: Located<String>, _ key: String) -> Double? {
    if text.value.hasSuffix("%"), let percent = Double(text.value.dropLast()), (0...100).contains(percent) {
      return percent / 100
    }
    problems.add(.form(key: key, .percentage), at: text.position)
    return nil
  }
}
