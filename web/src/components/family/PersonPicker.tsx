/** Chooses a person by name: a box with suggestions, used with the keyboard as such boxes are. */

import { useEffect, useId, useState } from "preact/hooks";
import * as api from "../../api";
import { foreign } from "../../foreign";
import { useWords } from "../../prefs";
import type { PersonRow } from "../../types";
import { useLoaded } from "./loaded";
import { Face, collectionName, nameOf } from "./parts";

const TYPING_MS = 200;
const AT_ONCE = 8;
const LONGEST_NAME = 200;

interface Props {
  label: string;
  /** Who is chosen; null for nobody. */
  chosen: { id: string; name: string } | null;
  tree: string;
  choose: (person: PersonRow) => void;
}

export function PersonPicker({ label, chosen, tree, choose }: Props) {
  const words = useWords().family;
  const id = useId();
  const name = collectionName();
  const [text, setText] = useState(chosen ? nameOf(chosen) : "");
  const [asked, setAsked] = useState("");
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  useEffect(() => setText(chosen ? nameOf(chosen) : ""), [chosen?.id, chosen?.name]);
  useEffect(() => {
    const pause = window.setTimeout(() => setAsked(text.trim()), TYPING_MS);
    return () => clearTimeout(pause);
  }, [text]);
  const { data } = useLoaded(open && asked ? `pick ${name} ${tree} ${asked}` : "", (signal) =>
    api.people(asked, tree, name, AT_ONCE, 0, signal),
  );
  const found = open && asked ? (data?.people ?? []) : [];
  const marked = Math.min(at, found.length - 1);
  const take = (person: PersonRow | undefined) => {
    if (!person) return;
    setOpen(false);
    setText(nameOf(person));
    choose(person);
  };
  return (
    <div class="picks">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="text"
        role="combobox"
        dir="auto"
        value={text}
        maxLength={LONGEST_NAME}
        placeholder={words.findHint}
        autocomplete="off"
        spellcheck={false}
        aria-autocomplete="list"
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        {...(found.length > 0 ? { "aria-activedescendant": `${id}-${marked}` } : {})}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={() => {
          setOpen(false);
          if (chosen) setText(nameOf(chosen));
        }}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setOpen(true);
          setAt(0);
        }}
        onKeyDown={(event) => {
          if (event.isComposing) return;
          if (event.key === "ArrowDown" || event.key === "ArrowUp") {
            event.preventDefault();
            if (!open) setOpen(true);
            const step = event.key === "ArrowDown" ? 1 : found.length - 1;
            if (found.length > 0) setAt((marked + step) % found.length);
          } else if (event.key === "Enter") {
            event.preventDefault();
            take(found[marked]);
          } else if (event.key === "Escape" && open) {
            event.preventDefault();
            setOpen(false);
          }
        }}
      />
      <ul id={`${id}-list`} role="listbox" aria-label={words.suggestions} class="picked-from" hidden={found.length === 0}>
        {found.map((person, k) => (
          <li
            key={person.id}
            id={`${id}-${k}`}
            role="option"
            aria-selected={k === marked}
            // The box keeps the focus, so that a click is no blur.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => take(person)}
          >
            <Face name={person.name} sex={person.sex} />
            <span class="person-told">
              <bdi {...foreign()}>{nameOf(person)}</bdi>
              <span class="quiet">
                {person.years} {person.id}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
