import { describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { textsContract } from './contract.suite';
import { createLocalTexts, type Trouble } from './local';
import { type Text, TextRefused } from './port';
import { signatureOf } from './signature';
import { createTwilioTexts } from './twilio';

const accountSid = `AC${'0'.repeat(32)}`;
const authToken = 'a token that only this test knows';
const CODES = { number: 21614, stopped: 21610 };

/** Runs a server that behaves like Twilio's API. */
async function twilio(from = '+12695550100') {
  let trouble: string | null = null;
  let failure: { status: number; body: unknown } | null = null;
  const sent: { fields: Record<string, string>; sid: string; at: string }[] = [];
  const headers: (string | null)[] = [];
  const server = Bun.serve({
    port: 0,
    async fetch(request) {
      const url = new URL(request.url);
      headers.push(request.headers.get('authorization'));
      if (url.pathname !== `/2010-04-01/Accounts/${accountSid}/Messages.json`) {
        return Response.json({ code: 20404 }, { status: 404 });
      }
      if (failure) return Response.json(failure.body, { status: failure.status });
      if (request.method === 'GET') {
        const messages = sent
          .filter(({ fields }) => fields.To === url.searchParams.get('To'))
          .filter(({ at }) => at.slice(0, 10) >= (url.searchParams.get('DateSent>') ?? ''))
          .map(({ fields, sid, at }) => ({
            sid,
            body: fields.Body,
            date_created: new Date(at).toUTCString(),
          }));
        return Response.json({ messages: messages.reverse() });
      }
      const fields = Object.fromEntries(new URLSearchParams(await request.text()));
      const now = trouble;
      trouble = null;
      if (now === 'number' || now === 'stopped') {
        return Response.json(
          { code: CODES[now], message: `${fields.To} is wrong` },
          { status: 400 },
        );
      }
      const sid = `SM${String(sent.length).padStart(32, '0')}`;
      sent.push({ fields, sid, at: new Date().toISOString() });
      return now === 'lost'
        ? new Response('', { status: 502 })
        : Response.json({ sid }, { status: 201 });
    },
  });
  return {
    texts: createTwilioTexts({
      accountSid,
      authToken,
      from,
      statusUrl: 'https://dock.example/api/texts/status',
      apiBase: server.url.origin,
    }),
    accepted: async () =>
      sent.map(({ fields: { To = '', Body = '' } }) => ({ to: To, body: Body })),
    next(what: string) {
      trouble = what;
    },
    answer(status: number, body: unknown) {
      failure = { status, body };
    },
    sent,
    headers,
    token: authToken,
    close: () => server.stop(true),
  };
}

function local() {
  const folder = mkdtempSync(join(tmpdir(), 'texts-'));
  let trouble: Trouble | null = null;
  const texts = createLocalTexts({
    folder,
    token: authToken,
    trouble: () => {
      const now = trouble;
      trouble = null;
      return now;
    },
  });
  return {
    texts,
    accepted: async () => (await texts.list()).reverse().map(({ to, body }) => ({ to, body })),
    next(what: Trouble) {
      trouble = what;
    },
    token: authToken,
    close: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

textsContract('Twilio', twilio);
textsContract('local', async () => local());

const text: Text = { id: 'message-1', to: '+442079460958', body: 'Dockside: hello' };

describe('Twilio', () => {
  test('gets our sender and the address for its reports', async () => {
    const world = await twilio();
    await world.texts.send(text);
    expect(world.sent[0]?.fields).toEqual({
      From: '+12695550100',
      To: '+442079460958',
      Body: 'Dockside: hello',
      StatusCallback: 'https://dock.example/api/texts/status?message=message-1',
    });
    expect(world.headers).toEqual([`Basic ${btoa(`${accountSid}:${authToken}`)}`]);
    await world.close();
  });

  test('can send from a messaging service', async () => {
    const service = `MG${'1'.repeat(32)}`;
    const world = await twilio(service);
    await world.texts.send(text);
    expect(world.sent[0]?.fields).toMatchObject({ MessagingServiceSid: service });
    expect(world.sent[0]?.fields.From).toBeUndefined();
    await world.close();
  });

  test.each([
    [401, { code: 20003 }],
    [400, { code: 21606 }],
    [429, { code: 20429 }],
    [503, null],
    [400, 'not JSON'],
  ])('a failure that isn’t the number’s (%p) doesn’t end the text', async (status, body) => {
    const world = await twilio();
    world.answer(status, body);
    const error = await world.texts.send(text).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(TextRefused);
    expect(String(error)).not.toContain(text.to);
    await world.close();
  });

  test('an earlier text with the same words isn’t the lost one', async () => {
    const world = await twilio();
    await world.texts.send(text);
    expect(await world.texts.find(text, Date.now() + 600_000)).toBeNull();
    await world.close();
  });

  test('signs like its own package', () => {
    // The result of getExpectedTwilioSignature in twilio 6.2.0.
    const fields = { To: '+18005551212', From: '+14158675310', Digits: '1234', CallSid: 'CA1' };
    expect(signatureOf('12345', 'https://mycompany.example/myapp?foo=1&bar=2', fields)).toBe(
      'wn41zM1kFIzv5dnenwOSyzOxirs=',
    );
  });
});

describe('the local texts', () => {
  test('can be slow, and can arrive twice', async () => {
    const world = local();
    world.next({ delayMs: 1 });
    await world.texts.send(text);
    world.next('twice');
    await world.texts.send(text);
    expect(await world.accepted()).toHaveLength(3);
    await world.close();
  });

  test('never arrive at the numbers that Twilio reserves for that', async () => {
    const world = local();
    const refused = world.texts.send({ ...text, to: '+15005550004' });
    await expect(refused).rejects.toMatchObject({ refusal: 'stopped' });
    await world.close();
  });
});
