/// The script of the grid: rows are fetched as one scrolls, cells are gone through by keys and edited in place.
///
/// The table of the page is taken as it is, so that it works without the script as well. Rows are of one height, and only those in sight and around are in the
/// table; a row before and one after them take the place of the others. Browsers do not scroll over more than some 16 million pixels: beyond that, a step of
/// the scroll bar is several rows.
enum GridScript {
  static let text = #"""
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

      // Rows

      const rowHeight = body.rows.length ? body.rows[0].getBoundingClientRect().height : 32;
      const gap = (name) => {
        const row = document.createElement("tr");
        row.className = "grid-gap " + name;
        row.setAttribute("aria-hidden", "true");
        row.setAttribute("role", "presentation");
        const cell = row.insertCell();
        cell.colSpan = columns;
        return row;
      };
      const before = gap("before"), after = gap("after");

      const keep = (first, rows) => {
        const start = Math.floor(first / chunkSize) * chunkSize;
        chunks.set(start, rows);
        for (const key of chunks.keys()) {
          if (chunks.size <= mostChunks) break;
          if (Math.abs(key - active.row) > chunkSize && !(key >= view().first - chunkSize && key <= view().last)) chunks.delete(key);
        }
      };
      const query = (more) => "/sources/" + source + "/rows?" + (scroll.dataset.query ? scroll.dataset.query + "&" : "") + more;

      const told = (answer) => {
        total = Number(answer.dataset.total);
        table.setAttribute("aria-rowcount", total + 1);
        state.textContent = answer.dataset.state;
        problem.textContent = answer.dataset.problem;
        scroll.dataset.finished = answer.dataset.finished;
        version = answer.dataset.version;
      };

      const load = async (start) => {
        if (waiting.has(start)) return;
        const abort = new AbortController();
        waiting.set(start, abort);
        const own = generation;
        try {
          const answer = await fetch(query("from=" + (start + 1) + "&count=" + chunkSize), { signal: abort.signal });
          const text = await answer.text();
          if (own !== generation) return;
          if (!answer.ok) { problem.textContent = "The rows cannot be read. " + answer.status; return; }
          const part = new DOMParser().parseFromString(text, "text/html").querySelector("table");
          keep(start, [...part.tBodies[0].rows].map((row) => document.importNode(row, true)));
          told(part);
        } catch (error) {
          if (error.name !== "AbortError") problem.textContent = "The desk does not answer.";
        } finally {
          if (waiting.get(start) === abort) waiting.delete(start);
        }
        if (own === generation) draw();
      };

      // Which rows are in sight, and where the first of them is drawn.
      const view = () => {
        const head = table.tHead.getBoundingClientRect().height;
        const room = Math.max(rowHeight, scroll.clientHeight - head);
        const full = total * rowHeight;
        const space = Math.min(full, mostPixels);
        const top = Math.min(scroll.scrollTop, Math.max(0, space - room));
        const exact = space < full ? top / Math.max(1, space - room) * (full - room) : top;
        const first = Math.max(0, Math.floor(exact / rowHeight) - over);
        const last = Math.min(total, Math.ceil((exact + room) / rowHeight) + over);
        return { first, last, space, room, full, above: Math.max(0, top - (exact - first * rowHeight)), exact };
      };

      const blank = (index) => {
        const row = document.createElement("tr");
        row.className = "pending";
        row.setAttribute("role", "row");
        row.setAttribute("aria-rowindex", index + 2);
        const head = document.createElement("th");
        head.scope = "row";
        head.setAttribute("role", "rowheader");
        head.textContent = "…";
        row.append(head);
        for (let column = 1; column < columns; column += 1) row.insertCell().setAttribute("role", "gridcell");
        return row;
      };
      const rowAt = (index) => chunks.get(Math.floor(index / chunkSize) * chunkSize)?.[index % chunkSize];

      let isDrawing = false;
      const draw = () => {
        if (isDrawing) return;
        isDrawing = true;
        requestAnimationFrame(() => { isDrawing = false; drawNow(); });
      };
      const drawNow = () => {
        const seen = view();
        const hadFocus = (body.contains(document.activeElement) || document.activeElement === scroll) && !editor;
        const rows = [];
        const missing = new Set();
        for (let index = seen.first; index < seen.last; index += 1) {
          const row = rowAt(index);
          if (!row) missing.add(Math.floor(index / chunkSize) * chunkSize);
          rows.push(row ?? blank(index));
        }
        // The row that is edited stays, wherever it is.
        const kept = editor?.cell.parentElement;
        before.cells[0].style.height = seen.above + "px";
        after.cells[0].style.height = Math.max(0, seen.space - seen.above - rows.length * rowHeight) + "px";
        before.hidden = seen.above === 0;
        const wanted = new Set(rows);
        if (before.parentElement !== body) body.replaceChildren(before, after);
        for (const row of [...body.rows]) if (row !== before && row !== after && !wanted.has(row) && row !== kept) row.remove();
        let place = before;
        for (const row of rows) {
          if (place.nextSibling !== row) place.after(row);
          place = row;
        }
        rove(hadFocus);
        for (const [start, abort] of waiting) {
          if (start + chunkSize < seen.first || start > seen.last) { abort.abort(); waiting.delete(start); }
        }
        clearTimeout(loading);
        // While one drags the scroll bar, what only passes is not asked for.
        if (missing.size) loading = setTimeout(() => { for (const start of missing) load(start); }, chunks.size ? 40 : 0);
      };
      let loading = 0;

      const again = () => {
        generation += 1;
        for (const abort of waiting.values()) abort.abort();
        waiting = new Map();
        const seen = view();
        // What is in sight stays until the new rows are there.
        const old = chunks;
        chunks = new Map();
        const own = generation;
        const first = Math.floor(seen.first / chunkSize) * chunkSize;
        const count = Math.min(1000, Math.max(chunkSize, Math.ceil((seen.last - first) / chunkSize) * chunkSize));
        fetch(query("from=" + (first + 1) + "&count=" + count)).then((answer) => answer.text()).then((text) => {
          if (own !== generation) return;
          const part = new DOMParser().parseFromString(text, "text/html").querySelector("table");
          if (!part) return;
          const rows = [...part.tBodies[0].rows].map((row) => document.importNode(row, true));
          for (let start = 0; start < count; start += chunkSize) chunks.set(first + start, rows.slice(start, start + chunkSize));
          told(part);
          active.row = Math.min(active.row, Math.max(0, total - 1));
          draw();
          tell();
        }).catch(() => { chunks = old; });
      };

      // The active cell

      const cellAt = (row, column) => {
        if (row < 0) return table.tHead.rows[0].cells[column];
        return rowAt(row)?.cells[column];
      };
      let roving = null;
      const rove = (focus) => {
        const cell = cellAt(active.row, active.column);
        if (roving && roving !== cell) {
          roving.tabIndex = -1;
          roving.removeAttribute("aria-selected");
        }
        roving = cell ?? null;
        if (!cell) return;
        cell.tabIndex = 0;
        if (focus && cell.isConnected && document.activeElement !== cell) cell.focus({ preventScroll: true });
      };
      const toRow = (row) => {
        const seen = view();
        const y = row * rowHeight;
        let exact = seen.exact;
        if (y < exact) exact = y;
        else if (y + rowHeight > exact + seen.room - 4) exact = y + rowHeight - seen.room + 4;
        else return;
        scroll.scrollTop = seen.space < seen.full ? exact / (seen.full - seen.room) * (seen.space - seen.room) : exact;
      };
      const go = (row, column) => {
        active = { row: Math.max(-1, Math.min(total - 1, row)), column: Math.max(0, Math.min(columns - 1, column)) };
        if (active.row >= 0) toRow(active.row);
        drawNow();
        const cell = cellAt(active.row, active.column);
        if (cell) {
          const number = table.tHead.rows[0].cells[0].getBoundingClientRect().width;
          const box = cell.getBoundingClientRect(), frame = scroll.getBoundingClientRect();
          if (active.column > 0 && box.left < frame.left + number) scroll.scrollLeft -= frame.left + number - box.left;
          else if (box.right > frame.left + scroll.clientWidth) scroll.scrollLeft += Math.min(box.right - frame.left - scroll.clientWidth, box.left - frame.left - number);
          cell.focus({ preventScroll: true });
        } else {
          scroll.focus({ preventScroll: true });
        }
        tell();
      };

      // What is wrong with the active cell, in words.
      const tell = () => {
        const cell = cellAt(active.row, active.column);
        about.replaceChildren();
        if (!cell?.dataset.finding) return;
        const said = document.createElement("p");
        said.className = "said " + (["error", "warning", "note"].find((name) => cell.classList.contains(name)) ?? "");
        said.textContent = cell.dataset.finding;
        about.append(said);
        if (cell.dataset.suggestion !== undefined && !readOnly) {
          const take = document.createElement("button");
          take.type = "button";
          take.textContent = "Take “" + cell.dataset.suggestion + "”";
          take.addEventListener("click", () => save(cell, cell.dataset.suggestion));
          about.append(take);
        }
      };

      const locate = (cell) => {
        const row = cell.parentElement;
        const index = row.parentElement === table.tHead ? -1 : Number(row.getAttribute("aria-rowindex")) - 2;
        return { row: index, column: cell.cellIndex };
      };
      table.addEventListener("mousedown", (event) => {
        const cell = event.target.closest("td, tbody th");
        if (!cell || cell.parentElement.classList.contains("grid-gap") || editor?.cell === cell) return;
        if (event.target.closest("a") && event.detail < 2) return;
        const place = locate(cell);
        if (editor) { event.preventDefault(); commit(0, 0).then((done) => { if (done) go(place.row, place.column); }); return; }
        active = place;
        rove(false);
        queueMicrotask(() => { cell.focus({ preventScroll: true }); tell(); });
      });
      table.addEventListener("focusin", (event) => {
        const cell = event.target.closest("td, th");
        if (!cell || editor || cell.parentElement.classList.contains("grid-gap")) return;
        active = locate(cell);
        rove(false);
        tell();
      });
      table.addEventListener("dblclick", (event) => {
        const cell = event.target.closest("td");
        if (cell && !editor) edit(cell);
      });

      // Editing

      const shown = (cell) => cell.dataset.absent === undefined ? cell.textContent : null;
      const whole = async (cell) => {
        if (cell.dataset.cut === undefined) return shown(cell);
        const record = cell.parentElement.dataset.record;
        const answer = await fetch("/sources/" + source + "/cell?record=" + record + "&field=" + (cell.cellIndex - 1));
        return answer.ok ? (await answer.json()).text : null;
      };

      const edit = async (cell, typed) => {
        if (readOnly || editor || cell.cellIndex === 0 || cell.parentElement.dataset.record === undefined) {
          if (readOnly) desk.say("This desk is read only.");
          return;
        }
        // At once where nothing has to be fetched: the next key is meant for the field.
        const text = cell.dataset.cut === undefined ? shown(cell) : await whole(cell);
        if (editor) return;
        const area = document.createElement("textarea");
        area.value = typed ?? text ?? "";
        area.setAttribute("aria-label", table.tHead.rows[0].cells[cell.cellIndex].querySelector(".name").textContent + ", record " + cell.parentElement.dataset.record);
        area.spellcheck = false;
        area.rows = Math.min(8, Math.max(1, area.value.split("\n").length, Math.ceil(area.value.length / 60)));
        editor = { cell, area, old: [...cell.childNodes], text };
        cell.classList.add("editing");
        cell.replaceChildren(area);
        area.focus();
        if (typed === undefined) area.select();
        area.addEventListener("keydown", editKey);
        area.addEventListener("blur", () => { if (editor?.area === area && !editor.isSaving) commit(0, 0, true); });
      };
      const leave = () => {
        const { cell, old } = editor;
        editor = null;
        cell.classList.remove("editing");
        cell.replaceChildren(...old);
      };
      const cancel = () => {
        const cell = editor.cell;
        leave();
        cell.focus({ preventScroll: true });
      };
      // Saves what is edited, and goes on by so many rows and columns.
      const commit = async (rows, across, stays) => {
        const { cell, area, text } = editor;
        const place = locate(cell);
        // A text area has line feeds only.
        const plain = (text ?? "").replaceAll("\r\n", "\n");
        const value = area.value === plain ? text : (text ?? "").includes("\r\n") ? area.value.replaceAll("\n", "\r\n") : area.value;
        if (value === text || (text === null && value === "")) {
          leave();
        } else {
          editor.isSaving = true;
          const done = await save(cell, value, text);
          if (!done) { if (editor) editor.isSaving = false; return false; }
        }
        if (!stays) go(place.row + rows, place.column + across);
        return true;
      };

      const save = async (cell, text, known) => {
        const row = cell.parentElement;
        const place = locate(cell);
        const expected = known === undefined ? await whole(cell) : known;
        cell.classList.add("saving");
        let answer, found;
        try {
          answer = await fetch("/sources/" + source + "/cell", {
            method: "POST",
            headers: { "Content-Type": "application/json", Accept: "application/json" },
            body: JSON.stringify({
              record: Number(row.dataset.record), field: cell.cellIndex - 1, expected, text, version: Number(version), position: place.row + 1,
            }),
          });
          found = await answer.json();
        } catch {
          desk.say("The desk does not answer; nothing was changed.");
          return false;
        } finally {
          cell.classList.remove("saving");
        }
        if (!answer.ok) {
          refuse(found, text);
          return false;
        }
        if (editor?.cell === cell) leave();
        version = String(found.version);
        const holder = document.createElement("tbody");
        const parsed = new DOMParser().parseFromString("<table><tbody>" + found.row + "</tbody></table>", "text/html").querySelector("tr");
        holder.append(document.importNode(parsed, true));
        const fresh = holder.rows[0];
        const start = Math.floor(place.row / chunkSize) * chunkSize;
        const list = chunks.get(start);
        if (list) list[place.row % chunkSize] = fresh;
        row.replaceWith(fresh);
        if (roving && row.contains(roving)) roving = null;
        rove(document.activeElement === document.body);
        tell();
        renew();
        return true;
      };

      // Says why a cell is as it was, with both texts where another one has come meanwhile.
      const refuse = (found, text) => {
        about.replaceChildren();
        const box = document.createElement("div");
        box.className = "conflict";
        box.setAttribute("role", "alert");
        const line = document.createElement("p");
        line.textContent = (found.problem ?? "The cell is as it was") + ": " + (found.detail ?? "");
        box.append(line);
        if (found.isOther) {
          const both = document.createElement("p");
          const own = document.createElement("q"), other = document.createElement("q");
          own.textContent = text;
          other.textContent = found.found ?? "";
          both.append("Yours: ", own, " In the file: ", other);
          box.append(both);
        }
        about.append(box);
        desk.say(line.textContent);
        if (found.isOther && editor) { leave(); again(); }
      };

      const editKey = (event) => {
        event.stopPropagation();
        if (event.isComposing) return;
        if (event.key === "Escape") { event.preventDefault(); cancel(); }
        else if (event.key === "Enter" && !event.shiftKey && !event.altKey) { event.preventDefault(); commit(1, 0); }
        else if (event.key === "Tab") { event.preventDefault(); commit(0, event.shiftKey ? -1 : 1); }
      };

      const remove = async () => {
        const row = rowAt(active.row);
        if (readOnly || !row) return;
        const record = row.dataset.record;
        const data = new URLSearchParams({ version });
        const answer = await fetch("/sources/" + source + "/records/" + record + "/delete", { method: "POST", headers: { Accept: "application/json" }, body: data });
        const found = await answer.json();
        if (!answer.ok) { refuse(found, ""); return; }
        desk.say("Record " + record + " is deleted. Undo brings it back.");
        version = String(found.version);
        again();
        go(active.row, active.column);
      };

      const page = () => Math.max(1, Math.floor(view().room / rowHeight) - 1);
      scroll.addEventListener("keydown", (event) => {
        if (editor || event.isComposing) return;
        const cell = cellAt(active.row, active.column);
        const { row, column } = active;
        const far = event.ctrlKey || event.metaKey;
        const link = cell?.querySelector("a");
        const moves = {
          ArrowDown: () => go(far ? total - 1 : row + 1, column),
          ArrowUp: () => go(far ? 0 : row - 1, column),
          ArrowRight: () => go(row, far ? columns - 1 : column + 1),
          ArrowLeft: () => go(row, far ? 1 : column - 1),
          Home: () => go(far ? 0 : row, far ? 1 : 0),
          End: () => go(far ? total - 1 : row, columns - 1),
          PageDown: () => go(row + page(), column),
          PageUp: () => go(Math.max(0, row - page()), column),
        };
        if (moves[event.key] && !event.altKey) {
          event.preventDefault();
          moves[event.key]();
        } else if (event.key === "Enter" || event.key === "F2") {
          event.preventDefault();
          if (cell?.tagName === "TD") edit(cell);
          else if (event.key === "Enter") link?.click();
        } else if (event.key === "Delete" && far) {
          event.preventDefault();
          remove();
        } else if (event.key === "Delete" && cell?.tagName === "TD") {
          event.preventDefault();
          edit(cell, "");
        } else if (event.key === "Insert") {
          const record = rowAt(row)?.dataset.record;
          if (!readOnly && record) location.href = "/sources/" + source + "/new?after=" + record;
        } else if (event.key.length === 1 && !far && !event.altKey && event.key !== " " && cell?.tagName === "TD") {
          event.preventDefault();
          edit(cell, event.key);
        }
      });

      // The values of a column

      const open = async (address, focus) => {
        const url = new URL(address, location.href);
        const column = url.searchParams.get("panel");
        for (const link of table.tHead.querySelectorAll("[data-panel]")) {
          const isOpen = link.dataset.panel === column;
          link.setAttribute("aria-expanded", isOpen);
          const other = new URL(link.href);
          if (isOpen) other.searchParams.delete("panel"); else other.searchParams.set("panel", link.dataset.panel);
          link.href = other.href;
        }
        history.replaceState(null, "", url);
        if (column === null) { side.replaceChildren(); if (focus) go(active.row, active.column); draw(); return; }
        const answer = await fetch("/sources/" + source + "/columns/" + column + (scroll.dataset.query ? "?" + scroll.dataset.query : ""));
        if (!answer.ok) return;
        side.innerHTML = await answer.text();
        draw();
        if (focus) side.querySelector(".values a")?.focus();
      };
      table.tHead.addEventListener("click", (event) => {
        const link = event.target.closest("[data-panel]");
        if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        open(link.href, event.detail === 0);
      });
      side.addEventListener("click", (event) => {
        if (!event.target.closest(".close")) return;
        event.preventDefault();
        open(event.target.href, true);
      });
      side.addEventListener("keydown", (event) => {
        const links = [...side.querySelectorAll(".values a")];
        const index = links.indexOf(document.activeElement);
        if (event.key === "Escape") { event.preventDefault(); side.querySelector(".close")?.click(); }
        else if (index >= 0 && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
          event.preventDefault();
          links[index + (event.key === "ArrowDown" ? 1 : -1)]?.focus();
        } else if (index >= 0 && event.key === " ") {
          event.preventDefault();
          links[index].click();
        }
      });

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
      keys.textContent = readOnly ? "Arrows move, Enter on a heading shows its values." :
        "Arrows move, Enter or F2 edits, Escape leaves, Insert adds a record, Ctrl+Delete deletes one.";
      (document.querySelector(".grid-actions") ?? about).append(keys);
      if (!readOnly) {
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
