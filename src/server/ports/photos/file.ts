import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PhotoStoragePort } from './port';

/** Stores photos as files in a folder. */
export function createFilePhotos(folder: string): PhotoStoragePort {
  const path = (key: string) => {
    if (!/^[\w-]+(\/[\w-]+)*\.jpg$/.test(key)) throw new Error('not a photo key');
    return join(folder, key);
  };
  return {
    async put(key, jpeg) {
      const target = path(key);
      await mkdir(dirname(target), { recursive: true });
      // The photo is written under another name and then renamed, so that a crash can't leave an
      // incomplete photo under the key. Another process may write the same photo at that moment.
      const part = `${target}.${crypto.randomUUID()}.part`;
      await Bun.write(part, jpeg);
      await rename(part, target);
    },
    async get(key) {
      const file = Bun.file(path(key));
      return (await file.exists()) ? file.bytes() : null;
    },
    async remove(key) {
      await rm(path(key), { force: true });
    },
  };
}
