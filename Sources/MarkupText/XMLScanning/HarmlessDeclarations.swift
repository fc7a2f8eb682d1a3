/// Declarations of a document type that are well-formed and neither give an attribute a value nor change one, so that a document says
/// the same with them and without.
///
/// Grammar: <https://www.w3.org/TR/xml/#sec-prolog-dtd>, without parameter entities and nested groups.
struct HarmlessDeclarations {
  private var elements: Set<Substring> = []
  private var attributeLists: Set<Substring> = []

  private let element =
    #/
    <!ELEMENT [\x20\t\r\n]+ ([A-Za-z_][A-Za-z0-9._\-]*) [\x20\t\r\n]+
    (?: EMPTY | ANY
      # text only, text and elements
      | \( [\x20\t\r\n]* \#PCDATA [\x20\t\r\n]* \) \*?
      | \( [\x20\t\r\n]* \#PCDATA (?: [\x20\t\r\n]* \| [\x20\t\r\n]* [A-Za-z_][A-Za-z0-9._\-]* )+ [\x20\t\r\n]* \) \*
      # one element after the other, or one of several
      | \( [\x20\t\r\n]* [A-Za-z_][A-Za-z0-9._\-]* [?*+]?
        (?: (?: [\x20\t\r\n]* , [\x20\t\r\n]* [A-Za-z_][A-Za-z0-9._\-]* [?*+]? )*
          | (?: [\x20\t\r\n]* \| [\x20\t\r\n]* [A-Za-z_][A-Za-z0-9._\-]* [?*+]? )* )
        [\x20\t\r\n]* \) [?*+]?
    )
    [\x20\t\r\n]* >
    /#
  private let attributeList =
    #/
    <!ATTLIST [\x20\t\r\n]+ ([A-Za-z_][A-Za-z0-9._\-]*)
    ((?: [\x20\t\r\n]+ [A-Za-z_][A-Za-z0-9._\-]* [\x20\t\r\n]+ CDATA [\x20\t\r\n]+ \# (?: IMPLIED | REQUIRED ) )+)
    [\x20\t\r\n]* >
    /#
  // An entity may be declared because a reference to it is left to libxml2, which then reads its declaration, too.
  private let entity =
    #/
    <!ENTITY [\x20\t\r\n]+ [A-Za-z_][A-Za-z0-9._\-]* [\x20\t\r\n]+ (?: "[^"%&<>]*" | '[^'%&<>]*' ) [\x20\t\r\n]* >
    /#
  private let comment = /<!--(?:-?[^\->])*-->/

  /// Takes a declaration in.
  ///
  /// - Returns: Whether it is harmless; a second one for the same element is not, as libxml2 has something to say about it.
  mutating func add(_ declaration: String) -> Bool {
    if let found = declaration.wholeMatch(of: element) { return elements.insert(found.output.1).inserted }
    if let found = declaration.wholeMatch(of: attributeList) {
      let words = found.output.2.split { $0.isWhitespace }
      let names = stride(from: 0, to: words.count, by: 3).map { words[$0] }
      return Set(names).count == names.count && attributeLists.insert(found.output.1).inserted
    }
    return declaration.wholeMatch(of: entity) != nil || declaration.wholeMatch(of: comment) != nil
  }
}
