internal import Findings

extension HTMLReport {
  /// Writes a bar per attribute and the spread of numbers.
  func renderCompleteness(_ summary: RunSummary, into output: inout ReportBuffer) {
    guard !summary.completeness.isEmpty else { return }
    output.line("<section id=\"completeness\" aria-labelledby=\"completeness-title\">")
    output.line("<h2 id=\"completeness-title\">How well the attributes are filled</h2>")
    var entities: [String] = []
    for profile in summary.completeness where !entities.contains(profile.entity) { entities.append(profile.entity) }
    let hasSpread = summary.completeness.contains { $0.histogram != nil }
    for entity in entities {
      let profiles = summary.completeness.filter { $0.entity == entity }
      output.line("<table class=\"profile\"><caption>\(HTMLText.escaped(entity))</caption>")
      output.append("<thead><tr><th scope=\"col\">Attribute</th><th scope=\"col\">Filled</th>")
      output.append("<th scope=\"col\" class=\"number\">Values</th><th scope=\"col\" class=\"number\">Share</th>")
      output.line("\(hasSpread ? "<th scope=\"col\">Spread</th>" : "")</tr></thead><tbody>")
      for profile in profiles { output.line(Self.row(profile, hasSpread: hasSpread)) }
      output.line("</tbody></table>")
    }
    output.line("</section>")
  }

  private static func row(_ profile: AttributeProfile, hasSpread: Bool) -> String {
    let width = ReadableNumber.decimal(min(max(profile.share, 0), 1) * 100, places: 1)
    let kind = profile.total > 0 && profile.filled == 0 ? " class=\"empty\"" : ""
    let spread = profile.histogram.map { histogram($0, of: profile.attribute) } ?? ""
    let spreadKind = spread.isEmpty ? "spread none" : "spread"
    return """
      <tr\(kind)><th scope="row">\(HTMLText.escaped(profile.attribute))</th>\
      <td class="fill"><span class="bar"><span style="width:\(width)%"></span></span></td>\
      <td class="number count">\(ReadableNumber.grouped(profile.filled))<span class="of"> of \(ReadableNumber.grouped(profile.total))</span></td>\
      <td class="number share">\(ReadableNumber.percent(profile.filled, of: profile.total))</td>\
      \(hasSpread ? "<td class=\"\(spreadKind)\">\(spread)</td>" : "")</tr>
      """
  }

  /// A drawing of `histogram`, described in words for those who cannot see it.
  static func histogram(_ histogram: Histogram, of name: String) -> String {
    let height = 32.0
    let width = 192.0
    let step = width / Double(max(histogram.counts.count, 1))
    let gap = step > 4 ? 1.0 : 0
    let greatest = Double(histogram.counts.max() ?? 1)
    var bars = ""
    for (index, count) in histogram.counts.enumerated() where count > 0 {
      // Every range that has values is visible, however few they are.
      let size = max(Double(count) / greatest * height, 1.5)
      bars += """
        <rect x="\(svg(Double(index) * step + gap / 2))" y="\(svg(height - size))" width="\(svg(step - gap))" height="\(svg(size))">\
        <title>\(rangeText(histogram, index)): \(ReadableNumber.grouped(count))</title></rect>
        """
    }
    let ends = [histogram.minimum, histogram.maximum].map(ReadableNumber.measure)
    let label = "\(name) from \(ends[0]) to \(ends[1]), most often \(rangeText(histogram, modeIndex(histogram)))"
    return """
      <svg viewBox="0 0 \(svg(width)) \(svg(height + 1))" preserveAspectRatio="none" role="img" aria-label="\(HTMLText.escaped(label))">\
      \(bars)<path d="M0 \(svg(height + 0.5))H\(svg(width))"/></svg>\
      <span class="ends"><span>\(ends[0])</span><span>\(ends[1])</span></span>
      """
  }

  private static func modeIndex(_ histogram: Histogram) -> Int {
    histogram.counts.indices.max { histogram.counts[$0] < histogram.counts[$1] } ?? 0
  }

  private static func rangeText(_ histogram: Histogram, _ index: Int) -> String {
    let start = histogram.start + Double(index) * histogram.width
    guard histogram.width > 0 else { return ReadableNumber.measure(start) }
    return "\(ReadableNumber.measure(start)) to \(ReadableNumber.measure(start + histogram.width))"
  }

  private static func svg(_ value: Double) -> String {
    value == value.rounded() ? String(Int(value)) : ReadableNumber.decimal(value, places: 1)
  }
}
