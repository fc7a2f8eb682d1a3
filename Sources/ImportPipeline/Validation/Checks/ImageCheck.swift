internal import AttributeValues
internal import Findings
internal import ImageFiles
internal import ImageFitting

/// The bytes are a picture as it is wanted. It is looked at as it is before anything is made of it, so that what a smaller copy leaves out is seen, too.
struct ImageCheck: ValueCheck {
  let wording: CheckMessage
  let demands: ImageDemands
  /// What decodes pictures, where they are to be decoded.
  let library: ImageLibrary?
  let converter: ValueConverter

  func inspect(_ value: AttributeValue, _ text: UnsafeBufferPointer<UInt8>, into problems: inout [CheckProblem]) {
    guard let bytes = converter.originalBytes(text) else { return }
    func add(_ kind: FileFinding) { problems.append(wording.problem(kind)) }
    guard let facts = ImageFacts(of: bytes) else {
      return add(.mediaType(found: nil, asked: demands.types.map(\.rawValue)))
    }
    if !demands.types.isEmpty, !demands.types.contains(facts.mediaType) {
      add(.mediaType(found: facts.mediaType.rawValue, asked: demands.types.map(\.rawValue)))
    }
    if let problem = hazard(facts) { add(.unsafe(problem: problem)) }
    if let defect = facts.defect {
      add(.damaged(problem: defect))
    } else if demands.decodes, let library, !isDecoded(facts.mediaType) {
      do throws(ImageFailure) {
        try library.decode(bytes)
      } catch {
        if error.finding.rule != .imageUnsafe { add(error.finding) }
      }
    }
    measure(.bytes, bytes.count, demands.bytes, add)
    if let (width, height) = facts.shownSize {
      measure(.width, width, demands.width, add)
      measure(.height, height, demands.height, add)
    }
    inspectColours(facts, add)
    if facts.orientation != 1 { add(.orientation(facts.orientation)) }
    if facts.isAnimated, !demands.allowsAnimation { add(.animated) }
    let parts = ImageFacts.PrivatePart.allCases.filter(facts.privateParts.contains)
    if !parts.isEmpty { add(.metadata(parts.map(\.rawValue))) }
  }

  /// Whether the value was made of all that is in the picture; one that is not whole has given none.
  private func isDecoded(_ type: MediaType) -> Bool {
    converter.files.fitter != nil && ImageFitter.readsAll(of: type)
  }

  private func hazard(_ facts: ImageFacts) -> String? {
    let hazards = ImageFacts.Hazard.allCases.filter(facts.hazards.contains)
    if !hazards.isEmpty { return "it " + hazards.map(\.rawValue).joined(separator: " and ") }
    guard let width = facts.width, let height = facts.height else { return nil }
    let (pixels, isTooMany) = width.multipliedReportingOverflow(by: height)
    return isTooMany || pixels > ImageLibrary.mostPixels
      ? "it has \(width) by \(height) pixels, and no more than \(ImageLibrary.mostPixels) are decoded" : nil
  }

  private func measure(
    _ measure: FileFinding.Measure,
    _ found: Int,
    _ limits: ImageDemands.Limits,
    _ add: (FileFinding) -> Void
  ) {
    if let least = limits.least, found < least { add(.size(measure, found: found, limit: least, isLeast: true)) }
    if let most = limits.most, found > most { add(.size(measure, found: found, limit: most, isLeast: false)) }
  }

  private func inspectColours(_ facts: ImageFacts, _ add: (FileFinding) -> Void) {
    // What a screen shows as it is, unless the recipe says otherwise.
    let asked = demands.colours.isEmpty ? [.grey, .rgb, .palette] : demands.colours
    if let colour = facts.colour, !asked.contains(colour) {
      add(.colour(found: colour.rawValue, asked: asked.map(\.rawValue)))
    }
    if let bits = facts.bits, bits > 8 { add(.bits(bits)) }
    if facts.hasAlpha, !demands.allowsAlpha { add(.alpha) }
  }
}
