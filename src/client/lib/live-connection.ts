/** The stream of changes; a file of its own, so that no page waits for this code. */
import type { LiveTopic } from '@/domain/live/topics';
import { envelope } from './wire';

const ADDRESS = '/api/trpc/live.changes';

/** The server says something every 5 s (trpc/init.ts); a stream silent for longer is dead. */
const SILENT_MS = 15_000;

/**
 * Listens until the function returned is called. `after` is the last number heard, so that nothing
 * is missed in between; `onEnd` says that the stream will not come back by itself.
 *
 * The browser's own EventSource: it connects again after the server's regular end, and hands in the
 * last number it heard. tRPC's client would add its weight to every first page.
 */
export function listen(options: {
  after: string | null;
  onNews(id: string, topics: LiveTopic[]): void;
  onEnd(): void;
}): () => void {
  const input = JSON.stringify(envelope.serialize({ lastEventId: options.after }));
  const source = new EventSource(`${ADDRESS}?input=${encodeURIComponent(input)}`);
  let silence: ReturnType<typeof setTimeout>;
  const stop = () => {
    clearTimeout(silence);
    source.close();
  };
  const end = () => {
    stop();
    options.onEnd();
  };
  const heard = () => {
    clearTimeout(silence);
    silence = setTimeout(end, SILENT_MS);
  };
  heard();
  for (const sign of ['connected', 'ping']) source.addEventListener(sign, heard);
  source.addEventListener('message', ({ data, lastEventId }) => {
    heard();
    const { topics } = envelope.deserialize(JSON.parse(data)) as { topics: LiveTopic[] };
    options.onNews(lastEventId, topics);
  });
  source.addEventListener('serialized-error', end);
  source.addEventListener('error', () => {
    if (source.readyState === EventSource.CLOSED) end();
  });
  return stop;
}
