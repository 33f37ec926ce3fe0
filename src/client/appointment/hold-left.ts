/** @returns the time that a hold has left, such as "4:09", or null if it has expired */
export function holdLeft(holdExpiresAt: number, now: number): string | null {
  const seconds = Math.ceil((holdExpiresAt - now) / 1000);
  if (seconds <= 0) return null;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
