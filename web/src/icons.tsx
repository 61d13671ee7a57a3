/** Drawn on a grid of 24, with one stroke; they take the colour of the text around them. */

export const PATHS = {
  search: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14ZM20 20l-4-4",
  close: "M6 6l12 12M18 6 6 18",
  tick: "M5 12.5l4.5 4.5L19 7.5",
  cross: "M7 7l10 10M17 7 7 17",
  dash: "M6.5 12h11",
  area: "M12 21s-6.5-5.6-6.5-10.4a6.5 6.5 0 0 1 13 0C18.5 15.4 12 21 12 21ZM12 8.3a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 0 0 0-4.6Z",
  home: "M4 11.5 12 5l8 6.5M6.5 10v9h11v-9M10.5 19v-5h3v5",
  room: "M6 20V5h9v15M15 8h3v12M4 20h16M11.8 12.5v.2",
  buildings: "M4 20V8l6-3v15M10 20V10h10v10M3 20h18M13.5 13.5h.2M16.5 13.5h.2M13.5 16.5h.2M16.5 16.5h.2M7 10.5v.2M7 14v.2",
  thing: "M12 4l8 4.5v7L12 20l-8-4.5v-7L12 4ZM4.2 8.6 12 13l7.8-4.4M12 13v7",
  lock: "M7 11V8.5a5 5 0 0 1 10 0V11M5.5 11h13v9h-13ZM12 14.5v2",
  sliders: "M4 7h9M17 7h3M15 4.8v4.4M4 17h3M11 17h9M9 14.8v4.4",
  map: "M9 5 4 7v12l5-2 6 2 5-2V5l-5 2-6-2ZM9 5v12M15 7v12",
  list: "M8 7h12M8 12h12M8 17h12M4 7h.2M4 12h.2M4 17h.2",
  compare: "M12 4v16M5 7h3.5v10H5zM15.5 7H19v10h-3.5z",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 3v1.5M12 19.5V21M3 12h1.5M19.5 12H21M5.6 5.6l1.1 1.1M17.3 17.3l1.1 1.1M5.6 18.4l1.1-1.1M17.3 6.7l1.1-1.1",
  moon: "M19.5 14A8 8 0 0 1 10 4.5a8 8 0 1 0 9.5 9.5Z",
  auto: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16ZM12 4v16M12 8h6.5M12 12h8M12 16h6.5",
  globe: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16ZM4 12h16M12 4c-5 4.5-5 11.5 0 16M12 4c5 4.5 5 11.5 0 16",
  edit: "M5 19l1-4L16 5l3 3L9 18l-4 1ZM14 7l3 3",
  undo: "M9 8H15a4.5 4.5 0 0 1 0 9h-6M9 8l3-3M9 8l3 3",
  swap: "M7 9h11l-3-3M17 15H6l3 3",
  trash: "M5 7h14M9.5 7V5h5v2M7 7l.8 12h8.4L17 7M10.5 10.5v5M13.5 10.5v5",
  plus: "M12 6v12M6 12h12",
  chevron: "M7 10l5 5 5-5",
  out: "M10 6H6v12h12v-4M13 5h6v6M19 5l-8 8",
  pin: "M12 20s-5-4.6-5-8.6a5 5 0 0 1 10 0c0 4-5 8.6-5 8.6Z",
  chat: "M5 5h14v11h-7l-4.5 3.5V16H5V5ZM8.5 9h7M8.5 12h5",
  send: "M12 19V5M6 11l6-6 6 6",
  info: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16ZM12 11v5M12 8v.2",
  warn: "M12 5 3.5 19h17L12 5ZM12 10.5v4M12 16.8v.2",
  cloud: "M7 18h9.5a3.5 3.5 0 0 0 .7-6.9A5.5 5.5 0 0 0 6.7 10 4 4 0 0 0 7 18ZM4 5l16 15",
  key: "M8 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM11.5 12H20v3M16.5 12v2.5",
  bookmark: "M7 4h10v16l-5-4-5 4V4Z",
  thumb: "M8 11v9H4.5v-9H8ZM8 11l3.5-7a2 2 0 0 1 2 2.3L13 10h5.5a1.5 1.5 0 0 1 1.5 1.8l-1.2 6.7A1.8 1.8 0 0 1 17 20H8",
  link: "M10 14a4 4 0 0 0 5.7 0l2.5-2.5a4 4 0 0 0-5.7-5.7L11.5 6.8M14 10a4 4 0 0 0-5.7 0l-2.5 2.5a4 4 0 0 0 5.7 5.7l1-1",
  tree: "M9.5 4h5v5h-5ZM3.5 15h5v5h-5ZM15.5 15h5v5h-5ZM12 9v3M6 15v-3h12v3",
  person: "M12 11.5a3.75 3.75 0 1 0 0-7.5 3.75 3.75 0 0 0 0 7.5ZM5 20c.6-3.6 3.4-5.5 7-5.5s6.4 1.9 7 5.5",
  up: "M12 20V5M6.5 10.5 12 5l5.5 5.5",
  down: "M12 4v15M6.5 13.5 12 19l5.5-5.5",
  card: "M4 6h16v12H4ZM8.5 12.2a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4ZM6 15.6c.5-1.4 1.4-2 2.5-2s2 .6 2.5 2M14 10h3.5M14 13.5h3.5",
  inbox: "M4 13 6.5 5.5h11L20 13v5.5H4V13ZM4 13h4.5l1.3 2.5h4.4l1.3-2.5H20",
  clock: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16ZM12 8v4.3l3 1.9",
} as const;

export type IconName = keyof typeof PATHS;

/** A pack may name an icon that there is none of. */
export function isIcon(name: string): name is IconName {
  return Object.hasOwn(PATHS, name);
}

/** Says nothing to a screen reader: whoever shows it says it in words too. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg class="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
