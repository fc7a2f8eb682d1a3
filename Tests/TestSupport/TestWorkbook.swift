/// A small workbook, written without any of the code under test.
public struct TestWorkbook: Sendable {
  public struct Sheet: Sendable {
    public var name: String
    public var state = ""
    /// The contents of `sheetData`.
    public var rows: String
    /// What stands before and after it.
    public var before = ""
    public var after = ""

    public init(_ name: String, _ rows: String, state: String = "", before: String = "", after: String = "") {
      self.name = name
      self.rows = rows
      self.state = state
      self.before = before
      self.after = after
    }
  }

  public var sheets: [Sheet]
  /// The contents of `sst`.
  public var strings = ""
  /// The number format of each cell style: the number of one that every program has, or a code.
  public var formats: [String] = []
  public var is1904 = false

  public init(_ sheets: [Sheet]) { self.sheets = sheets }

  private static let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
  private static let relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

  private func relationships(_ list: [(kind: String, target: String)]) -> String {
    let items = list.enumerated().map { index, item in
      "<Relationship Id=\"rId\(index + 1)\" Type=\"\(Self.relations)/\(item.kind)\" Target=\"\(item.target)\"/>"
    }
    return
      "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">\(items.joined())</Relationships>"
  }

  private var styles: String {
    var own = ""
    var xfs = ""
    for (index, format) in formats.enumerated() {
      let id = Int(format) ?? 164 + index
      if Int(format) == nil {
        let code = format.replacing("&", with: "&amp;").replacing("\"", with: "&quot;")
        own += "<numFmt numFmtId=\"\(id)\" formatCode=\"\(code)\"/>"
      }
      xfs += "<xf numFmtId=\"\(id)\"/>"
    }
    return
      "<styleSheet xmlns=\"\(Self.main)\"><numFmts>\(own)</numFmts><cellStyleXfs><xf numFmtId=\"14\"/></cellStyleXfs><cellXfs>\(xfs)</cellXfs></styleSheet>"
  }

  /// The parts of the workbook.
  public var parts: [(name: String, contents: [UInt8])] {
    var list: [(String, String)] = [("[Content_Types].xml", "<Types/>")]
    list.append(("_rels/.rels", relationships([("officeDocument", "xl/workbook.xml")])))
    let sheetList = sheets.enumerated().map { index, sheet in
      "<sheet name=\"\(sheet.name)\" sheetId=\"\(index + 1)\" \(sheet.state.isEmpty ? "" : "state=\"\(sheet.state)\" ")r:id=\"rId\(index + 1)\"/>"
    }
    let properties = is1904 ? "<workbookPr date1904=\"1\"/>" : "<workbookPr/>"
    list.append(
      (
        "xl/workbook.xml",
        "<workbook xmlns=\"\(Self.main)\" xmlns:r=\"\(Self.relations)\">\(properties)<sheets>\(sheetList.joined())</sheets></workbook>"
      )
    )
    let targets = sheets.indices.map { (kind: "worksheet", target: "worksheets/sheet\($0 + 1).xml") }
    list.append(
      (
        "xl/_rels/workbook.xml.rels",
        relationships(targets + [("sharedStrings", "/xl/sharedStrings.xml"), ("styles", "styles.xml")])
      )
    )
    list.append(("xl/sharedStrings.xml", "<sst xmlns=\"\(Self.main)\">\(strings)</sst>"))
    list.append(("xl/styles.xml", styles))
    for (index, sheet) in sheets.enumerated() {
      list.append(
        (
          "xl/worksheets/sheet\(index + 1).xml",
          "<worksheet xmlns=\"\(Self.main)\">\(sheet.before)<sheetData>\(sheet.rows)</sheetData>\(sheet.after)</worksheet>"
        )
      )
    }
    return list.map { ($0.0, Array($0.1.utf8)) }
  }

  public var bytes: [UInt8] { StoredZip.bytes(parts) }

  /// A row of texts and numbers as its XML; `nil` leaves a cell out.
  public static func row(_ number: Int, _ cells: [String?], attributes: String = "") -> String {
    let items = cells.enumerated().map { index, cell -> String in
      guard let cell else { return "" }
      let place = String(UnicodeScalar(UInt8(65 + index))) + String(number)
      if Double(cell) != nil { return "<c r=\"\(place)\"><v>\(cell)</v></c>" }
      return "<c r=\"\(place)\" t=\"inlineStr\"><is><t>\(cell)</t></is></c>"
    }
    return "<row r=\"\(number)\" \(attributes)>\(items.joined())</row>"
  }
}
