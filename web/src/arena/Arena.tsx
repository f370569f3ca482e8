/** The pages of the arena, which are loaded when somebody goes there. */
import { ArenaPage } from "./ArenaPage";
import { RunPage } from "./RunPage";

export default function Arena({ run }: { run: string | null }) {
  return run === null ? <ArenaPage /> : <RunPage key={run} name={run} />;
}
