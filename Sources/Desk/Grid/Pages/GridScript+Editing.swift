extension GridScript {
  /// A cell is edited in a field of its own, and a record deleted.
  static let editing = #"""
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
        if (cell.dataset.obstacle !== undefined) {
          desk.say("Not changed here, because " + cell.dataset.obstacle + ".");
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
        // A text area has line feeds only; the desk puts the cell's own line breaks back.
        const plain = (text ?? "").replace(/\r\n?/g, "\n");
        const value = area.value === plain ? text : area.value;
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
        if (readOnly || isFixed || !row) return;
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

    """#
}
