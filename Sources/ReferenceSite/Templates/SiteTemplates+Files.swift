extension SiteTemplates {
  static let styleSheet = """
    :root { --ink: #1c1f22; --paper: #fcfcfb; --soft: #5c6670; --line: #d9dcdf; --accent: #205f86; --card: #f1f2f2; }
    @media (prefers-color-scheme: dark) {
      :root { --ink: #e6e8ea; --paper: #15181b; --soft: #9aa5af; --line: #343a40; --accent: #7fc0e6; --card: #20252a; }
    }
    * { box-sizing: border-box; }
    body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
    a { color: var(--accent); }
    header { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: center; padding: .6rem 1rem;
      background: var(--paper); border-bottom: 1px solid var(--line); }
    .home { font-weight: 600; text-decoration: none; }
    search { position: relative; flex: 1 1 14rem; max-width: 28rem; }
    input { width: 100%; padding: .4rem .6rem; font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: .4rem; }
    #found { position: absolute; left: 0; right: 0; margin: .2rem 0 0; padding: .3rem; list-style: none; max-height: 70vh; overflow: auto; background: var(--paper);
      border: 1px solid var(--line); border-radius: .4rem; }
    #found a { display: block; padding: .25rem .4rem; text-decoration: none; border-radius: .3rem; }
    #found a:hover, #found a:focus { background: var(--card); }
    #found small { color: var(--soft); }
    main, footer { max-width: 68rem; margin: 0 auto; padding: 1rem; }
    h1 { font-size: 1.7rem; line-height: 1.2; margin: .5rem 0; }
    h2 { font-size: 1.2rem; margin: 1.5rem 0 .5rem; }
    .count, .path, footer { color: var(--soft); }
    .entities { padding-left: 1.2rem; }
    .level1 { margin-left: 1.2rem; }
    .level2 { margin-left: 2.4rem; }
    .level3 { margin-left: 3.6rem; }
    .level4 { margin-left: 4.8rem; }
    .level5 { margin-left: 6rem; }
    h2 .count { font-size: 1rem; font-weight: 400; }
    .text, td { white-space: pre-line; }
    .path:empty { display: none; }
    .pages { margin: 1rem 0; line-height: 2; }
    .pages a { padding: .2rem .5rem; }
    .pages [aria-current] { font-weight: 600; color: inherit; text-decoration: none; }
    dl { margin: 0; }
    dl div { display: flex; gap: .6rem; }
    dt { color: var(--soft); }
    dd { margin: 0; }
    .cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); gap: .5rem; padding: 0; list-style: none; }
    .cards a { display: flex; gap: .6rem; align-items: center; height: 100%; min-height: 3rem; padding: .4rem .6rem; background: var(--card); border-radius: .5rem; text-decoration: none; }
    .cards a > span { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 4; overflow: hidden; }
    .cards small, .number { color: var(--soft); }
    .cards img { width: 48px; height: 48px; object-fit: contain; border-radius: .3rem; flex: none; }
    .picture { float: right; max-width: min(100%, 20rem); height: auto; margin: 0 0 1rem 1rem; border-radius: .6rem; }
    article { overflow: hidden; }
    table { border-collapse: collapse; }
    th, td { padding: .3rem .8rem .3rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
    th { font-weight: 500; color: var(--soft); overflow-wrap: break-word; }
    .facts { clear: both; font-size: .85rem; }
    .facts td { overflow-wrap: break-word; }
    .facts td:nth-child(3) { overflow-wrap: anywhere; }
    .digest { font-family: ui-monospace, monospace; font-size: .75rem; }
    @media (max-width: 34rem) { .picture { float: none; margin: 0 0 1rem; } .cards { grid-template-columns: 1fr; }
      .facts tr { display: block; padding: .4rem 0; border-bottom: 1px solid var(--line); } .facts :is(th, td) { display: block; padding: 0; border: 0; }
      .facts tr:first-child, .facts td:empty { display: none; } }
    @media print {
      :root { --ink: #000; --paper: #fff; --card: #fff; --accent: #000; }
      header { position: static; } search, footer, .pages { display: none; } .cards a { border: 1px solid var(--line); break-inside: avoid; }
      h2 { break-after: avoid; } tr { break-inside: avoid; }
    }

    """

  /// The search: all words have to stand in an entry, whatever their case and accents; titles that begin with the first word come first.
  static let script = """
    "use strict";
    (() => {
      const input = document.getElementById("search"), found = document.getElementById("found");
      const root = document.body.dataset.root;
      const fold = (text) => text.normalize("NFD").replace(/\\p{M}/gu, "").toLowerCase();
      let entries;
      const prepare = () => { entries ??= (window.studbookSearch || []).map(([title, entity, path, more]) =>
        ({ title, entity, path, start: fold(title), text: fold(title + " " + entity + " " + more) })); };
      const search = () => {
        const words = fold(input.value).split(/\\s+/).filter(Boolean);
        found.replaceChildren();
        found.hidden = words.length === 0;
        if (found.hidden) return;
        prepare();
        const hits = entries.filter((entry) => words.every((word) => entry.text.includes(word)));
        hits.sort((a, b) => (b.start.startsWith(words[0]) - a.start.startsWith(words[0])) || (b.start.includes(words[0]) - a.start.includes(words[0])));
        for (const hit of hits.slice(0, 50)) {
          const item = document.createElement("li"), link = document.createElement("a"), small = document.createElement("small");
          link.href = root + hit.path;
          link.textContent = hit.title + " ";
          link.dir = "auto";
          small.textContent = hit.entity;
          link.append(small);
          item.append(link);
          found.append(item);
        }
        if (hits.length === 0) found.append(Object.assign(document.createElement("li"), { textContent: "Nothing found" }));
      };
      input.addEventListener("input", search);
      input.addEventListener("keydown", (event) => {
        if (event.key === "Enter") found.querySelector("a")?.click();
        if (event.key === "Escape") { input.value = ""; search(); }
      });
      search();
    })();

    """
}
