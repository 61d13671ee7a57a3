/** The sentence. Under it the same words lie once more, unseen but for the marks of what was understood. */

import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { dropped } from "../edits";
import { Icon } from "../icons";
import { lookOf } from "../levels";
import { useLit } from "../lit";
import { useWords } from "../prefs";
import { LONGEST_QUERY } from "../question";
import { startOver, submit, typed } from "../session";
import { type Span, spans } from "../spans";
import { collectionOf } from "../state";
import { usePart } from "../store";

export function SearchBox() {
  const words = useWords();
  const text = usePart((state) => state.question.text);
  const box = useRef<HTMLTextAreaElement>(null);
  // Before the first look at it: whoever sees the box may press the key.
  useLayoutEffect(() => {
    // From anywhere: "/" goes to the box, as people know it from elsewhere.
    const key = (event: KeyboardEvent) => {
      const inField = event.target instanceof HTMLElement && event.target.closest("input, textarea, select, dialog");
      if (event.key === "/" && !inField && !event.ctrlKey && !event.metaKey && !event.altKey) {
        event.preventDefault();
        box.current?.focus();
      }
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  }, []);
  return (
    <form
      class="search"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
        // On a phone the keyboard would cover what was found.
        if (matchMedia("(pointer: coarse)").matches) box.current?.blur();
      }}
    >
      <label class="unseen" for="sentence">
        {words.searchLabel}
      </label>
      <span class="search-icon">
        <Icon name="search" size={22} />
      </span>
      <div class="sentence">
        <Marks text={text} />
        <textarea
          id="sentence"
          ref={box}
          rows={1}
          dir="auto"
          maxLength={LONGEST_QUERY}
          value={text}
          placeholder={words.placeholder}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          enterkeyhint="search"
          onInput={(event) => typed(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && !event.isComposing) {
              event.preventDefault();
              event.currentTarget.form?.requestSubmit();
            }
          }}
        />
      </div>
      {text && (
        <button
          type="button"
          class="plain round"
          aria-label={words.clear}
          onClick={() => {
            startOver();
            box.current?.focus();
          }}
        >
          <Icon name="close" />
        </button>
      )}
      <button type="submit" class="primary">
        <Icon name="search" size={20} />
        <span>{words.search}</span>
      </button>
    </form>
  );
}

function Marks({ text }: { text: string }) {
  const claims = usePart((state) => state.base);
  const of = usePart((state) => state.baseText);
  // Of an older sentence they would lie under the wrong words.
  const edits = usePart((state) => state.question.edits);
  const cut = useMemo(() => {
    const gone = dropped(edits, claims);
    const asked = claims.filter((claim) => !gone.includes(claim));
    return spans(text, of === text ? asked : []);
  }, [text, of, claims, edits]);
  return (
    <div class="marks" aria-hidden="true" dir="auto">
      {cut.map((span, k) => (
        <Mark key={k} span={span} />
      ))}
      {"\u200b"}
    </div>
  );
}

function Mark({ span }: { span: Span }) {
  const claim = span.claims[0];
  const collection = usePart(collectionOf);
  const lit = useLitAny(span);
  if (!claim) return <>{span.text}</>;
  return <mark class={`${lookOf(claim.level, collection).tone}${lit ? " lit" : ""}`}>{span.text}</mark>;
}

/** Claims overlap seldom, and three at most are looked at. */
function useLitAny({ claims }: Span): boolean {
  const first = useLit("claim", claims[0]?.id ?? "");
  const second = useLit("claim", claims[1]?.id ?? "");
  const third = useLit("claim", claims[2]?.id ?? "");
  return first || second || third;
}
