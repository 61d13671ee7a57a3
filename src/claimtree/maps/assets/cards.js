// Hits as cards and as lines of the list. Foreign text is only ever set as text.
"use strict";

const Cards = (() => {
  const SIGNS = {
    met: ["✓", "met"],
    refuted: ["✗", "not met"],
    unknown: ["?", "nothing said"],
  };

  const made = (tag, className, text) => {
    const element = document.createElement(tag);
    if (className) element.className = className;
    if (text !== undefined) {
      element.textContent = text;
      element.dir = "auto";
    }
    return element;
  };

  // By how many wishes are missing: 0, 1, 2, or more; who meets none of them is the last in any case.
  const grade = (hit, of) => (hit.met === of ? 0 : hit.met === 0 ? 3 : Math.min(of - hit.met, 3));

  const badge = (hit, of) => made("span", `badge grade-${grade(hit, of)}`, String(hit.number));

  const coverage = (hit, of) => (hit.met === of ? `all ${of}` : `${hit.met} of ${of}`);

  const sign = (verdict) => {
    const [mark, words] = SIGNS[verdict];
    const element = made("span", `sign ${verdict}`, mark);
    element.setAttribute("role", "img");
    element.setAttribute("aria-label", words);
    return element;
  };

  const said = (one) => {
    const line = made("span", "said");
    if (one.doubt) line.append(made("span", "doubt", `${one.doubt} `));
    // What somebody wrote is quoted; what we measured is not.
    line.append(made("span", "words", one.by === null ? one.words : `“${one.words}”`));
    if (one.against) line.append(made("span", "doubt", " and "), made("span", "words", `“${one.against}”`));
    if (one.by) line.append(made("span", "by", ` — ${one.by}`));
    return line;
  };

  const wish = (one) => {
    const item = made("li", "wish");
    const words = made("span", "wish-words");
    words.append(made("span", one.required ? "wanted required" : "wanted", one.text));
    if (one.said.length === 0) words.append(made("span", "said nothing", "nothing said"));
    words.append(...one.said.map(said));
    item.append(sign(one.verdict), words);
    return item;
  };

  // Everything about one hit: what a popup shows, and a hit without coordinates in the list.
  const card = (hit, of) => {
    const whole = made("article", "card");
    const head = made("h3", "card-title");
    head.append(badge(hit, of), made("span", "", hit.title));
    const wishes = made("ul", "wishes");
    wishes.append(...hit.wishes.map(wish));
    whole.append(head, made("p", "facts", hit.facts.join(" · ")), wishes);
    const foot = made("p", "foot");
    foot.append(made("span", "", hit.id));
    if (hit.url) {
      const link = made("a", "", "the listing");
      link.href = hit.url;
      link.target = "_blank";
      link.rel = "noopener noreferrer";
      foot.append(" · ", link);
    }
    whole.append(foot);
    return whole;
  };

  const line = (hit, of) => {
    const item = made("li");
    const button = made("button", "hit");
    button.type = "button";
    const body = made("span", "body");
    const marks = made("span", "marks");
    marks.append(...hit.wishes.map((one) => sign(one.verdict)), made("span", "coverage", coverage(hit, of)));
    body.append(made("span", "title", hit.title), made("span", "facts", hit.facts.join(" · ")), marks);
    button.append(badge(hit, of), body);
    item.append(button);
    return { item, button };
  };

  return { made, grade, badge, card, line };
})();
