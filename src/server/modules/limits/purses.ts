import { perDb } from '@/db/per-db';

/** How long a try that was taken in advance may wait to be used. */
const KEEP_MS = 60_000;
/** A flood of addresses must not fill the memory; what is forgotten is merely counted again. */
const MOST = 10_000;

/** Tries that this process took in advance, by key. */
class Purses {
  readonly #held = new Map<string, { tries: number; until: number }>();
  readonly #filling = new Map<string, Promise<void>>();

  /**
   * Takes one try out of a purse, after filling it where it is empty. `fill` says how many tries it
   * got; of many callers at once, one fills. False when there was nothing to fill it with.
   */
  async take(key: string, now: number, fill: () => Promise<number>): Promise<boolean> {
    if (this.#takeHeld(key, now)) return true;
    const isFirst = !this.#filling.has(key);
    if (isFirst) {
      const filling = fill()
        .then((tries) => this.#put(key, tries, now))
        .finally(() => this.#filling.delete(key));
      this.#filling.set(key, filling);
    }
    await this.#filling.get(key);
    // Whoever waited may find that the others were quicker, and then fills it again.
    if (this.#takeHeld(key, now)) return true;
    return isFirst || !this.#held.has(key) ? false : this.take(key, now, fill);
  }

  #takeHeld(key: string, now: number): boolean {
    const purse = this.#held.get(key);
    if (!purse || purse.tries === 0 || purse.until < now) return false;
    purse.tries -= 1;
    return true;
  }

  #put(key: string, tries: number, now: number): void {
    if (this.#held.size >= MOST) this.#held.clear();
    if (tries === 0) this.#held.delete(key);
    else this.#held.set(key, { tries, until: now + KEEP_MS });
  }
}

/** The tries that this process holds for a database. */
export const pursesOf = perDb(() => new Purses());
