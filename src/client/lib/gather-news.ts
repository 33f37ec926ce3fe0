/** Changes that arrive within this time are fetched together. */
const GATHER_MS = 300;
/** How long a fetch waits for the answers of the one before. */
const ANSWER_MS = 3_000;

/**
 * Gathers news, and has what they make stale fetched; gives what hears them. A fetch throws the answers
 * away that the one before still waits for: without a pause, news in a row would keep a slow page as it
 * was.
 */
export function gatherNews<Topic>(
  fetchAgain: (topics: Topic[]) => Promise<unknown>,
  gatherMs = GATHER_MS,
): (topics: readonly Topic[]) => void {
  let heard: Topic[] = [];
  let isGathering = false;
  let answered: Promise<unknown> = Promise.resolve();

  const pass = async () => {
    await answered;
    isGathering = false;
    const late = new Promise((resolve) => setTimeout(resolve, ANSWER_MS));
    answered = Promise.race([fetchAgain([...new Set(heard)]), late]);
    heard = [];
  };
  return (topics) => {
    heard.push(...topics);
    if (isGathering || heard.length === 0) return;
    isGathering = true;
    setTimeout(pass, gatherMs);
  };
}
