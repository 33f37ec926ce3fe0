/** The names of jobs that a wake began or found under way, by how they ended before its answer. */
export type Woken = { done: string[]; failed: string[]; underWay: string[] };

/** Does at once all that is due, and tells what it did. Throws where the database is out of reach. */
export type Wake = () => Promise<Woken>;
