import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

type Bytes = Uint8Array<ArrayBuffer>;
type Served = {
  body: () => Bytes;
  encodings: Map<string, () => Bytes>;
  headers: Record<string, string>;
};

/** Serves the built client from memory; null for a path that is no file of it. */
export type StaticFiles = (path: string, acceptEncoding: string | null) => Response | null;

const ENCODINGS = ['br', 'gzip'] as const;
const SUFFIX = { br: '.br', gzip: '.gz' } as const;

/**
 * The built files of a folder, each read when it is first asked for and kept from then on. Names
 * under assets/ carry a hash of their content, so browsers may keep them for ever; everything else
 * is asked for again. Files beside a `.br` or `.gz` of the same name are sent compressed to who
 * takes it.
 */
export function staticFiles(folder: string): StaticFiles | null {
  if (!existsSync(join(folder, 'index.html'))) return null;
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const names = new Set(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
      .map((name) => name.replaceAll(sep, '/')),
  );
  const files = new Map<string, Served>();
  for (const name of names) {
    if (/\.(br|gz|map)$/.test(name)) continue;
    const packed = ENCODINGS.filter((encoding) => names.has(name + SUFFIX[encoding]));
    files.set(`/${name}`, {
      body: readOnce(join(folder, name)),
      encodings: new Map(
        packed.map((encoding) => [encoding, readOnce(join(folder, name + SUFFIX[encoding]))]),
      ),
      headers: {
        'content-type': Bun.file(name).type,
        'cache-control': name.startsWith('assets/')
          ? 'public, max-age=31536000, immutable'
          : 'no-cache',
        vary: 'accept-encoding',
      },
    });
  }
  return (path, acceptEncoding) => {
    const file = files.get(path === '/' ? '/index.html' : path);
    if (!file) return null;
    for (const encoding of ENCODINGS) {
      const packed = acceptEncoding?.includes(encoding) && file.encodings.get(encoding);
      if (packed) {
        return new Response(packed(), {
          headers: { ...file.headers, 'content-encoding': encoding },
        });
      }
    }
    return new Response(file.body(), { headers: file.headers });
  };
}

function readOnce(path: string): () => Bytes {
  let bytes: Bytes | undefined;
  return () => {
    bytes ??= new Uint8Array(readFileSync(path));
    return bytes;
  };
}
