internal import Reports

/// The desk's style sheet: the report's, and what a page has beside it that can be worked with.
enum DeskStyle {
  static let text = HTMLStyle.text + frame

  private static let frame = """
    .bar-top { position: relative; flex-wrap: wrap; overflow-wrap: normal; }
    .bar-top nav ul { flex-wrap: wrap; }
    .wordmark a { color: inherit; text-decoration: none; }
    nav a[aria-current] { color: var(--ink); font-weight: 600; }
    main > h1 { font-size: clamp(1.6rem, 1.1rem + 2.4vw, 2.5rem); line-height: 1.15; letter-spacing: -.022em; font-weight: 680; margin: 1.25rem 0 1rem; }
    main:focus { outline: none; }
    .tools { position: sticky; top: 0; z-index: 1; background: var(--page); display: flex; flex-wrap: wrap; align-items: center; gap: .35rem .75rem; padding: .5rem 0; font-size: .9rem; }
    html { scroll-padding-top: 4rem; }
    .tools .what { font-weight: 400; color: var(--soft); }
    .judging { color: var(--soft); animation: late .1s .4s both; }
    @keyframes late { from { visibility: hidden; } to { visibility: visible; } }
    input:not([type]), input[type=text], textarea { width: 100%; min-height: 2.4rem; padding: .4rem .65rem; font: inherit; color: inherit; background: var(--card);
      border: 1px solid var(--edge); border-radius: 7px; }
    .tools button, .act { min-height: 2.2rem; padding: .25rem .8rem; color: var(--ink); background: var(--card); border: 1px solid var(--edge);
      border-radius: 7px; text-decoration: none; }
    .act.main { color: var(--page); background: var(--accent); border-color: var(--accent); font-weight: 600; }
    button:disabled { color: var(--soft); border-color: var(--rule); cursor: default; }
    .toast { position: fixed; right: 1rem; bottom: 1rem; max-width: min(28rem, calc(100vw - 2rem)); padding: .6rem 1rem; color: var(--page); background: var(--ink);
      border-radius: 8px; z-index: 2; }
    .toast:empty { display: none; }
    footer { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .5rem 2rem; }

    """
}
