import AttributeValues
import ObjectModel
import Testing

@Suite struct VersionHashTests {
  @Test(arguments: VersionHashVectors.all)
  func computesThePublishedHash(of vector: VersionHashVectors.Vector) throws {
    let builder = VectorBuilder()
    let entity = try builder.entity(for: vector)
    let hash = VersionHashing.hash(
      of: entity,
      properties: entity.properties,
      superentityHash: try vector.superentityHash.map { .established(try bytes(hexadecimal: $0)) }
    )
    #expect(hash == .established(try bytes(hexadecimal: vector.hash)))
    withExtendedLifetime(builder) {}
  }

  @Test func computesHashesOfAWholeModel() throws {
    let model = userModel()
    let user = try #require(model.entitiesByName["User"])
    #expect(
      user.versionHash.bytes
        == (try bytes(hexadecimal: "6b31f4e97b691d16c4c820bae55f89408d47013bd42151ecfde1eac7fe4be798"))
    )
    #expect(Set(model.entityVersionHashesByName.keys) == ["User"])
    #expect(model.entitiesWithOpenVersionHashes.isEmpty)
  }

  @Test func computesDigestAndChecksumOfPublishedHashes() throws {
    let hashes = [
      "Review": try bytes(hexadecimal: "80d523e9f308f36cf3f81d073279ccbf28a49769fbc9da1a4f5bf67032575d97")
    ]
    #expect(VersionHashing.digest(of: hashes).hasPrefix("scpyM5GKbw3yLBe2nFTsWJsvHz/k4kOjyH4O2UDCJjLeIyxQ"))
    #expect(VersionHashing.checksum(of: [:]) == "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=")
  }

  @Test func adoptsAHashOnlyWhereNoneCanBeComputed() throws {
    let model = userModel()
    let user = try #require(model.entitiesByName["User"])
    let adopted = [UInt8](repeating: 7, count: 32)
    model.adoptedVersionHashes = ["User": adopted]
    #expect(model.contradictedVersionHashes == ["User"])
    #expect(model.entityVersionHashesByName["User"] == user.versionHash.bytes)

    user.attributesByName["name"]?.isReadOnly = true
    #expect(model.versionHashesByEntityName["User"] == .adopted(adopted))
    #expect(model.contradictedVersionHashes.isEmpty)

    model.adoptedVersionHashes = [:]
    #expect(model.entitiesWithOpenVersionHashes == ["User": [.readOnlyAttribute(property: "name")]])
    #expect(model.versionChecksum == nil)
    #expect(model.versionHashesDigest == nil)
  }

  struct OpenCase: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var feature: OpenVersionHashFeature
    var prepare: @Sendable (EntityDescription) -> Void
  }

  static let openCases: [OpenCase] = [
    OpenCase(
      testDescription: "external storage with preservation",
      feature: .externalStorageWithPreservation(property: "picture")
    ) { entity in
      let picture = AttributeDescription(name: "picture", type: .binaryData)
      picture.allowsExternalBinaryDataStorage = true
      picture.preservesValueInHistoryOnDeletion = true
      entity.declaredProperties.append(picture)
    },
    OpenCase(testDescription: "name outside ASCII", feature: .nameOutsideASCII("größe")) { entity in
      entity.declaredProperties.append(AttributeDescription(name: "größe", type: .double))
    },
    OpenCase(
      testDescription: "canonical derivation",
      feature: .derivation(property: "key", expression: "canonical:(name)")
    ) { entity in
      entity.declaredProperties.append(
        DerivedAttributeDescription(name: "key", type: .string, derivationExpressionText: "canonical:(name)")
      )
    },
    OpenCase(testDescription: "edited composite", feature: .editedComposite(property: "size")) { entity in
      let size = CompositeAttributeDescription(name: "size", elements: [])
      size.isMadeByModelEditor = true
      entity.declaredProperties.append(size)
    },
    OpenCase(testDescription: "constraint prefix", feature: .constraintPrefix("name")) { entity in
      entity.uniquenessConstraints = [["name", "country"], ["name"]]
    },
    OpenCase(testDescription: "missing destination", feature: .missingDestination(property: "group")) { entity in
      entity.declaredProperties.append(RelationshipDescription(name: "group"))
    },
  ]

  @Test(arguments: openCases)
  func neverGuessesAHash(_ example: OpenCase) {
    let entity = EntityDescription(name: "Breed")
    example.prepare(entity)
    #expect(entity.versionHash == .open([example.feature]))
    #expect(entity.versionHash.bytes == nil)
  }

  @Test func computesAChildsHashFromAnAdoptedParent() throws {
    let parent = EntityDescription(name: "Parent")
    let name = AttributeDescription(name: "name", type: .string)
    name.isReadOnly = true
    name.isTransient = true
    parent.versionHashModifier = "ü"
    parent.declaredProperties = [name]
    let child = EntityDescription(name: "Child")
    parent.subentities = [child]
    let model = ManagedObjectModel(entities: [parent, child])
    #expect(model.versionHashesByEntityName["Child"] == .open([.superentity("Parent")]))
    model.adoptedVersionHashes["Parent"] = [UInt8](repeating: 1, count: 32)
    #expect(model.entityVersionHashesByName.count == 2)
    guard case .established = model.versionHashesByEntityName["Child"] else {
      Issue.record("The child's hash can be computed from its parent's.")
      return
    }
  }

  private func userModel() -> ManagedObjectModel {
    let name = AttributeDescription(name: "name", type: .string)
    name.isOptional = false
    let petName = AttributeDescription(name: "petName", type: .string)
    let user = EntityDescription(name: "User")
    user.declaredProperties = [petName, name]
    return ManagedObjectModel(entities: [user])
  }
}

/// The bytes of a text of hexadecimal digits.
func bytes(hexadecimal text: String) throws -> [UInt8] {
  let digits = try text.map { try #require($0.hexDigitValue) }
  return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}
