internal import CLibXML2

/// How much text a document's entities have added, and how much they may.
struct EntityBudget {
  /// The most bytes that entities may add.
  let limit: Int
  private var used = 0
  /// Memory for values whose references are resolved.
  private var text: [UInt8] = []

  init(limit: Int) { self.limit = limit }

  /// Counts text that comes from an entity.
  ///
  /// - Returns: `false` if it is too much.
  mutating func spend(_ count: Int) -> Bool {
    used &+= count
    return used <= limit
  }

  /// Calls `body` with an attribute's value, whose references are resolved.
  ///
  /// - Returns: `false` if the entities in it are too long; what fits is then its value.
  mutating func resolve(
    _ value: UnsafeBufferPointer<UInt8>,
    _ parser: xmlParserCtxtPtr,
    _ body: (UnsafeBufferPointer<UInt8>) -> Void
  ) -> Bool {
    text.removeAll(keepingCapacity: true)
    let hasRoom = EntityText.append(value, parser: parser, room: value.count + limit - used, to: &text)
    used += max(0, text.count - value.count)
    text.withUnsafeBufferPointer(body)
    return hasRoom
  }
}
