/** Random numbers for the fault tests. The same seed always gives the same run. */

/** FAULT_SEED repeats a run. Without it, each run of the full form has a new seed. */
export const SEED = Number(process.env.FAULT_SEED ?? 20_261_121);

/** True with `bun run test:faults`, the full form with larger numbers. */
export const FULL = process.env.FAULTS === 'full';

export type Chance = {
  /** From 0 up to 1. */
  next(): number;
  /** A whole number from 0 up to `below`. */
  below(below: number): number;
  pick<T>(from: readonly T[]): T;
  /** A new array in a random order. */
  shuffled<T>(from: readonly T[]): T[];
};

/** A sequence that depends only on its seed (mulberry32). */
export function chance(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
  const below = (bound: number) => Math.floor(next() * bound);
  return {
    next,
    below,
    pick: (from) => {
      const found = from[below(from.length)];
      if (found === undefined) throw new Error('nothing to pick from');
      return found;
    },
    shuffled: (from) => {
      const cards = [...from];
      for (let last = cards.length - 1; last > 0; last -= 1) {
        const other = below(last + 1);
        [cards[last], cards[other]] = [cards[other]!, cards[last]!];
      }
      return cards;
    },
  };
}

/** Runs `proof`. If it fails, prints the seed that repeats it. */
export async function withSeed<T>(proof: (seed: number) => Promise<T>, seed = SEED): Promise<T> {
  try {
    return await proof(seed);
  } catch (error) {
    console.error(`FAULT_SEED=${seed} repeats this failure`);
    throw error;
  }
}

/** Prints one line of figures with `bun run test:faults`, and nothing in the short form. */
export function figures(what: string, numbers: Record<string, number | string>): void {
  if (!FULL) return;
  const told = Object.entries(numbers).map(([name, value]) => `${value} ${name}`);
  console.log(`${what}: ${told.join(', ')}`);
}
