/** The last bulk block of this browser tab, so that it can be undone after a look elsewhere. */
export type BulkBlock = { message: string; batchId: string | null };

const KEY = 'dockside.bulk-block';

export function lastBulkBlock(): BulkBlock | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    const { message, batchId } = (stored ?? {}) as Record<string, unknown>;
    return typeof message === 'string' && typeof batchId === 'string' ? { message, batchId } : null;
  } catch {
    return null;
  }
}

export function keepBulkBlock(block: BulkBlock): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(block));
  } catch {
    // Private windows may refuse; then it can be undone until the tab is left.
  }
}

export function forgetBulkBlock(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // As above.
  }
}
