import type { Deps } from '@/server/config/deps';
import { slotsMemoryOf } from './slots.memory';

/**
 * Follows the booking window for one page. Each call says whether visitors see something else than at the
 * call before, or saw it in between. The first call says so too, because the page may have read the window
 * earlier.
 */
export function followWindow(deps: Deps): () => Promise<boolean> {
  const memory = slotsMemoryOf(deps);
  let told = 0;
  return async () => {
    const before = told;
    told = (await memory.read()).revision;
    return told !== before;
  };
}
