/// The desk's script. Pages work without it; with it, they change in place, follow what others do, and are worked with by keys.
///
/// It makes no markup from data: parts of pages come from the server, which escapes everything, and go into the page as parsed elements.
enum DeskScript {
  static let text = #"""
    "use strict";
    const desk = {};
    (() => {
      const known = () => document.body.dataset.version;

      // Shows a sentence for some seconds, to screen readers too.
      let timer = 0;
      desk.say = (text) => {
        const status = document.getElementById("status");
        if (!status) return;
        status.textContent = text;
        clearTimeout(timer);
        timer = setTimeout(() => { status.textContent = ""; }, 8000);
      };

      // Calls a function with the data of each event of a name.
      const source = known() === undefined ? null : new EventSource("/events");
      desk.on = (name, action) => source?.addEventListener(name, (event) => action(event.data));

      // MARK: Taking another version of the page

      const fieldName = (field) => `${field.form?.getAttribute("action")} ${field.name}`;
      const seen = (field) => field.form?.elements.expected?.defaultValue;
      const typing = () => [...document.querySelectorAll("[data-live] input:not([type=hidden]), [data-live] textarea")];

      // Takes what changes: everything with `data-live` and an id. What somebody is typing stays, and so does the focus.
      desk.take = (html, sent) => {
        const other = new DOMParser().parseFromString(html, "text/html");
        const active = document.activeElement, activeName = active?.form ? fieldName(active) : null;
        const order = typing(), place = order.indexOf(active);
        const next = place < 0 ? [] : order.slice(place + 1).map(fieldName);
        const drafts = new Map();
        for (const field of typing())
          if (field.value !== field.defaultValue && field.form !== sent) drafts.set(fieldName(field), [field.value, seen(field)]);
        const open = [...document.querySelectorAll("[data-live] details[open]")].map((one) => one.closest("[id]")?.id);
        for (const part of other.querySelectorAll("[data-live][id]")) document.getElementById(part.id)?.replaceWith(part);
        document.body.dataset.version = other.body.dataset.version ?? known();
        for (const id of open) document.getElementById(id)?.querySelector("details")?.setAttribute("open", "");
        for (const field of typing()) {
          const draft = drafts.get(fieldName(field));
          if (!draft) continue;
          field.value = draft[0];
          if (draft[1] !== seen(field)) {
            field.classList.add("stale");
            desk.say("A field that you are typing in says something else by now.");
          }
        }
        if (activeName && document.activeElement === document.body) {
          const fields = new Map(typing().map((field) => [fieldName(field), field]));
          const wanted = [activeName, ...next].map((name) => fields.get(name)).find(Boolean);
          (wanted ?? document.getElementById("main"))?.focus({ preventScroll: false });
        }
        document.dispatchEvent(new Event("desk:taken"));
      };

      let isFetching = false, isAskedAgain = false, isLeaving = false;
      addEventListener("pageshow", () => { isLeaving = false; });
      desk.refresh = async () => {
        // What the page is about may be gone with the very change for which it is left.
        if (isLeaving) return true;
        if (isFetching) { isAskedAgain = true; return true; }
        isFetching = true;
        try {
          const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
          if (answer.ok) desk.take(await answer.text());
          else if (answer.status === 404) desk.say("What this page is about is not there any more.");
          return answer.ok;
        } finally {
          isFetching = false;
          if (isAskedAgain) { isAskedAgain = false; desk.refresh(); }
        }
      };
      // The answer to a form is a newer page already; what others did meanwhile is looked at afterwards.
      let latest = known(), sending = 0;
      const follow = (version) => {
        latest = version;
        if (!sending && version !== known()) desk.refresh();
      };
      const checks = (isOn) => { for (const one of document.querySelectorAll("#tools .judging")) one.hidden = !isOn; };
      desk.on("judging", () => checks(true));
      desk.on("changed", () => checks(false));
      desk.on("changed", follow);
      desk.on("hello", follow);
      desk.on("unwatched", (text) => desk.say(`Files are not watched any more: ${text}`));
      source?.addEventListener("error", () => desk.say("The desk does not answer."));

      // MARK: Forms in place

      // A form within a part of the page that changes is sent without leaving the page.
      document.addEventListener("submit", async (event) => {
        const form = event.target, button = event.submitter;
        if (form.method !== "post") return;
        if (!form.closest("[data-live]")) { isLeaving = true; return; }
        event.preventDefault();
        if (form.dataset.sent) return;
        form.dataset.sent = "yes";
        sending += 1;
        const values = new URLSearchParams(new FormData(form));
        if (button?.name) values.append(button.name, button.value);
        try {
          const answer = await fetch(form.getAttribute("action"), { method: "POST", body: values, headers: { Accept: "text/html" } });
          const html = await answer.text();
          if (answer.ok && new URL(answer.url).pathname === location.pathname) {
            // The page that the answer leads to has no filters; this one may have some.
            if (location.search) await desk.refresh(); else desk.take(html, form);
            desk.say(document.getElementById("verdict")?.querySelector(".headline")?.textContent ?? "Done");
          } else if (answer.ok) {
            // Undo and redo stay on the page, as long as there is one.
            const stays = ["/undo", "/redo"].includes(form.getAttribute("action"));
            if (!stays || !await desk.refresh()) location.assign(answer.url);
          } else {
            const main = new DOMParser().parseFromString(html, "text/html").getElementById("main");
            if (main) {
              document.getElementById("main").replaceWith(main);
              main.tabIndex = -1;
              main.focus();
            }
          }
        } catch {
          desk.say("The desk does not answer; nothing is known to be written.");
        } finally {
          delete form.dataset.sent;
          sending -= 1;
          if (Number(latest) > Number(known())) follow(latest);
        }
      });

      // MARK: Keys

      document.addEventListener("keydown", (event) => {
        const isTyping = event.target.matches?.("input:not([type=checkbox]), textarea, select");
        if (isTyping && (event.ctrlKey || event.metaKey) && event.key === "Enter") return event.target.form?.requestSubmit();
        if (isTyping) return;
        const command = event.ctrlKey || event.metaKey;
        if (command && event.key.toLowerCase() === "z") {
          const form = document.querySelector(`#tools form[action="/${event.shiftKey ? "redo" : "undo"}"]`);
          if (form && !form.querySelector("button").disabled) { event.preventDefault(); form.requestSubmit(); }
          return;
        }
        if (command || event.altKey) return;
        if (event.key === "j" || event.key === "k") {
          const items = [...document.querySelectorAll("#groups .finding")];
          const current = items.indexOf(document.activeElement?.closest(".finding"));
          const item = items[event.key === "j" ? current + 1 : Math.max(0, current - 1)];
          (item?.querySelector("a.place"))?.focus();
        } else if (event.key === "/") {
          const search = document.querySelector("input[type=search]");
          if (search) { event.preventDefault(); search.focus(); }
        }
      });
    })();

    """#
}
