import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { NAME_TAG, SHARE_TAG } from '../company-mark';
import { type Encoding, encodingFor } from '../encoding';

/** This quality takes 2.7 ms for a page. The best quality takes 159. */
const BROTLI_QUALITY = 5;

/** The document around a page, as written by scripts/first-page-build.ts. */
export type PageDocument = {
  html: string;
  /** The hashes of the document's style and script, which allow them to run. */
  policy: { style: string; script: string };
  /** The scripts of each page, which start once the page is shown. */
  files: Record<string, string[]>;
  /** The document around a delivery's page, and its script. It has no other scripts. */
  delivery: { html: string; policy: { style: string; script: string }; script: string };
};

/**
 * The content of the document: a page's markup, and the state with which the browser hydrates it.
 */
export type Page = { title: string; markup: string; state: unknown };

/** The company's name and the address of its picture, for link previews. */
export type PageTags = { name: string; picture: string };

/**
 * Returns a page in an encoding that the browser accepts. Each encoding is created at its first
 * use.
 */
export type WrittenPage = (acceptEncoding: string | null) => Response;

/**
 * Returns a function that writes pages into the document.
 *
 * @param common the headers of every page, in addition to those of its kind
 */
export function documentWriter(
  { html, files }: Pick<PageDocument, 'html' | 'files'>,
  common: Record<string, string>,
) {
  const parts = html
    .replace(NAME_TAG, 'content="<!--NAME-->"')
    .replace(SHARE_TAG, 'content="<!--SHARE-->"')
    .split(/<!--(TITLE|NAME|SHARE|SCREEN|FILES|STATE)-->/);
  return (path: string, { title, markup, state }: Page, tags: PageTags): WrittenPage => {
    const values: Record<string, string> = {
      TITLE: Bun.escapeHTML(title),
      NAME: Bun.escapeHTML(tags.name),
      SHARE: tags.picture,
      SCREEN: markup,
      FILES: Bun.escapeHTML(JSON.stringify(files[path])),
      // A script element ends at the first `</`, even inside JSON, so `<` is escaped.
      STATE: JSON.stringify(state).replaceAll('<', '\\u003c'),
    };
    // Splitting the text puts the names at the odd indexes.
    const text = parts.map((part, index) => (index % 2 ? values[part] : part)).join('');
    return inEncodings(text, common);
  };
}

function inEncodings(text: string, common: Record<string, string>): WrittenPage {
  const made = new Map<Encoding | null, { body: Blob; init: { headers: Headers } }>();
  return (acceptEncoding) => {
    const encoding = encodingFor(acceptEncoding);
    let page = made.get(encoding);
    if (!page) {
      const headers = new Headers({
        ...common,
        'content-type': 'text/html; charset=utf-8',
        vary: 'accept-encoding, cookie',
        ...(encoding && { 'content-encoding': encoding }),
      });
      page = { body: new Blob([packed(text, encoding)]), init: { headers } };
      made.set(encoding, page);
    }
    return new Response(page.body, page.init);
  };
}

function packed(text: string, encoding: Encoding | null) {
  if (!encoding) return text;
  if (encoding === 'gzip') return gzipSync(text);
  const quality = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  return brotliCompressSync(text, { params: quality });
}
