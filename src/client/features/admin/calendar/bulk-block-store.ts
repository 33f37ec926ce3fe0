/** The last bulk block of this browser tab, so that it can be undone after visiting another screen. */
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
    // A private window may refuse. Then it can be undone until staff leave the screen.
  }
}

export function forgetBulkBlock(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // A private window may refuse.
  }
}
