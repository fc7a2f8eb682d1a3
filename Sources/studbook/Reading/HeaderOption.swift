import ArgumentParser

/// Where the names of a source's columns come from.
enum HeaderOption: ExpressibleByArgument {
  case detect
  case none
  case rows(Int)

  init?(argument: String) {
    switch argument {
    case "auto": self = .detect
    case "none": self = .none
    default:
      guard let rows = Int(argument), (0...100).contains(rows) else { return nil }
      self = rows == 0 ? .none : .rows(rows)
    }
  }

  var defaultValueDescription: String { "auto" }

  /// How many rows there are; `nil` to detect it.
  var rows: Int? {
    switch self {
    case .detect: nil
    case .none: 0
    case .rows(let count): count
    }
  }
}
