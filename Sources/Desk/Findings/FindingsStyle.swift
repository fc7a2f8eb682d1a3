/// Style rules of the findings' page.
enum FindingsStyle {
  static let text = """
    .verdict .headline { font-size: 1.15rem; font-weight: 600; color: var(--ink); }
    #verdict { padding: .25rem 0 1.25rem; }
    .filter { display: flex; flex-wrap: wrap; align-items: end; gap: .6rem .9rem; margin-bottom: 1.75rem; font-size: .9rem; }
    .filter label { flex: 1 1 11rem; }
    .filter label.check { flex: 0 0 auto; min-height: 2.4rem; display: flex; align-items: center; gap: .4rem; }
    .filter label > span, .write label > span, .text label > span { display: block; font-size: .82rem; color: var(--soft); margin-bottom: .2rem; }
    .group h2 { font-size: 1.08rem; margin-bottom: 0; }
    .group-head form { margin-top: .6rem; }
    .mend { display: flex; flex-wrap: wrap; align-items: end; gap: .6rem .75rem; margin-top: .7rem; font-size: .92rem; }
    .write { display: flex; flex: 1 1 22rem; align-items: end; gap: .6rem; }
    .write label { flex: 1; min-width: 0; }
    .otherwise { flex-basis: 100%; }
    .otherwise summary { color: var(--accent); cursor: pointer; width: fit-content; padding: .3rem 0; }
    .otherwise > * + * { margin-top: .5rem; }
    .obstacle { color: var(--soft); flex-basis: 100%; }
    textarea.code { font-family: var(--mono); font-size: .9em; line-height: 1.5; tab-size: 4; }
    .text { margin-top: 1rem; }
    .text .act { margin-top: .6rem; }
    .both { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .3rem 1rem; margin: 1rem 0; }
    .both dt { color: var(--soft); }
    .pages { margin-top: 1.5rem; }
    .stale { outline: 2px solid var(--warning); }

    """
}
