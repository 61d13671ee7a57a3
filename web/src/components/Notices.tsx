/** What the server wants said beside the answer. */

import { Icon } from "../icons";
import { useWords } from "../prefs";

export function Notices({ notices }: { notices: readonly string[] }) {
  const words = useWords();
  if (notices.length === 0) return null;
  return (
    <ul class="notices" aria-label={words.notices}>
      {notices.map((notice) => (
        <li key={notice} class="strip">
          <Icon name="info" /> <p dir="auto">{notice}</p>
        </li>
      ))}
    </ul>
  );
}
