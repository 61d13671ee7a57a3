/** Two or three side by side, wish by wish. */

import { useEffect, useRef } from "preact/hooks";
import { units } from "../edits";
import { deciding } from "../evidence";
import { isPrice } from "../facts";
import { foreign } from "../foreign";
import { Icon } from "../icons";
import { useWords } from "../prefs";
import { compare, setComparing } from "../session";
import { dispatch, usePart } from "../store";
import type { Claim, Hit } from "../types";
import { Mark, Quoted } from "./Evidence";
import { Picture } from "./Picture";
import { best } from "./Why";

/** What was picked so far, at the bottom of the window. */
export function Tray() {
  const words = useWords();
  const compared = usePart((state) => state.compared);
  if (compared.length === 0) return null;
  return (
    <div class="tray" role="region" aria-label={words.compare}>
      <ul>
        {compared.map((hit) => (
          <li key={hit.id}>
            <span {...foreign()}>{hit.title || hit.id}</span>
            <button type="button" class="plain round" aria-label={words.remove(hit.title)} onClick={() => compare(hit)}>
              <Icon name="close" size={16} />
            </button>
          </li>
        ))}
      </ul>
      <button
        type="button"
        class="primary"
        disabled={compared.length < 2}
        onClick={() => setComparing(true)}
      >
        <Icon name="compare" /> {compared.length < 2 ? words.comparePick : words.compareThese(compared.length)}
      </button>
      <button type="button" class="link" onClick={() => dispatch({ type: "unpicked" })}>
        {words.clearCompare}
      </button>
    </div>
  );
}

export function Comparison() {
  const words = useWords();
  const compared = usePart((state) => state.compared);
  const claims = usePart((state) => state.answer?.claims);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const close = () => setComparing(false);
  return (
    <dialog
      ref={dialog}
      class="dialog wide-dialog"
      aria-labelledby="comparison"
      onClose={close}
      onClick={(event) => event.target === event.currentTarget && close()}
    >
      <div class="dialog-head">
        <h2 id="comparison">{words.comparison}</h2>
        <button type="button" class="plain round" aria-label={words.close} onClick={close}>
          <Icon name="close" />
        </button>
      </div>
      <div class="table-scroll" tabIndex={0} role="group" aria-labelledby="comparison">
        <table class="compare" role="table">
          <thead role="rowgroup">
            <tr role="row">
              <th role="columnheader" scope="col">{words.wish}</th>
              {compared.map((hit) => (
                <th role="columnheader" scope="col" key={hit.id}>
                  <div class="compare-picture">
                    <Picture hit={hit} />
                  </div>
                  <span {...foreign()}>{hit.title || hit.id}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            <tr role="row">
              <th role="rowheader" scope="row">{words.facts}</th>
              {compared.map((hit) => (
                <td role="cell" key={hit.id}>
                  <ul class="plain-list">
                    {[...(hit.card?.facts ?? []), ...(hit.card?.lineage.slice(0, 1) ?? [])].map((fact) => (
                      <li key={fact} class={isPrice(fact) ? "price" : ""} {...foreign()}>
                        {fact}
                      </li>
                    ))}
                  </ul>
                </td>
              ))}
            </tr>
            {units(claims ?? []).map((unit) => (
              <Row key={unit[0]?.id} unit={unit} compared={compared} />
            ))}
          </tbody>
          <tfoot role="rowgroup">
            <tr role="row">
              <td role="cell" />
              {compared.map((hit) => (
                <td role="cell" key={hit.id}>
                  <strong>{words.metOf(hit.coverage.met, hit.coverage.of)}</strong>
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </div>
    </dialog>
  );
}

function Row({ unit, compared }: { unit: Claim[]; compared: readonly Hit[] }) {
  const words = useWords();
  const cells = compared.map((hit) => hit.verdicts.filter((verdict) => unit.some(({ id }) => id === verdict.id)));
  const differ = new Set(cells.map(best)).size > 1;
  return (
    <tr role="row" class={differ ? "differ" : ""}>
      <th role="rowheader" scope="row" {...foreign()}>
        {unit.map(({ claim }) => claim).join(` ${words.or} `)}
      </th>
      {compared.map((hit, k) => {
        const verdicts = cells[k] ?? [];
        const verdict = best(verdicts);
        const decisive = verdicts.find((one) => one.verdict === verdict);
        const said = decisive ? deciding(decisive) : [];
        return (
          <td role="cell" key={hit.id}>
            <p class={`cell ${verdict}`}>
              <Mark verdict={verdict} /> {words[verdict]}
            </p>
            {said.length > 0 && (
              <ul class="quotes">
                {said.map((one) => (
                  <Quoted key={`${one.entity} ${one.quote}`} said={one} verdict={verdict} own={hit.id} names={hit.card?.entities} />
                ))}
              </ul>
            )}
          </td>
        );
      })}
    </tr>
  );
}
