/** The time (ms) that a hold has left, as "4:09"; null once it has expired. */
export function holdLeft(holdExpiresAt: number, now: number): string | null {
  const seconds = Math.ceil((holdExpiresAt - now) / 1000);
  if (seconds <= 0) return null;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
