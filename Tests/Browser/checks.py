"""Checks of a page, run in the browser: what WCAG 2.2 asks of it as far as that can be computed. Each returns a list of what is wrong."""

# Texts with too little contrast with what is behind them (1.4.3).
CONTRAST = """
const parse = (text) => text.match(/[\\d.]+/g).map(Number);
const channel = (value) => { const share = value / 255; return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4; };
const light = ([red, green, blue]) => 0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue);
const behind = (element) => { for (let one = element; one; one = one.parentElement) { const colour = parse(getComputedStyle(one).backgroundColor);
  if (colour.length < 4 || colour[3] === 1) return colour; } return [255, 255, 255]; };
const problems = [];
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) { const element = walker.currentNode.parentElement;
  if (!walker.currentNode.textContent.trim() || !element.offsetParent || element.closest("[disabled], .skip, option")) continue;
  const [one, other] = [light(parse(getComputedStyle(element).color)), light(behind(element))].sort((a, b) => b - a);
  const ratio = (one + 0.05) / (other + 0.05);
  if (ratio < 4.5) problems.push(ratio.toFixed(2) + ": " + walker.currentNode.textContent.trim().slice(0, 60)); }
return problems;
"""

# Names, labels, headings, landmarks, tables, identifiers (1.3.1, 2.4.2, 2.4.6, 3.1.1, 4.1.2).
ACCESSIBILITY = """
const problems = [];
if (!document.documentElement.lang) problems.push("no language");
if (!document.title) problems.push("no title");
if (document.querySelectorAll("h1").length !== 1) problems.push("not one h1");
if (!document.querySelector("main")) problems.push("no main");
const ids = [...document.querySelectorAll("[id]")].map((one) => one.id);
for (const id of ids) if (ids.filter((other) => other === id).length > 1) problems.push("twice: " + id);
for (const field of document.querySelectorAll("input:not([type=hidden]), textarea, select"))
  if (!field.labels?.length && !field.getAttribute("aria-label")) problems.push("no label: " + field.outerHTML.slice(0, 80));
for (const control of document.querySelectorAll("button, a[href], summary"))
  if (!control.textContent.trim() && !control.getAttribute("aria-label")) problems.push("no name: " + control.outerHTML.slice(0, 80));
let level = 1;
for (const heading of document.querySelectorAll("h1, h2, h3, h4")) { const own = Number(heading.tagName[1]);
  if (own > level + 1) problems.push("a level is left out: " + heading.textContent); level = own; }
for (const one of document.querySelectorAll("[aria-labelledby], [aria-describedby]"))
  for (const id of (one.getAttribute("aria-labelledby") ?? one.getAttribute("aria-describedby")).split(" "))
    if (!document.getElementById(id)) problems.push("no such id: " + id);
for (const one of document.querySelectorAll("[tabindex]")) if (one.tabIndex > 0) problems.push("an order of its own: " + one.outerHTML.slice(0, 80));
for (const picture of document.querySelectorAll("img")) if (!picture.alt) problems.push("no words for: " + picture.src);
if (document.querySelector("svg:not([aria-hidden]):not([role])")) problems.push("a picture without a role");
for (const table of document.querySelectorAll("table")) {
  if (!table.tHead?.rows.length) problems.push("a table without heads");
  for (const cell of table.querySelectorAll("th")) if (!cell.scope) problems.push("a head of nothing: " + cell.textContent);
}
for (const name of ["main", "header", "footer"]) if (document.querySelectorAll("body > " + name).length !== 1) problems.push("not one " + name);
for (const list of document.querySelectorAll("nav")) if (!list.getAttribute("aria-label")) problems.push("a navigation without a name");
if (!document.querySelector("#status[aria-live=polite]")) problems.push("nothing tells what happens");
if (document.querySelector("script:not([src]), style")) problems.push("a style or script of its own");
return problems;
"""

# Controls that are too small to be hit (2.5.8), but for links within a text.
TARGETS = """
return [...document.querySelectorAll("button, input:not([type=hidden]), select, textarea, summary, a.act")].filter((one) => {
  const box = one.getBoundingClientRect(), label = one.closest("label")?.getBoundingClientRect();
  return one.checkVisibility() && Math.max(box.height, label?.height ?? 0) < 24;
}).map((one) => one.outerHTML.slice(0, 80));
"""

# Controls and texts that lie over one another, and what is wider than the window (1.4.10).
LAYOUT = """
const problems = [];
const root = document.documentElement;
if (root.scrollWidth > root.clientWidth) problems.push("it scrolls sideways: " + root.scrollWidth + " of " + root.clientWidth);
const seen = [...document.querySelectorAll("h1, h2, label, button, input:not([type=hidden]), select, textarea, summary, a, p, td, th, dt, dd, footer")].filter(
  (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest("#tools, .skip, .grid-scroll, .facet-values, #status, .hidden-text, .away, thead, .effects")
    && one.getClientRects().length === 1 && getComputedStyle(one).position === "static" && !one.closest("h2")?.matches(".olist h2"));
for (let index = 0; index < seen.length; index += 1) {
  const own = seen[index].getBoundingClientRect();
  if (own.width < 2 || own.height < 2) continue;
  for (const other of seen.slice(index + 1, index + 60)) {
    if (seen[index].contains(other) || other.contains(seen[index])) continue;
    const box = other.getBoundingClientRect();
    const across = Math.min(own.right, box.right) - Math.max(own.left, box.left), down = Math.min(own.bottom, box.bottom) - Math.max(own.top, box.top);
    if (across > 2 && down > 2) problems.push(seen[index].outerHTML.slice(0, 80) + " lies over " + other.outerHTML.slice(0, 80));
  }
}
return problems.slice(0, 5);
"""

# What is wrong with where the focus is (2.4.7, 2.4.11), once it has been scrolled to; `null` if nothing has it.
FOCUS = """
const done = arguments[0];
const judge = (frames) => requestAnimationFrame(() => {
  const one = document.activeElement;
  if (!one || one === document.body) return done(null);
  const style = getComputedStyle(one), name = one.outerHTML.slice(0, 100);
  if (style.outlineStyle === "none" || parseFloat(style.outlineWidth) < 2) return done("the focus is not seen: " + name);
  // A line of a link may be the only part of it in sight.
  const places = [...one.getClientRects()].map((part) => document.elementFromPoint(part.left + part.width / 2, part.top + part.height / 2));
  const isSeen = places.some((place) => place && (one.contains(place) || place.contains(one)));
  // To scroll there takes a browser some frames.
  if (!isSeen && frames > 0) return judge(frames - 1);
  done(isSeen ? "" : "the focus is covered: " + name + " " + JSON.stringify(one.getBoundingClientRect()) + " of " + innerHeight + " at " + scrollY);
});
judge(30);
"""
