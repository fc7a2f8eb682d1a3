internal import Foundation

/// Names of entities and properties as Core Data's users write them.
enum CoreDataNames {
  /// Names of properties that `NSObject` and `NSManagedObject` have, or that Swift or the predicate language keeps for itself.
  static let taken: Set<String> = [
    "class", "changedValues", "debugDescription", "description", "entity", "faultingState", "hasChanges", "hash",
    "hashValue", "hasPersistentChangedValues", "isDeleted", "isFault", "isInserted", "isProxy", "isUpdated",
    "managedObjectContext", "objectID", "observationInfo", "retainCount", "self", "superclass", "zone", "copy", "init",
    "new", "mutableCopy", "release", "retain", "autorelease", "dealloc", "objectWillChange",
    // Words of the predicate language.
    "and", "or", "not", "in", "like", "contains", "matches", "beginsWith", "endsWith", "between", "any", "all", "some",
    "none", "nil", "null", "true", "false", "yes", "no", "cast", "subquery",
  ]
  private static let takenInLowerCase = Set(taken.map { $0.lowercased() })

  /// Names of entities that Swift's or Foundation's types have already.
  private static let takenTypes: Set<String> = [
    "Any", "Array", "Bool", "Character", "Class", "Data", "Date", "Dictionary", "Double", "Error", "Float", "Int",
    "Never", "Object", "Optional", "Protocol", "Result", "Self", "Set", "String", "Type", "URL", "UUID", "Void",
    "Range", "Sequence", "Collection", "Task", "Locale", "Calendar", "Decimal", "Measurement", "Unit",
  ]

  /// The words of a text: what stands between spaces, marks and changes of case, without accents.
  static func words(_ text: String) -> [String] {
    var words: [String] = []
    var word = ""
    var previous: Character?
    let characters = Array(plain(text))
    for (index, character) in characters.enumerated() {
      guard character.isASCII, character.isLetter || character.isNumber else {
        if !word.isEmpty { words.append(word) }
        word = ""
        previous = nil
        continue
      }
      let next = index + 1 < characters.count ? characters[index + 1] : " "
      // “heightMin”, and “AKCGroup” before “Group”.
      if let previous, character.isUppercase, previous.isLowercase || (previous.isUppercase && next.isLowercase) {
        words.append(word)
        word = ""
      }
      word.append(character)
      previous = character
    }
    if !word.isEmpty { words.append(word) }
    return words
  }

  /// A text in ASCII as far as there are letters like its own.
  private static func plain(_ text: String) -> String {
    var result = ""
    for character in text {
      if character.isASCII {
        result.append(character)
        continue
      }
      if let replacement = replacements[character] {
        result += replacement
        continue
      }
      // Without accents: the first scalar of the decomposed character.
      for scalar in "\(character)".decomposedStringWithCanonicalMapping.unicodeScalars where scalar.isASCII {
        result.unicodeScalars.append(scalar)
      }
      if result.last?.isASCII != true { result.append(" ") }
    }
    return result
  }

  private static let replacements: [Character: String] = [
    "ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "æ": "ae", "Æ": "Ae", "ø": "oe",
    "Ø": "Oe", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ð": "d", "þ": "th", "%": " percent ", "€": " euro ",
    "#": " number ", "№": " number ",
  ]

  /// A property's name for a field: `heightMinCm` for `Height min (cm)`.
  ///
  /// - Parameters:
  ///   - number: The field's number, for one that has no letters.
  ///   - entity: What stands before a name that objects have already: `groupDescription` of an `AkcGroup`.
  static func property(_ field: String, number: Int, entity: String = "") -> String {
    switch field {
    case "~": return "key"
    case "@": return "value"
    default: break
    }
    let words = words(field.replacing("%", with: " percent ").replacing("#", with: " number "))
    var name = words.enumerated().map { $0 == 0 ? $1.lowercased() : capitalised($1) }.joined()
    if name.isEmpty { name = "field\(number)" }
    if name.first?.isNumber == true { name = "n" + name }
    if takenInLowerCase.contains(name.lowercased()) {
      name = self.words(entity).last.map { $0.lowercased() + capitalised(name) } ?? name + "Value"
    }
    return String(name.prefix(60))
  }

  /// An entity's name for a file or a list of records: `AkcGroup` for `akc-groups`.
  static func entity(_ text: String) -> String {
    var words = words(text)
    // Numbers at the end tell versions of a file apart, not kinds of things.
    while words.count > 1, let last = words.last, last.allSatisfy(\.isNumber) { words.removeLast() }
    if let last = words.last { words[words.count - 1] = singular(last) }
    var name = words.map(capitalised).joined()
    if name.isEmpty { name = "Record" }
    if name.first?.isNumber == true { name = "N" + name }
    if takenTypes.contains(name) { name += "Item" }
    return String(name.prefix(60))
  }

  /// A name that is not in `used`, which gets it.
  static func free(_ name: String, _ used: inout Set<String>) -> String {
    let free = free(name) { used.contains($0.lowercased()) }
    used.insert(free.lowercased())
    return free
  }

  /// A name that is not taken, with a number behind it if need be.
  static func free(_ name: String, isTaken: (String) -> Bool) -> String {
    guard isTaken(name) else { return name }
    var number = 2
    while isTaken("\(name)\(number)") { number += 1 }
    return "\(name)\(number)"
  }

  /// A word with a capital; words in capitals become ordinary ones: `AKC` is `Akc`.
  static func capitalised(_ word: String) -> String {
    let isLoud = word.count > 1 && !word.contains(where: \.isLowercase)
    return word.prefix(1).uppercased() + (isLoud ? word.dropFirst().lowercased() : String(word.dropFirst()))
  }

  /// A name with a small first letter.
  static func uncapitalised(_ name: String) -> String { name.prefix(1).lowercased() + name.dropFirst() }

  private static let irregular = [
    "people": "person", "children": "child", "men": "man", "women": "woman", "mice": "mouse", "geese": "goose",
    "indices": "index", "vertices": "vertex", "matrices": "matrix", "data": "data", "series": "series",
    "aliases": "alias", "statuses": "status", "buses": "bus", "viruses": "virus", "campuses": "campus",
    "bonuses": "bonus", "atlases": "atlas", "lenses": "lens", "species": "species", "news": "news", "media": "media",
    "criteria": "criterion",
  ]

  /// The singular of an English plural.
  static func singular(_ word: String) -> String {
    let lower = word.lowercased()
    if let known = irregular[lower] { return word.first?.isUppercase == true ? capitalised(known) : known }
    guard lower.count > 3, lower.hasSuffix("s") else { return word }
    if ["ss", "us", "is", "as", "os"].contains(where: lower.hasSuffix) { return word }
    if lower.hasSuffix("ies") { return String(word.dropLast(3)) + "y" }
    if ["ches", "shes", "sses", "xes", "zes"].contains(where: lower.hasSuffix) { return String(word.dropLast(2)) }
    return String(word.dropLast())
  }

  /// The plural of an English singular.
  static func plural(_ word: String) -> String {
    let lower = word.lowercased()
    let last = words(word).last ?? word
    if let known = irregular.first(where: { $0.value == last.lowercased() })?.key {
      return known == last.lowercased()
        ? word + "Items"
        : String(word.dropLast(last.count)) + (last.first?.isUppercase == true ? capitalised(known) : known)
    }
    if ["s", "x", "z", "ch", "sh"].contains(where: lower.hasSuffix) { return word + "es" }
    if lower.hasSuffix("y"), let before = lower.dropLast().last, !"aeiou".contains(before) {
      return String(word.dropLast()) + "ies"
    }
    return word + "s"
  }

  /// A name without case, spaces and marks, for comparisons.
  static func folded(_ name: String) -> String { words(name).joined().lowercased() }
}
