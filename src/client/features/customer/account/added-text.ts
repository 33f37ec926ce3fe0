/**
 * What a person who signs in is told of the deliveries that they booked in this browser as a guest; no
 * sentence if none went into the account.
 */
export function addedText(codes: readonly string[]): string[] {
  if (codes.length === 0) return [];
  const all = new Intl.ListFormat('en-US').format(codes);
  return [`We added your ${codes.length > 1 ? 'deliveries' : 'delivery'} ${all} to your account.`];
}
