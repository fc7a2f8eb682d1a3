import Foundation
import PackagePlugin

/// `swift package studbook-build`: builds the reference files of a package's recipes.
@main
struct StudbookBuild: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let call = Call(arguments)
    let recipes = call.recipes.isEmpty ? try recipes(in: context.package.directoryURL) : call.recipes
    guard !recipes.isEmpty else {
      Diagnostics.error("The package has no recipe: no file whose name ends in .recipe.yml.")
      return
    }
    guard let tool = try call.tool.map({ URL(filePath: $0) }) ?? builtTool() else { return }
    for recipe in recipes {
      let process = Process()
      process.executableURL = tool
      process.arguments = [call.command] + call.options + ["--", recipe]
      process.currentDirectoryURL = context.package.directoryURL
      try process.run()
      process.waitUntilExit()
      guard process.terminationReason == .exit, process.terminationStatus == 0 else {
        Diagnostics.error("studbook \(call.command) \(recipe) exited with \(process.terminationStatus).")
        return
      }
    }
  }

  /// Has the tool built, with optimisation; `nil` if that failed.
  private func builtTool() throws -> URL? {
    let result = try packageManager.build(.product("studbook"), parameters: .init(configuration: .release))
    guard result.succeeded,
      let tool = result.builtArtifacts.first(where: { $0.kind == .executable && $0.url.lastPathComponent == "studbook" }
      )
    else {
      Diagnostics.error("The tool could not be built.\n\(result.logText)")
      return nil
    }
    return tool.url
  }

  /// The recipes below a folder, by their paths from it, but for those in hidden folders and in packages of their own.
  private func recipes(in folder: URL) throws -> [String] {
    let keys: [URLResourceKey] = [.isDirectoryKey]
    guard
      let files = FileManager.default.enumerator(
        at: folder,
        includingPropertiesForKeys: keys,
        options: .skipsHiddenFiles
      )
    else { return [] }
    let beginning = folder.standardizedFileURL.path + "/"
    var recipes: [String] = []
    for case let file as URL in files {
      if FileManager.default.fileExists(atPath: file.appendingPathComponent("Package.swift").path) {
        files.skipDescendants()
      } else if file.lastPathComponent.hasSuffix(".recipe.yml") || file.lastPathComponent.hasSuffix(".recipe.yaml") {
        let path = file.standardizedFileURL.path
        recipes.append(path.hasPrefix(beginning) ? String(path.dropFirst(beginning.count)) : path)
      }
    }
    return recipes.sorted()
  }
}

/// What was asked for: `swift package studbook-build [--check] [--tool FILE] [--recipe FILE]… [OPTION…]`.
private struct Call {
  private(set) var command = "build"
  /// Those named by `--recipe`; none for all of the package.
  private(set) var recipes: [String] = []
  /// A tool that is there; `nil` to have it built.
  private(set) var tool: String?
  /// All other words, which are the tool's own options.
  private(set) var options: [String] = []

  init(_ arguments: [String]) {
    var rest = arguments[...]
    while let word = rest.popFirst() {
      switch word {
      case "--check": command = "check"
      case "--tool": tool = rest.popFirst()
      case "--recipe": recipes += rest.popFirst().map { [$0] } ?? []
      default: options.append(word)
      }
    }
  }
}
