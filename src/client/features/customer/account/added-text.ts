/**
 * Describes the guest deliveries of this browser that were added to the account at the sign-in.
 * @returns one sentence, or none if no delivery was added
 */
export function addedText(codes: readonly string[]): string[] {
  if (codes.length === 0) return [];
  const all = new Intl.ListFormat('en-US').format(codes);
  return [`We added your ${codes.length > 1 ? 'deliveries' : 'delivery'} ${all} to your account.`];
}
