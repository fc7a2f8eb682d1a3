import RecipeDrafting
import TestSupport
import Testing

@Suite("Keys") struct KeyTests {
  /// The names of the key's attributes.
  private func key(_ text: String) throws -> [String] {
    let drafting = try Drafting(["things.csv": text])
    _ = try drafting.plan()
    return drafting.draft.sources[0].key
  }

  @Test func prefersAName() throws {
    #expect(try key("rank,title,id\n3,A,7\n2,B,8\n1,C,9\n") == ["id"])
    #expect(try key("rank,thing\n3,A\n2,B\n1,C\n") == ["thing"])
  }

  @Test func needsAValueInEachRecord() throws {
    #expect(try key("id,name\n1,A\n,B\n3,C\n") == ["name"])
    #expect(try key("id,name\n1,A\n-,B\n3,C\n") == ["name"])
  }

  @Test func needsDifferentValues() throws {
    #expect(try key("id,name\n1,A\n1,B\n3,C\n") == ["name"])
  }

  @Test func takesTwoFieldsWhereOneIsNotEnough() throws {
    let drafting = try Drafting(["scores.csv": "year,team,points\n2020,A,1\n2020,B,1\n2021,A,1\n2021,B,1\n"])
    #expect(drafting.draft.sources[0].key == ["year", "team"])
    #expect(
      drafting.line("key:")
        == "key: [year, team]  # together unique and never empty in 4 records; no single field is"
    )
    #expect(drafting.draft.model?.contains("<constraint value=\"team\"/>") == true)
    _ = try drafting.plan()
  }

  @Test func hasNoneWhereNothingIsUnique() throws {
    #expect(try key("a,b\n1,2\n1,2\n1,2\n") == [])
  }

  @Test func hasNoneOfARecordlessFile() throws { #expect(try key("id,name\n") == []) }
}
