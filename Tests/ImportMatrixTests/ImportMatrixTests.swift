import ImportMatrix
import TestSupport
import Testing

@Suite("The import matrix")
struct ImportMatrixTests {
  @Test func aCaseIsTheSameForTheSameSeed() {
    #expect(RandomCase.draw(7) == RandomCase.draw(7))
    #expect(RandomCase.draw(7) != RandomCase.draw(8))
  }
}
