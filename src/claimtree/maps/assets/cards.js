// Hits as cards and as lines of the list. Foreign text is only ever set as text.
"use strict";

const Cards = (() => {
  const SIGNS = { met: "✓", refuted: "✗", unknown: "?" };
  // The page's words, in the language of the question.
  const { labels } = JSON.parse(document.getElementById("drawn").textContent);

  const made = (tag, className, text) => {
    const element = document.createElement(tag);
    if (className) element.className = className;
    if (text !== undefined) {
      element.textContent = text;
      element.dir = "auto";
    }
    return element;
  };

  const badge = (hit) => made("span", `badge grade-${hit.grade}`, String(hit.number));

  const sign = (verdict) => {
    const element = made("span", `sign ${verdict}`, SIGNS[verdict]);
    element.setAttribute("role", "img");
    element.setAttribute("aria-label", labels[verdict]);
    return element;
  };

  const said = (one) => {
    const line = made("span", "said");
    if (one.doubt) line.append(made("span", "doubt", `${one.doubt} `));
    // What somebody wrote is quoted; what we measured is not.
    line.append(made("span", "words", one.by === null ? one.words : `“${one.words}”`));
    if (one.against) line.append(made("span", "doubt", labels.and), made("span", "words", `“${one.against}”`));
    if (one.by) line.append(made("span", "by", ` — ${one.by}`));
    return line;
  };

  const wish = (one) => {
    const item = made("li", "wish");
    const words = made("span", "wish-words");
    words.append(made("span", one.required ? "wanted required" : "wanted", one.text));
    if (one.said.length === 0) words.append(made("span", "said nothing", labels.nothing));
    words.append(...one.said.map(said));
    item.append(sign(one.verdict), words);
    return item;
  };

  // Everything about one hit: what a popup shows, and a hit without coordinates in the list.
  const card = (hit) => {
    const whole = made("article", "card");
    const head = made("h3", "card-title");
    head.append(badge(hit), made("span", "", hit.title));
    const wishes = made("ul", "wishes");
    wishes.append(...hit.wishes.map(wish));
    whole.append(head, made("p", "facts", hit.facts.join(" · ")), wishes);
    const foot = made("p", "foot");
    foot.append(made("span", "", hit.id));
    if (hit.url) {
      const link = made("a", "", labels.link);
      link.href = hit.url;
      link.target = "_blank";
      link.rel = "noopener noreferrer";
      foot.append(" · ", link);
    }
    whole.append(foot);
    return whole;
  };

  const line = (hit) => {
    const item = made("li");
    const button = made("button", "hit");
    button.type = "button";
    const body = made("span", "body");
    const marks = made("span", "marks");
    marks.append(...hit.wishes.map((one) => sign(one.verdict)), made("span", "coverage", hit.coverage));
    body.append(made("span", "title", hit.title), made("span", "facts", hit.facts.join(" · ")), marks);
    button.append(badge(hit), body);
    item.append(button);
    return { item, button };
  };

  return { labels, made, badge, card, line };
})();
