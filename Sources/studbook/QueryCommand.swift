import Findings
import ArgumentParser
import ManagedObjects
import ObjectModel
import PredicateLanguage
import SQLiteStore

/// `studbook query`: reads objects back from a store.
struct QueryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "query",
    abstract: "Reads objects from a store.",
    discussion: """
      Predicates have Apple's syntax; fields and sort keys may be key paths. Example:

        studbook query Output/DogBreeds.sqlite Breed --model Inputs/DogBreeds.xcdatamodeld \\
          --where 'heightMax > 70 AND group.name == "Hound"' --sort -heightMax,name --fields name,heightMax,group.name

      Of to-many relationships, fields take collection operators: breeds.@count, breeds.@avg.heightMax, and @sum, @min, @max,
      @unionOfObjects and @distinctUnionOfObjects. Of groups, or of all objects, they are statistics by themselves:

        studbook query Output/DogBreeds.sqlite Breed --group-by group.name --fields group.name,@count,@avg.heightMax \\
          --having '@count > 20' --sort -@count

      As in predicates, a missing value counts as 0 in @sum and @avg; leave it out with --where 'heightMax != nil'. Dates in predicates are
      texts such as "2020-01-31" or "2020-01-31T12:00:00Z".
      """
  )

  @Argument(help: "The store's file.", completion: .file())
  var store: String

  @Argument(help: "The entity whose objects are read, those of its sub-entities included.")
  var entity: String

  @Option(name: [.customLong("where")], help: "A predicate that the objects meet. (default: all objects)")
  var predicate: String?

  @Option(
    parsing: .unconditional,
    help: "Keys to sort by, separated by commas; ‘-’ before a key sorts downwards. (default: the store's order)"
  )
  var sort: String?

  @Option(help: "Fields to print, separated by commas. (default: all attributes, and the names of related objects)")
  var fields: String?

  @Option(
    help: ArgumentHelp(
      "Print one row for all objects with the same values of these keys, separated by commas. (default: no groups)",
      valueName: "keys"
    )
  )
  var groupBy: String?

  @Option(help: "A predicate that the groups meet, such as '@count > 3 AND @avg.weight < 20'. (default: all groups)")
  var having: String?

  @Option(help: ArgumentHelp("The most objects to print; 0 for no limit.", valueName: "n"))
  var limit = 0

  @Option(help: ArgumentHelp("How many objects to skip.", valueName: "n"))
  var offset = 0

  @Flag(help: "Print only how many objects there are. (default: off)")
  var count = false

  @Option(help: "How to print: table, json or csv.")
  var format = ResultFormat.table

  @Option(help: "The model. (default: the one that the store carries)", completion: .file())
  var model: String?

  @OptionGroup var outputOptions: OutputOptions

  func validate() throws {
    if limit < 0 { throw ValidationError("--limit cannot be negative.") }
    if offset < 0 { throw ValidationError("--offset cannot be negative.") }
    if having != nil, !isGrouped {
      throw ValidationError("--having is about groups; say which with --group-by, or print a statistic such as @count.")
    }
    if count, isGrouped { throw ValidationError("--count counts objects, not groups; use --fields @count.") }
  }

  func run() async throws {
    let output = CommandOutput(outputOptions, endsWithReader: true)
    let opened = try OpenedStore(store, model: model, noticesChanges: true)
    // It was only read.
    defer { try? opened.store.close() }
    try opened.read { try print(opened, output) }
  }

  private func print(_ opened: OpenedStore, _ output: CommandOutput) throws {
    let entity = try Self.entity(named: entity, in: opened.model)
    let coordinator = PersistentStoreCoordinator(managedObjectModel: opened.model)
    try coordinator.addPersistentStore(opened.store)
    let context = ManagedObjectContext(persistentStoreCoordinator: coordinator)

    var request = FetchRequest<ManagedObjectID>(entityName: entity.name)
    if let predicate {
      request.predicate = try Self.predicate(predicate, of: "--where", about: entity)
    }
    let sortKeys = Self.list(sort).map { key in
      SortKey(String(key.drop { $0 == "-" || $0 == "+" }), ascending: !key.hasPrefix("-"))
    }
    if isGrouped {
      return try printGroups(of: entity, predicate: request.predicate, sort: sortKeys, context: context, output: output)
    }
    for key in sortKeys { _ = try QueryField(key.keyPath, in: entity) }
    request.sortDescriptors = sortKeys
    request.fetchLimit = limit
    request.fetchOffset = offset
    if count {
      try output.writeLine(String(try context.count(for: request)))
      return try output.finish()
    }

    let paths =
      try fields == nil ? QueryField.all(of: entity) : Self.list(fields).map { try QueryField($0, in: entity) }
    if paths.isEmpty { throw CommandFailure("there are no fields to print") }
    var printer = ResultPrinter(
      output,
      format: format,
      columns: paths.map { ResultPrinter.Column(name: $0.text, isNumeric: $0.isNumeric) }
    )
    var rows = RowCache(opened.store)
    var fetch = StoreFetch(entity: entity)
    fetch.predicate = request.predicate
    fetch.sortKeys = request.sortDescriptors
    fetch.limit = limit
    fetch.offset = offset
    let isAnswered = try opened.store.forEachRowIfExecutable(fetch) { row in
      let row = row.storeRow
      try printer.add(try paths.map { try $0.value(of: row, rows: &rows) })
      return true
    }
    if !isAnswered {
      // A predicate that only memory can evaluate: the context finds the objects.
      for objectID in try context.fetch(request) {
        guard let row = try opened.store.row(for: objectID) else { continue }
        try printer.add(try paths.map { try $0.value(of: row, rows: &rows) })
      }
    }
    try printer.finish()
    try opened.tellOfMissingFiles(output)
    try output.finish()
  }

  /// Whether the query is about groups, or about all objects together.
  private var isGrouped: Bool { groupBy != nil || Self.list(fields).contains(where: QueryGroups.isStatistic) }

  private func printGroups(
    of entity: EntityDescription,
    predicate: ObjectPredicate?,
    sort: [SortKey],
    context: ManagedObjectContext,
    output: CommandOutput
  ) throws {
    let having = try having.map { try Self.predicate($0, of: "--having", about: entity, QueryGroups.having) }
    var groups = try QueryGroups(
      by: Self.list(groupBy),
      fields: fields.map(Self.list),
      sort: sort,
      having: having,
      in: entity
    )
    groups.setLimits(predicate: predicate, limit: limit, offset: offset)
    var printer = ResultPrinter(output, format: format, columns: groups.columns)
    for row in try context.fetch(groups.request) { try printer.add(groups.values(of: row)) }
    try printer.finish()
    try output.finish()
  }

  /// A predicate of the command line, with its constants as values of the attributes that they are compared with.
  private static func predicate(
    _ text: String,
    of option: String,
    about entity: EntityDescription,
    _ change: (ObjectPredicate) -> ObjectPredicate = { $0 }
  ) throws -> ObjectPredicate {
    let predicate: ObjectPredicate
    do throws(PredicateSyntaxError) {
      predicate = change(try ObjectPredicate(format: text))
    } catch {
      throw CommandFailure("the predicate of \(option) cannot be read: \(error)")
    }
    do throws(PredicateConstantError) {
      return try entity.typingConstants(in: predicate)
    } catch {
      throw ValidationError("the predicate of \(option) can never hold: \(error)")
    }
  }

  private static func list(_ text: String?) -> [String] {
    (text ?? "").split(separator: ",").map { item in
      String(item.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
    .filter { !$0.isEmpty }
  }

  static func entity(named name: String, in model: ManagedObjectModel) throws -> EntityDescription {
    let entities = model.entitiesByName
    if let entity = entities[name] { return entity }
    let suggestion =
      EditDistance.suggestion(for: name, among: entities.keys.sorted()).map { "; did you mean ‘\($0)’?" } ?? ""
    throw CommandFailure("the model has no entity ‘\(name)’\(suggestion)")
  }
}
