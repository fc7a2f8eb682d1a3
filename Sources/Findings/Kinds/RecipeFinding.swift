/// What is wrong with a recipe, by itself or for its model and its sources.
public enum RecipeFinding: FindingKind {
  case missing
  case empty
  /// More bytes than a recipe may have.
  case tooLarge(limit: Int)
  case yaml(problem: String)
  case duplicateKeys([String])
  /// A key that is a list, a mapping or an alias of one.
  case collectionAsKey
  case noMapping(String)
  case noList(key: String)
  /// A name that is not one of those that are known; there may be none to choose from.
  case unknown(String, String, known: [String])
  case noValue(path: String, records: Int)
  case unlisted(field: String, relationship: String)
  case form(key: String, Form)
  case needs(String, key: String)
  case outsideFolder(String, leadsOut: String?)
  case contradiction(Contradiction)
  case necessaryRule(String)
  case otherFormat(key: String, format: String, others: [String])
  case keyless(mode: String)
  case severalOrigins([String])
  case parentKey(entity: String)
  case children(Relation)
  case unreadable(String, problem: String)
  case neverHolds(String, problem: String)
  case description(problem: String)
  case lookup(file: String, line: Int?, problem: String)
  case reader(problem: String)
  case jsonObject(file: String, places: [JSONPlace])
  case abstract(entity: String)
  case check(Check, of: String)
  case type(TypeDemand, of: String, type: String)
  case windowEnd(String, of: String, type: String)
  case taken(relationship: String, Uniqueness)
  case matches(relationship: String, destination: String)
  case unfilledKey(String, file: String)
  /// A derived attribute where one is asked for that records give.
  case derived(String, expression: String)
  case unfilled(String, file: String, fields: [String]?)
  /// A source whose records fill nothing of their objects.
  case nothingFilled(entity: String, file: String, fields: [String])
  case relationship(String)
  case defaultValue(String, of: String, problem: String?)
  case renaming(String, to: String, of: String)
  case datePattern(String)
  case dateMistake(String)
  case units(String)
  case licence(String, problem: String)

  public var rule: RuleCode {
    switch self {
    case .missing: .recipeMissing
    case .empty, .tooLarge, .yaml, .duplicateKeys, .collectionAsKey, .noMapping, .noList: .recipeSyntax
    case .unknown: .recipeUnknownName
    case .noValue: .recipeNoValue
    case .unlisted: .recipeUnlisted
    default: .recipeValue
    }
  }

  public var message: String {
    switch self {
    case .noValue, .unlisted: words
    default: words.inOneLine
    }
  }
}

extension RecipeFinding {
  private var words: String {
    switch self {
    case .missing: return "The recipe cannot be read; is the path right?"
    case .empty: return "The recipe is empty"
    case .tooLarge(let limit):
      return "The recipe has more than \(limit / 1_000_000) MB; long lists belong in lookup files"
    case .yaml(let problem): return "This is not valid YAML: \(problem)"
    case .duplicateKeys(let keys): return "The key \(keys.quoted()) stands twice in one mapping"
    case .collectionAsKey: return "A key has to be a text; this one is a list, a mapping or an alias of one"
    case .noMapping(let what): return "\(what) has to be a mapping of keys to values"
    case .noList(let key): return "“\(key)” has to be a list"
    case .unknown(let kind, let name, let known):
      return "Unknown \(kind) “\(name)”\(known.sorted().asChoice)"
    case .noValue(let path, let records): return "None of \(records) records has anything at “\(path)”"
    case .unlisted(let field, let name):
      return "“\(field)” fills nothing, because relationships are filled only if the recipe lists them: "
        + "add “\(name): \(field)” to “relationships”, or “\(name): ~” to leave it empty"
    case .form(let key, let form): return "“\(key)” \(form.words)"
    case .needs(let what, let key): return "\(what) needs “\(key)”"
    case .outsideFolder(let what, let file):
      return "\(what) has to stand in the recipe's folder or below" + (file.map { "; “\($0)” leads out of it" } ?? "")
    case .contradiction(let contradiction): return contradiction.rawValue
    case .necessaryRule(let rule): return "\(rule) cannot be turned off: a record that breaks it makes no object"
    case .otherFormat(let key, let format, let others):
      return "“\(key)” means nothing for \(format); it is for \(others.joined(separator: ", "))"
    case .keyless(let mode): return "Mode “\(mode)” needs a “key” to find objects by"
    case .severalOrigins(let keys): return "A mapping takes only one of \(keys.quoted(separator: " and "))"
    case .parentKey(let entity):
      return "Records inside records find their \(entity) by its “key”, which has to be one attribute with a field"
    case .children(let relation): return relation.words
    case .unreadable(let what, let problem): return "\(what) cannot be read: \(problem)"
    case .neverHolds(let what, let problem): return "\(what) can never hold: \(problem)"
    case .licence(let text, let problem): return "“\(text)” is no SPDX expression: \(problem)"
    case .description(let problem): return "The description cannot be used: \(problem)"
    case .lookup(let file, let line, let problem):
      return "The lookup table \(file) has an error\(line.map { " in line \($0)" } ?? ""): \(problem)"
    case .reader(let problem), .dateMistake(let problem): return problem
    case .jsonObject(let file, let places):
      let shown = places.map(\.words).joined(separator: ", ")
      return "\(file) is an object; "
        + (places.isEmpty
          ? "“records: $” makes it one record" : "say with “records” which values in it are records: \(shown)")
    case .abstract(let entity): return "\(entity) is abstract; name one of its sub-entities"
    case .check(let check, let property): return check.words(property)
    case .type(let demand, let property, let type): return "\(demand.rawValue); \(property) is a \(type)"
    case .windowEnd(let text, let attribute, let type):
      return "“\(text)” is not an end for \(attribute), which is a \(type)"
    case .taken(let relationship, let uniqueness):
      return "“taken” is for one-to-one relationships, and “\(relationship)” \(uniqueness.words), "
        + "so that several objects can have one partner; leave it out"
    case .matches(let relationship, let destination):
      return "Say which attribute of \(destination) “\(relationship)” is looked up by, with “matches”"
    case .derived(let attribute, let expression):
      return "“\(attribute)” is worked out from “\(expression)”, and is not what a record says; name another attribute"
    case .unfilledKey(let key, let file): return "The key “\(key)” is filled by no field of \(file)"
    case .unfilled(let property, let file, let fields):
      let advice = fields.map { "there are \($0.joined(separator: ", "))" } ?? "add it to “relationships”"
      return "\(property) is required, but no field of \(file) fills it; \(advice)"
    case .nothingFilled(let entity, let file, let fields):
      return "No field of \(file) has the name of an attribute of \(entity), and the recipe maps none; there are "
        + fields.joined(separator: ", ")
    case .relationship(let name): return "“\(name)” is a relationship; move it to “relationships”"
    case .defaultValue(let text, let attribute, let problem):
      return "The default “\(text)” does not fit \(attribute)" + (problem.map { ": \($0)" } ?? "")
    case .renaming(let old, let new, let attribute):
      return "“\(old)” and “\(new)” cannot both be values of \(attribute), so one cannot have become the other"
    case .datePattern(let text): return "“\(text)” is not a date pattern; write it like “dd.MM.yyyy”"
    case .units(let text): return "“\(text)” converts between things that are not alike"
    }
  }
}

extension RecipeFinding {
  /// What the value of a key has to be.
  public enum Form: Sendable, Equatable {
    case text, texts, textsOnly, textsNeeded, boolean
    case textTwice(String)
    case integer(ClosedRange<Int>)
    case percentage, tolerance, budget, change, day, positive
    case encoding, table, box, delimiter, quote, escape, comment, lineEnd

    fileprivate var words: String {
      switch self {
      case .text: "has to be a text"
      case .texts: "has to be a text or a list of texts"
      case .textsOnly: "may hold texts only"
      case .textsNeeded: "has to name something; leave it out if there is nothing to name"
      case .textTwice(let text): "names “\(Finding.shortened(text))” twice"
      case .boolean: "has to be true or false"
      case .integer(let range):
        "has to be a whole number, "
          + (range.upperBound == .max
            ? "at least \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)")
      case .percentage: "has to be a percentage such as 95%"
      case .tolerance: "has to be a number of records or a percentage such as 0.5%"
      case .budget: "has to be a number of findings or a percentage of the records such as 0.5%"
      case .change: "has to be a number of objects or a percentage of those before, such as “at most 2%”"
      case .day: "has to be a day such as 2027-03-31"
      case .positive: "has to be a number above 0"
      case .encoding: "has to be the name of an encoding, such as windows-1252"
      case .table: "has to be the number of a table, or “all”"
      case .box: "has to be a width and a height in pixels, such as 640x640"
      case .delimiter: "has to be one or more characters, or “none”"
      case .quote: "has to be one ASCII character or “none”"
      case .escape: "has to be one ASCII character or “double”"
      case .comment: "has to be the beginning of a line, or “none”"
      case .lineEnd: "has to be any, lf, crlf or cr"
      }
    }
  }

  /// Keys that do not go together, and what is missing beside them.
  public enum Contradiction: String, Sendable {
    case origin = "A mapping needs one of “field”, “fields”, “first” or “constant”"
    case fileAndEncoding = "“file” takes the bytes of a file, and “encoding” those that the text holds"
    case fetch = "“fetch” takes the address of a file from one “field”, and goes without “file”"
    case noFiles = "“file” has to name a folder, or a zip or tar archive, in the recipe's folder"
    case marks = "“thousands” and “decimal” are the same mark"
    case part = "“part” needs “split”, the separator of the list"
    case restPolicy = "“rest” is one of error, skip, warning"
    case rest = "“rest” is about the other parts of a list; it needs “part”"
    case folding = "“ignoreCase” and “ignoreAccents” are about the “key”, and there is none"
    case format =
      "The format does not follow from the file's name; say “format: csv”, “xml”, “html”, “json”, “jsonlines” or “xlsx”"
    case childrenFormat = "Only XML, HTML and JSON have “children”, records inside records"
    case childrenOfTable =
      "A table of a page has no “children”; records inside records need “records”, the selector of their elements"
    case xmlRecords = "An XML source needs “records”, the path of its record elements"
    case lineRecords = "In JSON Lines each line is a record; “records” is not needed"
    case tableAndRecords = "A page is read by “table” or by “records”, not by both"
    case lookup = "A lookup table needs “file”, “from” and “to”, or “entries”"
    case licences = "“licence” and “license” are the same key; say it once"
    case reason = "A suppression needs a reason that says why the findings are in order"
    case imageLimits = "“width”, “height” and “bytes” take two numbers, such as [200, 4000] or [200, ~]"
    case between = "“between” takes two values, such as [1900-01-01, today]"
    case outliers = "“outliers” takes a number, or a mapping with “by”, “beyond” and “unit”"
    case everyAttribute = "“*” stands for every attribute that holds text; only “text” is checked for all of them"
    case placeholders = "“placeholders” are numbers"
    case conversion = "A unit conversion is written like “lb to kg”"
  }

  /// How the records inside records cannot be related to those around them.
  public enum Relation: Sendable, Equatable {
    case none(from: String, to: String)
    case several([String], from: String, to: String)
    case noInverse(String, from: String)

    fileprivate var words: String {
      switch self {
      case .none(let inner, let outer): "No relationship leads from \(inner) to \(outer)"
      case .several(let names, let inner, let outer):
        "Say with “relationship” how \(inner) belongs to \(outer): \(names.joined(separator: ", "))"
      case .noInverse(let name, let inner): "\(name) has no inverse, so that \(inner) cannot lead back"
      }
    }
  }

  /// Values in an object of JSON that may be records.
  public struct JSONPlace: Sendable, Equatable {
    let path: String
    let count: Int
    let names: [String]

    /// Makes a place of `count` values at `path`, with the names of their members.
    public init(path: String, count: Int, names: [String]) {
      (self.path, self.count, self.names) = (path, count, names)
    }

    fileprivate var words: String {
      "“\(path)” (\(count)\(names.isEmpty ? "" : " with \(names.prefix(4).joined(separator: ", "))"))"
    }
  }

  /// A check that cannot be made of a property.
  public enum Check: Sendable {
    case countOfOne, countOfAttribute, ofRelationship, filledDerivation

    fileprivate func words(_ property: String) -> String {
      switch self {
      case .countOfOne: "“atLeast” counts related objects, and “\(property)” leads to one"
      case .countOfAttribute: "“atLeast” counts related objects, and “\(property)” is an attribute"
      case .ofRelationship: "“\(property)” is a relationship; only “atLeast” and “requiredWhen” can be checked"
      case .filledDerivation: "“filled” is about what records fill, and the store works “\(property)” out"
      }
    }
  }

  /// What an attribute has to be of.
  public enum TypeDemand: String, Sendable {
    case shape = "“shape” is about texts"
    case text = "“text” is about texts"
    case similar = "“similar” is about texts"
    case gapFree = "“gap-free” is about whole numbers"
    case number = "This check is about numbers"
    case unit = "Units are converted in numbers only"
    case file = "“file” is about binary data, or about texts that name files"
    case bytes = "“encoding” and “image” are about binary data"
    case image = "“image” is about binary data"
  }

  /// Why several objects can have one partner.
  public enum Uniqueness: Sendable, Equatable {
    case isToMany
    case toManyInverse(String)
    case noInverse

    fileprivate var words: String {
      switch self {
      case .isToMany: "is to-many"
      case .toManyInverse(let name): "has the to-many inverse “\(name)”"
      case .noInverse: "has no inverse"
      }
    }
  }
}
