/// The styles of the pages of objects.
enum ObjectsStyle {
  static let text = """
    .crumbs, .crumbs ol { display: flex; flex-wrap: wrap; gap: .25rem .5rem; font-size: .9rem; color: var(--soft); }
    .crumbs li + li::before { content: "/"; margin-right: .5rem; }
    .kind { color: var(--soft); margin: .5rem 0 1.25rem; }
    .entities a { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: .1rem 1rem; padding: .7rem 0; border-bottom: 1px solid var(--rule); color: inherit;
      text-decoration: none; }
    .entities a:hover .name, .olist a:hover .name, .links a:hover .name { text-decoration: underline; }
    .entities .name { font-weight: 600; color: var(--accent); }
    .entities .sub, .olist .sub, .links .sub { color: var(--soft); font-size: .85rem; }
    .entities .sub { grid-column: 1 / -1; }
    .depth-1 { margin-left: 1.25rem; } .depth-2 { margin-left: 2.5rem; } .depth-3 { margin-left: 3.75rem; } .depth-4 { margin-left: 5rem; }
    .look { display: grid; grid-template-columns: minmax(12rem, 2fr) minmax(9rem, 1fr) auto auto; gap: .75rem; align-items: end; margin: 1rem 0; font-size: .9rem; }
    .look label > span { display: block; font-size: .82rem; color: var(--soft); margin-bottom: .2rem; }
    .look .act, .acts .act, .paging .act { display: inline-flex; align-items: center; justify-content: center; min-height: 2.4rem; }
    .found { color: var(--soft); font-size: .9rem; }
    .jump ul { display: flex; flex-wrap: wrap; gap: .1rem .9rem; margin: .6rem 0 1rem; font-size: .88rem; }
    .jump a { display: inline-block; padding: .25rem 0; }
    .jump .count, .olist h2 .count { color: var(--soft); font-weight: 400; }
    .olist h2 { position: sticky; top: 0; z-index: 1; margin: 0; padding: .55rem 0 .45rem; background: var(--page); border-bottom: 1px solid var(--edge); font-size: 1.02rem; }
    .olist section { margin-bottom: 1.25rem; scroll-margin-top: 0; }
    .olist li a, .links li a { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: .1rem 1rem; min-height: 2.4rem; padding: .5rem .25rem;
      border-bottom: 1px solid var(--rule); text-decoration: none; }
    .olist li a:focus-visible { outline-offset: -2px; }
    .olist .name, .links .name { overflow-wrap: anywhere; }
    .paging { margin: 1rem 0; }
    .values { margin: 0; border-top: 1px solid var(--rule); }
    .values .row { display: grid; grid-template-columns: minmax(9rem, 15rem) minmax(0, 1fr) auto; gap: .25rem 1.25rem; padding: .7rem 0; border-bottom: 1px solid var(--rule); }
    .values dt { font-weight: 600; overflow-wrap: anywhere; }
    .values dt small { display: block; font-weight: 400; font-size: .8rem; color: var(--soft); }
    .value { overflow-wrap: anywhere; white-space: pre-line; }
    .values .value, .relation > .value { margin-top: 0; font-size: 1rem; }
    .crumbs { margin-bottom: .75rem; }
    .value.none { color: var(--soft); }
    .from { margin-top: .25rem; font-size: .82rem; color: var(--soft); overflow-wrap: anywhere; }
    .from .place { font-size: .95em; }
    .picture img { display: block; max-width: min(20rem, 100%); max-height: 16rem; min-height: 2rem; min-width: 2rem; background: var(--sunk); border-radius: 6px; }
    .picture figcaption { font-size: .82rem; color: var(--soft); margin-top: .25rem; }
    .do .act, .relation .acts .act { display: inline-block; font-size: .85rem; }
    .away { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
    .relation { padding-top: 2rem; }
    .relation h2 { margin-bottom: .2rem; }
    .links { margin-top: .6rem; }
    ol.links { list-style: decimal; padding-left: 2rem; }
    .acts { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.5rem; }
    .entry { display: grid; gap: 1.1rem; max-width: 46rem; }
    .entry label > span, .entry legend { display: block; font-weight: 600; margin-bottom: .25rem; overflow-wrap: anywhere; }
    .entry label > small, .entry .hint { display: block; color: var(--soft); font-size: .85rem; margin-top: .25rem; }
    .entry select, .entry input { min-height: 2.6rem; }
    .entry textarea { min-height: 5.5rem; resize: vertical; }
    .judged { min-height: 1.6rem; font-size: .92rem; }
    .judged .finding { margin-bottom: .6rem; }
    .judged .fine { color: var(--good); }
    .judged .cell { color: var(--soft); }
    .effects { margin: .4rem 0 1.5rem; max-height: 24rem; overflow-y: auto; border-top: 1px solid var(--rule); }
    .effects li { padding: .4rem 0; border-bottom: 1px solid var(--rule); overflow-wrap: anywhere; }
    .effects .sub { color: var(--soft); font-size: .85rem; }
    .stop { padding: .8rem 1rem; border: 1px solid var(--error); border-left-width: 4px; border-radius: 6px; background: var(--error-tint); margin-bottom: 1.25rem; }
    .act.danger { color: var(--page); background: var(--error); border-color: var(--error); font-weight: 600; }
    @media (max-width: 44rem) {
      .look { grid-template-columns: 1fr 1fr; }
      .look label { grid-column: 1 / -1; }
      .values .row { grid-template-columns: minmax(0, 1fr) auto; }
      .values .row dd:not(.do) { grid-column: 1 / -1; }
      .values .row .do { grid-column: 2; grid-row: 1; }
      .depth-1, .depth-2, .depth-3, .depth-4 { margin-left: .9rem; }
    }

    """
}
