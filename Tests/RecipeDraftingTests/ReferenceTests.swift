import RecipeDrafting
import TestSupport
import Testing

@Suite("Relationships") struct ReferenceTests {
  private static let groups = "Group,Code\nHerding,HER\nToy,TOY\nHound,HOU\n"

  @Test func leadsToTheKeyOfAnotherSource() throws {
    let drafting = try Drafting([
      "breeds.csv": "Breed,Group\nCollie,Herding\nPug,Toy\nCorgi,Herding\nBeagle,Hound\n", "groups.csv": Self.groups,
    ])
    #expect(drafting.draft.sources.map(\.entity) == ["Group", "Breed"])
    #expect(
      drafting.line("group: {") == "group: { field: Group, matches: group }  # all 4 values are among “Group” of Group"
    )
    #expect(drafting.draft.model?.contains("name=\"group\" maxCount=\"1\"") == true)
    #expect(drafting.draft.model?.contains("name=\"breeds\" optional=\"YES\" toMany=\"YES\"") == true)
    _ = try drafting.plan()
  }

  @Test func saysWhichValuesLeadNowhere() throws {
    let rows = (1...30).map { "b\($0),\($0 == 12 ? "Foo" : ["Herding", "Toy", "Hound"][$0 % 3])\n" }.joined()
    let drafting = try Drafting(["breeds.csv": "Breed,Group\n" + rows, "groups.csv": Self.groups])
    #expect(
      drafting.line("group: {")
        == "group: { field: Group, matches: group }  # 1 of 30 values are not among “Group” of Group: “Foo” in line 13"
    )
    _ = try drafting.plan()
  }

  @Test func followsLists() throws {
    let drafting = try Drafting([
      "actors.csv": "Name,Born\nKim,1980\nLee,1970\nMoe,1960\n",
      "films.csv": "Title,Cast list\nA,Kim; Lee\nB,Lee; Moe; Kim\nC,\n",
    ])
    #expect(
      drafting.line("castLists: {")
        == "castLists: { field: Cast list, split: \";\", matches: name }  # all 5 parts are among “Name” of Actor"
    )
    _ = try drafting.plan()
  }

  @Test func takesNumbersForReferencesByNameOnly() throws {
    let drafting = try Drafting([
      "orders.csv": "id,customer_id,pieces\n1,3,1\n2,3,2\n3,1,2\n", "customers.csv": "id,name\n1,Ann\n2,Bob\n3,Cid\n",
    ])
    #expect(drafting.line("customer: {") != nil)
    #expect(drafting.line("pieces: pieces") != nil)
    _ = try drafting.plan()
  }

  @Test func readsASourceAgainForReferencesToItself() throws {
    let drafting = try Drafting(["staff.csv": "id,name,manager_id\n1,Ann,2\n2,Bob,\n3,Cid,1\n4,Dee,1\n"])
    #expect(
      drafting.draft.recipe.hasSuffix(
        """
          # The same records again: what these lead to is read only now.
          - file: staff.csv
            entity: Staff
            key: id
            mode: update
            mapByName: false
            attributes:
              id: id
            relationships:
              manager: { field: manager_id, matches: id }  # all 3 values are among “id” of Staff

        """
      )
    )
    _ = try drafting.plan()
  }

  @Test func breaksCircles() throws {
    let drafting = try Drafting([
      "clubs.csv": "club,captain\nReds,Ann\nBlues,Bob\nGreens,Cid\n",
      "players.csv": "player,club\nAnn,Reds\nBob,Blues\nCid,Greens\nDee,Reds\n",
    ])
    #expect(
      drafting.line("captain: {")
        == "captain: { field: captain, matches: player }  # all 3 values are among “player” of Player"
    )
    #expect(drafting.line("club: {") == "club: { field: club, matches: club }  # all 4 values are among “club” of Club")
    _ = try drafting.plan()
  }

  @Test func tellsTwoWaysToTheSameEntityApart() throws {
    let drafting = try Drafting([
      "teams.csv": "team\nReds\nBlues\nGreens\n",
      "games.csv":
        "day,home team,away team\n2024-01-01,Reds,Blues\n2024-01-02,Blues,Greens\n2024-01-03,Greens,Reds\n",
    ])
    #expect(drafting.draft.model?.contains("inverseName=\"gamesAsAwayTeam\"") == true)
    _ = try drafting.plan()
  }
}
