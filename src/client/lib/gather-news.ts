/** Changes that arrive within this time are fetched together. */
const GATHER_MS = 300;
/** A fetch waits up to this long for the answers of the previous one. */
const ANSWER_MS = 3_000;

/**
 * Collects changes and fetches the stale queries again. A fetch drops the pending answers of the
 * previous one, so without a pause, frequent changes would keep a slow page from ever updating.
 * @returns the function to call with the topics of a change
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
