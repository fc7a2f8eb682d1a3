/// The page's script: it reads the rows of data, then filters, groups and shows them a few at a time.
///
/// It builds elements and text nodes only, never markup from data, and makes the same elements as `HTMLReport+Findings`.
enum HTMLScript {
  static let text = #"""
    (() => {
      "use strict";
      const firstPage = 25, nextPage = 100;
      const $ = (id) => document.getElementById(id);
      const groups = $("groups"), controls = $("controls"), state = $("state"), clear = controls.querySelector("button");
      const tables = JSON.parse($("tables").textContent);
      const blocks = [...document.querySelectorAll("script[data-rows]")];
      const rows = [], severities = ["note", "warning", "error"], severityNames = ["Note", "Warning", "Error"];
      const explanations = new Map([...groups.querySelectorAll("details")].map((one) => [one.closest("section").id, one]));
      const number = (count) => String(count).replace(/\B(?=(\d{3})+(?!\d))/g, ",");

      const row = ([id, rule, severity, file, line, column, record, field, target, message, value, suggestion,
        sourceLine, before, mark, after, related, accepted]) => ({ id, rule, severity, file, line, column, record, field, target, message, value,
        suggestion, sourceLine, before, mark, after, related: related || [], accepted });

      // MARK: Elements

      const make = (name, className, ...children) => {
        const element = document.createElement(name);
        if (className) element.className = className;
        element.append(...children);
        return element;
      };
      const placeOf = (one) => one.file < 0 ? "The run as a whole" : `${tables.files[one.file][0]}:${one.line}:${one.column}`;
      const aboutOf = (one) => [one.record ? `record ${number(one.record)}` : "", one.field < 0 ? "" : `field ${tables.names[one.field]}`,
        one.target < 0 ? "" : tables.names[one.target]].filter(Boolean).join(" · ");

      const findingElement = (one) => {
        const item = make("li", `finding ${severities[one.severity]}`);
        item.id = one.id;
        const place = make("a", "place", placeOf(one));
        place.href = `#${one.id}`;
        item.append(make("p", "meta", place, " ", make("span", "tag", severityNames[one.severity]), " ",
          make("span", "rule", tables.rules[one.rule][0]), " ", make("span", "about", aboutOf(one))), make("p", "message", one.message));
        if (one.sourceLine) item.append(make("pre", "source", make("span", "line", String(one.sourceLine)),
          make("code", "", one.before, make("mark", "", one.mark), one.after)));
        if (one.value !== 0) item.append(make("p", "value", "The value is ", make("q", "", one.value)));
        if (one.suggestion !== 0) item.append(make("p", "suggestion", "Did you mean ", make("ins", "", one.suggestion), "?"));
        if (one.accepted) item.append(make("p", "accepted", `Accepted: ${one.accepted}`));
        if (one.related.length) {
          const list = make("ul", "related");
          for (let index = 0; index < one.related.length; index += 2)
            list.append(make("li", "", make("span", "place", one.related[index]), " " + one.related[index + 1]));
          item.append(list);
        }
        return item;
      };

      const button = (text, action) => {
        const element = make("button", "", text);
        element.type = "button";
        element.addEventListener("click", action);
        return element;
      };

      // A group shows the rows from `from` up to `to`, and buttons for those before and after.
      const groupElement = (group) => {
        const section = make("section", "group"), head = make("div", "group-head"), list = make("ol", "list");
        section.id = group.id;
        const title = make("h3", "", group.title + " ", make("span", "count", number(group.rows.length)));
        title.id = `${group.id}-title`;
        section.setAttribute("aria-labelledby", title.id);
        head.append(title);
        if (group.code) head.append(make("p", "code", make("code", "", group.code)));
        if (group.advice) head.append(make("p", "advice", make("b", "", "What to do"), " " + group.advice));
        const explanation = explanations.get(group.id);
        if (explanation) head.append(explanation);
        const earlier = make("p", "rest"), later = make("p", "rest");
        const update = () => {
          const left = group.rows.length - group.to;
          earlier.hidden = group.from === 0;
          later.hidden = left === 0;
          earlier.replaceChildren(button(`Show the ${number(group.from)} before`, () => {
            const from = Math.max(0, group.from - nextPage);
            list.prepend(...group.rows.slice(from, group.from).map((index) => findingElement(rows[index])));
            group.from = from;
            update();
          }));
          later.replaceChildren(button(`Show ${number(Math.min(nextPage, left))} more of ${number(left)}`, () => {
            const to = Math.min(group.rows.length, group.to + nextPage), first = list.children.length;
            list.append(...group.rows.slice(group.to, to).map((index) => findingElement(rows[index])));
            group.to = to;
            update();
            list.children[first].querySelector("a").focus({ preventScroll: true });
          }));
        };
        list.append(...group.rows.slice(group.from, group.to).map((index) => findingElement(rows[index])));
        update();
        section.append(head, earlier, list, later);
        return section;
      };

      // MARK: Filtering and grouping

      const ruleRank = (index) => tables.rules[index][3];
      const fileRank = (index) => index < 0 ? Infinity : tables.files[index][1];
      const compare = (left, right) => left < right ? -1 : left > right ? 1 : 0;
      const fileName = (index) => index < 0 ? "" : tables.files[index][0];
      const inOrder = (left, right) => {
        const one = rows[left], other = rows[right];
        return compare(fileRank(one.file), fileRank(other.file)) || compare(fileName(one.file), fileName(other.file))
          || one.line - other.line || one.column - other.column || left - right;
      };
      const text = (value) => value === 0 ? "" : value;
      const valueOf = (one) => one.value !== 0 ? one.value : text(one.mark || "");
      const names = new Intl.Collator("en", { numeric: true });
      const orders = {
        place: inOrder,
        value: (left, right) => names.compare(valueOf(rows[left]), valueOf(rows[right])) || inOrder(left, right),
        field: (left, right) => names.compare(tables.names[rows[left].field] || "", tables.names[rows[right].field] || "") || inOrder(left, right),
        severity: (left, right) => rows[right].severity - rows[left].severity || inOrder(left, right),
      };
      const haystacks = [];
      const haystack = (index) => {
        const one = rows[index];
        return haystacks[index] ??= [placeOf(one), tables.rules[one.rule][0], tables.rules[one.rule][1], aboutOf(one), one.message,
          one.value || "", one.suggestion || "", one.sourceLine ? one.before + one.mark + one.after : ""].join("\n").toLowerCase();
      };
      let sorted = [], order = "", current = [];

      const render = () => {
        const words = $("text").value.toLowerCase().split(/\s+/).filter(Boolean);
        const wanted = new Set([...controls.querySelectorAll("[name=severity]:checked")].map((box) => Number(box.value)));
        const rule = $("rule").value, file = $("file").value, byFile = controls.elements.group.value === "file";
        const withAccepted = !controls.elements.accepted || controls.elements.accepted.checked;
        if (order !== $("sort").value) {
          order = $("sort").value;
          sorted.sort(orders[order]);
        }
        const byKey = new Map();
        let shown = 0;
        for (const index of sorted) {
          const one = rows[index];
          if (one.accepted && !withAccepted) continue;
          if (!wanted.has(one.severity) || rule !== "" && one.rule !== Number(rule) || file !== "" && one.file !== Number(file)) continue;
          if (words.length && !words.every((word) => haystack(index).includes(word))) continue;
          const key = byFile ? one.file : one.rule;
          const list = byKey.get(key);
          if (list) list.push(index); else byKey.set(key, [index]);
          shown += 1;
        }
        const keys = [...byKey.keys()].sort((left, right) => byFile
          ? compare(fileRank(left), fileRank(right)) || compare(fileName(left), fileName(right)) : ruleRank(left) - ruleRank(right));
        current = keys.map((key) => {
          const list = byKey.get(key), frame = { rows: list, from: 0, to: Math.min(firstPage, list.length) };
          if (!byFile) return { ...frame, id: tables.rules[key][4], title: tables.rules[key][1], code: tables.rules[key][0], advice: tables.rules[key][2] };
          return { ...frame, id: key < 0 ? "file--" : tables.files[key][2], title: key < 0 ? "The run as a whole" : fileName(key) };
        });
        groups.className = byFile ? "by-file" : "by-rule";
        groups.replaceChildren(...current.map(groupElement));
        const isFiltered = shown < rows.length;
        if (!shown) groups.append(make("p", "nothing", "No finding matches these filters."));
        state.textContent = isFiltered ? `${number(shown)} of ${number(rows.length)} findings` : `All ${number(rows.length)} findings`;
        clear.hidden = !isFiltered && !byFile && order === "place";
      };

      // Shows the finding or group that the address names, whatever the filters.
      const reveal = () => {
        const id = decodeURIComponent(location.hash.slice(1));
        const isFile = id.startsWith("file-"), isRule = id.startsWith("rule-");
        // What stands behind the findings has moved since the browser went there.
        if (!(isFile || isRule || id.startsWith("f-"))) return $(id)?.scrollIntoView({ behavior: "instant" });
        const index = isFile || isRule ? -1 : rows.findIndex((one) => one.id === id);
        if (!isFile && !isRule && index < 0) return;
        if (!$(id)) {
          let group = current.find((one) => one.rows.includes(index));
          if (index < 0 || !group) {
            controls.reset();
            if (controls.elements.accepted) controls.elements.accepted.checked = true;
            if (isFile) controls.elements.group.value = "file";
            render();
            group = current.find((one) => one.rows.includes(index));
          }
          if (group && !$(id)) {
            const position = group.rows.indexOf(index);
            group.from = Math.max(0, position - 5);
            group.to = Math.min(group.rows.length, position + firstPage);
            $(group.id).replaceWith(groupElement(group));
          }
        }
        // The browser marks the target only when it follows the address itself.
        const target = $(id);
        if (!target) return;
        for (const old of document.querySelectorAll(".is-target")) old.classList.remove("is-target");
        if (index >= 0) target.classList.add("is-target");
        target.scrollIntoView({ block: index < 0 ? "start" : "center", behavior: "instant" });
      };

      const fill = (select, entries) => {
        for (const [value, text] of entries) {
          const option = make("option", "", text);
          option.value = value;
          select.append(option);
        }
      };

      const start = () => {
        sorted = rows.map((_, index) => index);
        fill($("rule"), tables.rules.map((rule, index) => [index, rule[1], rule[3]]).sort((left, right) => left[2] - right[2]));
        fill($("file"), tables.files.map((file, index) => [index, file[0], file[1]])
          .sort((left, right) => left[2] - right[2] || compare(left[1], right[1])));
        const phone = matchMedia("(max-width: 40rem)"), fold = () => { $("filters").open = !phone.matches; };
        phone.addEventListener("change", fold);
        fold();
        controls.hidden = false;
        let waiting = 0;
        controls.addEventListener("submit", (event) => event.preventDefault());
        controls.addEventListener("change", render);
        clear.addEventListener("click", () => { controls.reset(); render(); });
        $("text").addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(render, 150); });
        addEventListener("hashchange", reveal);
        render();
        reveal();
      };

      const load = () => {
        const until = performance.now() + 40;
        while (blocks.length && performance.now() < until) {
          const block = blocks.shift();
          for (const values of JSON.parse(block.textContent)) rows.push(row(values));
          block.remove();
        }
        if (blocks.length) setTimeout(load); else start();
      };
      load();
    })();

    """#
}
