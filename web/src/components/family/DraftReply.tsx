/** The draft of a reply to a message: a letter that a person reads, changes and sends, or not. */

import { useId, useState } from "preact/hooks";
import * as api from "../../api";
import { foreign } from "../../foreign";
import { Icon } from "../../icons";
import { useWords } from "../../prefs";
import type { Draft } from "../../types";
import { To, collectionName } from "./parts";

const LONGEST_AUTHOR = 200;

export function DraftReply({ message, tree }: { message: string; tree: string }) {
  const words = useWords().family;
  const id = useId();
  const [author, setAuthor] = useState("");
  const [draft, setDraft] = useState<Draft | null>(null);
  const [put, setPut] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const doing = async (act: () => Promise<void>) => {
    setBusy(true);
    setProblem("");
    try {
      await act();
    } catch (error) {
      if (!(error instanceof api.Problem)) throw error;
      setProblem([error.detail, error.hint].filter(Boolean).join(". "));
    } finally {
      setBusy(false);
    }
  };
  const make = () =>
    doing(async () => {
      setDraft((await api.draftReply(message, author.trim(), tree, collectionName())).draft ?? null);
      setPut(false);
    });
  const queue = () =>
    doing(async () => {
      await api.readMessage({ text: message, author: author.trim(), draft: true, tree, collection: collectionName() });
      setPut(true);
    });
  return (
    <details class="fold draft-reply">
      <summary>{words.draftTitle}</summary>
      <p class="quiet">{words.draftHint}</p>
      <form
        class="row wrap"
        onSubmit={(event) => {
          event.preventDefault();
          void make();
        }}
      >
        <label class="unseen" for={id}>
          {words.draftTo}
        </label>
        <input
          id={id}
          type="text"
          dir="auto"
          value={author}
          maxLength={LONGEST_AUTHOR}
          placeholder={words.draftTo}
          autocomplete="off"
          onInput={(event) => setAuthor(event.currentTarget.value)}
        />
        <button type="submit" class="secondary" disabled={busy}>
          <Icon name="chat" size={16} /> {words.draftButton}
        </button>
      </form>
      <div role="status">
        {draft && (
          <>
            <Letter text={draft.text} />
            {draft.notices.length > 0 && (
              <ul class="review-remarks" aria-label={words.remarks} {...foreign()}>
                {draft.notices.map((one) => (
                  <li key={one}>
                    <Icon name="info" size={16} /> <span>{one}</span>
                  </li>
                ))}
              </ul>
            )}
            <p class="row wrap put">
              {put ? (
                <To part={{ page: "review" }} class="link">
                  <Icon name="tick" size={16} /> {words.isPut}
                </To>
              ) : (
                <button type="button" class="secondary" disabled={busy} onClick={() => void queue()}>
                  <Icon name="inbox" size={16} /> {words.putDraft}
                </button>
              )}
            </p>
          </>
        )}
        {problem && <p dir="auto">{problem}</p>}
      </div>
    </details>
  );
}

/** The text of a letter, to be copied. */
export function Letter({ text }: { text: string }) {
  const words = useWords().family;
  const [copied, setCopied] = useState("");
  return (
    <figure class="letter">
      <figcaption class="row wrap">
        <span>{words.draftText}</span>
        <span class="quiet">{words.notSent}</span>
        {"clipboard" in navigator && (
          <button type="button" class="link" onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(text))}>
            <Icon name={copied === text ? "tick" : "link"} size={14} /> {copied === text ? words.copied : words.copy}
          </button>
        )}
      </figcaption>
      <pre {...foreign()}>{text}</pre>
    </figure>
  );
}
