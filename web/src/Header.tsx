/** The name, the language, the colours. */
import { useEffect } from "react";
import { useRunsOffered } from "./arena/queries";
import { arenaAddress, useRoute } from "./route";
import { usePreference } from "./store/preferences";
import { useWords } from "./words/context";
import { LANGUAGES } from "./words/say";

export function Header() {
  const { data: runs } = useRunsOffered();
  const { say, language, setLanguage } = useWords();
  const { page } = useRoute();
  const [chosen, setTheme] = usePreference("theme", ["light", "dark"] as const);
  const dark = chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  useEffect(() => {
    if (chosen) document.documentElement.dataset.theme = chosen;
  }, [chosen]);
  return (
    <header>
      <a className="name" href="#/" aria-label={say("app.home")}>
        <img src="/icon.svg" alt="" width="26" height="26" />
        <span>{say("app.name")}</span>
      </a>
      <nav className="places" aria-label={say("app.places")}>
        <a href="#/analyse" aria-current={page === "boards" || page === "analyse" ? "page" : undefined}>
          {say("analysis.link")}
        </a>
        <a href="#/learn" aria-current={page === "learn" || page === "puzzle" ? "page" : undefined}>
          {say("learn.title")}
        </a>
        {runs && (
          <a href={arenaAddress()} aria-current={page === "arena" ? "page" : undefined}>
            {say("arena.title")}
          </a>
        )}
      </nav>
      <fieldset className="languages">
        <legend className="unseen">{say("app.language")}</legend>
        {LANGUAGES.map((one) => (
          <button
            type="button"
            key={one}
            lang={one}
            aria-pressed={one === language}
            onClick={() => setLanguage(one)}
          >
            {one.toUpperCase()}
          </button>
        ))}
      </fieldset>
      <button
        type="button"
        className="theme"
        aria-label={say(dark ? "app.to_light" : "app.to_dark")}
        title={say(dark ? "app.to_light" : "app.to_dark")}
        onClick={() => setTheme(dark ? "light" : "dark")}
      >
        <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
          <circle cx="10" cy="10" r="7" fill="none" stroke="currentColor" strokeWidth="1.6" />
          <path d="M10 3a7 7 0 0 1 0 14z" fill="currentColor" />
        </svg>
      </button>
    </header>
  );
}
