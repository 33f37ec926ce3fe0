/** Measures the first page on the server: rendering time, size, and response time. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadFirstPage } from '@/server/http/first-page/build';
import { documentWriter } from '@/server/http/first-page/document';
import { filledCopy } from './database';
import { measure, median } from './load-process';
import { ROOT } from './processes';
import { HOME } from './requests';
import { startBareFile, startProduct } from './servers';
import { type Run, withServers } from './stages';

const BUILT = join(ROOT, 'dist/first-page');
const CONNECTIONS = 32;
const ROUNDS = 21;
const RENDERINGS = 40;
/** The first runs are slower, because the code is still being compiled, so they aren't counted. */
const WARM_UP = 10;

/**
 * Compares the page at `/` with a constant answer of the same size. Also measures its size in kB as sent,
 * the time to render and compress it after a change (ms), and the server's memory. Null without a build.
 */
export async function firstPage({ load, stripe, folder, emptyDatabase }: Run) {
  if (!existsSync(BUILT)) return null;
  const file = filledCopy(emptyDatabase, join(folder, 'page.db'), { capacity: 1, bookings: 21 });
  return withServers({ product: startProduct(file, stripe) }, async ({ product }) => {
    await fetch(`http://127.0.0.1:${product.port}/readyz`);
    const url = `http://127.0.0.1:${product.port}/`;
    const sent = await fetch(url, { headers: { 'accept-encoding': 'br' }, decompress: false });
    const bytes = await sent.bytes();
    const sample = join(folder, 'page.br');
    await Bun.write(sample, bytes);
    const renderingMs = await timeRendering(await (await fetch(url)).text());
    return withServers({ bare: startBareFile(sample) }, async ({ bare }) => {
      const targets = {
        'bare: constant, the page /': { server: bare, steps: HOME },
        'product: the page /': { server: product, steps: HOME },
      };
      const options = { connections: CONNECTIONS, rounds: ROUNDS, seconds: 0.15 };
      const measured = await measure(load, targets, options);
      return { kB: bytes.length / 1_000, renderingMs, memoryKb: product.memoryKb(), measured };
    });
  });
}

export type FirstPage = NonNullable<Awaited<ReturnType<typeof firstPage>>>;

/** Renders and compresses the page repeatedly, with the data of a real page. */
async function timeRendering(html: string): Promise<number> {
  const { render, document } = await loadFirstPage(BUILT);
  const write = documentWriter(document, {});
  const answers = answersIn(html);
  const page = {
    slots: answers['slots.window'],
    prices: answers['pricing.current'],
    weather: answers['weather.forecast'],
    company: answers['support.company'],
    path: '/' as const,
    own: null,
    now: Date.now(),
  };
  const tags = { name: 'Dockside', picture: 'https://dock.example/share.png' };
  const times: number[] = [];
  for (let turn = 0; turn < RENDERINGS; turn += 1) {
    const begun = performance.now();
    write('/', await render(page as Parameters<typeof render>[0]), tags)('br');
    times.push(performance.now() - begun);
  }
  return median(times.slice(WARM_UP));
}

type State = { answers: { queries: { queryKey: [string[]]; state: { data: unknown } }[] } };

/** The answers included in a page, by the name of their call. */
function answersIn(html: string): Record<string, unknown> {
  const [, json = ''] = /<script type="application\/json"[^>]*>(.*?)<\/script>/s.exec(html) ?? [];
  const { answers }: State = JSON.parse(json);
  return Object.fromEntries(
    answers.queries.map(({ queryKey: [path], state }) => [path.join('.'), state.data]),
  );
}
