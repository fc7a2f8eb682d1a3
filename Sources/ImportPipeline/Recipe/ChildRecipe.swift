package import Findings
internal import JSONText
internal import MarkupText
internal import Yams

/// How records that stand inside other records belong to these.
package struct ParentLink: Sendable {
  /// The entity of the outer records.
  package var entity: Located<String>
  /// The relationship's name, in the inner records' entity or in the outer ones'; `nil` if there is only one that fits.
  package var relationship: Located<String>?
  /// The attribute by which the outer record's object is found.
  package var key: Located<String>
  /// How the outer records' keys are compared.
  package var folding: KeyFolding
  /// Where the inner record finds that attribute's value.
  package var field: FieldMapping
  /// Where the inner records' entry stands.
  package var position: SourcePosition
}

/// A source's `children`: records inside its records.
///
/// They become sources of their own that read the same file after it. Each of their records names the object of the record around it by the key that
/// the recipe reads for that one, seen from inside.
extension SourceRecipeReader {
  /// The sources of the records inside the records of `parent`, outer ones first.
  func children(of parent: SourceRecipe, in map: RecipeMap) -> [SourceRecipe] {
    guard let node = map["children"] else { return [] }
    guard parent.format.isMarkup || parent.format.isJSON else {
      problems.add(.contradiction(.childrenFormat), at: map.position)
      return []
    }
    if parent.format == .html, parent.markup.records == nil {
      problems.add(.contradiction(.childrenOfTable), at: map.position)
    }
    return (node.sequence.map(Array.init) ?? [node]).flatMap { child($0, of: parent) }
  }

  private func child(_ node: Node, of parent: SourceRecipe) -> [SourceRecipe] {
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
    readMappings(map, into: &source)
    do {
      let (records, seenFromInside) = try Self.way(to: records, from: outer, format: parent.format)
      source.markup.records = records
      source.parent = try link(to: parent, seenFromInside, map)
    } catch {
      problems.add(.unreadable("The path of the records", problem: "\(error)"), at: records.position)
    }
    return [source] + children(of: source, in: map)
  }

  /// - Parameter seenFromInside: Gives the path of a field of the outer record as the inner one finds it.
  private func link(
    to parent: SourceRecipe,
    _ seenFromInside: (String) throws -> String,
    _ map: RecipeMap
  ) throws -> ParentLink? {
    guard parent.key.count == 1, let key = parent.key.first,
      var field = parent.attributes.first(where: { $0.name.value == key.value })?.mapping
    else {
      problems.add(.parentKey(entity: parent.entity.value), at: parent.entity.position)
      return nil
    }
    func inner(_ outer: Located<String>) throws -> Located<String> {
      Located(try seenFromInside(outer.value), at: outer.position)
    }
    switch field.origin {
    case .field(let outer): field.origin = .field(try inner(outer))
    case .joined(let fields): field.origin = .joined(try fields.map(inner))
    case .firstNonEmpty(let fields): field.origin = .firstNonEmpty(try fields.map(inner))
    case .constant, .nothing: break
    }
    return ParentLink(
      entity: parent.entity,
      relationship: map.string("relationship"),
      key: key,
      folding: parent.folding,
      field: field,
      position: map.position
    )
  }

  /// The path of inner records, and how they see the fields of the outer ones, in the paths of their format.
  ///
  /// - Throws: `MarkupTextError` or `JSONTextError` if a path is not understood.
  private static func way(to inner: Located<String>, from outer: String, format: SourceFormat) throws
    -> (records: Located<String>, seenFromInside: (String) throws -> String)
  {
    if format.isJSON {
      let nested = try JSONRecordPath(outer).nested(inner.value)
      let wayOut = nested.wayOut
      let records = Located(nested.records.text, at: inner.position)
      return (records, { try JSONFieldPath.seenFromInside($0, wayOut: wayOut) })
    }
    if format == .html {
      let nested = try NestedSelector(inner: inner.value, outer: outer)
      return (Located(nested.records, at: inner.position), nested.seenFromInside)
    }
    let nested = try NestedPath(inner: inner.value, outer: outer)
    return (Located(nested.records, at: inner.position), nested.seenFromInside)
  }
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
