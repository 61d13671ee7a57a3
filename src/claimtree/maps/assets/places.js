// Places that decided, or that the question names: a dot, or an outline, and a name.
"use strict";

const Places = (() => {
  // What is mostly drawn as an outline is a park or the like: its first colour is a green.
  const OUTLINE_COLOURS = [3, 5, 4];
  const DOT_COLOURS = [0, 1, 2, 4, 5];

  const kindsOf = (marks) => [...new Set(marks.map((mark) => mark.kind))];

  const coloured = (kinds, colours) => kinds.map((kind, i) => [kind, colours[Math.min(i, colours.length - 1)]]);

  // How large an outline is on the screen now.
  const sizeOf = (map, bounds) => {
    const low = map.latLngToLayerPoint(bounds.getSouthWest());
    const high = map.latLngToLayerPoint(bounds.getNorthEast());
    return { x: high.x - low.x, y: low.y - high.y };
  };

  // Where its name may stand: beside a dot; on an outline, or around it.
  const spots = (map, mark, shape) => {
    if (mark.rings === null) return [{ at: mark.at, offers: Labels.besideIt }];
    const onIt = { at: mark.at, offers: Labels.onIt };
    if (!shape) return [onIt];
    const bounds = shape.getBounds();
    const offers = (width, height) => Labels.around(sizeOf(map, bounds), width, height);
    return [onIt, { at: bounds.getCenter(), offers }];
  };

  // Each mark is given its label and the spots of that. A region that was asked for has its outline already.
  const draw = (map, names, marks, path) => {
    const dots = marks.filter((mark) => mark.rings === null);
    const outlined = marks.filter((mark) => mark.rings?.length);
    const [dotKinds, outlineKinds] = [kindsOf(dots), kindsOf(outlined)];
    const colours = new Map([...coloured(outlineKinds, OUTLINE_COLOURS), ...coloured(dotKinds, DOT_COLOURS)]);
    const classOf = (kind) => `kind-${colours.get(kind)}`;
    for (const mark of marks) {
      const region = mark.rings?.length === 0;
      let shape = null;
      if (mark.rings === null) {
        const icon = L.divIcon({ className: `dot ${classOf(mark.kind)}`, iconSize: [10, 10] });
        L.marker(mark.at, { icon, pane: "dots", keyboard: false, title: mark.name }).addTo(map);
      } else if (!region) {
        shape = L.polygon(mark.rings, path("asked", `extent ${classOf(mark.kind)}`)).addTo(map);
      }
      const wanted = mark.unwanted ? "name unwanted-name" : "name wanted-name";
      const className = region ? wanted : mark.named ? "place-name named" : "place-name";
      mark.spots = spots(map, mark, shape);
      mark.label = names.add({ text: mark.name, className, spots: mark.spots });
      mark.label.first = mark.named;
    }
    return { dots, dotKinds, outlineKinds, classOf };
  };

  return { draw };
})();
