import { EnvError, loadEnv } from './env';
import type { Source } from './env-checks';

/** Returns the mistakes in an environment. Empty if the product starts with it. For tests. */
export function mistakesOf(source: Source): readonly string[] {
  try {
    loadEnv(source);
    return [];
  } catch (error) {
    if (error instanceof EnvError) return error.mistakes;
    throw error;
  }
}
