extension CodingUserInfoKey {
  /// The coordinator whose stores a decoder finds the objects in that IDs name.
  public static let persistentStoreCoordinator = CodingUserInfoKey(rawValue: "Studbook.persistentStoreCoordinator")!
}

extension ManagedObjectID: Codable {
  /// Encodes the ID as its URI, a text: `"x-coredata://UUID/Breed/p3"`.
  ///
  /// - Throws: `EncodingError.invalidValue` for a temporary ID, which nobody could find again.
  public func encode(to encoder: any Encoder) throws {
    guard !isTemporaryID else {
      let reason =
        "The ID \(self) is temporary; the object has to be saved, or its ID obtained, before the ID is encoded."
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(codingPath: encoder.codingPath, debugDescription: reason)
      )
    }
    var container = encoder.singleValueContainer()
    try container.encode(uriRepresentation())
  }

  /// Decodes the ID that a URI names, in the coordinator that the decoder's `userInfo` has for `persistentStoreCoordinator`.
  ///
  /// Whether the object is still there is not looked at. Keep the URI itself, a `String`, where no coordinator is at hand.
  ///
  /// - Throws: `DecodingError.dataCorrupted` without a coordinator, and for a text that names no store or entity of it.
  public init(from decoder: any Decoder) throws {
    let uri = try decoder.singleValueContainer().decode(String.self)
    func corrupted(_ reason: String) -> DecodingError {
      .dataCorrupted(DecodingError.Context(codingPath: decoder.codingPath, debugDescription: reason))
    }
    guard let coordinator = decoder.userInfo[.persistentStoreCoordinator] as? PersistentStoreCoordinator else {
      throw corrupted("An ID is decoded with a coordinator: set the decoder's userInfo[.persistentStoreCoordinator].")
    }
    guard let objectID = coordinator.managedObjectID(forURIRepresentation: uri) else {
      throw corrupted("No store of the coordinator has the object \(uri).")
    }
    self = objectID
  }
}
