// What the colours and lines mean, and how many hits have each.
"use strict";

const Legend = (() => {
  const meets = (low, high, of) => {
    if (low === of) return `meets all ${of}`;
    if (high === 0) return "meets none";
    return low === high ? `meets ${low} of ${of}` : `meets ${low} to ${high} of ${of}`;
  };

  const fill = (legend, { hits, of, asked, around }, { dotKinds, outlineKinds, classOf }) => {
    const entry = (className, text) => {
      const item = Cards.made("li");
      item.append(Cards.made("span", `swatch ${className}`), Cards.made("span", "", text));
      legend.querySelector("ul").append(item);
    };
    for (const grade of [0, 1, 2, 3]) {
      const met = hits.filter((hit) => Cards.grade(hit, of) === grade).map((hit) => hit.met);
      if (met.length) entry(`badge grade-${grade}`, `${meets(Math.min(...met), Math.max(...met), of)} (${met.length})`);
    }
    for (const kind of dotKinds) entry(`dot ${classOf(kind)}`, kind || "place");
    for (const kind of outlineKinds) entry(`extent ${classOf(kind)}`, kind || "place");
    const told = new Map(asked.map((one) => [one.text, one]));
    for (const one of told.values()) entry(`patch ${one.what}${one.negated ? " unwanted" : ""}`, one.text);
    for (const one of around) entry("patch radius own", `${one.text}: around the hit you choose`);
    legend.hidden = !legend.querySelector("li");
  };

  return { fill };
})();
