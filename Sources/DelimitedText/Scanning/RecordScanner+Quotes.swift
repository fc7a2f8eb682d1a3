// What quotes mean that stand where none should.
extension RecordScanner {
  /// What a quote inside a quoted field is when no field can end after it.
  enum Stray {
    /// The field was closed; text follows up to the next delimiter.
    case closing
    /// A quote that should have been doubled.
    case literal
    /// The opening quote of another field: it is the quote before that is wrong.
    case opening
    case needsMore
  }

  /// Decides what a quote inside a quoted field is by what stands before it and by the next quote on its line.
  func stray(
    _ window: Window,
    at offset: Int,
    opening: Int,
    cursor: Int,
    cursorLimit: Int,
    isFinal: Bool
  ) -> Stray {
    if fieldStarts(window, at: offset, after: opening) { return .opening }
    var cursor = cursor
    while cursor < cursorLimit {
      let next = Int(window.specials[cursor])
      cursor += 1
      let byte = window.text[next]
      if byte == quote {
        return fieldStarts(window, at: next, after: offset) ? .closing : .literal
      }
      if byte == 0x0A || byte == 0x0D {
        let length = lineBreakLength(window, at: next)
        if length != 0 { return length < 0 ? .needsMore : .closing }
      }
    }
    return isFinal ? .closing : .needsMore
  }

  /// Whether the quotes that end with the one at `offset` stand where a field can start; they stand after `floor`.
  private func fieldStarts(_ window: Window, at offset: Int, after floor: Int) -> Bool {
    var first = offset
    while first - 1 > floor && window.text[first - 1] == quote { first -= 1 }
    if skipsInitialSpace {
      while first - 1 > floor && window.text[first - 1] == 0x20 { first -= 1 }
    }
    guard first - 1 > floor else { return false }
    let before = window.text[first - 1]
    if before == 0x0A || before == 0x0D { return true }
    return delimiterCount > 0 && first - delimiterCount > floor
      && matches(dialect.delimiter, window, at: first - delimiterCount)
  }
}
