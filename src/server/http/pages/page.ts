/**
 * Pages that the server writes itself. They have no scripts or other files, and their own policy.
 */

const STYLE = `
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 20%, transparent); --soft: color-mix(in srgb, currentColor 6%, transparent); }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem 1rem 4rem; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; margin: 0 0 .5rem; }
h2 { font-size: 1.2rem; margin: 2.5rem 0 .75rem; }
h3 { font-size: 1rem; margin: 0; }
details h3 { margin-top: 1rem; }
p { margin: .5rem 0; }
a { color: light-dark(#0b4774, #8cc8f5); }
code, pre { font: .875rem/1.5 ui-monospace, monospace; }
pre { background: var(--soft); border-radius: .5rem; margin: .5rem 0 0; overflow-x: auto; padding: .75rem; white-space: pre-wrap; }
details, article { border: 1px solid var(--line); border-radius: .5rem; margin: .5rem 0; padding: .6rem .9rem; }
summary { cursor: pointer; }
.method { border-radius: .3rem; background: var(--soft); display: inline-block; font-weight: 700; min-width: 4.5rem; padding: 0 .5rem; text-align: center; }
.quiet { opacity: .75; }
table { border-collapse: collapse; width: 100%; }
td, th { border-bottom: 1px solid var(--line); padding: .3rem .5rem .3rem 0; text-align: left; vertical-align: top; overflow-wrap: break-word; }
td:last-child { overflow-wrap: anywhere; }
iframe { background: Canvas; border: 0; border-radius: .5rem; display: block; height: 40rem; margin-top: .5rem; width: 100%; }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; }
`;

const STYLE_HASH = new Bun.CryptoHasher('sha256').update(STYLE).digest('base64');

/** Text that is inserted into a page unescaped. */
export class Html {
  constructor(readonly text: string) {}
}

type Piece = string | number | Html | null | readonly Html[];

/** A template that escapes its values, so that markup in them is shown as text. */
export function html(strings: TemplateStringsArray, ...pieces: Piece[]): Html {
  const written = strings.flatMap((text, index) => [text, write(pieces[index] ?? null)]);
  return new Html(written.join(''));
}

function write(piece: Piece): string {
  if (piece === null) return '';
  if (piece instanceof Html) return piece.text;
  if (Array.isArray(piece)) return piece.map((part) => part.text).join('');
  return Bun.escapeHTML(String(piece));
}

/**
 * Creates an answer with a whole page. Its policy allows this one style and nothing else.
 *
 * @param options `frames` if it shows other pages of ours in frames, `forms` if it sends forms to us
 */
export function pageResponse(
  title: string,
  body: Html,
  { frames = false, forms = false } = {},
): Response {
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
${body}
</body>
</html>
`;
  return new Response(document.text, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; img-src 'self';${frames ? " frame-src 'self';" : ''} base-uri 'none'; form-action ${forms ? "'self'" : "'none'"}; frame-ancestors 'none'`,
    },
  });
}
