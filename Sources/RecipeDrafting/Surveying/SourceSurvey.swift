internal import Findings
internal import ImportPipeline
internal import JSONText
internal import MarkupText
internal import PackedSources
internal import Worksheets

/// Finds the records that files have.
struct SourceSurvey {
  /// The recipe's folder.
  let folder: String
  /// Which file of an archive is meant.
  let member: String?
  private(set) var sets: [RecordSet] = []

  init(folder: String, member: String?) {
    self.folder = folder
    self.member = member
  }

  /// Adds the records of a file, of a folder, or of the files that fit a pattern.
  ///
  /// - Parameters:
  ///   - path: Where it is.
  ///   - name: Its name relative to the recipe's folder.
  /// - Throws: `DraftingError`, or what the readers throw.
  mutating func add(_ path: String, name: String) throws {
    guard let first = try SourceFiles.at(path).first else { throw DraftingError("No file fits \(path)") }
    let input = try open(first)
    let format = SourceFormat.detected(input)
    if format != .xlsx, let binary = BinaryContents(input.firstBytes, isSaidToBeText: SourceFormat.named(input) != nil)
    {
      throw DraftingError("\(first.name) is \(binary)")
    }
    if input.firstBytes.isEmpty {
      throw DraftingError("\(first.name) is empty, so that there is nothing to guess from")
    }
    let known = SourceFormat(ofName: member ?? name)
    let isArchive = input.packings.contains(.zip) || input.packings.contains(.tar)
    let set = RecordSet(
      file: name,
      format: format,
      formatIsPlain: known == format,
      member: isArchive ? member : nil,
      entityHint: Self.hint(
        isArchive ? input.name : try SourceFiles.at(path).count > 1 && !path.contains("/") ? first.path : path
      )
    )
    switch format {
    case .csv: try addDelimited(set)
    case .html: try addTable(set, input)
    case .xlsx: try addSheets(set, input)
    case .json, .jsonlines: try addJSON(set, input, first)
    case .xml: try addXML(set, input)
    }
  }

  private func open(_ file: SourceFile) throws -> SourceInput {
    do {
      return try SourceInput(path: file.path, name: file.name, member: member)
    } catch {
      switch error.kind {
      case .memberNeeded: throw DraftingError("\(error), with --member")
      default: throw DraftingError("\(error)")
      }
    }
  }

  /// What stands in a file's name without its folder and its endings; of a pattern the folder's name.
  static func hint(_ path: String) -> String {
    var parts = path.split(separator: "/").map(String.init)
    if let last = parts.last, last.contains(where: { "*?[".contains($0) }), parts.count > 1 { parts.removeLast() }
    let endings: Set<String> = [
      "gz", "zst", "bz2", "xz", "zip", "tar", "tgz", "csv", "tsv", "txt", "tab", "psv", "xml", "kml", "gpx", "rss",
      "html", "htm", "xhtml", "json", "geojson", "jsonl", "ndjson", "jsonlines", "xlsx", "xlsm",
    ]
    var words = (parts.last ?? "").split(separator: ".").map(String.init)
    while words.count > 1, let last = words.last, endings.contains(last.lowercased()) { words.removeLast() }
    return words.joined(separator: " ")
  }

  /// Adds the records that stand at `path`, in the records of another set, which see it as `inner`.
  private mutating func addInner(_ inner: String, at path: String, in parent: Int, hint: String?) {
    sets[parent].nestedPaths.append(inner)
    var set = sets[parent]
    set.records = path
    set.inner = (inner, parent)
    set.nestedPaths = []
    set.note = nil
    set.entityHint = hint ?? "Part"
    sets.append(set)
  }

  // MARK: Delimited text

  private mutating func addDelimited(_ set: RecordSet) throws {
    var set = set
    let stream = try RecordStream(try set.recipe(), in: folder, fields: [])
    let names = stream.fieldNames
    if names.isEmpty { throw DraftingError("\(set.file) has no records and no header") }
    if names.enumerated().allSatisfy({ $1 == "column_\($0 + 1)" }) {
      set.note = "there is no header, as it seems; “columns: [a, b]” gives the columns names"
    }
    sets.append(set)
  }

  // MARK: Pages

  private mutating func addTable(_ set: RecordSet, _ input: SourceInput) throws {
    var options = HTMLTableOptions(choice: .automatic)
    options.fileName = input.name
    let tables = try HTMLTableReader.tables(in: input.contents, options: options)
    func size(_ table: HTMLTableSummary) -> Int { table.rows < 2 ? 0 : table.rows * min(table.columns, 30) }
    guard let table = tables.max(by: { size($0) < size($1) }), table.rows > 0 else {
      throw DraftingError("\(set.file) has no table; a recipe can read other elements with “records”")
    }
    var set = set
    let isOnly = tables.filter { $0.id == table.id }.count == 1
    if let id = table.id, isOnly, case .css? = Optional(TableChoice(recipeText: "#" + id)), !id.contains(" ") {
      set.settings = [("table", "\"#\(id)\"")]
    } else {
      set.settings = [("table", "\(table.number)")]
    }
    if tables.count > 1 {
      set.note = "the largest of \(tables.count) tables: \(table)"
      if let caption = table.caption ?? table.heading, caption.count <= 40 { set.entityHint = caption }
    }
    sets.append(set)
  }

  // MARK: Workbooks

  private mutating func addSheets(_ set: RecordSet, _ input: SourceInput) throws {
    let workbook = try input.workbook()
    let visible = workbook.sheets.filter { !$0.isHidden }
    let before = sets.count
    for sheet in visible {
      var set = set
      var options = WorksheetOptions()
      options.sheet = sheet.name
      guard !(try WorksheetReader(workbook, options: options).fieldNames.isEmpty) else { continue }
      if visible.count > 1 {
        set.settings = [("sheet", YAMLText.scalar(sheet.name))]
        set.entityHint = sheet.name
      }
      sets.append(set)
    }
    if sets.count == before { throw DraftingError("\(set.file) has no sheet with a header") }
  }

  // MARK: JSON

  private mutating func addJSON(_ set: RecordSet, _ input: SourceInput, _ file: SourceFile) throws {
    let options = JSONRecordOptions(
      set.format == .jsonlines ? .lines : .document,
      records: try JSONRecordPath("$"),
      fileName: input.name
    )
    if set.format == .jsonlines {
      sets.append(set)
      return try addNestedInLines(of: set)
    }
    let shape = try JSONShape(try open(file).contents, options: options)
    var chosen = shape.candidates.filter { $0.path.hasSuffix("[*]") || $0.path == shape.likeliest }
    // A document that is an array has its records in it, whatever stands elsewhere.
    if let outermost = shape.places.first(where: { $0.path == "$[*]" }) { chosen = [outermost] }
    guard !chosen.isEmpty else {
      var set = set
      set.records = "$"
      sets.append(set)
      return
    }
    for place in chosen {
      var own = set
      if place.path != "$[*]" { own.records = place.path }
      if let name = Self.lastName(place.path), chosen.count > 1 || !Self.isGeneric(name) { own.entityHint = name }
      sets.append(own)
      try addNested(in: sets.count - 1, path: place.path, places: shape.places)
    }
  }

  /// Adds the arrays of objects that stand in the records of a set.
  private mutating func addNested(in parent: Int, path: String, places: [JSONShape.Place]) throws {
    let inside = places.filter { place in
      place.path.hasPrefix(path + ".") && place.path.hasSuffix("[*]") && place.objects > 0
        && place.objects == place.count
    }
    for place in inside where !inside.contains(where: { $0.path != place.path && place.path.hasPrefix($0.path) }) {
      let inner = String(place.path.dropFirst(path.count + 1))
      addInner(inner, at: place.path, in: parent, hint: Self.lastName(inner))
      try addNested(in: sets.count - 1, path: place.path, places: places)
    }
  }

  /// Adds the arrays of objects that stand in the first lines of JSON Lines.
  private mutating func addNestedInLines(of set: RecordSet) throws {
    let parent = sets.count - 1
    for (path, _) in try RecordStream.discoveredFields(try set.recipe(), in: folder, most: 1_000) {
      guard let range = path.firstRange(of: "[*].") else { continue }
      let inner = String(path[..<range.lowerBound] + "[*]")
      guard !sets[parent].nestedPaths.contains(inner) else { continue }
      addInner(inner, at: "$." + inner, in: parent, hint: Self.lastName(inner))
    }
  }

  /// The last name of a path: `breeds` of `$.groups[*].breeds[*]`.
  private static func lastName(_ path: String) -> String? {
    let last = path.split(separator: ".").last.map(String.init) ?? ""
    let name = String(last.prefix { $0 != "[" })
    return CoreDataNames.words(last).isEmpty || name.isEmpty ? nil : name
  }

  /// Whether a name says nothing about what records are.
  private static func isGeneric(_ name: String) -> Bool {
    let generic: Set<String> = [
      "item", "row", "record", "entry", "element", "node", "object", "data", "result", "value", "list", "doc",
      "document", "hit", "feature", "child", "content", "response", "rows", "r", "e",
    ]
    let words = CoreDataNames.words(name)
    return words.isEmpty || words.count == 1 && generic.contains(CoreDataNames.singular(words[0].lowercased()))
  }

  // MARK: XML

  /// Why a document has no records.
  private static func fault(of set: RecordSet, in folder: String) throws -> String {
    var set = set
    set.records = "/*/*"
    let stream = try RecordStream(try set.recipe(), in: folder, fields: [])
    while try stream.next() {}
    let finding = stream.takeFindings().first { $0.severity == .error }
    return "\(set.file) is no XML that can be read" + (finding.map { ": \($0.message)" } ?? "")
  }

  private mutating func addXML(_ set: RecordSet, _ input: SourceInput) throws {
    let shape = try XMLShape(input.contents)
    guard !shape.places.isEmpty else { throw DraftingError(try Self.fault(of: set, in: folder)) }
    let candidates = shape.candidates
    let chosen = candidates.isEmpty ? [shape.likeliest] : candidates.map(\.path)
    for path in chosen.prefix(20) {
      var own = set
      own.records = path
      let name = path.split(separator: "/").last.map(String.init) ?? ""
      if chosen.count > 1 || !candidates.isEmpty && !Self.isGeneric(name) { own.entityHint = name }
      sets.append(own)
      addNested(in: sets.count - 1, path: path, shape)
    }
  }

  private mutating func addNested(in parent: Int, path: String, _ shape: XMLShape) {
    for nested in shape.nested(in: path) {
      let hint = nested.path.split(separator: "/").last.map(String.init)
      addInner(nested.path, at: nested.place.path, in: parent, hint: hint)
      addNested(in: sets.count - 1, path: nested.place.path, shape)
    }
  }
}
