/** The rules of a booking, fetched once. */
export const loadRules = () => import('./booking-rules');
export type Rules = Awaited<ReturnType<typeof loadRules>>;

/** Fetches them ahead of time; a failure is met again, and said, when they are needed. */
export function preloadRules(): void {
  loadRules().catch(() => {});
}
