/** What to look for next about a person: records that would fill a gap, each with the lines from which it follows. */

import { useState } from "preact/hooks";
import * as api from "../../api";
import { foreign } from "../../foreign";
import { useWords } from "../../prefs";
import { Failed } from "../States";
import { useLoaded } from "./loaded";
import { Lines, Waiting, collectionName } from "./parts";

export function Tasks({ person }: { person: string }) {
  const words = useWords().family;
  const [open, setOpen] = useState(false);
  const name = collectionName();
  const { data, problem, again } = useLoaded(open ? `tasks ${name} ${person}` : "", (signal) => api.tasks(person, name, signal));
  return (
    <details class="fold tasks" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{words.tasks}</summary>
      {problem && !problem.needsKey ? (
        <Failed problem={problem} again={again} />
      ) : !data ? (
        open && <Waiting />
      ) : data.tasks.length === 0 ? (
        <p class="quiet">{words.noTasks}</p>
      ) : (
        <ol>
          {data.tasks.map((task, k) => (
            <li key={k}>
              <div {...foreign()}>
                <strong>{task.what}</strong>
                <p>{task.why}</p>
                <Lines quotes={task.evidence} summary={words.lines(task.evidence.length)} />
              </div>
            </li>
          ))}
        </ol>
      )}
    </details>
  );
}
