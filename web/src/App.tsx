/** Which page is shown. */
import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { AnalyseMatch, AnalysePage } from "./analysis/AnalysePage";
import { BoardsPage } from "./analysis/BoardsPage";
import { readPlace } from "./analysis/place";
import { Refused } from "./api/client";
import { newQueryClient } from "./api/queries";
import { ErrorBoundary } from "./ErrorBoundary";
import { Header } from "./Header";
import { GamePage } from "./home/GamePage";
import { HomePage } from "./home/HomePage";
import { JoinPage } from "./home/JoinPage";
import { LearnPage } from "./learn/LearnPage";
import { PuzzlePage } from "./learn/PuzzlePage";
import { MatchPage } from "./match/MatchPage";
import { Problem } from "./Problem";
import { useRoute } from "./route";
import { useWords, WordsProvider } from "./words/context";

// Whoever comes to play need not wait for charts.
const Arena = lazy(() => import("./arena/Arena"));

export function App() {
  const [client] = useState(newQueryClient);
  return (
    <QueryClientProvider client={client}>
      <WordsProvider>
        <Header />
        <ErrorBoundary>
          <Page />
        </ErrorBoundary>
      </WordsProvider>
    </QueryClientProvider>
  );
}

function Page() {
  const route = useRoute();
  const { say } = useWords();
  if (route.page === "home") return <HomePage />;
  if (route.page === "new") return <GamePage key={route.game} name={route.game} query={route.query} />;
  // A new match is a new page: nothing of the one before may stay.
  if (route.page === "match") return <MatchPage key={route.id} id={route.id} at={route.at ?? null} />;
  if (route.page === "learn") return <LearnPage />;
  if (route.page === "puzzle")
    return <PuzzlePage key={`${route.game} ${route.number}`} game={route.game} number={route.number} />;
  if (route.page === "join") return <JoinPage key={route.id} id={route.id} invitation={route.invitation} />;
  if (route.page === "arena") {
    return (
      <Suspense fallback={<p className="loading">{say("app.loading")}</p>}>
        <Arena run={route.run} />
      </Suspense>
    );
  }
  if (route.page === "boards") return <BoardsPage />;
  if (route.page === "analyse") {
    const { subject, query } = route;
    const place = readPlace(subject, query);
    if ("match" in subject) return <AnalyseMatch key={subject.match} id={subject.match} place={place} />;
    return <AnalysePage key={`${subject.game} ${subject.preset}`} place={place} />;
  }
  return <Problem error={new Refused(404, "not_found", say("app.not_found"))} />;
}
