/// The script of the grid: rows are fetched as one scrolls, cells are gone through by keys and edited in place.
///
/// The table of the page is taken as it is, so that it works without the script as well. Its parts are those of one function, in this order, and share what
/// the first of them declares.
enum GridScript {
  static let text = state + windows + movement + editing + keys + values + beginning

  /// What the parts share: the elements of the page, what is known of the rows, and the active cell.
  static let state = #"""
    (() => {
      // The list of sources, until all of them have been read.
      const follow = () => {
        if (document.querySelector(".sources")?.dataset.finished !== "0") return;
        desk.refresh().finally(() => setTimeout(follow, 500));
      };
      setTimeout(follow, 300);

      const scroll = document.getElementById("grid-scroll");
      if (!scroll) return;
      const table = scroll.querySelector("table");
      const body = table.tBodies[0];
      const state = document.getElementById("grid-state");
      const about = document.getElementById("grid-cell");
      const side = document.getElementById("grid-side");
      const problem = document.getElementById("grid-problem");
      const source = scroll.dataset.source;
      const readOnly = scroll.dataset.readonly !== undefined;
      // Whether nothing of the source can be changed, for a reason of its own.
      const isFixed = scroll.dataset.fixed !== undefined;
      const columns = table.tHead.rows[0].cells.length;
      const chunkSize = 100, mostPixels = 15000000, mostChunks = 60, over = 12;
      let total = Number(scroll.dataset.total);
      let version = scroll.dataset.version;
      let chunks = new Map();
      let waiting = new Map();
      let generation = 0;
      // The active cell: its row among all that are shown, from 0, or -1 for the header; and its column, 0 for the record's number.
      let active = { row: Math.max(0, Number(scroll.dataset.first) - 1), column: 1 };
      let editor = null;

    """#

  /// What is done once: the first rows are drawn, and what others do is followed.
  static let beginning = #"""
      // The beginning

      const firstRows = [...body.rows];
      const firstIndex = Number(scroll.dataset.first) - 1;
      scroll.classList.add("live");
      if (firstIndex % chunkSize === 0) keep(firstIndex, firstRows);
      if (firstIndex > 0) {
        drawNow();
        const seen = view();
        const exact = Math.min(firstIndex * rowHeight, seen.full - seen.room);
        scroll.scrollTop = seen.space < seen.full ? exact / (seen.full - seen.room) * (seen.space - seen.room) : exact;
      }
      drawNow();
      scroll.addEventListener("scroll", draw, { passive: true });
      addEventListener("resize", draw);
      const keys = document.createElement("span");
      keys.className = "grid-keys";
      keys.textContent = readOnly || isFixed ? "Arrows move, Enter on a heading shows its values." :
        "Arrows move, Enter or F2 edits, Escape leaves, Insert adds a record, Ctrl+Delete deletes one.";
      (document.querySelector(".grid-actions") ?? about).append(keys);
      if (!readOnly && !isFixed) {
        const button = document.createElement("button");
        button.type = "button";
        button.className = "act";
        button.textContent = "Delete the record";
        button.addEventListener("click", remove);
        document.getElementById("grid-add").after(button);
      }
      // Takes what the page says of columns anew: completeness, and the values of the open panel.
      let renewing = 0;
      const renew = () => {
        clearTimeout(renewing);
        renewing = setTimeout(async () => {
          const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
          if (!answer.ok) return;
          const other = new DOMParser().parseFromString(await answer.text(), "text/html");
          const heads = other.querySelectorAll(".grid thead th");
          [...table.tHead.rows[0].cells].forEach((cell, index) => {
            const link = cell.querySelector("a"), fresh = heads[index]?.querySelector("a");
            if (link && fresh) { link.title = fresh.title; link.replaceChildren(...fresh.childNodes); }
          });
          document.getElementById("grid-about")?.replaceWith(other.getElementById("grid-about") ?? "");
          if (!side.contains(document.activeElement)) side.replaceChildren(...(other.getElementById("grid-side")?.childNodes ?? []));
        }, 150);
      };
      // While the source or the query is still being read, the number of rows grows.
      const poll = async () => {
        if (scroll.dataset.finished === "1") return;
        try {
          const answer = await fetch(query("from=1&count=0"));
          if (answer.ok) told(new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("table"));
          draw();
          if (scroll.dataset.finished === "1") renew();
        } catch { /* said when rows are asked for */ }
        setTimeout(poll, 400);
      };
      setTimeout(poll, 300);
      desk.on("changed", (other) => {
        if (other === version || editor) return;
        again();
        renew();
        scroll.dataset.finished = "0";
        setTimeout(poll, 300);
      });
    })();

    """#
}
