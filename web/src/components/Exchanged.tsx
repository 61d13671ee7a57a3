/** A message and its reply. Hits stand as cards in place of the lines that tell them; everything foreign is text. */

import { Fragment } from "preact";
import { type Arriving, type Exchange, type Passage, isWordedByModel, passages } from "../chat";
import { say } from "../conversation";
import { metres } from "../evidence";
import { foreign } from "../foreign";
import { type Words, wordsOf } from "../i18n";
import { Icon, type IconName } from "../icons";
import { lights, useLit } from "../lit";
import { memo } from "../memo";
import { useWords } from "../prefs";
import { usePart } from "../store";
import type { ChatHit, ChatReply, ToolCall, VerdictName } from "../types";

const MARKS: Record<VerdictName, IconName> = { met: "tick", refuted: "cross", unknown: "dash" };
const SIGNS: Record<string, VerdictName> = { "✓": "met", "✗": "refuted", "–": "unknown" };

/** Of the card that a number means now. */
export function hitElement(number: number): string {
  return `talk-hit-${number}`;
}

type ExchangedProps = { exchange: Exchange; current: Map<number, ChatHit> };

/** `current` are the hits that numbers mean now. */
export function Exchanged({ exchange: { said, reply }, current }: ExchangedProps) {
  const words = wordsOf(reply.language, useWords());
  return (
    <div class="exchange">
      <Said words={said} />
      <div class="reply" lang={reply.language}>
        {passages(reply).map((passage, k) => (
          <Told key={k} passage={passage} at={k} reply={reply} words={words} current={current} />
        ))}
        {reply.assistant?.notices.map((told) => (
          <p key={told} class="quiet told-beside" dir="auto">
            {told}
          </p>
        ))}
        <Tools calls={reply.calls} words={words} />
      </div>
    </div>
  );
}

/** What is known of the reply already: the criteria before the hits, the hits before the words. */
export function Pending({ said, arriving }: { said: string; arriving: Arriving | null }) {
  const own = useWords();
  const words = wordsOf(arriving?.language ?? "", own);
  return (
    <div class="exchange">
      <Said words={said} />
      <div class="reply arriving" lang={arriving?.language}>
        {arriving && arriving.criteria.length > 0 && (
          <ul class="chips understood" aria-label={words.lookingFor}>
            {arriving.criteria.map((label) => (
              <li key={label} {...foreign()}>
                {label}
              </li>
            ))}
          </ul>
        )}
        {arriving?.hits.map((hit) => <HitInReply key={hit.id} hit={hit} words={words} language={arriving.language} now={false} />)}
        <p class="waiting-dots">
          <span class="unseen">{own.answering}</span>
          <span aria-hidden="true" />
          <span aria-hidden="true" />
          <span aria-hidden="true" />
        </p>
        {arriving && <Tools calls={arriving.calls} words={words} />}
      </div>
    </div>
  );
}

function Said({ words: said }: { words: string }) {
  const words = useWords();
  return (
    <p class="said" dir="auto">
      <span class="unseen">{words.youSaid}: </span>
      {said}
    </p>
  );
}

type ToldProps = { passage: Passage; at: number; reply: ChatReply; words: Words; current: Map<number, ChatHit> };

function Told({ passage, at, reply, words, current }: ToldProps) {
  if (passage.kind === "hit") {
    return <HitInReply hit={passage.hit} words={words} language={reply.language} now={current.get(passage.hit.number)?.id === passage.hit.id} />;
  }
  if (passage.kind === "table") return <Table rows={passage.rows} hits={reply.hits} words={words} />;
  // A language model's lines are not one for each answer.
  const verdict = reply.move === "ask" && !isWordedByModel(reply) ? reply.answers[at]?.verdict : undefined;
  const link = reply.hits.find((hit) => hit.link && passage.text.endsWith(hit.link))?.link;
  return (
    <p class={passage.heads ? "heads" : reply.move === "detail" && at === 0 ? "heads first" : ""} dir="auto">
      {verdict && <Mark verdict={verdict} />}
      {link ? (
        <>
          {passage.text.slice(0, -link.length)}
          <Out link={link} words={words}>
            {link}
          </Out>
        </>
      ) : (
        passage.text
      )}
    </p>
  );
}

type HitProps = { hit: ChatHit; words: Words; language: string; now: boolean };

/** `now` where its number still means it. */
const HitInReply = memo(function HitInReply({ hit, words, language, now }: HitProps) {
  const lit = useLit("hit", hit.id);
  const waiting = usePart((state) => state.chat.pending !== "");
  const title = hit.title || hit.id;
  const pills: [VerdictName, string, string][] = [
    ...hit.missed.map((label): [VerdictName, string, string] => ["refuted", words.refuted, label]),
    ...hit.unstated.map((label): [VerdictName, string, string] => ["unknown", words.unknown, label]),
  ];
  return (
    <article
      id={now ? hitElement(hit.number) : undefined}
      class={`talk-hit${lit ? " lit" : ""}`}
      tabIndex={-1}
      aria-label={`${words.number(hit.number)}: ${title}`}
      {...(now ? lights("hit", hit.id) : {})}
    >
      <span class={`talk-number${hit.fit === "full" ? " full" : ""}`} aria-hidden="true">
        {hit.number}
      </span>
      <div class="talk-told">
        <h3 {...foreign()}>
          {hit.link ? (
            <Out link={hit.link} words={words}>
              {title}
            </Out>
          ) : (
            title
          )}
        </h3>
        {hit.price && <p class="price">{hit.price}</p>}
        {hit.facts.length > 0 && (
          <p class="facts">
            {hit.facts.map((fact) => (
              <bdi key={fact}>{fact}</bdi>
            ))}
          </p>
        )}
        {(hit.address || hit.distances.length > 0 || hit.words.length > 0) && (
          <p class="where">
            {hit.address && (
              <span>
                <Icon name="pin" size={14} /> <bdi {...foreign()}>{hit.address}</bdi>
              </span>
            )}
            {hit.distances.map((one) => (
              <span key={one.place} class="distance">
                <span class="distance-line" aria-hidden="true" />{" "}
                {one.metres > 0 ? words.farFrom(metres(one.metres, language)) : words.at} <bdi {...foreign()}>{one.place}</bdi>
              </span>
            ))}
            {hit.words.map((said) => (
              <q key={said} {...foreign()}>
                {said}
              </q>
            ))}
          </p>
        )}
        {pills.length > 0 && (
          <ul class="verdicts">
            {pills.map(([verdict, told, label]) => (
              <li key={`${verdict} ${label}`} class={`verdict ${verdict}`}>
                <Mark verdict={verdict} />
                <span>
                  <span class="quiet-word">{told}:</span> <bdi>{label}</bdi>
                </span>
              </li>
            ))}
          </ul>
        )}
        <div class="talk-acts">
          {now && (
            <button
              type="button"
              class="small"
              disabled={waiting}
              aria-label={words.detailsOf(hit.number)}
              onClick={() => void say(words.say.number(hit.number))}
            >
              {words.details}
            </button>
          )}
          {hit.verdicts.length > 0 && <Reasons hit={hit} words={words} />}
        </div>
      </div>
    </article>
  );
});

function Reasons({ hit, words }: { hit: ChatHit; words: Words }) {
  return (
    <details class="fold">
      <summary>
        {words.whyFits}
        <span class="unseen">: {words.number(hit.number)}</span>
      </summary>
      <ul>
        {hit.verdicts.map(({ criterion, verdict, quote }) => (
          <li key={criterion}>
            <Mark verdict={verdict} />
            <span>
              <span class="unseen">{words[verdict]}: </span>
              <bdi>{criterion}</bdi>
              {quote && <q {...foreign()}>{quote}</q>}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Mark({ verdict }: { verdict: VerdictName }) {
  return (
    <span class={`mark-of ${verdict}`}>
      <Icon name={MARKS[verdict]} size={14} />
    </span>
  );
}

function Table({ rows, hits, words }: { rows: { name: string; values: string[] }[]; hits: readonly ChatHit[]; words: Words }) {
  return (
    <div class="table" role="region" aria-label={words.comparison} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <td />
            {hits.map((hit) => (
              <th key={hit.number} scope="col" {...foreign()}>
                {hit.number}. {hit.title || hit.id}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, values }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {values.map((value, k) => {
                const sign = SIGNS[value];
                return (
                  <td key={k}>
                    {sign ? (
                      <Fragment>
                        <Mark verdict={sign} />
                        <span class="unseen">{words[sign]}</span>
                      </Fragment>
                    ) : (
                      <bdi>{value}</bdi>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Out({ link, words, children }: { link: string; words: Words; children: string }) {
  return (
    <a href={link} target="_blank" rel="noopener noreferrer">
      {children}
      <Icon name="out" size={14} />
      <span class="unseen"> ({words.newTab})</span>
    </a>
  );
}

/** What was called to find this: for whoever wants to know. */
function Tools({ calls, words }: { calls: readonly ToolCall[]; words: Words }) {
  if (calls.length === 0) return null;
  return (
    <details class="fold tools">
      <summary>{words.toolsUsed(calls.length)}</summary>
      <ul>
        {calls.map((call, k) => (
          <li key={k}>
            <code>{call.tool}</code>
            <span>
              {Object.entries(call.arguments)
                .map(([name, value]) => `${name}: ${Array.isArray(value) ? value.join(", ") : String(value)}`)
                .join(" · ")}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
