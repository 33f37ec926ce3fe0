/**
 * The jobs that a wake-up call started or found running, grouped by their state when it answered.
 */
export type Woken = { done: string[]; failed: string[]; underWay: string[] };

/** Does all due work now and returns what it did. Throws if the database can't be reached. */
export type Wake = () => Promise<Woken>;
