extension VersionHashVectors {
  /// Published entities with few properties. The facts of a line are an entity's description and the hash in its app's store or
  /// compiled model.
  static let small: [Vector] = [
    Vector(
      "attr-required, type700",
      "Container",
      hash: "d921c6adfced13cdc0a36dc37272a3dbef6544d37ee64bb3f20a9e584e3c6062",
      properties: [
        attribute("containerName", 700)
      ]
    ),
    Vector(
      "type900",
      "Event",
      hash: "5431c046d30e7f32c2cc809958add1e7579ad104a3aa8fc4846e97d7af01cc79",
      properties: [
        attribute("timeStamp", 900, [.optional])
      ]
    ),
    Vector(
      "abstract, type700",
      "Location",
      isAbstract: true,
      hash: "461bb6b66b8c4611746a9e3c8070c28dc4e8f162e29340574a5cf81c36fce0f5",
      properties: [
        attribute("summary", 700, [.optional])
      ]
    ),
    Vector(
      "abstract, attr-required, type100",
      "Writer",
      isAbstract: true,
      hash: "d54efab5d39cb3f59df8018db5e4cb2912ced49ca0fdebb029a326cd70847b25",
      properties: [
        attribute("age", 100)
      ]
    ),
    Vector(
      "type700",
      "BasicEntity",
      hash: "01edbc6218e15d7fc33d90fb425b63041c1852a093ef4ffbf4a2edbd26a8195f",
      properties: [
        attribute("v1_1_0_name", 700, [.optional])
      ]
    ),
    Vector(
      "entity-versionHashModifier+uniq",
      "Codec",
      modifier: "13102",
      constraints: [["fourCharCodeName"]],
      hash: "63bb7d3bcc305552728d4e806dc8a1de4f384ff8017885b3faaeb50507d24f13",
      properties: [
        attribute("fourCharCodeName", 700)
      ]
    ),
    Vector(
      "attr-required, type1100, type1800",
      "OCKCDClock",
      hash: "e8e9af12b9612fc91c31b4b5dea307f606917d2376379e5fc2452af79fb5fa28",
      properties: [
        attribute("uuid", 1100),
        attribute("vectorClock", 1800),
      ]
    ),
    Vector(
      "rel-max1-min0, rel-noinverse, rule1",
      "Session",
      hash: "7412f6927c4020a553aa82c6a9d229eec6d5c18112f3739873d063d93b2235a4",
      properties: [
        relationship("selfUser", to: "User", [.optional])
      ]
    ),
    Vector(
      "type500, type900",
      "CPU",
      hash: "f3da1286d494c221c12d02b2db0b65ce671445987e6f596c3ae67354acb26120",
      properties: [
        attribute("date", 900, [.optional]),
        attribute("percentage", 500, [.optional]),
      ]
    ),
    Vector(
      "type200, type700",
      "EventLog",
      hash: "d71f3c0130e72f7a95238b8fb2ca415f7748f8b1a91d020c337ac8fd7029e7f8",
      properties: [
        attribute("count", 200, [.optional]),
        attribute("name", 700, [.optional]),
      ]
    ),
    Vector(
      "type800, type900",
      "Orientation",
      hash: "0be0e7b596e00052f70d8a8f91fd7c755da2ceb930688b457971b8769607e383",
      properties: [
        attribute("date", 900, [.optional]),
        attribute("isLandscape", 800, [.optional]),
      ]
    ),
    Vector(
      "rel-max1-min1, rel-required, rule1, type1800",
      "Image",
      hash: "9e36f1371d40fdb66b5350d5445f4ac7a01873f13a5ca61a56a6cd24b758942f",
      properties: [
        attribute("image", 1800, [.optional]),
        relationship("recipe", to: "Recipe", inverse: "image", min: 1),
      ]
    ),
    Vector(
      "attr-required, rel-max1-min0, rule1, type700, uniq1",
      "Item",
      constraints: [["name"]],
      hash: "683a2c663d51fe60fba4165feb790087bed871d837ba64e81eb1e8836428c2a5",
      properties: [
        relationship("craftingRecipe", to: "CraftingRecipe", inverse: "producedItem", [.optional]),
        attribute("name", 700),
      ]
    ),
    Vector(
      "attr-required, rel-max1-min0, ruleNone, type1800, type700",
      "Animal",
      hash: "cf95960111d5591b79f1efc5867eb9deb36c644507d8cf019a5b5b171694f94f",
      properties: [
        attribute("color", 1800, [.optional]),
        relationship("master", to: "Person", inverse: "pets", [.optional]),
        attribute("species", 700),
      ]
    ),
    Vector(
      "abstract, rel-max1-min1, ruleNullify, type700",
      "AbstractCollection",
      isAbstract: true,
      hash: "2dfadfde9f70b27e16f7b6de72310bdf0c52bafe3bba15ea509e7dcceeb8d43a",
      properties: [
        relationship("folder", to: "CollectionFolder", inverse: "subcollections", min: 1, [.optional]),
        attribute("name", 700, [.optional]),
      ]
    ),
    Vector(
      "case-order, type100, type300, type700",
      "FCTags",
      hash: "9c424d868b2207701f5fa29f99839ba944826ae97fa96078af25b0e5ae4864c9",
      properties: [
        attribute("tagName", 700, [.optional]),
        attribute("taggableID", 300, [.optional]),
        attribute("taggableType", 100, [.optional]),
      ]
    ),
    Vector(
      "attr-externalStorage, rel-max1-min0, ruleNullify, type1000",
      "Item_Photo",
      hash: "e69f2fdcffde56b3e54e39b6da4890ecbc708caed1800945c1596c34358192a5",
      properties: [
        attribute("data", 1000, [.optional, .externalStorage]),
        relationship("item", to: "Item", inverse: "photo", [.optional]),
      ]
    ),
    Vector(
      "type300, type700",
      "FCFlowMessageActions",
      hash: "1653e2ff9ce95be1cc48621e4545dab90655154021dd96407d3660924c4906b3",
      properties: [
        attribute("channelId", 300, [.optional]),
        attribute("conversationReferenceId", 700, [.optional]),
        attribute("flowStepId", 700, [.optional]),
      ]
    ),
    Vector(
      "rel-max0-min0, rule1, sub",
      "RKDummyEntity",
      superentityHash: "9a43d10ae76e91744ee6f057e69514ea574956485fedb13bc246e60ce971243a",
      hash: "ffacb66b61f37a968a594ea3c916c56cd1a0f3388f538a7acabe34a941ba6f1f",
      properties: [
        relationship("searchWords", to: "RKSearchWord", inverse: "searchableManagedObjects", max: 0, [.optional])
      ]
    ),
    Vector(
      "composite-enum",
      "GlobalSettings",
      hash: "5eca32326efc3c2680238d67444679d6fa574c9209449de15ce45a2fd9ee0729",
      properties: [
        attribute("defaultFilePositionPersistence", 800),
        composite("defaultImageFitMode", [attribute("defaultImageFitMode", 700, [.optional])]),
        attribute("defaultSlideshowInterval", 500),
      ]
    ),
    Vector(
      "attr-required, attr-transient, rel-max1-min0, rule1, type0, type100",
      "ButtonState",
      hash: "c305cff1fb19f39bbbdcba04c8548a2b400dacdae80d316e501e23d559ae6b5a",
      properties: [
        attribute("identifier", 0, [.optional, .transient]),
        relationship("message", to: "Message", inverse: "buttonStates", [.optional]),
        attribute("stateValue", 100),
      ]
    ),
    Vector(
      "rel-max0-min0, rel-required, rule2, type700, type900",
      "Post",
      hash: "304e1bb646c24daafd47abcf4b0e8c929dfe0e106a99fb8092da1efce1f1117c",
      properties: [
        attribute("date", 900, [.optional]),
        attribute("hexColor", 700, [.optional]),
        attribute("postID", 700, [.optional]),
        relationship("sections", to: "Section", inverse: "post", max: 0),
      ]
    ),
    Vector(
      "attr-required, rel-max1-min1, rel-noinverse, rel-required, rule1, type1800, type200, type800, uniq2",
      "Page",
      constraints: [["number", "book"]],
      hash: "5882e08dd7cd5b7dd6e53d6375e34ff6be4fd0825ee406002a06b5e6b062c2c4",
      properties: [
        relationship("book", to: "Book", min: 1),
        attribute("content", 1800),
        attribute("isBookmarked", 800),
        attribute("number", 200),
      ]
    ),
    Vector(
      "attr-required, rel-max1-min0, rel-required, rule3, type700",
      "OCKCDHealthKitLinkage",
      hash: "76c57d7f11ae6a5c76c5797e384c5228e127ee1c4d8183648370d03d1c5e4603",
      properties: [
        attribute("quantityIdentifier", 700),
        attribute("quantityType", 700),
        relationship("task", to: "OCKCDHealthKitTask", inverse: "healthKitLinkage"),
        attribute("unitString", 700),
      ]
    ),
    Vector(
      "rel-max1-min1, ruleNullify, type600, type700",
      "ImageThumbnail",
      hash: "c8ab373be322940441ef07fd9e58a56a27d3301098a2c3602df5f827c1bbf066",
      properties: [
        attribute("height", 600, [.optional]),
        relationship("image", to: "Image", inverse: "versions", min: 1, [.optional]),
        attribute("relativePath", 700, [.optional]),
        attribute("width", 600, [.optional]),
      ]
    ),
    Vector(
      "constraint-unsorted-attributes",
      "MessageProperties",
      constraints: [["tsID", "threadID"]],
      hash: "82542a26be26cfa537d79c1a6afda12049d64d1347c74b069599e905a42b78fa",
      properties: [
        attribute("properties", 1800, [.optional]),
        attribute("threadID", 700),
        attribute("tsID", 300),
      ]
    ),
    Vector(
      "entity-versionHashModifier+uniq",
      "Keyword",
      modifier: "11066",
      constraints: [["title"]],
      hash: "0b3bcaeecfecfa484497e75f6821c9dfb0963c9658a445fb2ae8f41b97c246bd",
      properties: [
        relationship("assetAttributes", to: "AdditionalAssetAttributes", inverse: "keywords", max: 0, [.optional]),
        attribute("shortcut", 700, [.optional]),
        attribute("title", 700, [.optional]),
        attribute("uuid", 700, [.optional, .preserved]),
      ]
    ),
    Vector(
      "abstract, abstract-sub, attr-required, sub, type1100, type900",
      "IDObject",
      isAbstract: true,
      superentityHash: "4c53986a2f763e818120dd5981b3bec224f4473cb6de5eec16ab57063f5dcb7a",
      hash: "62554451ed25ba86ace7d768892789e87c0d100af50bd6b34125e62a8de17012",
      properties: [
        attribute("datePrimitive", 900),
        attribute("day", 900),
        attribute("deviceID", 1100),
        attribute("hour", 900),
        attribute("installID", 1100),
        attribute("launchID", 1100),
        attribute("month", 900),
        attribute("week", 900),
      ]
    ),
    Vector(
      "two-constraints",
      "CachedGlucoseObject",
      constraints: [["uuid"], ["syncIdentifier"]],
      hash: "95166c02bee5c8e2b6b22dd0b262b6c6cb8af490789ca44994e083ec3faa665d",
      properties: [
        attribute("isDisplayOnly", 800),
        attribute("provenanceIdentifier", 700),
        attribute("startDate", 900),
        attribute("syncIdentifier", 700),
        attribute("syncVersion", 200),
        attribute("unitString", 700),
        attribute("uploadState", 200),
        attribute("uuid", 1100),
        attribute("value", 500),
      ]
    ),
    Vector(
      "rel-max0-min0, rel-max1-min1, ruleCascade, ruleNullify, sub, type700",
      "CollectionFolder",
      superentityHash: "2dfadfde9f70b27e16f7b6de72310bdf0c52bafe3bba15ea509e7dcceeb8d43a",
      hash: "c4dd68abe96e31fe321efa43240bc4429dd93d11dd4c51f7ba6f3f61e5285d4d",
      properties: [
        relationship("folder", to: "CollectionFolder", inverse: "subcollections", min: 1, [.optional]),
        attribute("name", 700, [.optional]),
        relationship("subcollections", to: "AbstractCollection", inverse: "folder", max: 0, [.optional]),
      ]
    ),
    Vector(
      "attr-required, fetched, rel-maxN-min0, rule2, sub, sub-uniq, type100, type700, uniq1",
      "Author",
      superentityHash: "d54efab5d39cb3f59df8018db5e4cb2912ced49ca0fdebb029a326cd70847b25",
      constraints: [["alias"]],
      hash: "a5af92dcedca236241e01baf51c0e97d806bcc3d28500abc6d03926d7e065b28",
      properties: [
        attribute("age", 100),
        attribute("alias", 700),
        relationship("books", to: "Book", inverse: "author", max: -1, [.optional]),
        fetched("favFeedbacks"),
        fetched("feedbacks"),
      ]
    ),
    Vector(
      "derived-keypath",
      "ManagedEventBase",
      hash: "896b777dc81a3183a8368dc4203034655e143574a4532d97d2697e8d52caa38b",
      properties: [
        relationship("chat", to: "ManagedChat", inverse: "events", [.optional]),
        derived("chatId", "chat.serverId"),
        attribute("createdAt", 900),
        attribute("eventId", 700, [.optional]),
        attribute("type", 700, [.optional]),
      ]
    ),
  ]
}
