/**
 * Reads the parts of an email's text, so that its HTML form has exactly the same words: facts
 * become rows, and the link becomes a button.
 */

/** Words, or a link within them. */
type Part = { text: string; href?: string };
/** A name and its value: "Where" and "Pier 4, slip 12". */
type Fact = { label: string; value: string };

export type Block =
  | { kind: 'text'; lines: Part[][] }
  | { kind: 'facts'; facts: Fact[] }
  | { kind: 'button'; label: string; href: string };

const FACT = /^([A-Z][^:.?!]{0,39}): (.+)$/;
const ADDRESS = /(https?:\/\/\S+)/;
/** More words than this are a sentence, not a button's label. */
const LABEL_WORDS = 4;
/** Words that aren't capitalized in a label, unless they're first. */
const SMALL_WORDS = new Set(['a', 'an', 'and', 'at', 'for', 'in', 'of', 'on', 'or', 'the', 'to']);

/** Returns an email's blocks. Only addresses of our own become links, because people may type others. */
export function blocksOf(body: string, site: { appUrl: string; company: string }): Block[] {
  const main = mainAddress(body, site.appUrl);
  return body.split('\n\n').flatMap((paragraph): Block[] => {
    const lines = paragraph.split('\n');
    const facts = lines.map(factOf);
    if (lines.length > 1 && facts.every((fact) => fact !== null)) return [{ kind: 'facts', facts }];
    return lines.reduce<Block[]>((blocks, line) => withLine(blocks, line, main, site), []);
  });
}

function factOf(line: string): Fact | null {
  const [, label, value] = FACT.exec(line) ?? [];
  return label && value && !ADDRESS.test(value) ? { label, value } : null;
}

function withLine(
  blocks: Block[],
  line: string,
  main: string | null,
  site: { appUrl: string; company: string },
): Block[] {
  if (main !== null && line.endsWith(main)) {
    const before = line.slice(0, -main.length).trim();
    const label = before.replace(/:$/, '');
    const isLabel = label !== '' && !/[.?!,]/.test(label) && wordsOf(label).length <= LABEL_WORDS;
    return [
      ...(before && !isLabel ? withText(blocks, [{ text: before }]) : blocks),
      {
        kind: 'button',
        label: isLabel ? titleCase(label) : buttonLabel(main, before, site.company),
        href: main,
      },
    ];
  }
  const parts = line
    .split(ADDRESS)
    .filter((text) => text !== '')
    .map((text) => (isOurs(text, site.appUrl) ? { text, href: text } : { text }));
  return withText(blocks, parts);
}

/** Adds a line to the last block, if that's a text. */
function withText(blocks: Block[], line: Part[]): Block[] {
  const last = blocks.at(-1);
  return last?.kind === 'text'
    ? [...blocks.slice(0, -1), { kind: 'text', lines: [...last.lines, line] }]
    : [...blocks, { kind: 'text', lines: [line] }];
}

/** Returns the address of the button: the delivery's page, or the first address that ends a line. */
function mainAddress(body: string, appUrl: string): string | null {
  const ends = body.split('\n').flatMap((line) => /https?:\/\/\S+$/.exec(line)?.[0] ?? []);
  const ours = ends.filter((address) => isOurs(address, appUrl));
  return ours.find((address) => pathOf(address).startsWith('/d/')) ?? ours[0] ?? null;
}

/** The label of a button after a whole sentence. */
function buttonLabel(address: string, before: string, company: string): string {
  const path = pathOf(address);
  if (path.startsWith('/d/')) {
    if (/\badd a card\b/i.test(before)) return 'Add Card';
    return new URL(address).searchParams.has('pay') ? 'Pay Now' : 'View Delivery';
  }
  if (path.startsWith('/w/')) return 'Open Waiting List';
  return LABELS[path] ?? `Open ${company}`;
}

const LABELS: Readonly<Record<string, string>> = {
  '/reset-password': 'Set Password',
  '/confirm-email': 'Verify Email Address',
  '/admin-login': 'Sign In',
  '/account': 'Open Account',
};

const pathOf = (address: string) => new URL(address).pathname;
const wordsOf = (text: string) => text.split(' ');

const titleCase = (label: string) =>
  wordsOf(label)
    .map((word, index) =>
      index > 0 && SMALL_WORDS.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1),
    )
    .join(' ');

function isOurs(text: string, appUrl: string): boolean {
  return (
    ADDRESS.test(text) && URL.canParse(text) && new URL(text).origin === new URL(appUrl).origin
  );
}
