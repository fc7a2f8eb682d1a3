internal import AttributeValues

/// The values of a changed object as they were when it was read or last saved; kept for `changedValues()`, rollback and conflicts.
final class ObjectSnapshot {
  let attributes: [AttributeValue]
  let toOne: [ToOneReference]

  init(attributes: [AttributeValue], toOne: [ToOneReference]) {
    self.attributes = attributes
    self.toOne = toOne
  }
}
