import { expect, test } from 'bun:test';
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pushContract } from './contract.suite';
import { createLocalPushes, type PushTrouble } from './local';
import { PushRefused } from './port';
import { createWebPush } from './web-push';

const ENDPOINT = 'https://fcm.googleapis.com/fcm/send/abc';

/** A browser's keys, and a function that decrypts what was sent to it as in RFC 8291. */
function browser() {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  const secret = randomBytes(16);
  const own = ecdh.getPublicKey();
  const decrypt = (body: Buffer) => {
    const salt = body.subarray(0, 16);
    const length = body.readUInt8(20);
    const sender = body.subarray(21, 21 + length);
    const shared = ecdh.computeSecret(sender);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, sender]);
    const ikm = hkdfSync('sha256', shared, secret, info, 32);
    const derive = (name: string, size: number) =>
      Buffer.from(hkdfSync('sha256', Buffer.from(ikm), salt, `Content-Encoding: ${name}\0`, size));
    const sealed = body.subarray(21 + length);
    const opened = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
    opened.setAuthTag(sealed.subarray(-16));
    const plain = Buffer.concat([opened.update(sealed.subarray(0, -16)), opened.final()]);
    return plain.subarray(0, plain.lastIndexOf(2)).toString('utf8');
  };
  const keys = { p256dh: own.toString('base64url'), auth: secret.toString('base64url') };
  return { keys, decrypt };
}

/** Checks the signature of RFC 8292 and returns its claims. */
function claimsOf(authorization: string) {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
    part.toString('base64url'),
  );
  const jwk = { kty: 'EC', crv: 'P-256', x: String(x), y: String(y) };
  const isValid = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  return { isValid, key, ...JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) };
}

/** A push service on this machine that speaks the real protocol. */
async function service() {
  const { keys, decrypt } = browser();
  const received: { payload: string; topic: string; ttlSeconds: number }[] = [];
  const seen: ReturnType<typeof claimsOf>[] = [];
  let trouble: string | null = null;
  const server = Bun.serve({
    port: 0,
    async fetch(request) {
      const now = trouble;
      trouble = null;
      if (now === 'gone') return new Response('', { status: 410 });
      if (now === 'rejected') return new Response('', { status: 413 });
      if (now === 'down') return new Response('', { status: 503 });
      if (now === 'redirect') return Response.redirect('http://127.0.0.1:1/', 307);
      expect(request.headers.get('content-encoding')).toBe('aes128gcm');
      seen.push(claimsOf(request.headers.get('authorization') ?? ''));
      received.push({
        payload: decrypt(Buffer.from(await request.arrayBuffer())),
        topic: request.headers.get('topic') ?? '',
        ttlSeconds: Number(request.headers.get('ttl')),
      });
      return new Response('', { status: now === 'lost' ? 502 : 201 });
    },
  });
  return {
    push: createWebPush({
      contact: 'https://dock.example',
      service: { isAllowed: () => true, fetch },
    }),
    to: { endpoint: `${server.url.origin}/send/1`, ...keys },
    received: async () => received,
    seen,
    next(what: string) {
      trouble = what;
    },
    close: () => server.stop(true),
  };
}

function local() {
  const folder = mkdtempSync(join(tmpdir(), 'pushes-'));
  let trouble: PushTrouble | null = null;
  const push = createLocalPushes({
    folder,
    trouble: () => {
      const now = trouble;
      trouble = null;
      return now;
    },
  });
  return {
    push,
    to: { endpoint: ENDPOINT, ...browser().keys },
    received: async () =>
      (await push.list())
        .reverse()
        .map(({ payload, topic, ttlSeconds }) => ({ payload, topic, ttlSeconds })),
    next(what: PushTrouble) {
      trouble = what;
    },
    close: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

pushContract('web push', service);
pushContract('local', async () => local());

test('web push signs for the service, for a limited time', async () => {
  const world = await service();
  const keys = await world.push.newKeys();
  const push = { id: '1', to: world.to, payload: '{}', topic: 'driver', ttlSeconds: 1 };
  await world.push.send(push, keys);
  const [claims] = world.seen;
  expect(claims).toMatchObject({
    ...{ isValid: true, key: keys.publicKey, sub: 'https://dock.example' },
    aud: new URL(world.to.endpoint).origin,
  });
  expect(claims.exp).toBeLessThanOrEqual(Date.now() / 1000 + 24 * 3_600);
  await world.close();
});

test('web push doesn’t follow redirects', async () => {
  const world = await service();
  const keys = await world.push.newKeys();
  world.next('redirect');
  const push = { id: '1', to: world.to, payload: '{}', topic: 'driver', ttlSeconds: 1 };
  const error = await world.push.send(push, keys).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Error);
  await world.close();
});

test('web push sends nothing to an address inside our network', async () => {
  const push = createWebPush({ contact: 'https://dock.example' });
  const to = { endpoint: 'https://127.0.0.1/latest', ...browser().keys };
  const keys = await push.newKeys();
  const sent = push.send({ id: '1', to, payload: '{}', topic: 'driver', ttlSeconds: 1 }, keys);
  await expect(sent).rejects.toBeInstanceOf(PushRefused);
});

test('the local pushes can be slow, and can arrive twice', async () => {
  const world = local();
  const keys = await world.push.newKeys();
  const push = { id: '1', to: world.to, payload: '{}', topic: 'driver', ttlSeconds: 1 };
  world.next({ delayMs: 1 });
  await world.push.send(push, keys);
  world.next('twice');
  await world.push.send(push, keys);
  expect(await world.received()).toHaveLength(3);
  await world.close();
});
