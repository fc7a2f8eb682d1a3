public import Findings
internal import JSONText
internal import MarkupText
internal import Yams

/// How records that stand inside other records belong to these.
public struct ParentLink: Sendable {
  /// The entity of the outer records.
  public var entity: Located<String>
  /// The relationship's name, in the inner records' entity or in the outer ones'; `nil` if there is only one that fits.
  public var relationship: Located<String>?
  /// The attribute by which the outer record's object is found.
  public var key: Located<String>
  /// Where the inner record finds that attribute's value.
  public var field: FieldMapping
  /// Where the inner records' entry stands.
  public var position: SourcePosition
}

/// Reads a source's `children`: records inside its records.
///
/// They become sources of their own that read the same file after it. Each of their records names the object of the record around it by the key that
/// the recipe reads for that one, seen from inside.
struct ChildRecipeReader {
  let reader: SourceRecipeReader
  private var problems: RecipeProblems { reader.problems }

  init(reader: SourceRecipeReader) { self.reader = reader }

  /// The sources of the records inside the records of `parent`, outer ones first.
  func children(of parent: SourceRecipe, in map: RecipeMap) -> [SourceRecipe] {
    guard let node = map["children"] else { return [] }
    guard parent.format.isMarkup || parent.format.isJSON else {
      problems.add(.recipeValue, "Only XML, HTML and JSON have “children”, records inside records", at: map.position)
      return []
    }
    if parent.format == .html, parent.markup.records == nil {
      problems.add(
        .recipeValue,
        "A table of a page has no “children”; records inside records need “records”, the selector of their elements",
        at: map.position
      )
    }
    return (node.sequence.map(Array.init) ?? [node]).flatMap { read($0, parent: parent) }
  }

  private func read(_ node: Node, parent: SourceRecipe) -> [SourceRecipe] {
    let map = RecipeMap(node, kind: "An entry of “children”", problems: problems)
    map.allowOnly(SourceRecipeReader.mappingKeys + ["relationship"])
    guard let records = map.required("records"), let entity = map.required("entity"),
      let outer = parent.markup.records?.value ?? parent.defaultRecords
    else { return [] }
    var source = SourceRecipe(file: parent.file, format: parent.format, entity: entity)
    source.member = parent.member
    source.nulls = parent.nulls
    source.mapsByName = parent.mapsByName
    source.markup = parent.markup
    source.json = parent.json
    reader.readMappings(map, into: &source)
    do {
      let way = try WayOut(inner: records.value, outer: outer, format: parent.format)
      source.markup.records = Located(way.records, at: records.position)
      source.parent = try link(to: parent, by: way, map)
    } catch {
      problems.add(.recipeValue, "The path of the records cannot be read: \(error)", at: records.position)
    }
    return [source] + children(of: source, in: map)
  }

  private func link(to parent: SourceRecipe, by path: WayOut, _ map: RecipeMap) throws -> ParentLink? {
    guard parent.key.count == 1, let key = parent.key.first,
      var field = parent.attributes.first(where: { $0.name.value == key.value })?.mapping
    else {
      problems.add(
        .recipeValue,
        "Records inside records find their \(parent.entity.value) by its “key”, which has to be one attribute with a field",
        at: parent.entity.position
      )
      return nil
    }
    func seenFromInside(_ outer: Located<String>) throws -> Located<String> {
      Located(try path.seenFromInside(outer.value), at: outer.position)
    }
    switch field.origin {
    case .field(let outer): field.origin = .field(try seenFromInside(outer))
    case .joined(let fields): field.origin = .joined(try fields.map(seenFromInside))
    case .firstNonEmpty(let fields): field.origin = .firstNonEmpty(try fields.map(seenFromInside))
    case .constant, .nothing: break
    }
    return ParentLink(
      entity: parent.entity,
      relationship: map.string("relationship"),
      key: key,
      field: field,
      position: map.position
    )
  }
}

/// The way from inner records to the outer ones, in the paths of their format.
private struct WayOut {
  /// The path of the inner records.
  let records: String
  private let seenFromInside: (String) throws -> String

  /// - Throws: `MarkupTextError` or `JSONTextError` if a path is not understood.
  init(inner: String, outer: String, format: SourceFormat) throws {
    if format.isJSON {
      let nested = try JSONRecordPath(outer).nested(inner)
      records = nested.records.text
      seenFromInside = { try JSONFieldPath.seenFromInside($0, wayOut: nested.wayOut) }
    } else if format == .html {
      let nested = try NestedSelector(inner: inner, outer: outer)
      records = nested.records
      seenFromInside = { try nested.seenFromInside($0) }
    } else {
      let nested = try NestedPath(inner: inner, outer: outer)
      records = nested.records
      seenFromInside = { try nested.seenFromInside($0) }
    }
  }

  /// A field of the outer record as the inner one finds it.
  func seenFromInside(_ field: String) throws -> String { try seenFromInside(field) }
}

extension SourceRecipe {
  /// Where the records of JSON stand unless the recipe says.
  var defaultRecords: String? {
    switch format {
    case .json: "$[*]"
    case .jsonlines: "$"
    case .csv, .xml, .html, .xlsx: nil
    }
  }
}
