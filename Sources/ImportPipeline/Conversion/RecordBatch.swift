internal import AttributeValues
internal import Findings

/// Some hundred records of one source, converted: whole values on their way from the reading thread to the one that owns the context.
struct RecordBatch: Sendable {
  /// What has become of a record so far.
  enum State: Sendable, Equatable {
    /// Ready to become an object.
    case ready
    /// Rejected, with findings.
    case rejected
    /// Left out on purpose, without an error.
    case skipped
  }

  /// A record that stands for something else than one value per attribute and relationship.
  struct Extras: Sendable {
    /// The keys of all objects that the record speaks of, when a lookup gave several.
    var keys: [AttributeValue]?
    /// The values that name the objects of to-many relationships, by the plan's relationship number.
    var members: [Int: [AttributeValue]] = [:]
    /// What is wrong with the record already.
    var faults = RecordProblems()
  }

  let attributeCount: Int
  let relationshipCount: Int
  /// Each record's number in its source, from 1.
  var numbers: [Int] = []
  var states: [State] = []
  /// The attributes' values in the order of the plan, record after record; `.null` where there is no value.
  var values: [AttributeValue] = []
  /// The values that name the objects of to-one relationships, in the order of the plan's relationships, record after record.
  var references: [AttributeValue] = []
  /// By the record's place in the batch.
  var extras: [Int: Extras] = [:]
  /// Findings with the record's place in the batch; -1 for findings about the source as a whole.
  var findings: [(record: Int, finding: Finding)] = []
  var places: PlaceArena
  /// How many bytes of the source have been read when the batch was finished.
  var bytesRead = 0

  init(attributeCount: Int, relationshipCount: Int, capacity: Int, places: PlaceArena) {
    self.attributeCount = attributeCount
    self.relationshipCount = relationshipCount
    self.places = places
    numbers.reserveCapacity(capacity)
    states.reserveCapacity(capacity)
    values.reserveCapacity(capacity * attributeCount)
    references.reserveCapacity(capacity * relationshipCount)
  }

  var count: Int { numbers.count }

  /// The values of a record, in the order of the plan's attributes.
  func values(of record: Int) -> ArraySlice<AttributeValue> {
    values[record * attributeCount..<(record + 1) * attributeCount]
  }
}
