/// The desk's script. Pages work without it; with it, they change in place, follow what others do, and are worked with by keys.
enum DeskScript {
  static let text = #"""
    "use strict";
    const desk = {};
    (() => {
      // Shows a sentence for some seconds, to screen readers too.
      let timer = 0;
      desk.say = (text) => {
        const status = document.getElementById("status");
        status.textContent = text;
        clearTimeout(timer);
        timer = setTimeout(() => { status.textContent = ""; }, 8000);
      };

      // Calls a function with the data of each event of a name.
      const source = document.body.dataset.version === undefined ? null : new EventSource("/events");
      desk.on = (name, action) => source?.addEventListener(name, (event) => action(event.data));

      // Takes the parts of another version of this page that change: everything with `data-live` and an id.
      desk.take = (html) => {
        const other = new DOMParser().parseFromString(html, "text/html");
        for (const part of other.querySelectorAll("[data-live][id]")) document.getElementById(part.id)?.replaceWith(part);
        document.body.dataset.version = other.body.dataset.version ?? document.body.dataset.version;
        document.dispatchEvent(new Event("desk:taken"));
      };
      desk.refresh = async () => {
        const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
        if (answer.ok) desk.take(await answer.text());
      };
      desk.on("changed", (version) => { if (version !== document.body.dataset.version) desk.refresh(); });
      desk.on("hello", (version) => { if (version !== document.body.dataset.version) desk.refresh(); });
    })();

    """#
}
