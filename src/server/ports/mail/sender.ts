/**
 * Splits `Dockside, Inc. <hello@dock.example>`. The package would take the comma as a separator
 * between two senders.
 */
export function senderOf(from: string): { name: string; address: string } {
  const [, name = '', address = from] = /^(.+) <(.+)>$/.exec(from) ?? [];
  return { name, address };
}
