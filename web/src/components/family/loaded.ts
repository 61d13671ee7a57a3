/** What a view of a tree asks the server for, and how far it has come. */

import { useEffect, useRef, useState } from "preact/hooks";
import * as api from "../../api";
import { dispatch, usePart } from "../../store";

export interface Loaded<T> {
  /** What came last; it stays while something else is asked for. */
  data: T | null;
  problem: api.Problem | null;
  waiting: boolean;
  again: () => void;
}

/** Asks whenever the key is another one; of several answers that of the last question counts. */
export function useLoaded<T>(key: string, load: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const collections = usePart((state) => state.collections);
  const [turn, setTurn] = useState(0);
  const [told, setTold] = useState<{ data: T | null; problem: api.Problem | null; of: string }>({ data: null, problem: null, of: "" });
  const loading = useRef(load);
  loading.current = load;
  const of = `${turn} ${key}`;
  useEffect(() => {
    if (!collections || key === "") return;
    const leaving = new AbortController();
    loading.current(leaving.signal).then(
      (data) => setTold({ data, problem: null, of }),
      (error: unknown) => {
        if (api.isAborted(error)) return;
        const problem = error instanceof api.Problem ? error : new api.Problem("page", 0, String(error), "");
        if (problem.needsKey) dispatch({ type: "failed", problem });
        setTold({ data: null, problem, of });
      },
    );
    return () => leaving.abort();
  }, [of, collections]);
  return { ...told, waiting: told.of !== of, again: () => setTurn((before) => before + 1) };
}
