import Foundation
import ImportPipeline
import Synchronization
import TestSupport
import Testing

@testable import Desk
@testable import studbook

/// A system that does not tell how files are is no other program that has changed them.
@Suite struct UnseenFilesTests {
  /// What the system says.
  private struct Refusal: LocalizedError, CustomStringConvertible {
    let description = "dogs.csv cannot be looked at: Input/output error"
    var errorDescription: String? { description }
  }

  /// A recipe whose files, or itself, the system does not tell of for a while.
  private final class Workspace: DeskWorkspace {
    let base: RecipeWorkspace
    let hides = Mutex(false)
    let closes = Mutex(false)

    init(_ folder: TemporaryFolder) throws {
      base = try RecipeWorkspace(recipePath: folder.file("Dogs.recipe.yml"))
    }

    var recipePath: String { base.recipePath }
    var memory: JudgementMemory? { base.memory }

    func open() throws -> any OpenRecipe {
      if closes.withLock({ $0 }) { throw Refusal() }
      return try base.open()
    }

    func build(_ progress: (DeskBuildProgress) -> Void) throws -> DeskBuild { try base.build(progress) }

    func watched() -> (files: Set<String>, folders: Set<String>, problem: (any Error)?) {
      let (files, folders, problem) = base.watched()
      return hides.withLock { $0 } ? ([recipePath], folders, Refusal()) : (files, folders, problem)
    }
  }

  private let folder: TemporaryFolder
  private let workspace: Workspace
  private let session: DeskSession

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
        <entity name="Dog"><attribute name="name" attributeType="String"/><attribute name="age" optional="YES" attributeType="Integer 16" maxValueString="30"/>
          <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint></uniquenessConstraints></entity>
      </model>
      """,
      to: "Dogs.xcdatamodel/contents"
    )
    try folder.write(
      "model: Dogs.xcdatamodel\noutput: Dogs.sqlite\nsources: [{ file: dogs.csv, entity: Dog, key: name }]\n",
      to: "Dogs.recipe.yml"
    )
    try folder.write("name,age\nRex,400\nAce,4\n", to: "dogs.csv")
    workspace = try Workspace(folder)
    session = DeskSession(workspace)
  }

  private func age(_ old: String, _ new: String, version: Int) async throws {
    let edit = CellEdit(RecordAddress(source: 0, number: 1), field: "age", expected: old, text: new)
    try await session.perform([.cell(edit)], title: "\(old) → \(new)", version: version)
  }

  @Test func aLookThatFailsIsSaidToWhoChangesSomethingAndNothingIsWritten() async throws {
    let version = await session.reload().version
    workspace.hides.withLock { $0 = true }
    session.look()
    try await session.work {}
    await #expect(throws: Refusal.self) { try await age("400", "40", version: version) }
    await #expect(throws: Refusal.self) { try await session.undo() }
    #expect(try folder.text(of: "dogs.csv") == "name,age\nRex,400\nAce,4\n")
    #expect(session.state.version == version && session.state.changedFile == nil)
    workspace.hides.withLock { $0 = false }
    try await age("400", "14", version: version)
    #expect(try folder.text(of: "dogs.csv") == "name,age\nRex,14\nAce,4\n")
    #expect(session.state.judgement?.findings.isEmpty == true)
  }

  @Test func aLookThatFailsAfterAnEditTakesItForNobodyElses() async throws {
    let version = await session.reload().version
    try await session.work { [workspace] in workspace.hides.withLock { $0 = true } }
    try await age("400", "40", version: version)
    workspace.hides.withLock { $0 = false }
    session.look()
    try await session.work {}
    #expect(session.state.changedFile == nil)
    try await age("40", "4", version: version)
    try await session.undo()
    try await session.undo()
    #expect(try folder.text(of: "dogs.csv") == "name,age\nRex,400\nAce,4\n")
  }

  @Test func theFirstLookMayFail() async throws {
    workspace.hides.withLock { $0 = true }
    let state = await session.reload()
    #expect(state.judgement?.findings.count == 1 && state.problem == nil)
    workspace.hides.withLock { $0 = false }
    try await age("400", "40", version: state.version)
    #expect(session.state.changedFile == nil)
  }

  @Test func whatAnotherProgramWritesMeanwhileIsNoticedAfterwards() async throws {
    let version = await session.reload().version
    workspace.hides.withLock { $0 = true }
    try folder.write("name,age\nAce,4\nRex,400\n", to: "dogs.csv")
    session.look()
    try await session.work {}
    workspace.hides.withLock { $0 = false }
    await #expect(throws: SourceEditError.changed("dogs.csv")) { try await age("400", "40", version: version) }
    #expect(try folder.text(of: "dogs.csv") == "name,age\nAce,4\nRex,400\n")
  }

  @Test func sourcesThatCouldNotBeJudgedAreTriedAgain() async throws {
    workspace.closes.withLock { $0 = true }
    let failed = await session.reload()
    #expect(failed.problem?.message == Refusal().description)
    #expect(await session.current().version == failed.version, "nothing is new")
    workspace.closes.withLock { $0 = false }
    var state = failed
    while state.problem != nil { state = await session.current() }
    #expect(state.version > failed.version && state.judgement?.findings.count == 1)
    try await age("400", "40", version: state.version)
  }
}
