import Desk
import FlyingFox
import Foundation
import Testing
import TestSupport

@testable import studbook

/// What would be released, the build and the picture of the model.
@Suite struct ReleasePageTests {
  @Test func theBuildPublishesAndThenNothingDiffersUntilACellIsChanged() async throws {
    let folder = try Showcase.inputs()
    let desk = try await RunningDesk(folder)
    #expect(try await desk.get("/release").text.contains("There is no release yet"))
    #expect(try await desk.post("/release/build").status == 303)
    // A browser without scripts asks again, and is told how far it is.
    let building = try await desk.get("/release").text
    #expect(building.contains("<noscript><meta http-equiv=\"refresh\"") && building.contains("id=\"build-progress\""))
    #expect(building.contains("This is told when the build has ended"))
    let start = ContinuousClock.now
    while try await !desk.get("/release").text.contains("<b>Published.</b>") {
      try #require(ContinuousClock.now - start < .seconds(120), "the build does not end")
      try await Task.sleep(for: .milliseconds(200))
    }
    #expect(folder.names().contains("Output/DogBreeds.sqlite"))
    #expect(try await !desk.get("/release").text.contains("<noscript>"))
    #expect(try await desk.get("/release").text.contains("Nothing: the objects are those of"))
    let text = try folder.text(of: Showcase.breeds)
    try folder.write(text.replacing(",Hound Group,63.5,", with: ",Hound Group,63,"), to: Showcase.breeds)
    await desk.session.reload()
    let page = try await desk.get("/release").text
    #expect(page.contains("<del>63.5</del>") && page.contains("<ins>63</ins>"))
  }

  /// Where the build is, source by source, and what comes after the last one.
  @Test func theBuildTellsHowFarItIs() throws {
    let folder = try Showcase.inputs()
    var workspace = try RecipeWorkspace(recipePath: folder.file(Showcase.recipe))
    workspace.output = folder.file("Output")
    workspace.tool = Tool.path
    var told: [DeskBuildProgress] = []
    let build = try workspace.build { told.append($0) }
    #expect(build.status == 0 && !build.text.contains("\u{1E}"))
    #expect(Set(told.compactMap { $0.share == nil ? nil : $0.text.prefix { $0 != "," } }).count >= 4, "\(told)")
    #expect(told.suffix(3).map(\.share) == [nil, nil, nil])
    #expect(told.last?.text == "The release is published …")
  }

  @Test func theLinesThatWereChangedAreShown() async throws {
    let folder = try Showcase.inputs()
    try folder.write(
      folder.text(of: Showcase.breeds).replacing(",Hound Group,63.5,", with: ",Hound Grup,63.5,"),
      to: Showcase.breeds
    )
    let desk = try await RunningDesk(folder)
    #expect(try await desk.post("/rules/reference.unknown/take").status == 303)
    let page = try await desk.get("/release").text
    #expect(page.contains("-Afghan Hound,Hound Grup") && page.contains("+Afghan Hound,Hound Group"))
  }

  @Test func theModelIsAPicture() async throws {
    let desk = try await RunningDesk(Showcase.inputs())
    let picture = try await desk.get("/model.svg")
    #expect(picture.headers[.contentType] == "image/svg+xml")
    #expect(picture.text.hasPrefix("<svg") && picture.text.contains("AKCGroup"))
  }
}
