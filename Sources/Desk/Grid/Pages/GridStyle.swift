/// The grid's rules of style.
enum GridStyle {
  static let text = """
    .hidden-text { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
    .grid-about { color: var(--soft); font-size: .9rem; margin-bottom: .9rem; }
    .problem { color: var(--error); font-weight: 500; } .problem:empty { display: none; }
    body:has(.grid-frame) { max-width: 110rem; }
    .sources small { display: block; color: var(--error); }
    .grid-form { display: flex; flex-wrap: wrap; gap: .5rem .75rem; align-items: end; font-size: .9rem; margin-bottom: .75rem; }
    .grid-form label { flex: 1 1 9rem; } .grid-form .wide { flex: 3 1 16rem; }
    .grid-form label > span { display: block; font-size: .82rem; color: var(--soft); margin-bottom: .15rem; }
    .grid-form .check { flex: none; display: flex; align-items: center; gap: .4rem; min-height: 2.4rem; }
    .grid-form .check span { margin: 0; font-size: .9rem; color: inherit; }
    .grid-form .wide input { font-family: var(--mono); font-size: .85rem; }
    .grid-form .act { min-height: 2.4rem; }
    .taken { display: flex; flex-wrap: wrap; gap: .4rem; margin-bottom: .6rem; }
    .taken a { display: block; padding: .2rem .65rem; color: var(--ink); background: var(--card); border: 1px solid var(--edge); border-radius: 1rem; font-size: .85rem;
      text-decoration: none; }
    .grid-state { color: var(--soft); font-size: .85rem; min-height: 1.4rem; }
    .grid-frame { display: grid; gap: 1rem 1.5rem; grid-template-columns: minmax(0, 1fr); }
    @media (min-width: 60rem) {
      .grid-frame:has(.facet) { grid-template-columns: minmax(0, 1fr) 16rem; }
    }
    .grid-scroll { overflow: auto; max-height: clamp(18rem, 100vh - 25rem, 60rem); background: var(--card); border: 1px solid var(--rule); border-radius: 8px; overflow-anchor: none;
      overscroll-behavior: contain; }
    .grid { table-layout: fixed; width: max-content; min-width: 100%; margin: 0; border-collapse: separate; border-spacing: 0; font-size: .85rem; line-height: 1.3; }
    .w-number { width: 5.5rem; } .w0 { width: 5.5rem; } .w1 { width: 7rem; } .w2 { width: 9.5rem; } .w3 { width: 13rem; } .w4 { width: 18rem; } .w5 { width: 26rem; }
    .grid th, .grid td { height: 2rem; padding: 0 .55rem; vertical-align: middle; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; overflow-wrap: normal;
      border-bottom: 1px solid var(--rule); border-right: 1px solid var(--rule); }
    .grid thead th { position: sticky; top: 0; z-index: 2; height: 3.4rem; padding: 0; background: var(--sunk); color: var(--ink); border-bottom-color: var(--edge); }
    .grid thead th a { display: block; padding: .35rem .55rem .45rem; color: inherit; text-decoration: none; }
    .grid thead .name { display: block; overflow: hidden; text-overflow: ellipsis; font-weight: 600; font-size: .85rem; }
    .grid thead small { display: block; font-size: .75rem; color: var(--soft); overflow: hidden; text-overflow: ellipsis; }
    .grid thead a[aria-expanded=true] { box-shadow: inset 0 -3px var(--accent); }
    .grid .corner, .grid tbody th { position: sticky; left: 0; z-index: 1; background: var(--sunk); color: var(--soft); text-align: right; font-weight: 400; }
    .grid .corner { z-index: 3; padding: 0 .55rem; }
    .grid tbody th a { color: inherit; text-decoration: none; }
    .grid td.spaced { white-space: pre; background-image: linear-gradient(90deg, var(--rule), var(--rule)); background-size: 100% 2px; background-position: 0 100%;
      background-repeat: no-repeat; }
    .grid td.absent::before { content: "–"; color: var(--soft); }
    .grid td.fixed:not(.faulty) { background-color: var(--sunk); color: var(--soft); }
    .grid-fixed { color: var(--soft); font-size: .9rem; margin-bottom: .75rem; }
    .grid .broken td { color: var(--soft); }
    .grid .faulty { background: var(--tint); box-shadow: inset 3px 0 var(--tone); }
    .grid th.faulty a { color: var(--tone); font-weight: 600; }
    .grid tr.pending td { color: var(--soft); }
    .grid [tabindex]:focus { outline: 2px solid var(--accent); outline-offset: -2px; border-radius: 0; }
    .grid td.editing { padding: 0; overflow: visible; position: relative; }
    .grid td.editing textarea { position: absolute; z-index: 4; left: -1px; top: -1px; width: calc(100% + 2px); min-width: 12rem; min-height: 2.15rem; padding: .35rem .55rem;
      font: inherit; color: var(--ink); background: var(--page); border: 2px solid var(--accent); border-radius: 3px; resize: both; }
    .grid td.saving { opacity: .55; }
    .grid-gap td { padding: 0; border: 0; height: auto; }
    .share { display: block; width: 100%; height: 4px; margin-top: .25rem; fill: var(--bar); border-radius: 2px; } .share .all { fill: var(--rule); }
    .pager { display: flex; flex-wrap: wrap; gap: 1rem; padding: .6rem 0; font-size: .9rem; color: var(--soft); }
    .live ~ .pager { display: none; }
    .grid-cell { min-height: 1.6rem; padding-top: .5rem; font-size: .9rem; }
    .grid-cell .said { display: inline; } .said { color: var(--tone); font-weight: 500; }
    .grid-cell button { margin-left: .6rem; }
    .grid-actions { display: flex; flex-wrap: wrap; gap: .6rem; padding-top: .75rem; align-items: center; } .grid-actions .act { display: inline-flex; align-items: center; }
    .grid-keys { color: var(--soft); font-size: .82rem; }
    .facet { background: var(--card); border: 1px solid var(--rule); border-radius: 8px; padding: .8rem .9rem; font-size: .88rem; }
    .facet h2 { font-size: 1rem; margin-bottom: .25rem; }
    .facet-sum { color: var(--soft); font-size: .82rem; margin-bottom: .5rem; }
    .facet-values { max-height: min(60vh, 36rem); overflow-y: auto; margin: 0 -.4rem; }
    .facet-values a, .facet-values .cut { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 .75rem; padding: .3rem .4rem; color: var(--ink); text-decoration: none; border-radius: 5px; }
    .facet-values a:hover { background: var(--sunk); } .facet-values a[aria-pressed=true] { background: var(--good-tint); font-weight: 600; }
    .facet-values .facet-text { overflow: hidden; text-overflow: ellipsis; display: -webkit-box; -webkit-line-clamp: 2; -webkit-box-orient: vertical; }
    .facet-values .count { color: var(--soft); font-weight: 400; } .facet-values .share { grid-column: 1 / -1; height: 3px; margin-top: .15rem; }
    .facet-values .nothing-there .facet-text { font-style: italic; } .facet-values .rest { padding: .4rem; color: var(--soft); }
    .facet-foot { display: flex; gap: 1rem; margin-top: .6rem; }
    .record .field { display: grid; gap: .15rem; margin-bottom: .8rem; max-width: 46rem; } .record label { font-size: .88rem; font-weight: 600; }
    .record label small { font-weight: 400; color: var(--soft); }
    .conflict { padding: .6rem .9rem; background: var(--warning-tint); border-radius: 8px; } .conflict q { font-family: var(--mono); font-size: .85em; }
    @media (max-width: 40rem) {
      .grid-scroll { max-height: 62vh; }
      .w-number { width: 3.6rem; } .w3 { width: 10rem; } .w4, .w5 { width: 13rem; }
      .grid-form label, .grid-form .wide { flex: 1 1 100%; } .grid-form label:nth-of-type(-n+2) { flex: 1 1 8rem; }
      .grid th, .grid td { padding: 0 .4rem; }
      .sources thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
      .sources tr { display: block; padding: .6rem 0; border-bottom: 1px solid var(--rule); } .sources th, .sources td { border: 0; padding: 0; } .sources th { display: block; }
      .sources td { display: inline; text-align: left; font-size: .875rem; padding: 0; } .sources td::after { content: " " attr(data-label) "  "; white-space: pre; color: var(--soft); }
      .sources td[data-label=becomes]::after { content: "  "; }
    }

    """
}
