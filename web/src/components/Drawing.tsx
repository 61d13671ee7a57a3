/** A picture for what has none, drawn from the id, so that the same hit always looks the same: houses for a home, else
 * the icon of its level. */

import { type IconName, PATHS } from "../icons";

const WIDTH = 160;
const HEIGHT = 120;

export function Drawing({ id, icon }: { id: string; icon: IconName }) {
  const dice = numbers(id);
  const hue = Math.floor(dice() * 360);
  return (
    <svg class="drawing" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="xMidYMax slice" aria-hidden="true" focusable="false">
      <rect width={WIDTH} height={HEIGHT} class="sky" fill={`hsl(${hue} 42% 90%)`} />
      {icon === "home" ? (
        <Street hue={hue} dice={dice} />
      ) : (
        <path d={PATHS[icon]} fill="none" stroke={`hsl(${hue} 30% 60%)`} stroke-width={1.5} transform="translate(44 24) scale(3)" />
      )}
    </svg>
  );
}

function Street({ hue, dice }: { hue: number; dice: () => number }) {
  const houses: { x: number; width: number; height: number; roof: number; tone: number }[] = [];
  for (let x = -8 + dice() * 8; x < WIDTH; ) {
    const width = 30 + dice() * 26;
    houses.push({ x, width, height: 32 + dice() * 46, roof: dice() < 0.5 ? 10 + dice() * 10 : 0, tone: Math.floor(dice() * 3) });
    x += width + 2 + dice() * 6;
  }
  const sun = { x: 24 + dice() * 112, y: 20 + dice() * 14 };
  return (
    <>
      <circle cx={sun.x} cy={sun.y} r={9} fill={`hsl(${hue} 60% 97%)`} />
      {houses.map((house, k) => (
        <House key={k} {...house} hue={hue} lamp={dice} />
      ))}
      <rect y={HEIGHT - 6} width={WIDTH} height={6} fill={`hsl(${hue} 22% 62%)`} />
    </>
  );
}

type HouseProps = { x: number; width: number; height: number; roof: number; tone: number; hue: number; lamp: () => number };

function House({ x, width, height, roof, tone, hue, lamp }: HouseProps) {
  const top = HEIGHT - 6 - height;
  const wall = `hsl(${(hue + 16 * tone) % 360} ${24 + 6 * tone}% ${76 - 7 * tone}%)`;
  const panes = { dark: "", lit: "" };
  const across = Math.max(1, Math.floor((width - 8) / 12));
  const left = x + (width - across * 12 + 5) / 2;
  for (let y = top + 7; y < HEIGHT - 20; y += 14) {
    for (let k = 0; k < across; k++) panes[lamp() < 0.3 ? "lit" : "dark"] += `M${(left + k * 12).toFixed(1)} ${y.toFixed(1)}h7v8h-7z`;
  }
  return (
    <g>
      {roof > 0 && <path d={`M${x - 3} ${top}L${x + width / 2} ${top - roof}L${x + width + 3} ${top}Z`} fill={`hsl(${hue} 30% 50%)`} />}
      <rect x={x} y={top} width={width} height={height} fill={wall} />
      <path d={panes.dark} fill={`hsl(${hue} 26% 92%)`} />
      <path d={panes.lit} fill="hsl(45 85% 78%)" />
    </g>
  );
}

/** Numbers from 0 to 1 that look random and are not: mulberry32 over a hash of the text. */
function numbers(text: string): () => number {
  let seed = 2166136261;
  for (const sign of text) seed = Math.imul(seed ^ (sign.codePointAt(0) ?? 0), 16777619);
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
