import ArgumentParser
import AttributeValues
import FoundationEssentials
import ManagedObjects
import ObjectModel
import SQLiteStore

/// `studbook store history`: who saved what, and when.
struct StoreHistoryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "Shows the saves that a store's persistent history has recorded.",
    discussion: """
      Example:

        studbook store history App.sqlite --after 120 --format json
      """
  )

  @Argument(help: "The store's file.", completion: .file())
  var file: String

  @Option(help: ArgumentHelp("Only the transactions after this one. (default: all)", valueName: "n"))
  var after: Int64?

  @Option(help: "How to print: table, json or csv.")
  var format = ResultFormat.table

  @Option(help: "The model. (default: the one that the store carries)", completion: .file())
  var model: String?

  @OptionGroup var outputOptions: OutputOptions

  func run() async throws {
    let output = CommandOutput(outputOptions)
    try StoreKind.requireSQLite(file, for: "a history")
    let opened = try OpenedStore(file, model: model, noticesChanges: true)
    // It was only read.
    defer { try? opened.store.close() }
    guard let store = opened.store as? SQLiteStore else { return }
    var printer = ResultPrinter(
      output,
      format: format,
      columns: [
        .init(name: "transaction", isNumeric: true), .init(name: "time"), .init(name: "author"), .init(name: "process"),
        .init(name: "change"), .init(name: "object"),
      ]
    )
    for transaction in try opened.read({ try store.execute(.fetchHistory(after: after)) }) {
      for change in transaction.changes {
        try printer.add([
          .integer(transaction.number), .text(ISODate.text(transaction.timestamp.timeIntervalSinceReferenceDate)),
          transaction.author.map { .text($0) } ?? .null, transaction.processID.map { .text($0) } ?? .null,
          .text("\(change.changeType)"),
          .text("\(change.changedObjectID.entity.name) \(change.changedObjectID.reference)"),
        ])
      }
    }
    try printer.finish()
    try output.finish()
  }
}
