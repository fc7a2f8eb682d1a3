internal import ImportPipeline
internal import ObjectModel
internal import Reports

/// The page of all sources.
struct SourceList {
  let entries: [GridShelf.Entry]

  var html: HTML {
    """
    <table class="sources" data-finished="\(entries.allSatisfy { $0.grid.progress.isFinished } ? "1" : "0")">
    <thead><tr><th scope="col">Source</th><th scope="col">Becomes</th><th scope="col" class="number">Records</th>\
    <th scope="col" class="number">Columns</th><th scope="col" class="number">With findings</th></tr></thead>
    <tbody>\(entries.map(row))</tbody>
    </table>
    """
  }

  private func row(_ entry: GridShelf.Entry) -> HTML {
    let source = entry.grid.source
    let progress = entry.grid.progress
    let count: HTML = progress.isFinished ? "\(grouped: progress.count)" : "\(grouped: progress.count) …"
    let faults = entry.faults.records.count
    let link: HTML =
      faults == 0 ? "0" : "<a class=\"faults\" href=\"/sources/\(source.number)?faulty=1\">\(grouped: faults)</a>"
    return """
      <tr><th scope="row"><a href="/sources/\(source.number)">\(source.name)</a>\(progress.problem.map { "<small>\($0)</small>" })</th>\
      <td data-label="becomes">\(source.entity.name)</td><td class="number" data-label="records">\(count)</td>\
      <td class="number" data-label="columns">\(source.columns.count)</td>\
      <td class="number" data-label="with findings">\(link)</td></tr>
      """
  }
}
