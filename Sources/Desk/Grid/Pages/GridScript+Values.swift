extension GridScript {
  /// The values of a column, beside the grid.
  static let values = #"""
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
        if (focus) side.querySelector(".facet-values a")?.focus();
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
        const links = [...side.querySelectorAll(".facet-values a")];
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

    """#
}
