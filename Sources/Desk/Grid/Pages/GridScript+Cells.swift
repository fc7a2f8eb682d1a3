extension GridScript {
  /// The active cell, what is said of it, and how it is reached.
  static let movement = #"""
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
        // A grid without rows is reached by itself.
        scroll.tabIndex = cell ? -1 : 0;
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
        if (!cell) return;
        const fixed = cell.dataset.obstacle;
        if (cell.dataset.finding) tellFinding(cell);
        if (fixed === undefined || readOnly) return;
        const why = document.createElement("p");
        why.className = "grid-fixed";
        why.textContent = "Not changed here, because " + fixed + ".";
        about.append(why);
      };
      const tellFinding = (cell) => {
        const said = document.createElement("p");
        said.className = "said " + (["error", "warning", "note"].find((name) => cell.classList.contains(name)) ?? "");
        said.textContent = cell.dataset.finding;
        about.append(said);
        if (cell.dataset.suggestion !== undefined && cell.dataset.obstacle === undefined && !readOnly) {
          const take = document.createElement("button");
          take.type = "button";
          take.className = "act";
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

    """#

  /// What the keys do outside of a field.
  static let keys = #"""
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
          if (!readOnly && !isFixed && record) location.href = "/sources/" + source + "/new?after=" + record;
        } else if (event.key.length === 1 && !far && !event.altKey && event.key !== " " && cell?.tagName === "TD") {
          event.preventDefault();
          edit(cell, event.key);
        }
      });

    """#
}
