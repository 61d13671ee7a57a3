/** What a person likes: language and colours. Kept in this browser; `theme.js` sets them before anything is drawn. */

import { useEffect, useReducer } from "preact/hooks";
import { type Language, TABLES, type Words } from "./i18n";

export type Theme = "auto" | "light" | "dark";

const LANGUAGE = "claimtree-language";
const THEME = "claimtree-theme";
const watching = new Set<() => void>();

let language: Language = started();
let theme: Theme = keptTheme();

function started(): Language {
  const kept = keep(LANGUAGE);
  const wanted = kept ? [kept] : navigator.languages;
  // Browsers of old say "in" for Indonesian.
  const codes = wanted.map((code) => code.toLowerCase().split("-")[0]).map((code) => (code === "in" ? "id" : code));
  return codes.find((code): code is Language => code !== undefined && code in TABLES) ?? "en";
}

function keptTheme(): Theme {
  const kept = keep(THEME);
  return kept === "light" || kept === "dark" ? kept : "auto";
}

/** A browser may refuse to keep anything; then nothing is kept. */
function keep(name: string, value?: string): string | null {
  try {
    if (value === undefined) return localStorage.getItem(name);
    localStorage.setItem(name, value);
    return value;
  } catch {
    return null;
  }
}

export function setLanguage(chosen: Language): void {
  language = chosen;
  keep(LANGUAGE, chosen);
  applied();
}

export function setTheme(chosen: Theme): void {
  theme = chosen;
  keep(THEME, chosen);
  applied();
}

export function applied(): void {
  document.documentElement.lang = language;
  if (theme === "auto") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
  for (const look of watching) look();
}

function usePrefs(): void {
  const [, draw] = useReducer((n: number) => n + 1, 0);
  useEffect(() => {
    const look = () => draw(0);
    watching.add(look);
    return () => void watching.delete(look);
  }, []);
}

export function useWords(): Words {
  usePrefs();
  return TABLES[language];
}

export function useLanguage(): Language {
  usePrefs();
  return language;
}

export function useTheme(): Theme {
  usePrefs();
  return theme;
}
