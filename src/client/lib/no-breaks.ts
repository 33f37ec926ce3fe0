/** Matches spaces inside times and gallons, such as "6:20 PM" and "25 gal". */
const INSIDE = /(\d) (?=[AP]M\b|gal)/g;

/**
 * Keeps times and gallons in a text from wrapping. A node that isn't text is returned unchanged.
 * Phone numbers use `PhoneText`, because a line can also wrap after a hyphen.
 */
export function withNoBreaks<Node>(node: Node): Node {
  return typeof node === 'string' ? (node.replace(INSIDE, '$1\u00A0') as Node) : node;
}
