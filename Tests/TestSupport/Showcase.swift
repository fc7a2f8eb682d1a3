internal import Foundation

/// The showcase's inputs, for tests that change them.
public enum Showcase {
  /// The recipe's file name.
  public static let recipe = "DogBreeds.recipe.yml"
  /// The file of the breeds.
  public static let breeds = "akc-breeds.csv"

  /// Copies the inputs into a folder of their own.
  ///
  /// - Parameter count: How many breeds to add, so that a build takes a while.
  public static func inputs(addingBreeds count: Int = 0) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let inputs = Package.path("Inputs")
    for name in try FileManager.default.contentsOfDirectory(atPath: inputs) {
      try FileManager.default.copyItem(atPath: "\(inputs)/\(name)", toPath: folder.file(name))
    }
    if count > 0 {
      let lines = (1...count).map { breed("Test Breed \($0)") }
      try folder.write(folder.text(of: breeds) + lines.joined(), to: breeds)
    }
    return folder
  }

  /// A line of the file of the breeds.
  public static func breed(_ name: String) -> String {
    "\(name),Toy Group,20,30,2,3,10,12,calm,Nowhere,A breed that exists for this test alone.\n"
  }
}
