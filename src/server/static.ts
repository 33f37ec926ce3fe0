import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Glob } from 'bun';

type Stored = { body: Uint8Array<ArrayBuffer>; encodings: Map<string, Uint8Array<ArrayBuffer>> };
type Served = Stored & { type: string; cacheControl: string };

/** Serves the built client from memory; null for a path that is no file of it. */
export type StaticFiles = (path: string, acceptEncoding: string | null) => Response | null;

const ENCODINGS = ['br', 'gzip'] as const;
const SUFFIX = { br: '.br', gzip: '.gz' } as const;

/**
 * Reads a folder of built files once. Names under assets/ carry a hash of their content, so browsers
 * may keep them for ever; everything else is asked for again. Files beside a `.br` or `.gz` of the
 * same name are sent compressed to who takes it.
 */
export async function loadStaticFiles(folder: string): Promise<StaticFiles | null> {
  if (!existsSync(join(folder, 'index.html'))) return null;
  const files = new Map<string, Served>();
  for await (const name of new Glob('**/*').scan(folder)) {
    if (name.endsWith('.br') || name.endsWith('.gz') || name.endsWith('.map')) continue;
    const file = Bun.file(join(folder, name));
    const encodings = new Map<string, Uint8Array<ArrayBuffer>>();
    for (const encoding of ENCODINGS) {
      const packed = Bun.file(join(folder, name + SUFFIX[encoding]));
      if (await packed.exists()) encodings.set(encoding, await packed.bytes());
    }
    files.set(`/${name}`, {
      body: await file.bytes(),
      encodings,
      type: file.type,
      cacheControl: name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    });
  }
  return (path, acceptEncoding) => {
    const file = files.get(path === '/' ? '/index.html' : path);
    if (!file) return null;
    const encoding = ENCODINGS.find(
      (name) => file.encodings.has(name) && acceptEncoding?.includes(name),
    );
    const headers: Record<string, string> = {
      'content-type': file.type,
      'cache-control': file.cacheControl,
      vary: 'accept-encoding',
    };
    if (encoding) headers['content-encoding'] = encoding;
    return new Response((encoding && file.encodings.get(encoding)) || file.body, { headers });
  };
}
