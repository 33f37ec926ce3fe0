import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Company } from '@/domain/company';
import { manifestFor, withCompany } from './company-mark';
import { ENCODINGS, type Encoding, encodingFor } from './encoding';
import { withZone } from './zone-mark';

type Bytes = Uint8Array<ArrayBuffer>;
type Served = {
  body: Bytes;
  encodings: Map<Encoding, Bytes>;
  headers: Record<string, string>;
};

/** Whether there is a built client to serve. */
export function isBuilt(folder: string): boolean {
  return existsSync(join(folder, 'index.html'));
}

/**
 * Serves a file of the built client from memory. Returns null if the path has no file. It reads the
 * company only for the files that name it.
 */
export type StaticFiles = (
  path: string,
  acceptEncoding: string | null,
  readCompany: () => Promise<Company>,
) => Response | Promise<Response> | null;

const PAGE = '/index.html';
/** The files that name the company. */
const NAMED: Record<string, (text: string, company: Company) => string> = {
  [PAGE]: (text, company) => withCompany(withZone(text, company.timeZone), company),
  '/dockside.webmanifest': manifestFor,
  '/driver.webmanifest': manifestFor,
};
const SUFFIX = { br: '.br', gzip: '.gz' } as const;

/** Pages aren't cached, because after a sign-out, the Back button would show personal data. */
const cacheControlOf = (name: string) => {
  if (name.startsWith('assets/')) return 'public, max-age=31536000, immutable';
  return name.endsWith('.html') ? 'no-store' : 'no-cache';
};

/**
 * Reads a folder of built files once, so that a later build doesn't change what we serve. Names
 * under assets/ contain a hash of their content, so browsers cache these files forever. Browsers
 * don't cache pages, and they check every other file again. If a file has a `.br` or `.gz` version
 * that the browser accepts, that version is sent.
 * Files that name the company, and the page with its time zone, are written and compressed again
 * whenever it changes.
 */
export function staticFiles(folder: string): StaticFiles {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const names = new Set(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
      .map((name) => name.replaceAll(sep, '/')),
  );
  // The files are read only once per process, so synchronous reads are fast enough.
  const bytesOf = (name: string): Bytes => new Uint8Array(readFileSync(join(folder, name)));
  const files = new Map<string, Served>();
  for (const name of names) {
    if (/\.(br|gz|map)$/.test(name)) continue;
    const packed = ENCODINGS.filter((encoding) => names.has(name + SUFFIX[encoding]));
    files.set(`/${name}`, {
      body: bytesOf(name),
      encodings: new Map(packed.map((encoding) => [encoding, bytesOf(name + SUFFIX[encoding])])),
      headers: {
        'content-type': Bun.file(name).type,
        'cache-control': cacheControlOf(name),
        vary: 'accept-encoding',
      },
    });
  }
  const named = new Map<string, ReturnType<typeof writtenFor>>();
  for (const [name, write] of Object.entries(NAMED)) {
    const file = files.get(name);
    if (!file) continue;
    const text = new TextDecoder().decode(file.body);
    named.set(name, writtenFor(file, text, write));
    files.delete(name);
  }
  return (path, acceptEncoding, readCompany) => {
    const name = path === '/' ? PAGE : path;
    const file = files.get(name);
    if (file) return answerOf(file, acceptEncoding);
    const write = named.get(name);
    return write ? readCompany().then((company) => answerOf(write(company), acceptEncoding)) : null;
  };
}

/** Returns a function that writes a file for a company, and keeps it until the company changes. */
function writtenFor(
  { headers }: Served,
  text: string,
  write: (text: string, company: Company) => string,
) {
  let last: { facts: string; file: Served } | null = null;
  return (company: Company): Served => {
    const facts = JSON.stringify(company);
    if (last?.facts !== facts) {
      const body = new TextEncoder().encode(write(text, company));
      const encodings = new Map<Encoding, Bytes>([['gzip', Bun.gzipSync(body)]]);
      last = { facts, file: { body, encodings, headers } };
    }
    return last.file;
  };
}

function answerOf({ body, encodings, headers }: Served, acceptEncoding: string | null): Response {
  const encoding = encodingFor(acceptEncoding, [...encodings.keys()]);
  const packed = encoding && encodings.get(encoding);
  return packed
    ? new Response(packed, { headers: { ...headers, 'content-encoding': encoding } })
    : new Response(body, { headers });
}
