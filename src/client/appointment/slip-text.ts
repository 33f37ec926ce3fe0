/** "Slip 14" for "14"; a text such as "Slip 14" or "Dock B" stays as it is. */
export function slipText(slipNumber: string | null): string | null {
  const slip = slipNumber?.trim();
  if (!slip) return null;
  return /^[\d#]/.test(slip) || slip.length <= 3 ? `Slip ${slip.replace(/^#\s*/, '')}` : slip;
}
