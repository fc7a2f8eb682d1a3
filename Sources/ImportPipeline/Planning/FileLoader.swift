internal import AttributeValues
internal import Findings
internal import ImageFitting
internal import ObjectModel
internal import PackedSources
internal import SystemErrors

/// Opens the folders and archives whose files fields name, each of them once.
final class FileLoader {
  private let folder: String
  private let problems: RecipeProblems
  private(set) var opened: [FileValues] = []
  private var failure: (any Error)?

  init(folder: String, problems: RecipeProblems) {
    self.folder = folder
    self.problems = problems
  }

  /// The files of a folder or archive; `nil` if there is none, which is reported.
  ///
  /// - Parameter isFetched: Whether texts are addresses of files that were fetched into the folder.
  func files(_ name: Located<String>, isFetched: Bool) -> FileValues? {
    let plain = name.value.hasSuffix("/") ? String(name.value.dropLast()) : name.value
    if let known = opened.first(where: { $0.name == plain && $0.isFetched == isFetched }) { return known }
    do {
      if let files = try FileValues(plain, in: folder, namedAt: name.position, isFetched: isFetched) {
        opened.append(files)
        return files
      }
      problems.add(.contradiction(.noFiles), at: name.position, value: name.value)
    } catch {
      problems.add(.unreadable("“\(name.value)”", problem: "\(error)"), at: name.position)
    }
    return nil
  }

  /// The library for pictures; `nil` if there is none, which is reported.
  func library(askedAt position: SourcePosition) -> ImageLibrary? {
    do {
      return try ImageLibrary.load()
    } catch {
      problems.add(.reader(problem: error.description), at: position)
      return nil
    }
  }
}

extension SourcePlanner {
  /// What a mapping does with the bytes that its texts stand for.
  func fileConversion(for attribute: AttributeDescription, _ mapping: FieldMapping) -> FileConversion {
    let (type, name) = (attribute.attributeType, attribute.name)
    if let place = mapping.files, type != .binaryData, type != .string || mapping.fetchesFiles {
      problems.add(.type(.file, of: name, type: type.modelName), at: place.position)
    }
    if type != .binaryData, let position = mapping.encoding?.position ?? mapping.image?.position {
      problems.add(.type(.bytes, of: name, type: type.modelName), at: position)
    }
    return FileConversion(
      files: mapping.files.flatMap { fileLoader.files($0, isFetched: mapping.fetchesFiles) },
      encoding: mapping.encoding?.value ?? .base64,
      fitter: mapping.image.flatMap { image in
        fileLoader.library(askedAt: image.position).map { ImageFitter($0, image.value) }
      }
    )
  }
}

extension SourcePlan {
  /// How many records are saved at a time: few, where each may bring the bytes of a file.
  func batchSize(of recipe: Recipe) -> Int {
    attributes.contains { $0.converter.files.files != nil } ? min(recipe.batchSize, 32) : recipe.batchSize
  }
}
