internal import Reports

/// The first page: what is wrong with the sources, and fields to mend it.
struct FindingsSection: DeskSection {
  var navigation: (title: String, path: String)? { ("Findings", "/") }

  var routes: [DeskRoute] {
    [
      DeskRoute(.read, "/") { _, desk in
        let state = await desk.session.current()
        return desk.page("Findings", path: "/", "<p>\(grouped: state.judgement?.findings.count ?? 0)</p>")
      },
      DeskRoute(.change, "/undo") { request, desk in
        try await desk.session.undo()
        return .seeOther(request["back"] ?? "/")
      },
      DeskRoute(.change, "/redo") { request, desk in
        try await desk.session.redo()
        return .seeOther(request["back"] ?? "/")
      },
    ]
  }
}
