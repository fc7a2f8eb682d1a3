package import TextInput

/// What arrays and objects a JSON text has: where records may be.
package struct JSONShape: Sendable {
  /// A kind of place that values stand at.
  package struct Place: Sendable, Hashable {
    /// The path of the values inside it, as a record path: `$.breeds[*]`.
    package var path: String
    /// How many values there are.
    package var count: Int
    /// How many of them are objects.
    package var objects: Int
    /// The names in the first of them that is an object.
    package var names: [String]
    /// The line on which the first array or object begins.
    package var line: Int
  }

  /// What was found, in the order of the text, outermost first where they begin together.
  package let places: [Place]

  /// How deep is looked, how many places are kept, and how many names of each.
  private static let deepest = 6
  private static let mostPlaces = 200
  private static let mostNames = 12

  /// Reads a text to its end, or to its first fault.
  ///
  /// Objects count as records by themselves only where several of their members are objects.
  ///
  /// - Throws: What the input throws.
  /// - Complexity: O(*n*) in bytes, in constant memory.
  package init(_ input: ByteInput, options: JSONRecordOptions) throws {
    var builder = ShapeBuilder(try JSONWindow(input, given: options.encoding), options)
    try builder.read()
    places = builder.places.values.enumerated().filter { _, place in
      place.isArray || place.place.objects > 1 && place.place.objects == place.place.count
    }.map(\.element.place)
  }

  /// The likeliest record path: of the places with objects that are not parts of an array's objects, the one with most; `$` when there is none.
  package var likeliest: String { candidates.max { $0.objects < $1.objects }?.path ?? places.first?.path ?? "$" }

  /// The places with objects that may be records: what stands in the objects of an array is likelier a part of these.
  package var candidates: [Place] {
    let filled = places.filter { $0.objects > 0 }
    let arrays = filled.map(\.path).filter { $0.hasSuffix("[*]") }
    return filled.filter { place in !arrays.contains { $0 != place.path && place.path.isPart(of: $0) } }
  }

  private struct ShapeBuilder {
    struct Counted {
      var place: Place
      var isArray: Bool
    }

    /// What is open.
    struct Frame {
      /// Its place's number in `places`; `nil` where nobody looks any more.
      var place: Int?
      var path: String
      var name: String?
    }

    private(set) var places = Places()
    private var scanner: JSONScanner
    private var frames: [Frame] = []
    private let window: JSONWindow

    struct Places {
      private(set) var values: [Counted] = []
      private var numbers: [String: Int] = [:]

      mutating func number(_ path: String, isArray: Bool, line: () -> Int) -> Int? {
        if let known = numbers[path] { return known }
        guard values.count < JSONShape.mostPlaces else { return nil }
        numbers[path] = values.count
        let place = Place(path: path, count: 0, objects: 0, names: [], line: line())
        values.append(Counted(place: place, isArray: isArray))
        return values.count - 1
      }

      mutating func change(_ number: Int, _ body: (inout Place) -> Void) { body(&values[number].place) }
    }

    init(_ window: JSONWindow, _ options: JSONRecordOptions) {
      self.window = window
      scanner = JSONScanner(window, limits: options.limits, mode: options.mode)
    }

    mutating func read() throws {
      while true {
        window.hold = scanner.offset
        let event: JSONEvent
        do {
          event = try scanner.next()
        } catch is JSONSyntaxError {
          return
        }
        scanner.issues.removeAll(keepingCapacity: true)
        switch event.kind {
        case .end: return
        case .name: nameMember(event)
        case .endArray, .endObject: frames.removeLast()
        default: count(event)
        }
      }
    }

    private mutating func nameMember(_ event: JSONEvent) {
      guard frames.count <= JSONShape.deepest, !frames.isEmpty else { return }
      var bytes: [UInt8] = []
      JSONString.decode(window.text(event.range), to: &bytes)
      let name = String(decoding: bytes, as: UTF8.self)
      frames[frames.count - 1].name = name
      // The object may be a value of an array, whose names are shown.
      if frames.count > 1, let outer = frames[frames.count - 2].place {
        places.change(outer) { place in
          if place.objects == 1, place.names.count < JSONShape.mostNames { place.names.append(name) }
        }
      }
    }

    private mutating func count(_ event: JSONEvent) {
      if let place = frames.last?.place {
        places.change(place) { found in
          found.count += 1
          if event.kind == .beginObject { found.objects += 1 }
        }
      }
      guard !event.isScalar else { return }
      var frame = Frame(path: "")
      if frames.count < JSONShape.deepest {
        let isArray = event.kind == .beginArray
        let around =
          frames.last.map { outer in outer.name.map { outer.path + Self.step($0) } ?? outer.path + "[*]" } ?? "$"
        frame.path = around
        frame.place = places.number(around + (isArray ? "[*]" : ".*"), isArray: isArray) {
          window.moveCursor(to: event.range.lowerBound).line
        }
      }
      frames.append(frame)
    }

    private static func step(_ name: String) -> String {
      let text = JSONPathStep.name(Array(name.utf8)).description
      return text.hasPrefix(".[") ? String(text.dropFirst()) : text
    }
  }
}

extension String {
  /// Whether a path leads on from the values of `array`.
  fileprivate func isPart(of array: String) -> Bool { hasPrefix(array + ".") || hasPrefix(array + "[") }
}
