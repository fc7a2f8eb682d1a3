import ArgumentParser

/// The command line: connects the parts and prints; the libraries do neither.
@main
struct Studbook: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "studbook",
    abstract: "Builds a reference database from CSV, XML and HTML sources through a Core Data model."
  )
}
