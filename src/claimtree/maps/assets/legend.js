// What the colours and lines mean, and how many hits have each.
"use strict";

const Legend = (() => {
  const fill = (legend, { grades, asked, around }, { dotKinds, outlineKinds, classOf }) => {
    const entry = (className, text) => {
      const item = Cards.made("li");
      item.append(Cards.made("span", `swatch ${className}`), Cards.made("span", "", text));
      legend.querySelector("ul").append(item);
    };
    for (const { grade, text } of grades) entry(`badge grade-${grade}`, text);
    for (const kind of dotKinds) entry(`dot ${classOf(kind)}`, kind || Cards.labels.place);
    for (const kind of outlineKinds) entry(`extent ${classOf(kind)}`, kind || Cards.labels.place);
    const told = new Map(asked.map((one) => [one.text, one]));
    for (const one of told.values()) entry(`patch ${one.what}${one.negated ? " unwanted" : ""}`, one.text);
    for (const one of around) entry("patch radius own", `${one.text}: ${Cards.labels.around}`);
    legend.hidden = !legend.querySelector("li");
  };

  return { fill };
})();
