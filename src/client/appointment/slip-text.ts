/** Turns "14" into "Slip 14". Text such as "Slip 14" or "Dock B" stays the same. */
export function slipText(slipNumber: string | null): string | null {
  const slip = slipNumber?.trim();
  if (!slip) return null;
  return /^[\d#]/.test(slip) || slip.length <= 3 ? `Slip ${slip.replace(/^#\s*/, '')}` : slip;
}

/** Returns the address and slip, such as "Maple Island Marina, Slip 12". */
export const dockText = (place: { location: string; slipNumber: string | null }) =>
  [place.location, slipText(place.slipNumber)].filter(Boolean).join(', ');
