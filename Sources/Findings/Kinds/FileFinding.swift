/// What is wrong with a file that a field names, or with the picture in it.
public enum FileFinding: FindingKind {
  case missing(String, folder: String)
  /// The file of an address; with the reason if it was tried to fetch it.
  case unfetched(String, problem: String?)
  /// A file that is not what was fetched.
  case changed(String, address: String)
  case outside(String, folder: String)
  case tooLarge(String, bytes: Int, limit: Int)
  case unreadable(String, problem: String)
  /// Files that no record names.
  case unused([String], count: Int, folder: String)
  case mediaType(found: String?, asked: [String])
  case damaged(problem: String)
  case size(Measure, found: Int, limit: Int, isLeast: Bool)
  case colour(found: String, asked: [String])
  case bits(Int)
  case orientation(Int)
  case alpha
  case animated
  case metadata([String])
  case unsafe(problem: String)
  case similar(to: String, bits: Int)

  /// What of a picture is measured.
  public enum Measure: String, Sendable {
    case width, height, bytes
  }

  public var rule: RuleCode {
    switch self {
    case .missing, .unfetched, .changed: .fileMissing
    case .outside: .fileOutside
    case .tooLarge, .unreadable: .fileLimit
    case .unused: .fileUnused
    case .mediaType: .imageType
    case .damaged: .imageDamaged
    case .size: .imageSize
    case .colour, .bits: .imageColour
    case .orientation: .imageOrientation
    case .alpha: .imageAlpha
    case .animated: .imageAnimated
    case .metadata: .imageMetadata
    case .unsafe: .imageUnsafe
    case .similar: .imageSimilar
    }
  }

  public var message: String {
    switch self {
    case .missing(let name, let folder): return "There is no file “\(Finding.shortened(name))” in \(folder)"
    case .unfetched(let address, nil):
      return "“\(Finding.shortened(address))” has not been fetched; run studbook fetch"
    case .unfetched(let address, let problem?): return "“\(Finding.shortened(address))” is not fetched: \(problem)"
    case .changed(let name, let address):
      return "“\(name)” is not what was fetched from “\(Finding.shortened(address))”; run studbook fetch"
    case .outside(let name, let folder): return "“\(Finding.shortened(name))” leads out of \(folder)"
    case .tooLarge(let name, let bytes, let limit):
      return "“\(Finding.shortened(name))” has \(bytes) bytes, and no more than \(limit) are read"
    case .unreadable(let name, let problem): return "“\(Finding.shortened(name))” cannot be read: \(problem)"
    case .unused(let names, let count, let folder):
      let shown = names.map { "“\(Finding.shortened($0))”" }.joined(separator: ", ")
      return "No record names \(shown)\(count > names.count ? " and \(count - names.count) more" : "") of \(folder)"
    case .mediaType(let found?, let asked): return "It is \(found), and not \(asked.joined(separator: " or "))"
    case .mediaType(nil, _): return "It is no picture"
    case .damaged(let problem): return "The picture is not whole: \(problem)"
    case .size(let measure, let found, let limit, let isLeast):
      let unit = measure == .bytes ? "" : " pixels"
      return "Its \(measure == .bytes ? "size in bytes" : measure.rawValue) is \(found)\(unit), "
        + "\(isLeast ? "less than" : "more than") \(limit)"
    case .colour(let found, let asked): return "Its colours are \(found), and not \(asked.joined(separator: " or "))"
    case .bits(let bits): return "It has \(bits) bits a channel, of which a screen shows 8"
    case .orientation(let number): return "It is stored turned (EXIF orientation \(number)); not every program turns it"
    case .alpha: return "It is transparent in places"
    case .animated: return "It moves, and only its first picture is shown"
    case .metadata(let parts): return "It says \(parts.joined(separator: ", "))"
    case .unsafe(let problem): return "It is not safe: \(problem)"
    case .similar(let other, let bits):
      return "It looks like the picture of “\(Finding.shortened(other))”"
        + (bits == 0 ? "" : " (\(bits) of 64 features differ)")
    }
  }
}

extension FileFinding {
  /// The name of the file that the text should not have had; `nil` where the name is right.
  package var fileName: String? {
    if case .missing(let name, _) = self { name } else { nil }
  }
}
