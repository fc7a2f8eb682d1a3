internal import Findings
internal import ImportPipeline
internal import ModelDiagrams
internal import Reports
internal import StoreComparison

/// What would be released, the build, and the model as a picture.
struct ReleaseSection: DeskSection {
  /// The most objects that the page names.
  private static let mostObjects = 200

  var navigation: (title: String, path: String)? { ("Release", "/release") }

  var style: String {
    """
    .model img { max-width: 100%; height: auto; background: #fff; border: 1px solid var(--rule); border-radius: 10px; padding: .5rem; }
    .building { display: flex; flex-wrap: wrap; align-items: center; gap: .4rem .9rem; } .building progress { width: min(20rem, 100%); accent-color: var(--accent); }
    .diff { padding: .5rem .75rem; background: var(--sunk); border: 1px solid var(--rule); border-radius: 6px; overflow-x: auto; font-size: .84rem; line-height: 1.5; }

    """
  }

  var script: String {
    """
    desk.on("build", (status) => {
      if (location.pathname === "/release") desk.refresh();
      desk.say(status === "started" ? "A build has begun." : status === "0" ? "The build is published." : "The build has ended; see the release page.");
    });
    desk.on("progress", (data) => {
      const bar = document.querySelector("#build progress"), text = document.getElementById("build-progress");
      if (!bar || !text) return;
      const { text: words, share } = JSON.parse(data);
      text.textContent = words;
      if (share === undefined) bar.removeAttribute("value"); else bar.value = share;
    });
    """
  }

  var routes: [DeskRoute] {
    [
      DeskRoute(.read, "/release") { _, desk in try await Self.page(desk) },
      DeskRoute(.change, "/release/build") { _, desk in
        desk.session.startBuild()
        return .seeOther("/release")
      },
      DeskRoute(.read, "/model.svg") { _, desk in
        guard let plan = await desk.session.current().plan else {
          throw DeskProblem(.notFound, "The recipe cannot be read")
        }
        let counts = desk.session.state.judgement?.summary.entities.map { ($0.entity, $0.after) } ?? []
        let diagram = ModelDiagram(
          of: plan.model,
          title: plan.recipe.model.value,
          counts: Dictionary(counts, uniquingKeysWith: { $1 })
        )
        return .bytes(Array(diagram.svg.utf8), type: "image/svg+xml")
      },
    ]
  }

  private static func page(_ desk: DeskContext) async throws -> DeskResponse {
    let state = await desk.session.current()
    guard let recipe = state.recipe else {
      throw DeskProblem(.conflict, "The recipe cannot be read", state.problem?.message ?? "")
    }
    // A comparison reads the sources, too: while they are built from, it would only be in the way.
    let isBuilding = desk.session.isBuilding
    let release = isBuilding ? nil : try await desk.session.work { try recipe.compareWithRelease(most: mostObjects) }
    let main: HTML = """
      <section id="build" data-live><h2>The build</h2>\(build(desk))</section>
      <section id="differences" data-live><h2>What it would change</h2>\(release.map(differences) ?? "<p>This is told when the build has ended.</p>")</section>
      <section id="changes" data-live><h2>Changed lines of this session</h2>\(changes(desk.session))</section>
      <section class="model"><h2>The model</h2><p><img src="/model.svg" alt="The entities of the model with their properties, relationships, delete rules and numbers of objects"></p></section>
      """
    return desk.page("Release", path: "/release", main, reloads: isBuilding)
  }

  private static func build(_ desk: DeskContext) -> HTML {
    let session = desk.session
    let last: HTML =
      session.lastBuild.map { build in
        let verdict =
          build.status == 0 ? "Published." : build.status == 1 ? "Ended with findings that count." : "Not published."
        return
          "<p><b>\(verdict)</b></p><pre class=\"diff\" tabindex=\"0\">\(VisibleText.escapedMessage(build.text))</pre>"
      } ?? ""
    if session.isBuilding {
      let progress = session.buildProgress
      let value: HTML? = progress?.share.map { " value=\"\(String($0))\"" }
      return """
        <p class="building"><progress aria-label="How much of the sources has been read"\(value)></progress>
        <span id="build-progress">\(visible: progress?.text ?? "The build begins …")</span></p>
        """
    }
    if desk.isReadOnly { return last }
    return last + "<form method=\"post\" action=\"/release/build\"><button class=\"act main\">Build</button></form>"
  }

  private static func differences(_ release: DeskRelease) -> HTML {
    guard let last = release.last else { return "<p>There is no release yet to compare with.</p>" }
    let differing = release.entities.filter { !$0.isSame }
    guard !differing.isEmpty else { return "<p>Nothing: the objects are those of \(last).</p>" }
    let rows: [HTML] = differing.map { entity in
      """
      <tr><th scope="row">\(entity.entity)</th><td class="number" data-label="before">\(entity.oldCount.map { "\(grouped: $0)" as HTML } ?? "–")</td>\
      <td class="number" data-label="added">\(grouped: entity.added)</td><td class="number" data-label="removed">\(grouped: entity.removed)</td>\
      <td class="number" data-label="changed">\(grouped: entity.changed)</td></tr>
      """
    }
    let objects: [HTML] = release.objects.map { object in
      let changes: [HTML] = object.changes.map { change in
        """
        <dt>\(visible: change.property)</dt><dd><del>\(visible: change.old)</del> <span aria-label="became">→</span> \
        <ins>\(visible: change.new)</ins></dd>
        """
      }
      return
        "<li><b>\(visible: object.name)</b> \(object.entity), \(object.kind)\("<dl>\(changes)</dl>", if: !changes.isEmpty)</li>"
    }
    let total = differing.reduce(0) { $0 + $1.added + $1.removed + $1.changed }
    let rest: HTML = total > objects.count ? "<p class=\"rest\">and \(grouped: total - objects.count) more</p>" : ""
    return """
      <p>Compared with \(last).</p>
      <table class="ledger"><thead><tr><th scope="col">Entity</th><th scope="col" class="number">Before</th><th scope="col" class="number">Added</th>\
      <th scope="col" class="number">Removed</th><th scope="col" class="number">Changed</th></tr></thead><tbody>\(rows)</tbody></table>
      <ul class="objects">\(objects)</ul>\(rest)
      """
  }

  private static func changes(_ session: DeskSession) -> HTML {
    let changes = session.changes
    guard !changes.isEmpty else { return "<p>Nothing was changed here.</p>" }
    let items: [HTML] = changes.map { change in
      let lines = change.diff.split(separator: "\n", omittingEmptySubsequences: false).prefix(60).joined(
        separator: "\n"
      )
      let text = lines.isEmpty ? HTML() : "<pre class=\"diff\" tabindex=\"0\">\(lines)</pre>" as HTML
      return "<li><p>\(visible: change.title)</p>\(text)</li>"
    }
    return "<ol class=\"list\">\(items)</ol>"
  }
}
