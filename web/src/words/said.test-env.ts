import { speaker } from "./say";

/** The page's own sentences in English, so that no test breaks where one is worded better. */
export const said = speaker("en");
