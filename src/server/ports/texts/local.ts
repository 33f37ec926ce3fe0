import { mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type CallbackFields,
  type Text,
  type TextRefusal,
  TextRefused,
  type TextsPort,
} from './port';
import { isSignedWith, signatureOf } from './signature';

/** A text in the folder. `sentAt` is an ISO instant. */
export type SentText = Text & { providerId: string; sentAt: string };

export type LocalTexts = {
  /** Returns the latest texts, newest first. */
  list(): Promise<SentText[]>;
  /** Signs a callback to this address, as the provider would. */
  sign(url: string, fields: CallbackFields): Promise<string>;
};

/**
 * The ways in which sending a text can fail: it's slow, its answer is lost, or it's delivered
 * twice.
 */
export type Trouble = { delayMs: number } | 'lost' | 'twice' | TextRefusal;

/** Maximum number of texts in a list. */
const SHOWN = 50;

/** Numbers for which sending always fails. Twilio reserves them for tests. */
const TEST_NUMBERS: Readonly<Record<string, TextRefusal>> = {
  '+15005550001': 'number',
  '+15005550002': 'number',
  '+15005550004': 'stopped',
  '+15005550009': 'number',
};

/** Saves each text as a file in a folder, for a machine without a provider. */
export function createLocalTexts(options: {
  folder: string;
  /** Signs callbacks, as the provider would. */
  token: string;
  /** Selects the failure of a text. */
  trouble?: (text: Text) => Trouble | null;
}): TextsPort & LocalTexts {
  const { folder, token } = options;

  async function save(text: Text): Promise<string> {
    await mkdir(folder, { recursive: true });
    // The name starts with the time, so names sort by time.
    const name = Bun.randomUUIDv7();
    const path = join(folder, `${name}.json`);
    const sent: SentText = {
      ...text,
      providerId: `local-${name}`,
      sentAt: new Date().toISOString(),
    };
    await Bun.write(`${path}.part`, JSON.stringify(sent));
    await rename(`${path}.part`, path);
    return sent.providerId;
  }

  async function names(): Promise<string[]> {
    const found = await readdir(folder).catch(() => []);
    return found
      .filter((name) => name.endsWith('.json'))
      .sort()
      .reverse();
  }

  const read = (name: string): Promise<SentText> => Bun.file(join(folder, name)).json();

  return {
    async send(text) {
      const trouble = TEST_NUMBERS[text.to] ?? options.trouble?.(text) ?? null;
      if (trouble === 'number' || trouble === 'stopped') throw new TextRefused(trouble, null);
      if (typeof trouble === 'object' && trouble !== null) await Bun.sleep(trouble.delayMs);
      const providerId = await save(text);
      if (trouble === 'twice') await save(text);
      if (trouble === 'lost') throw new Error('the answer was lost');
      return { providerId };
    },
    async find({ id }) {
      for (const name of (await names()).slice(0, SHOWN)) {
        const sent = await read(name);
        if (sent.id === id) return { providerId: sent.providerId };
      }
      return null;
    },
    async isSigned(callback) {
      return isSignedWith(token, callback);
    },
    async sign(url, fields) {
      return signatureOf(token, url, fields);
    },
    async list() {
      return Promise.all((await names()).slice(0, SHOWN).map(read));
    },
    async close() {},
  };
}
