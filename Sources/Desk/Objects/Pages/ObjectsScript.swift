/// The script of the pages of objects: lists become one scroll, forms are judged as one types.
enum ObjectsScript {
  static let text = #"""
    (() => {
      // A list's next page is fetched when its end comes into view, and put below.
      const watchEnd = () => {
        const next = document.getElementById("next");
        const list = document.getElementById("objects");
        if (!next || !list || !("IntersectionObserver" in window)) return;
        const observer = new IntersectionObserver(async (entries) => {
          if (!entries.some((entry) => entry.isIntersecting)) return;
          observer.disconnect();
          const answer = await fetch(next.href, { headers: { Accept: "text/html" } });
          if (!answer.ok) return;
          const page = new DOMParser().parseFromString(await answer.text(), "text/html");
          for (const part of page.querySelectorAll("#objects > section")) {
            const last = list.lastElementChild;
            if (last?.dataset.section === part.dataset.section) last.querySelector("ul").append(...part.querySelectorAll("li"));
            else list.append(part);
          }
          const further = page.getElementById("next");
          if (further) { next.href = further.href; next.textContent = further.textContent; watchEnd(); } else next.closest("p").remove();
          // What has been scrolled to would be lost.
          list.removeAttribute("data-live");
        }, { rootMargin: "1200px" });
        observer.observe(next);
      };
      watchEnd();

      // Sections change as soon as they are chosen.
      document.querySelector(".look select")?.addEventListener("change", (event) => event.target.form.requestSubmit());

      // Up, down, Home and End go through the links of a list.
      document.addEventListener("keydown", (event) => {
        if (event.altKey || event.ctrlKey || event.metaKey) return;
        const list = event.target.closest?.(".olist, .links, .entities");
        if (list) {
          const links = [...list.querySelectorAll("li > a")];
          const place = links.indexOf(event.target);
          const target = { ArrowDown: place + 1, ArrowUp: place - 1, Home: 0, End: links.length - 1 }[event.key];
          if (target !== undefined && links[target]) { event.preventDefault(); links[target].focus(); }
        }
        const cancel = document.querySelector("form.entry [data-cancel]");
        if (event.key === "Escape" && cancel && event.target.closest?.("form.entry")) cancel.click();
      });

      // Forms say what is wrong as one types.
      for (const form of document.querySelectorAll("form[data-try]")) {
        let timer = 0;
        let asked = 0;
        const judge = async () => {
          const number = ++asked;
          const answer = await fetch(form.dataset.try, { method: "POST", body: new URLSearchParams(new FormData(form)) });
          // Only the answer to what was typed last is shown.
          if (number !== asked || !answer.ok) return;
          const page = new DOMParser().parseFromString(await answer.text(), "text/html");
          form.querySelector(".judged").replaceChildren(...page.body.childNodes);
        };
        form.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(judge, 150); });
      }
    })();

    """#
}
