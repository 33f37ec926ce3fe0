/** How long a trip counts, in ms: long enough for a quick one among many that waited. */
const COUNTS_MS = 60_000;
/** So many trips must have been made: the first ones of a process are slow wherever the server is. */
const ENOUGH = 20;

/**
 * How far away a server is: its quickest trip of the last minute or two. The others waited for the
 * server, for each other or for this process.
 */
export class LineLength {
  #trips = 0;
  #since = Number.NEGATIVE_INFINITY;
  #quickest = Number.POSITIVE_INFINITY;
  #before = Number.POSITIVE_INFINITY;

  constructor(private readonly now = () => performance.now()) {}

  note(tripMs: number): void {
    this.#turn();
    this.#trips += 1;
    this.#quickest = Math.min(this.#quickest, tripMs);
  }

  /** In ms; 0 where too few trips were made to tell. */
  ms(): number {
    this.#turn();
    const quickest = Math.min(this.#quickest, this.#before);
    return this.#trips >= ENOUGH && Number.isFinite(quickest) ? quickest : 0;
  }

  #turn(): void {
    const passedMs = this.now() - this.#since;
    if (passedMs < COUNTS_MS) return;
    this.#before = passedMs < 2 * COUNTS_MS ? this.#quickest : Number.POSITIVE_INFINITY;
    this.#quickest = Number.POSITIVE_INFINITY;
    this.#since = this.now();
  }
}
