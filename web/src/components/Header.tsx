/** Who we are, what is searched, and how a person likes it. */

import { view as familyView } from "../family";
import { TABLES, type Language } from "../i18n";
import { Icon, type IconName } from "../icons";
import { type Theme, setLanguage, setTheme, useLanguage, useTheme, useWords } from "../prefs";
import { choose, startOver, talk, visit } from "../session";
import { collectionOf } from "../state";
import { dispatch, usePart } from "../store";
import { type Link, print } from "../url";

const THEMES: Record<Theme, { icon: IconName; next: Theme }> = {
  auto: { icon: "auto", next: "light" },
  light: { icon: "sun", next: "dark" },
  dark: { icon: "moon", next: "auto" },
};

export function Header() {
  const words = useWords();
  const language = useLanguage();
  const theme = useTheme();
  const collections = usePart((state) => state.collections);
  const collection = usePart(collectionOf);
  return (
    <header class="top">
      <a
        class="brand"
        href="./"
        aria-label={words.startOver}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          startOver();
        }}
      >
        <img src="assets/icon.svg" alt="" width={28} height={28} />
        <span>Claimtree</span>
      </a>
      {/* Before what has to be fetched: nothing moves when that comes. */}
      <Modes />
      {collections && collections.length > 0 && (
        <label class="picker">
          <span class="unseen">{words.collection}</span>
          <select value={collection?.name ?? ""} onChange={(event) => choose(event.currentTarget.value)}>
            {collections.map(({ name, title }) => (
              <option key={name} value={name}>
                {title || name}
              </option>
            ))}
          </select>
        </label>
      )}
      <div class="top-end">
        <button
          type="button"
          class="plain round"
          aria-label={words.savedSearches}
          title={words.savedSearches}
          aria-haspopup="dialog"
          onClick={() => dispatch({ type: "saving", open: true })}
        >
          <Icon name="bookmark" size={20} />
        </button>
        <label class="picker">
          <span class="unseen">{words.changeLanguage}</span>
          <select value={language} onChange={(event) => setLanguage(event.currentTarget.value as Language)}>
            {(Object.keys(TABLES) as Language[]).map((code) => (
              <option key={code} value={code} lang={code}>
                {TABLES[code].language}
              </option>
            ))}
          </select>
        </label>
        <button
          type="button"
          class="plain round"
          aria-label={`${words.theme}: ${words.themes[theme]}`}
          title={`${words.theme}: ${words.themes[theme]}`}
          onClick={() => setTheme(THEMES[theme].next)}
        >
          <Icon name={THEMES[theme].icon} size={20} />
        </button>
      </div>
    </header>
  );
}

/** Ways of asking. Links, so that each can be opened in a tab of its own. */
function Modes() {
  const words = useWords();
  const talking = usePart((state) => state.talking);
  const family = usePart((state) => state.family);
  const question = usePart((state) => state.question);
  const view = usePart((state) => state.view);
  const trees = usePart((state) => (collectionOf(state)?.trees ?? 0) > 0);
  const way = (chosen: boolean, link: Partial<Link>, icon: IconName, told: string, go: () => void) => (
    <a
      href={print({ question, view, compared: [], talking: false, family: null, ...link }) || "./"}
      aria-current={chosen ? "page" : undefined}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        go();
      }}
    >
      <Icon name={icon} size={18} /> <span>{told}</span>
    </a>
  );
  return (
    <nav class={`modes${trees || family ? " three" : ""}`} aria-label={words.modes}>
      {way(!talking && !family, {}, "search", words.searching, () => talk(false))}
      {way(talking, { talking: true }, "chat", words.talking, () => talk(true))}
      {(trees || family) && way(family !== null, { family: familyView({}) }, "tree", words.family.mode, () => visit(familyView({})))}
    </nav>
  );
}
