/** The reader's language, for every component below. */
import { createContext, type ReactNode, useContext, useEffect, useMemo } from "react";
import { usePreference } from "../store/preferences";
import { type Language, type Say, speaker } from "./say";

interface Words {
  language: Language;
  say: Say;
  setLanguage: (language: Language) => void;
}

const Context = createContext<Words>({ language: "en", say: speaker("en"), setLanguage: () => {} });

function preferred(): Language {
  return navigator.language.toLowerCase().startsWith("fr") ? "fr" : "en";
}

export function WordsProvider({ children }: { children: ReactNode }) {
  const [stored, setLanguage] = usePreference("language", ["en", "fr"] as const);
  const language = stored ?? preferred();
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const words = useMemo(() => ({ language, say: speaker(language), setLanguage }), [language, setLanguage]);
  return <Context value={words}>{children}</Context>;
}

export function useWords(): Words {
  return useContext(Context);
}
