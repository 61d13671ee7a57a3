// Labels that keep out of each other's way: the most important first, each where it fits, or not at all.
"use strict";

const Labels = (() => {
  const APART = 3; // pixels between two labels

  const overlaps = (one, other) =>
    one.left < other.right + APART && other.left < one.right + APART &&
    one.top < other.bottom + APART && other.top < one.bottom + APART;

  const boxAround = (point, width, height) => ({
    left: point.x - width / 2, right: point.x + width / 2,
    top: point.y - height / 2, bottom: point.y + height / 2,
  });

  // Where a label may stand, as steps from its point: on it, or moved a little up or down.
  const onIt = (width, height) => [[0, 0], [0, -height], [0, height], [0, -2 * height], [0, 2 * height]];
  // The same for what has a dot at the point: to its right, its left, above it, below it.
  const besideIt = (width, height) =>
    [[width / 2 + 8, 0], [-width / 2 - 8, 0], [0, -height / 2 - 7], [0, height / 2 + 7]];

  // The same around an outline of such a size.
  const around = ({ x, y }, width, height) =>
    [[0, y / 2 + height / 2 + 2], [0, -y / 2 - height / 2 - 2], [x / 2 + width / 2 + 4, 0], [-x / 2 - width / 2 - 4, 0]];

  const onlyThere = () => [[0, 0]];

  class Layer {
    constructor(map, pane) {
      this.map = map;
      this.labels = [];
      // While the map zooms, labels would swim; they are laid out anew when it stands.
      this.holder = L.DomUtil.create("div", "labels leaflet-zoom-hide", map.getPane(pane));
    }

    // It stands at the first of its `spots` where there is room: a point, and steps from there on offer.
    // `fits(map, width)` says whether the label has any business at this zoom.
    add({ text, className, spots, fits = () => true }) {
      const element = L.DomUtil.create("span", `label ${className}`, this.holder);
      element.textContent = text;
      element.dir = "auto";
      const label = { element, spots, fits, first: false, width: 0, height: 0, box: null };
      this.labels.push(label);
      return label;
    }

    // To be measured again: also where only its weight changed.
    rename(label, text) {
      label.element.textContent = text;
      label.width = 0;
    }

    remove(label) {
      label.element.remove();
      this.labels = this.labels.filter((one) => one !== label);
    }

    boxes() {
      return this.labels.filter((label) => label.box).map((label) => label.box);
    }

    // `taken` are boxes, in pixels of the map's own layer, that nothing may stand on.
    layout(taken) {
      const placed = [...taken];
      const size = this.map.getSize();
      const corner = this.map.containerPointToLayerPoint([0, 0]);
      const screen = { left: corner.x, top: corner.y, right: corner.x + size.x, bottom: corner.y + size.y };
      const order = [...this.labels].sort((one, other) => Number(other.first) - Number(one.first));
      for (const label of order) {
        const box = this.room(label, placed, screen);
        label.box = box;
        label.element.classList.toggle("gone", box === null);
        if (box !== null) {
          placed.push(box);
          L.DomUtil.setPosition(label.element, L.point(Math.round(box.left), Math.round(box.top)));
        }
      }
    }

    room(label, placed, screen) {
      if (label.width === 0) {
        label.width = label.element.offsetWidth;
        label.height = label.element.offsetHeight;
      }
      const { width, height } = label;
      if (!label.fits(this.map, width)) return null;
      for (const { at, offers } of label.spots) {
        const point = this.map.latLngToLayerPoint(at);
        for (const [right, down] of offers(width, height)) {
          const box = boxAround({ x: point.x + right, y: point.y + down }, width, height);
          const seen = box.left >= screen.left && box.right <= screen.right &&
            box.top >= screen.top && box.bottom <= screen.bottom;
          if (seen && !placed.some((other) => overlaps(box, other))) return box;
        }
      }
      return null;
    }
  }

  return { Layer, boxAround, onIt, besideIt, around, onlyThere };
})();
