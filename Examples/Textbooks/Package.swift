// swift-tools-version: 6.0
import PackageDescription

// The applications that the textbooks teach Core Data with, as command-line programs. `./run` builds them and compares what they print.
let applications = ["Events", "Colors", "Homepwner", "Photographers"]

let package = Package(
  name: "Textbooks",
  dependencies: [.package(name: "Studbook", path: "../..")],
  targets: applications.map { name in
    .executableTarget(
      name: name,
      dependencies: [.product(name: "Studbook", package: "Studbook")],
      resources: [.copy("\(name).xcdatamodeld")]
    )
  } + [.executableTarget(name: "DogBreeds", dependencies: [.product(name: "Studbook", package: "Studbook")])]
)
