import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
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

/** Serves a file of the built client from memory. Returns null if the path has no file. */
export type StaticFiles = (path: string, acceptEncoding: string | null) => Response | null;

const PAGE = '/index.html';
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
 * that the browser accepts, that version is sent. Pages get the mark of the business's time zone,
 * so they're compressed again.
 */
export function staticFiles(folder: string, timeZone: string): StaticFiles {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const names = new Set(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
      .map((name) => name.replaceAll(sep, '/')),
  );
  // Files are read one after another, because with hundreds of small files, waiting takes longer
  // than reading.
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
  const page = files.get(PAGE);
  if (page) {
    page.body = new TextEncoder().encode(withZone(new TextDecoder().decode(page.body), timeZone));
    page.encodings = new Map([['gzip', Bun.gzipSync(page.body)]]);
  }
  return (path, acceptEncoding) => {
    const file = files.get(path === '/' ? PAGE : path);
    if (!file) return null;
    const encoding = encodingFor(acceptEncoding, [...file.encodings.keys()]);
    const packed = encoding && file.encodings.get(encoding);
    return packed
      ? new Response(packed, { headers: { ...file.headers, 'content-encoding': encoding } })
      : new Response(file.body, { headers: file.headers });
  };
}
