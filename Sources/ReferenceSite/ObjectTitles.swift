internal import AttributeValues
internal import ManagedObjects
internal import ObjectModel

/// What the objects of an entity are called: by an attribute that is called so, else by a key with a text in it, else by their first text, else by a key of anything else.
struct ObjectTitles {
  /// Where a title comes from.
  enum Title {
    /// One attribute.
    case attribute(String, slot: Int)
    case parts([Part])
  }

  /// A part of a title that is made of several.
  enum Part {
    case text(String)
    case object(ManagedObjectID)
  }

  private static let usual = ["name", "title", "label", "displayname", "fullname", "caption", "headline"]

  private let named: [Int]
  private let keys: [[EntityLayout.Slot]]
  private let texts: [Int]

  init(_ entity: EntityDescription) {
    let layout = entity.layout
    let texts = layout.attributes.indices.filter { layout.attributes[$0].attributeType == .string }
    named = Self.usual.compactMap { name in texts.first { layout.attributes[$0].name.lowercased() == name } }
    self.texts = texts.filter { !layout.attributes[$0].isOptional } + texts.filter { layout.attributes[$0].isOptional }
    var keys = entity.uniquenessConstraints
    var parent = entity.superentity
    while let entity = parent {
      keys += entity.uniquenessConstraints
      parent = entity.superentity
    }
    self.keys = keys.map { $0.compactMap { layout.slot(named: $0) } }
  }

  /// - Returns: `nil` if nothing of the object is a name.
  func title(of row: borrowing StoreRow) -> Title? {
    for slot in named {
      if let text = Self.string(row.attributes[slot]) { return .attribute(text, slot: slot) }
    }
    for key in keys {
      let parts = parts(of: key, row, withObjects: false)
      let hasText = key.contains {
        if case .attribute(let slot) = $0 { Self.string(row.attributes[slot]) != nil } else { false }
      }
      if hasText, !parts.isEmpty { return title(parts, of: key) }
    }
    for slot in texts {
      if let text = Self.string(row.attributes[slot]) { return .attribute(text, slot: slot) }
    }
    for key in keys {
      let parts = parts(of: key, row, withObjects: true)
      if !parts.isEmpty { return title(parts, of: key) }
    }
    return nil
  }

  /// The values of the first key, as they tell two objects of one name apart; `nil` if there is none.
  func keyText(of row: borrowing StoreRow) -> String? {
    for key in keys {
      let texts = parts(of: key, row, withObjects: false).compactMap {
        if case .text(let text) = $0 { text } else { nil }
      }
      if !texts.isEmpty { return texts.joined(separator: ", ") }
    }
    return nil
  }

  private func title(_ parts: [Part], of key: [EntityLayout.Slot]) -> Title {
    if parts.count == 1, key.count == 1, case .text(let text) = parts[0], case .attribute(let slot) = key[0] {
      return .attribute(text, slot: slot)
    }
    return .parts(parts)
  }

  private func parts(of key: [EntityLayout.Slot], _ row: borrowing StoreRow, withObjects: Bool) -> [Part] {
    var parts: [Part] = []
    for slot in key {
      switch slot {
      case .attribute(let slot): if let text = ValueWords.text(row.attributes[slot]) { parts.append(.text(text)) }
      case .toOne(let slot): if withObjects, let other = row.toOne[slot] { parts.append(.object(other)) }
      case .toMany, .fetched: break
      }
    }
    return parts
  }

  private static func string(_ value: AttributeValue) -> String? {
    if case .string(let text) = value, !ValueWords.isBlank(text) { text } else { nil }
  }
}
