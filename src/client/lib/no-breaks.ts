/** Spaces inside a time of day and inside gallons: "6:20 PM", "25 gal". */
const INSIDE = /(\d) (?=[AP]M\b|gal)/g;

/**
 * A text whose times and gallons stay in one piece, wherever its line ends. A node that is no text stays as
 * it is. A phone number has `PhoneText`, because a line can end behind its hyphen too.
 */
export function withNoBreaks<Node>(node: Node): Node {
  return typeof node === 'string' ? (node.replace(INSIDE, '$1\u00A0') as Node) : node;
}
