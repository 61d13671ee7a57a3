/** Whether there is room for things beside one another. */

import { useEffect, useState } from "preact/hooks";

const WIDE = matchMedia("(min-width: 64rem)");

export function useWide(): boolean {
  const [wide, setWide] = useState(WIDE.matches);
  useEffect(() => {
    const changed = () => setWide(WIDE.matches);
    WIDE.addEventListener("change", changed);
    return () => WIDE.removeEventListener("change", changed);
  }, []);
  return wide;
}
