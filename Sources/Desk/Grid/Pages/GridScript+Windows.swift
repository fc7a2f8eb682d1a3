extension GridScript {
  /// Rows are of one height, and only those in sight and around are in the table; a row before and one after them take the place of the others. Browsers do not
  /// scroll over more than some 16 million pixels: beyond that, a step of the scroll bar is several rows.
  static let windows = #"""
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

    """#
}
