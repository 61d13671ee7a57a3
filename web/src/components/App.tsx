/** The whole page: a search with its results, a conversation, or family trees. */

import { Icon } from "../icons";
import { useWords } from "../prefs";
import { usePart } from "../store";
import { Chips } from "./Chips";
import { Comparison, Tray } from "./Compare";
import { Conversation } from "./Conversation";
import { Peeked } from "./Evidence";
import { Families } from "./family/Families";
import { Header } from "./Header";
import { Notices } from "./Notices";
import { Results } from "./Results";
import { SavedSearches } from "./SavedSearches";
import { SearchBox } from "./SearchBox";
import { Start } from "./Start";
import { AskKey, Failed, NoCollections } from "./States";

export function App() {
  const words = useWords();
  const talking = usePart((state) => state.talking);
  const family = usePart((state) => state.family !== null);
  const saving = usePart((state) => state.saving);
  const problem = usePart((state) => state.problem);
  const online = usePart((state) => state.online);
  return (
    <>
      <a class="skip" href={family ? "#family" : talking ? "#message" : "#results"}>
        {family ? words.family.skip : talking ? words.talkSkip : words.skip}
      </a>
      <Header />
      {!online && (
        <div class="strip bad offline" role="status">
          <Icon name="cloud" /> <p>{words.offlineBanner}</p>
        </div>
      )}
      {family ? <Families /> : talking ? <Talking /> : <Searching />}
      {saving && <SavedSearches />}
      {problem?.needsKey && <AskKey problem={problem} />}
    </>
  );
}

function Talking() {
  const words = useWords();
  const problem = usePart((state) => (state.collections === null ? state.problem : null));
  const empty = usePart((state) => state.collections?.length === 0);
  return (
    <main class="talking">
      <h1 class="unseen">{words.talking}</h1>
      {empty ? <NoCollections /> : problem && !problem.needsKey ? <Failed problem={problem} /> : <Conversation />}
    </main>
  );
}

function Searching() {
  const words = useWords();
  const asked = usePart((state) => state.asked !== null || state.status === "searching" || state.status === "failed");
  const typing = usePart((state) => state.question.text.trim() !== "" || state.claims.length > 0);
  const comparing = usePart((state) => state.comparing && state.compared.length > 1);
  const problem = usePart((state) => state.problem);
  const empty = usePart((state) => state.collections?.length === 0);
  const answered = usePart((state) => state.answer !== null);
  const notices = usePart((state) => state.readingNotices);
  return (
    <>
      <main class={asked ? "asked" : "fresh"}>
        <div class="ask">
          {!asked && (
            <div class="hero">
              <h1>{words.tagline}</h1>
              <p>{words.lead}</p>
            </div>
          )}
          {asked && <h1 class="unseen">{words.tagline}</h1>}
          <SearchBox />
          {(typing || asked) && <Chips />}
          {!asked && <Notices notices={notices} />}
        </div>
        <Announced />
        <div id="results" tabIndex={-1} key={answered ? "answered" : "waiting"}>
          {asked ? <Results /> : empty ? <NoCollections /> : problem && !problem.needsKey ? <Failed problem={problem} /> : <Start hidden={typing} />}
        </div>
        <Peeked />
      </main>
      <Tray />
      {comparing && <Comparison />}
    </>
  );
}

/** Said aloud to whoever does not see it. */
function Announced() {
  const words = useWords();
  const status = usePart((state) => state.status);
  const answer = usePart((state) => state.answer);
  const of = answer?.ladder.without.length ?? 0;
  const all = answer?.ladder.met[String(of)] ?? 0;
  const told =
    status === "searching" || status === "extending"
      ? words.loading
      : status === "done" && answer
        ? `${words.results(answer.ladder.total)}${of > 0 ? `, ${words.ladderAll(all, of)}` : ""}`
        : "";
  return (
    <p class="unseen" role="status">
      {told}
    </p>
  );
}
