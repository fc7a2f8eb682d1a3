/// The page's style sheet: one column on a phone, a side column with the filters from 60 rem, plain black on white on paper.
package enum HTMLStyle {
  package static let text = colours + layout + accounts + findings + profiles + changes + paper

  private static let colours = """
    :root {
      color-scheme: light dark;
      --page: #f8f7f4; --card: #ffffff; --sunk: #f3f1ec; --ink: #1d1c1a; --soft: #625e57; --rule: #e3dfd7;
      --edge: #8f897d;
      --accent: #2c6152; --bar: #4f8071;
      --error: #a3271d; --error-tint: #fbeae7; --error-mark: #f7cfc8;
      --warning: #7a5200; --warning-tint: #fbf1da; --warning-mark: #f6dc9c;
      --note: #2a557f; --note-tint: #e8eff7; --note-mark: #c7dcf2;
      --good: #1e6a44; --good-tint: #e4f1e9;
      --sans: "Inter", "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, system-ui, sans-serif;
      --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "Liberation Mono", "DejaVu Sans Mono", monospace;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --page: #171614; --card: #201f1c; --sunk: #1a1917; --ink: #ebe8e2; --soft: #aaa59b; --rule: #37342f; --edge: #7b766d;
        --accent: #93cbb8; --bar: #669b8b;
        --error: #ff9f93; --error-tint: #3b211d; --error-mark: #6d2a22;
        --warning: #efc46f; --warning-tint: #362b13; --warning-mark: #6a4f12;
        --note: #9fc6ed; --note-tint: #1d2b3a; --note-mark: #274c72;
        --good: #88d1a6; --good-tint: #18301f;
      }
    }
    .error { --tone: var(--error); --tint: var(--error-tint); --mark: var(--error-mark); }
    .warning { --tone: var(--warning); --tint: var(--warning-tint); --mark: var(--warning-mark); }
    .note { --tone: var(--note); --tint: var(--note-tint); --mark: var(--note-mark); }

    """

  private static let layout = """
    *, ::before, ::after { box-sizing: border-box; }
    html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-top: 1rem; }
    body { margin: 0 auto; max-width: 74rem; padding: 0 clamp(1rem, 4vw, 2.5rem) 3rem; background: var(--page); color: var(--ink);
      font: 1rem/1.55 var(--sans); font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
    h1, h2, h3, p, ul, ol, dl, dd, figure, pre, fieldset { margin: 0; padding: 0; border: 0; }
    ul, ol { list-style: none; }
    a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: .2em; }
    :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
    [hidden] { display: none !important; }
    .skip { position: absolute; left: -100vw; padding: .5rem 1rem; background: var(--card); }
    .skip:focus { left: 1rem; top: 1rem; z-index: 1; }
    .bar-top { display: flex; justify-content: space-between; align-items: center; gap: 1rem; padding: 1rem 0 .9rem;
      border-bottom: 1px solid var(--rule); }
    .wordmark { display: flex; align-items: center; gap: .5rem; font-weight: 650; letter-spacing: -.005em; }
    .icon { fill: none; stroke: var(--accent); stroke-width: 1.6; stroke-linecap: round; stroke-linejoin: round; }
    nav ul { display: flex; gap: 1.25rem; font-size: .9rem; }
    nav ul a { color: var(--soft); text-decoration: none; padding: .35rem 0; }
    nav ul a:hover { color: var(--ink); text-decoration: underline; }
    .verdict { display: flex; gap: 1.25rem; align-items: flex-start; padding: clamp(1.75rem, 5vw, 3.25rem) 0 1.5rem; }
    .verdict h1 { font-size: clamp(1.6rem, 1.1rem + 2.4vw, 2.5rem); line-height: 1.15; letter-spacing: -.022em; font-weight: 680;
      text-wrap: balance; margin-bottom: .55rem; }
    .verdict p { color: var(--soft); max-width: 46rem; }
    .disc { flex: none; margin-top: .1rem; border-radius: 50%; background: var(--good-tint); fill: none; stroke: var(--good);
      stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; padding: 10px; }
    .errors .disc, .unbalanced .disc { background: var(--error-tint); stroke: var(--error); }
    .warnings .disc { background: var(--warning-tint); stroke: var(--warning); }
    .notes .disc { background: var(--note-tint); stroke: var(--note); }
    .facts { display: flex; flex-wrap: wrap; gap: .35rem 2rem; font-size: .875rem; }
    .facts div { display: flex; gap: .5rem; }
    .facts dt { color: var(--soft); }
    main > section { padding-top: clamp(2.25rem, 5vw, 3.5rem); }
    h2 { font-size: 1.3rem; line-height: 1.3; letter-spacing: -.012em; font-weight: 650; margin-bottom: 1rem; }
    h2 .count { color: var(--soft); font-weight: 400; margin-left: .2rem; }
    footer { margin-top: 3.5rem; padding-top: 1rem; border-top: 1px solid var(--rule); color: var(--soft); font-size: .85rem; }
    @media (max-width: 40rem) {
      .verdict { gap: .9rem; } .disc { width: 38px; height: 38px; padding: 8px; }
      nav ul { gap: .9rem; }
    }

    """

  private static let accounts = """
    .sum { display: flex; flex-wrap: wrap; gap: .5rem 1.1rem; align-items: baseline; justify-content: space-between; padding: 1.1rem 1.6rem 1.2rem 1.35rem; background: var(--card);
      border: 1px solid var(--rule); border-radius: 10px; }
    .sum li { display: flex; align-items: baseline; gap: clamp(1rem, 3.2vw, 2.75rem); }
    .sum b { display: block; font-size: 1.7rem; line-height: 1.25; font-weight: 600; letter-spacing: -.02em; }
    .sum .term span { color: var(--soft); font-size: .85rem; }
    .sign { color: var(--soft); }
    .sum .sign { font-size: 1.3rem; }
    .zero b { color: var(--soft); font-weight: 400; }
    .rejected:not(.zero) b, td.rejected { color: var(--error); }
    table { width: 100%; border-collapse: collapse; margin-top: 1.75rem; font-size: .925rem; }
    caption { text-align: left; font-weight: 650; padding-bottom: .35rem; }
    th, td { padding: .5rem .6rem .5rem 0; text-align: left; vertical-align: baseline; border-bottom: 1px solid var(--rule); }
    thead th { font-weight: 400; font-size: .82rem; color: var(--soft); padding-top: .2rem; padding-bottom: .3rem; }
    tbody th { font-weight: 500; }
    tfoot th, tfoot td { font-weight: 650; border-bottom: 0; }
    th small { display: block; font-weight: 400; font-size: .8rem; color: var(--soft); }
    .number { text-align: right; white-space: nowrap; padding-right: 0; padding-left: .6rem; }
    .ledger { table-layout: fixed; }
    .ledger thead th:first-child { width: 28%; }
    td .sign { float: left; padding-left: 1rem; }
    td.zero { color: var(--soft); }
    .inputs th, .inputs td { overflow-wrap: anywhere; }
    .inputs thead th:first-child { width: 42%; }
    .inputs code { font-size: .72rem; }
    .unknown { color: var(--soft); }
    .unbalanced th, .unbalanced td, .unbalanced .sign { color: var(--error); }
    @media (max-width: 40rem) {
      .sum { display: grid; grid-template-columns: 1fr; gap: 0; padding: .75rem 1rem; }
      .sum li { gap: .5rem; border-top: 1px solid var(--rule); }
      .sum li:first-child { border: 0; }
      .sum .sign { width: 1.1rem; font-size: 1rem; text-align: center; }
      .sum .read .term { padding-left: 1.6rem; }
      .sum .term { flex: 1; display: flex; flex-direction: row-reverse; justify-content: space-between; align-items: baseline; padding: .32rem 0; }
      .sum b { font-size: 1.1rem; }
      .sum .read b { font-size: 1.45rem; }
      .ledger thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
      .ledger, .ledger tbody, .ledger tfoot, .ledger caption, .profile caption { display: block; }
      .ledger tr { display: block; padding: .6rem 0; border-bottom: 1px solid var(--rule); }
      .ledger th, .ledger td { border: 0; padding: 0; }
      .ledger th { display: block; }
      .ledger td { display: inline; text-align: left; font-size: .875rem; font-weight: 400; }
      .ledger td::after { content: " " attr(data-label) " "; white-space: pre; }
      .ledger td .sign { float: none; padding: 0 .3em 0 0; }
      .inputs thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
      .inputs, .inputs tbody, .inputs caption, .inputs th, .inputs td { display: block; }
      .inputs tr { display: block; padding: .6rem 0; border-bottom: 1px solid var(--rule); }
      .inputs th, .inputs td { border: 0; padding: 0; }
      .inputs td::before { content: attr(data-label) ": "; color: var(--soft); }
    }

    """

  private static let findings = """
    .columns { display: grid; gap: 1.5rem 2.5rem; }
    @media (min-width: 60rem) {
      .columns { grid-template-columns: 17rem minmax(0, 1fr); align-items: start; }
      .side { position: sticky; top: 1rem; max-height: calc(100vh - 2rem); overflow-y: auto; padding: 2px 2px 1rem; margin: -2px; }
    }
    .limit, .nothing { color: var(--soft); margin-bottom: 1.25rem; }
    .controls { display: grid; gap: .8rem; margin-bottom: 1.75rem; font-size: .9rem; }
    .fields { display: grid; gap: .8rem; }
    .filters summary { display: none; }
    .controls label > span:first-child, .controls legend { display: block; font-size: .82rem; color: var(--soft); margin-bottom: .2rem; padding: 0; }
    input[type=search], select { width: 100%; min-height: 2.4rem; padding: .4rem .65rem; font: inherit; color: inherit; background: var(--card);
      border: 1px solid var(--edge); border-radius: 7px; }
    input::placeholder { color: var(--soft); opacity: 1; }
    .severities { display: flex; flex-wrap: wrap; gap: .1rem 1rem; }
    .severities legend, .grouping legend { float: left; width: 100%; }
    .severities label { display: flex; align-items: center; gap: .4rem; min-height: 1.9rem; color: var(--tone); font-weight: 500; }
    .severities .count { color: var(--soft); font-weight: 400; }
    input[type=checkbox] { width: 1.05rem; height: 1.05rem; margin: 0; accent-color: var(--tone); }
    .grouping { display: flex; flex-wrap: wrap; }
    .grouping label { flex: 1; cursor: pointer; }
    .grouping label > span:first-of-type { display: block; margin: 0; padding: .42rem .5rem; text-align: center; font-size: .9rem; color: var(--ink);
      background: var(--card); border: 1px solid var(--edge); border-radius: 7px 0 0 7px; }
    .grouping label:last-child > span:first-of-type { border-radius: 0 7px 7px 0; border-left: 0; }
    .grouping input { position: absolute; opacity: 0; }
    .grouping input:checked + span { background: var(--ink) !important; color: var(--page) !important; border-color: var(--ink) !important; }
    .grouping input:focus-visible + span { outline: 2px solid var(--accent); outline-offset: 2px; }
    .state { color: var(--soft); font-size: .85rem; min-height: 1.4rem; }
    button { font: inherit; color: var(--accent); background: none; border: 0; padding: .3rem 0; cursor: pointer; text-decoration: underline;
      text-decoration-thickness: 1px; text-underline-offset: .2em; }
    .worst h3 { font-size: .82rem; font-weight: 400; color: var(--soft); margin-bottom: .35rem; }
    .worst a { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: .1rem .75rem; padding: .38rem 0; font-size: .875rem; line-height: 1.35;
      color: var(--ink); text-decoration: none; }
    .worst a:hover .name { text-decoration: underline; }
    .worst .count { color: var(--soft); }
    .worst .bar { grid-column: 1 / -1; height: 3px; }
    .worst .bar span { background: var(--tone); }
    .group + .group { margin-top: 2.5rem; }
    .group-head { margin-bottom: .8rem; }
    .group h3 { font-size: 1.08rem; line-height: 1.35; font-weight: 650; letter-spacing: -.008em; }
    .group h3 .count { font-weight: 400; color: var(--soft); margin-left: .2rem; }
    .group .code { font-size: .85rem; color: var(--soft); }
    code, pre, .place { font-family: var(--mono); font-size: .85em; }
    .advice { margin-top: .35rem; max-width: 46rem; }
    .advice b { font-weight: 600; margin-right: .25rem; }
    .more { margin-top: .3rem; max-width: 46rem; font-size: .92rem; }
    .more summary { color: var(--accent); cursor: pointer; width: fit-content; padding: .15rem 0; }
    .more p { margin: .3rem 0 .6rem; }
    .pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(16rem, 100%), 1fr)); gap: .75rem; margin-bottom: .4rem; }
    .pair figcaption { color: var(--soft); font-size: .82rem; margin-bottom: .2rem; }
    .pair pre { padding: .5rem .75rem; background: var(--sunk); border: 1px solid var(--rule); border-radius: 6px; white-space: pre-wrap; tab-size: 4; line-height: 1.6; }
    .pair .report { grid-column: 1 / -1; }
    .pair .report pre { white-space: pre; overflow-x: auto; }
    .list { display: grid; gap: .7rem; }
    .finding { padding: .8rem 1rem .9rem; background: var(--card); border: 1px solid var(--rule); border-left: 3px solid var(--tone);
      border-radius: 4px 10px 10px 4px; }
    .finding:target, .is-target { outline: 2px solid var(--accent); outline-offset: 2px; }
    .meta { display: flex; flex-wrap: wrap; align-items: baseline; gap: .1rem .75rem; font-size: .85rem; color: var(--soft); }
    .meta .place { font-size: .8rem; color: var(--soft); text-decoration: none; }
    .meta .place:hover { color: var(--ink); text-decoration: underline; }
    .tag { color: var(--tone); font-weight: 600; }
    .by-rule .meta .rule { display: none; }
    .about { margin-left: auto; text-align: right; }
    .message { font-weight: 550; margin-top: .2rem; }
    .source { display: flex; gap: .9rem; margin-top: .55rem; padding: .5rem .75rem; background: var(--sunk); border-radius: 6px; line-height: 1.6;
      white-space: pre-wrap; tab-size: 4; font-size: .84rem; }
    .source code { font-size: 1em; min-width: 0; unicode-bidi: plaintext; }
    .source .line { flex: none; color: var(--soft); user-select: none; }
    mark { background: var(--mark); color: inherit; padding: .1em 0; border-radius: 2px; box-shadow: 0 2px 0 var(--tone); }
    mark:empty { padding: .1em .2em; }
    .suggestion, .value, .related, .finding .accepted { margin-top: .5rem; font-size: .92rem; }
    ins { font-family: var(--mono); font-size: .88em; text-decoration: none; color: var(--good); background: var(--good-tint); padding: .12em .4em;
      border-radius: 4px; }
    q { font-family: var(--mono); font-size: .88em; }
    .related, .finding .accepted { color: var(--soft); }
    .rest { margin-top: .6rem; color: var(--soft); font-size: .9rem; }
    @media (max-width: 40rem) {
      .about { margin-left: 0; text-align: left; flex-basis: 100%; }
      .finding { padding: .7rem .8rem .8rem; }
      .source { gap: .6rem; padding: .5rem .6rem; }
      .controls { margin-bottom: 1.25rem; }
      .filters summary { display: list-item; color: var(--accent); cursor: pointer; width: fit-content; padding: .15rem 0; }
      .filters[open] summary { margin-bottom: .6rem; }
      .fields { grid-template-columns: 1fr 1fr; }
      .fields .sort, .severities, .grouping { grid-column: 1 / -1; }
    }

    """

  private static let profiles = """
    .bar { display: block; height: 6px; background: var(--rule); border-radius: 3px; overflow: hidden; }
    .bar span { display: block; height: 100%; background: var(--bar); }
    .profile td, .profile th { vertical-align: middle; }
    .profile { table-layout: fixed; }
    .profile thead th:first-child { width: 24%; }
    .profile thead th:nth-child(2) { width: 30%; }
    .profile .of { color: var(--soft); }
    .profile .spread { padding-left: 2rem; padding-right: 0; }
    .profile thead th:last-child:not(.number) { padding-left: 2rem; }
    .spread svg { display: block; width: 100%; height: 2rem; fill: var(--bar); overflow: visible; }
    .spread svg path { stroke: var(--rule); }
    .ends { display: flex; justify-content: space-between; font-size: .75rem; line-height: 1.3; color: var(--soft); }
    .empty .share, .empty .count { color: var(--error); }
    @media (max-width: 40rem) {
      .profile thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
      .profile, .profile tbody { display: block; }
      .profile tr { display: grid; grid-template-columns: 1fr auto auto; align-items: baseline; padding: .6rem 0; border-bottom: 1px solid var(--rule); }
      .profile th, .profile td { border: 0; padding: 0; }
      .profile .count { color: var(--soft); font-size: .85rem; }
      .profile .share { padding-left: .6rem; }
      .profile .fill { order: 1; grid-column: 1 / -1; width: 100%; padding-top: .4rem; }
      .profile .spread { order: 2; grid-column: 1 / -1; width: 100%; padding: .7rem 0 0; }
      .profile .spread.none { display: none; }
      .spread svg { height: 2.75rem; }
    }

    """

  private static let changes = """
    .changes h3 { font-size: 1.02rem; margin: 1.25rem 0 .5rem; }
    .objects { display: grid; gap: .5rem; }
    .objects li { padding: .55rem .85rem; background: var(--card); border: 1px solid var(--rule); border-left: 3px solid var(--edge); border-radius: 4px 10px 10px 4px; break-inside: avoid; }
    .objects.added li { border-left-color: var(--good); }
    .objects.removed li { border-left-color: var(--error); }
    .objects b { font-weight: 550; }
    .objects dl { display: grid; grid-template-columns: minmax(6rem, 14rem) minmax(0, 1fr); gap: .15rem 1rem; margin-top: .3rem; font-size: .92rem; }
    .objects dt { color: var(--soft); }
    del { font-family: var(--mono); font-size: .88em; text-decoration: none; color: var(--error); background: var(--error-tint); padding: .12em .4em; border-radius: 4px; }
    @media (max-width: 40rem) { .objects dl { grid-template-columns: 1fr; } .objects dd { margin-bottom: .3rem; } }

    """

  private static let paper = """
    @media print {
      html { font-size: 9.5pt; }
      :root { --page: #fff; --card: #fff; --sunk: #f5f5f5; --ink: #000; --soft: #444; --rule: #bbb; --accent: #000; --bar: #666; color-scheme: light;
        --error: #8f1b12; --error-mark: #f7cfc8; --warning: #6b4700; --warning-mark: #f6dc9c; --note: #1f466c; --note-mark: #c7dcf2;
        --good: #14532f; --good-tint: #fff; }
      body { max-width: none; padding: 0; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
      .controls, .skip, .bar-top nav, .group button, .more:not([open]) { display: none !important; }
      .columns { display: block; }
      .side { position: static; margin: 0; max-height: none; overflow: visible; margin-bottom: 1.5rem; }
      .finding, tr, .sum, .group-head { break-inside: avoid; }
      h2, h3, caption, .group-head { break-after: avoid; }
      .profile tr { break-inside: avoid; }
    }
    @media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }

    """
}
