/** Before anything is asked: what this is, and sentences to try. */

import { fmt } from "../i18n";
import { Icon } from "../icons";
import { levelName, lookOf } from "../levels";
import { useLanguage, useWords } from "../prefs";
import { tryOut } from "../session";
import { collectionOf } from "../state";
import { usePart } from "../store";

/** `hidden` while somebody writes: what was read of it takes the place, and nothing moves. */
export function Start({ hidden }: { hidden: boolean }) {
  const words = useWords();
  const language = useLanguage();
  const collection = usePart(collectionOf);
  if (!collection || hidden) return <div class="start" />;
  return (
    <section class="start">
      <h2>{words.examples}</h2>
      <ul class="examples" lang={collection.languages[0]}>
        {collection.queries.map((query) => (
          <li key={query}>
            <button type="button" onClick={() => tryOut(query)}>
              <Icon name="search" size={16} />
              <span dir="auto">{query}</span>
            </button>
          </li>
        ))}
      </ul>
      <ul class="holdings">
        {collection.levels
          .filter((level) => collection.entities[level])
          .map((level) => {
            const look = lookOf(level, collection);
            return (
              <li key={level} class={look.tone}>
                <Icon name={look.icon} size={18} />
                {words.holding(fmt(collection.entities[level] ?? 0, language), levelName(level, collection, language, true))}
              </li>
            );
          })}
      </ul>
    </section>
  );
}
