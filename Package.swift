// swift-tools-version: 6.2
import PackageDescription

// The targets stand in the order of their layers, lowest first: a target imports only what stands above it in
// this file. ARCHITECTURE.md draws the map and says why each dependency is here.
let package = Package(
  name: "Studbook",
  products: [
    .executable(name: "studbook", targets: ["studbook"]),
    .plugin(name: "StudbookBuild", targets: ["StudbookBuild"]),
    // What an application needs that keeps objects in stores.
    .library(
      name: "Studbook",
      targets: [
        "CoreDataNames", "SQLiteStore", "AtomicStores", "ManagedObjects", "ModelReading", "ObjectModel",
        "PredicateLanguage",
        "AttributeValues", "Findings",
      ]
    ),
    // A product holds every module that its clients import: also those whose types stand in its signatures.
    .library(name: "DelimitedText", targets: ["DelimitedText", "TextInput", "Findings"]),
    .library(name: "MarkupText", targets: ["MarkupText", "TextInput", "Findings"]),
    .library(name: "JSONText", targets: ["JSONText", "TextInput", "Findings"]),
    .library(name: "Worksheets", targets: ["Worksheets", "PackedSources", "Findings"]),
    .library(name: "PackedSources", targets: ["PackedSources", "TextInput"]),
    .library(name: "PredicateLanguage", targets: ["PredicateLanguage", "AttributeValues"]),
    .library(
      name: "ModelReading",
      targets: ["ModelReading", "ObjectModel", "PredicateLanguage", "AttributeValues", "Findings"]
    ),
    .library(
      name: "ManagedObjects",
      targets: ["ManagedObjects", "ObjectModel", "PredicateLanguage", "AttributeValues", "Findings"]
    ),
    .library(
      name: "SQLiteStore",
      targets: ["SQLiteStore", "ManagedObjects", "ObjectModel", "PredicateLanguage", "AttributeValues", "Findings"]
    ),
    .library(
      name: "AtomicStores",
      targets: ["AtomicStores", "ManagedObjects", "ObjectModel", "PredicateLanguage", "AttributeValues", "Findings"]
    ),
    .library(
      name: "ImportPipeline",
      targets: [
        "ImportPipeline", "DelimitedText", "MarkupText", "JSONText", "Worksheets", "PackedSources", "TextInput",
        "SQLiteStore", "ManagedObjects", "ModelReading", "ObjectModel", "PredicateLanguage", "AttributeValues",
        "Findings",
      ]
    ),
    // For the package's own tests: made dynamic, so that it can be loaded into the tool.
    .library(name: "SystemFaults", type: .dynamic, targets: ["SystemFaults"]),
  ],
  traits: [
    .trait(
      name: "SwiftDataSources",
      description: "Reads SwiftData's models from their Swift sources; needs swift-syntax."
    )
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.1.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.0.0"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
    // Of the trait SwiftDataSources alone: without it nobody fetches or builds it.
    .package(url: "https://github.com/swiftlang/swift-syntax", "602.0.0"..<"604.0.0"),
  ],
  targets: [
    // MARK: System libraries
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CLibCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CLinux"),
    // Calls of libvips, which is loaded at run time: C, because they take lists of arguments of any length.
    .target(name: "CImageLibrary"),
    // The same of libcurl.
    .target(name: "CTransferLibrary"),

    // MARK: The lowest layers
    .target(name: "SystemErrors", dependencies: ["CLinux"]),
    .target(name: "Digests", dependencies: ["CLibCrypto"]),
    .target(name: "Signatures", dependencies: ["CLibCrypto"]),
    // The pages of docs/rules, as bytes in the program: a C target, because Swift compilers are slow with long lists of bytes.
    .target(name: "RulePages"),
    .target(name: "Findings", dependencies: ["RulePages"]),
    .target(name: "AttributeValues"),
    .target(name: "PropertyLists"),
    .target(name: "Downloads", dependencies: ["CTransferLibrary"]),
    .target(name: "ImageFiles"),
    .target(name: "ImageFitting", dependencies: ["ImageFiles", "CImageLibrary"]),
    .target(name: "PredicateLanguage", dependencies: ["AttributeValues", "Findings"]),
    .target(name: "SQLiteAccess", dependencies: ["CSQLite", "SystemErrors"]),
    .target(name: "SealedPages", dependencies: ["SystemErrors"]),
    .target(name: "TextInput", dependencies: ["Findings"]),
    .target(name: "DelimitedText", dependencies: ["Findings", "TextInput"]),
    .target(name: "MarkupText", dependencies: ["Findings", "TextInput", "CLibXML2"]),
    .target(name: "JSONText", dependencies: ["Findings", "TextInput"]),
    .target(name: "PackedSources", dependencies: ["TextInput", "CZlib"]),
    .target(name: "Worksheets", dependencies: ["Findings", "TextInput", "MarkupText", "PackedSources"]),
    .target(name: "ReleasePacks", dependencies: ["SystemErrors", "Digests", "TextInput", "PackedSources", "CZlib"]),

    // MARK: The model
    .target(
      name: "ObjectModel",
      dependencies: [
        "AttributeValues", "PredicateLanguage", "Findings", "Digests",
      ]
    ),
    .target(
      name: "CompiledModels",
      dependencies: [
        "ObjectModel", "PredicateLanguage", "AttributeValues", "PropertyLists", "SQLiteAccess", "CZlib", "SystemErrors",
      ]
    ),
    // Empty without its trait.
    .target(
      name: "SwiftDataSources",
      dependencies: [
        "ObjectModel", "AttributeValues", "Findings",
        .product(name: "SwiftSyntax", package: "swift-syntax", condition: .when(traits: ["SwiftDataSources"])),
        .product(name: "SwiftParser", package: "swift-syntax", condition: .when(traits: ["SwiftDataSources"])),
        .product(
          name: "SwiftParserDiagnostics",
          package: "swift-syntax",
          condition: .when(traits: ["SwiftDataSources"])
        ),
      ]
    ),
    .target(
      name: "ModelReading",
      dependencies: [
        "ObjectModel", "PredicateLanguage", "AttributeValues", "MarkupText", "Findings", "CompiledModels",
        "SwiftDataSources", "PropertyLists", "SQLiteAccess", "SystemErrors",
      ]
    ),

    .target(name: "ModelDiagrams", dependencies: ["ObjectModel", "AttributeValues"]),
    .target(name: "ClassGeneration", dependencies: ["ObjectModel", "AttributeValues", "SystemErrors"]),

    // MARK: The persistence stack
    .target(
      name: "ManagedObjects",
      dependencies: [
        "ObjectModel", "PredicateLanguage", "AttributeValues", "PropertyLists", "Findings", "SystemErrors",
      ]
    ),
    .target(
      name: "AtomicStores",
      dependencies: [
        "ManagedObjects", "ObjectModel", "PredicateLanguage", "AttributeValues", "MarkupText", "PropertyLists",
        "CompiledModels", "Findings", "SystemErrors",
      ]
    ),
    .target(
      name: "CoreDataNames",
      dependencies: [
        "SQLiteStore", "AtomicStores", "ManagedObjects", "ModelReading", "ObjectModel", "PredicateLanguage",
        "AttributeValues",
      ]
    ),
    .target(
      name: "SQLiteStore",
      dependencies: [
        "ManagedObjects", "ObjectModel", "PredicateLanguage", "AttributeValues", "SQLiteAccess", "SealedPages",
        "PropertyLists", "CompiledModels", "Findings", "SystemErrors", "Digests",
      ]
    ),

    // MARK: Import, publishing, reports
    .target(
      name: "ImportPipeline",
      dependencies: [
        "TextInput", "DelimitedText", "MarkupText", "JSONText", "PackedSources", "Worksheets", "ObjectModel",
        "PredicateLanguage", "AttributeValues", "ManagedObjects", "Findings", "SystemErrors",
        "Digests", "ImageFiles", "ImageFitting",
        .product(name: "Yams", package: "Yams"),
        .product(name: "OrderedCollections", package: "swift-collections"),
      ]
    ),
    .target(
      name: "ReferenceExport",
      dependencies: [
        "ObjectModel", "PredicateLanguage", "AttributeValues", "ManagedObjects", "SQLiteStore", "SQLiteAccess",
        "SealedPages", "Findings", "SystemErrors", "Digests", "Signatures",
      ]
    ),
    .target(
      name: "StoreComparison",
      dependencies: ["ManagedObjects", "ObjectModel", "AttributeValues", "SealedPages"]
    ),
    .target(name: "Reports", dependencies: ["Findings"]),

    // MARK: Drafts
    .target(
      name: "RecipeDrafting",
      dependencies: [
        "ImportPipeline", "MarkupText", "JSONText", "PackedSources", "Worksheets", "ObjectModel", "ModelReading",
        "AttributeValues", "Findings", "SystemErrors",
      ]
    ),

    // MARK: The desk
    .target(
      name: "Desk",
      dependencies: [
        "ImportPipeline", "DelimitedText", "MarkupText", "JSONText", "Worksheets", "TextInput", "ObjectModel",
        "ManagedObjects", "SQLiteStore", "PredicateLanguage", "StoreComparison", "ModelDiagrams", "Reports",
        "AttributeValues", "Findings", "Digests", "SystemErrors",
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ]
    ),

    // MARK: The site
    .target(
      name: "ReferenceSite",
      dependencies: [
        "ManagedObjects", "ObjectModel", "AttributeValues", "ImageFiles", "Digests", "SystemErrors",
        .product(name: "Mustache", package: "swift-mustache"),
      ]
    ),

    // MARK: The tool
    .executableTarget(
      name: "studbook",
      dependencies: [
        "SystemErrors", "Findings", "AttributeValues", "PredicateLanguage", "SQLiteAccess", "SealedPages", "TextInput",
        "DelimitedText",
        "MarkupText", "JSONText", "PackedSources", "Worksheets", "ObjectModel", "ClassGeneration", "CompiledModels",
        "ModelReading",
        "ManagedObjects",
        "SQLiteStore", "AtomicStores", "ImportPipeline", "RecipeDrafting", "ReferenceExport", "StoreComparison",
        "ModelDiagrams", "Reports", "Signatures", "ReleasePacks", "Desk",
        "Digests", "Downloads", "ImageFiles", "ReferenceSite",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]
    ),

    // `swift package studbook-build`, for packages that depend on this one. It has the tool built when it runs: as a dependency, the tool with
    // all its targets would be built a second time, for the host, in every build of this package.
    .plugin(
      name: "StudbookBuild",
      capability: .command(
        intent: .custom(verb: "studbook-build", description: "Build the reference files of the package's recipes."),
        permissions: [.writeToPackageDirectory(reason: "It publishes the reference files, with their reports.")]
      )
    ),

    // MARK: Benchmarks
    .target(name: "BenchmarkSupport", path: "Benchmarks/Support", exclude: ["measuring.py", "verdicts.py"]),
    .executableTarget(name: "import-benchmark", dependencies: ["BenchmarkSupport"], path: "Benchmarks/ImportBenchmark"),
    .target(name: "CObjectPeer", dependencies: ["CSQLite"], path: "Benchmarks/CObjectPeer"),
    .executableTarget(
      name: "object-benchmark",
      dependencies: [
        "BenchmarkSupport", "CObjectPeer", "ImportPipeline", "ModelReading", "SQLiteStore", "ManagedObjects",
        "Findings", "ObjectModel", "PredicateLanguage", "AttributeValues",
      ],
      path: "Benchmarks/ObjectBenchmark"
    ),
    .executableTarget(
      name: "reader-benchmark",
      dependencies: ["DelimitedText", "TextInput"],
      path: "Benchmarks/Readers",
      exclude: ["compare.py", "make-data.py", "state-machine.c"]
    ),
    .executableTarget(
      name: "sealing-benchmark",
      dependencies: ["BenchmarkSupport", "SealedPages", "SQLiteAccess"],
      path: "Benchmarks/SealingBenchmark"
    ),
    .executableTarget(
      name: "markup-benchmark",
      dependencies: ["BenchmarkSupport", "MarkupText"],
      path: "Benchmarks/MarkupBenchmark"
    ),
    .executableTarget(name: "markup-peer", dependencies: ["CLibXML2"], path: "Benchmarks/MarkupPeer"),

    // MARK: Tests, one target per target
    .target(
      name: "TestSupport",
      dependencies: ["ObjectModel", "AttributeValues", "PropertyLists", "SQLiteAccess", "Findings", "CZlib"],
      path: "Tests/TestSupport"
    ),
    // What every store has to do, as test cases that the tests of each store run.
    .target(
      name: "StoreConformance",
      dependencies: ["ManagedObjects", "ObjectModel", "PredicateLanguage", "AttributeValues"],
      path: "Tests/StoreConformance"
    ),
    // Random cases for the whole import, and a plain importer that says what has to come of them.
    .target(
      name: "ImportMatrix",
      dependencies: [
        "ImportPipeline", "ReferenceExport", "SQLiteStore", "ManagedObjects", "ModelReading", "ObjectModel",
        "AttributeValues", "Findings", "TestSupport",
      ],
      path: "Tests/ImportMatrix"
    ),
    // System calls that fail, and what has to come of it. The library is loaded into the tool; nothing links to it.
    .target(name: "SystemFaults", path: "Tests/SystemFaults"),
    .target(
      name: "FaultSweep",
      dependencies: ["ManagedObjects", "ModelReading", "SQLiteStore", "TestSupport"],
      path: "Tests/FaultSweep"
    ),
    .executableTarget(
      name: "fault-sweep",
      dependencies: ["FaultSweep", .product(name: "ArgumentParser", package: "swift-argument-parser")],
      path: "Tests/FaultSweepRun"
    ),
    .executableTarget(
      name: "import-matrix",
      dependencies: ["ImportMatrix", .product(name: "ArgumentParser", package: "swift-argument-parser")],
      path: "Tests/ImportMatrixRun"
    ),
    .testTarget(name: "FaultSweepTests", dependencies: ["FaultSweep", "TestSupport", "studbook"]),
    .testTarget(
      name: "ImportMatrixTests",
      dependencies: ["ImportMatrix", "AttributeValues", "TestSupport", "studbook"]
    ),
    .testTarget(name: "FindingsTests", dependencies: ["Findings", "SystemErrors", "TestSupport"]),
    .testTarget(name: "DigestsTests", dependencies: ["Digests"]),
    .testTarget(name: "ImageFilesTests", dependencies: ["ImageFiles", "ImageFitting", "TestSupport"]),
    .testTarget(name: "SignaturesTests", dependencies: ["Signatures", "TestSupport"]),
    .testTarget(name: "AttributeValuesTests", dependencies: ["AttributeValues"]),
    .testTarget(name: "PropertyListsTests", dependencies: ["PropertyLists", "TestSupport"]),
    .testTarget(name: "PredicateLanguageTests", dependencies: ["PredicateLanguage", "AttributeValues", "TestSupport"]),
    .testTarget(name: "SQLiteAccessTests", dependencies: ["SQLiteAccess", "TestSupport"]),
    .testTarget(
      name: "SealedPagesTests",
      dependencies: ["SealedPages", "SQLiteStore", "SQLiteAccess", "SystemErrors", "TestSupport"]
    ),
    .testTarget(name: "TextInputTests", dependencies: ["TextInput", "Findings"]),
    .testTarget(
      name: "DelimitedTextTests",
      dependencies: ["DelimitedText", "TextInput", "Findings", "TestSupport"],
      exclude: ["Fixtures"]
    ),
    .testTarget(name: "PackedSourcesTests", dependencies: ["PackedSources", "TestSupport"]),
    .testTarget(name: "MarkupTextTests", dependencies: ["MarkupText", "TextInput", "Findings", "TestSupport"]),
    .testTarget(
      name: "WorksheetsTests",
      dependencies: ["Worksheets", "PackedSources", "Findings", "TestSupport"]
    ),
    .testTarget(name: "JSONTextTests", dependencies: ["JSONText", "TextInput", "Findings", "TestSupport"]),
    .testTarget(
      name: "ObjectModelTests",
      dependencies: ["ObjectModel", "AttributeValues", "PredicateLanguage", "TestSupport"],
      exclude: ["Fixtures"]
    ),
    .testTarget(
      name: "CompiledModelsTests",
      dependencies: [
        "CompiledModels", "ModelReading", "ObjectModel", "PropertyLists", "AttributeValues", "SQLiteAccess",
        "TestSupport",
      ]
    ),
    .testTarget(
      name: "ModelDiagramsTests",
      dependencies: ["ModelDiagrams", "ModelReading", "ObjectModel", "TestSupport"]
    ),
    .testTarget(
      name: "ModelReadingTests",
      dependencies: ["ModelReading", "ObjectModel", "AttributeValues", "Findings", "TestSupport"]
    ),
    .testTarget(
      name: "SwiftDataSourcesTests",
      dependencies: [
        "SwiftDataSources", "ModelReading", "ObjectModel", "AttributeValues", "Findings", "SQLiteAccess", "studbook",
        "TestSupport",
      ]
    ),
    .testTarget(
      name: "ClassGenerationTests",
      dependencies: [
        "ClassGeneration", "ModelReading", "ManagedObjects", "ObjectModel", "AttributeValues", "TestSupport",
      ],
      exclude: ["Kennel.xcdatamodel"]
    ),
    .testTarget(
      name: "ManagedObjectsTests",
      dependencies: [
        "ManagedObjects", "ObjectModel", "PredicateLanguage", "AttributeValues", "PropertyLists", "StoreConformance",
        "TestSupport",
      ]
    ),
    .testTarget(
      name: "SQLiteStoreTests",
      dependencies: [
        "SQLiteStore", "ManagedObjects", "ModelReading", "ObjectModel", "PredicateLanguage", "AttributeValues",
        "SQLiteAccess", "SealedPages", "SystemErrors", "PropertyLists", "CompiledModels", "Findings",
        "StoreConformance",
        "TestSupport",
      ]
    ),
    .testTarget(
      name: "AtomicStoresTests",
      dependencies: [
        "AtomicStores", "SQLiteStore", "ManagedObjects", "ObjectModel", "AttributeValues", "PropertyLists",
        "SystemErrors", "StoreConformance", "TestSupport",
      ]
    ),
    .testTarget(
      name: "ImportPipelineTests",
      dependencies: [
        "ImportPipeline", "ModelReading", "ManagedObjects", "SQLiteStore", "SQLiteAccess", "SealedPages", "ObjectModel",
        "AttributeValues", "Findings", "TextInput", "DelimitedText", "MarkupText", "PredicateLanguage", "Reports",
        "ImportMatrix", "StoreConformance", "ImageFiles", "ImageFitting", "TestSupport",
      ]
    ),
    .testTarget(
      name: "ReferenceExportTests",
      dependencies: [
        "ReferenceExport", "ManagedObjects", "SQLiteStore", "SQLiteAccess", "ModelReading", "ObjectModel",
        "AttributeValues", "Findings", "TestSupport",
      ]
    ),
    .testTarget(
      name: "StoreComparisonTests",
      dependencies: [
        "StoreComparison", "SQLiteStore", "AtomicStores", "ManagedObjects", "ModelReading", "ObjectModel",
        "AttributeValues", "TestSupport",
      ]
    ),
    .testTarget(
      name: "RecipeDraftingTests",
      dependencies: [
        "RecipeDrafting", "ImportPipeline", "ModelReading", "ObjectModel", "AttributeValues", "Findings", "TestSupport",
      ]
    ),
    .testTarget(
      name: "DeskTests",
      dependencies: [
        "Desk", "studbook", "ImportPipeline", "ModelReading", "ManagedObjects", "SQLiteStore", "ObjectModel", "Reports",
        "AttributeValues", "Findings", "TestSupport",
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ]
    ),
    // Whole apps as textbooks build them, over the persistence stack.
    .testTarget(
      name: "TextbookTests",
      dependencies: [
        "ManagedObjects", "SQLiteStore", "ObjectModel", "PredicateLanguage", "AttributeValues", "TestSupport",
      ]
    ),
    // The examples of the public types, which stand in their documentation, too. They see what a client of the package sees.
    .testTarget(
      name: "ExampleTests",
      dependencies: [
        "ImportPipeline", "CoreDataNames", "SQLiteStore", "AtomicStores", "ManagedObjects", "ModelReading",
        "ObjectModel",
        "PredicateLanguage",
        "AttributeValues", "DelimitedText", "MarkupText", "JSONText", "Worksheets", "PackedSources", "TextInput",
        "Findings",
        "TestSupport",
      ],
      packageAccess: false
    ),
    .testTarget(
      name: "ReleasePacksTests",
      dependencies: ["ReleasePacks", "Digests", "PackedSources", "SQLiteAccess", "TestSupport"]
    ),
    // Examples/ReferenceUpdate.swift, compiled with stand-ins for what it uses of Apple's frameworks.
    // They have names of their own: a module named CryptoKit would be found by every package that asks whether there is one.
    .target(
      name: "CompressionStandIn",
      dependencies: ["PackedSources"],
      path: "Tests/AppleStandIns/Compression"
    ),
    .target(name: "CryptoKitStandIn", dependencies: ["Digests"], path: "Tests/AppleStandIns/CryptoKit"),
    .target(
      name: "ReferenceUpdate",
      dependencies: ["CompressionStandIn", "CryptoKitStandIn"],
      path: "Examples",
      exclude: ["ReferenceStore.swift", "DogBreedsApp.swift", "Textbooks"],
      sources: ["ReferenceUpdate.swift"],
      swiftSettings: [
        .unsafeFlags([
          "-module-alias", "CryptoKit=CryptoKitStandIn", "-module-alias", "Compression=CompressionStandIn",
        ])
      ]
    ),
    .testTarget(
      name: "ReferenceUpdateTests",
      dependencies: ["ReferenceUpdate", "ReleasePacks", "Digests", "TestSupport"]
    ),
    .testTarget(name: "ReportsTests", dependencies: ["Reports", "Findings", "TestSupport"]),
    .testTarget(
      name: "studbookTests",
      dependencies: [
        "studbook", "SQLiteStore", "SQLiteAccess", "ManagedObjects", "ModelReading", "ObjectModel", "PropertyLists",
        "PredicateLanguage", "AttributeValues", "ImportPipeline", "ClassGeneration", "DelimitedText", "MarkupText",
        "JSONText", "Findings", "Reports", "ReleasePacks", "ImageFitting", "ImageFiles", "TestSupport",
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ],
      exclude: ["Fixtures"]
    ),
  ],
  swiftLanguageModes: [.v6]
)

// Fuzz/run builds the fuzzer with STUDBOOK_FUZZ=1; it can be linked only together with libFuzzer.
if Context.environment["STUDBOOK_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "fuzz",
      dependencies: [
        "TextInput", "DelimitedText", "MarkupText", "JSONText", "Worksheets", "PackedSources", "ImportPipeline",
        "PredicateLanguage", "PropertyLists", "SealedPages", "SQLiteStore", "SQLiteAccess", "AtomicStores",
        "ManagedObjects", "ModelReading", "CompiledModels", "ObjectModel", "AttributeValues", "Reports", "Findings",
        "ReleasePacks", "Digests", "TestSupport",
      ],
      path: "Fuzz",
      exclude: ["Corpus", "Seeds", "coverage", "minimise", "run", "subjects"]
    )
  )
}

// `make swift-data` builds one target's tests alone: a trait is a setting of every target, so all would be built anew for it.
if let tests = Context.environment["STUDBOOK_ONLY_TESTS"] {
  package.targets.removeAll { $0.type == .test && $0.name != tests }
}

// CI builds with STUDBOOK_STRICT=1; a newer compiler's new warnings do not break anybody else's build.
let strictness: [SwiftSetting] =
  Context.environment["STUDBOOK_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]

for target in package.targets where ![.system, .plugin].contains(target.type) {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
    ] + strictness
}
