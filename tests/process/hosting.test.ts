/** Tests the files for hosting: the image, and deploy/ for a host at the edge. */
import { afterAll, expect, test } from 'bun:test';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Glob } from 'bun';
import { loadEnv } from '@/server/config/env';
import { createPictureDecoder } from '@/server/ports/pictures/decoder';
import { readiness } from '../support/database-health';
import { replayDockerfile } from '../support/dockerfile';
import { freePort } from '../support/free-port';
import { HEIC_BASE64 } from '../support/heic';

const root = join(import.meta.dir, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** The values that a person would fill in. */
const SECRETS: Record<string, string> = {
  APP_SECRET: 'thirty-two characters and a few more',
  DATABASE_URL: 'libsql://dockside.turso.io',
  DATABASE_AUTH_TOKEN: 'a token of the database',
  STRIPE_SECRET_KEY: 'sk_test_hosted',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_hosted',
  STRIPE_WEBHOOK_SECRET: 'whsec_hosted',
  SMTP_URL: 'smtps://user:password@mail.example:465',
  S3_ACCESS_KEY_ID: 'an-id',
  S3_SECRET_ACCESS_KEY: 'a-secret',
  S3_REGION: 'auto',
  S3_ENDPOINT: 'https://bucket.example',
  ADMIN_USERNAME: 'harbor',
  ADMIN_PASSWORD: 'a long password of the first admin',
  FIRST_START: '1',
  WAKE_TOKEN: 'a token of many characters',
};

type Fly = {
  app: string;
  build: { dockerfile: string };
  deploy: { release_command: string };
  env: Record<string, string>;
  kill_timeout: string;
  mounts: { destination: string };
  http_service: {
    internal_port: number;
    checks: { path: string }[];
    concurrency: { type: string; soft_limit: number; hard_limit: number };
  };
};
const fly = Bun.TOML.parse(read('deploy/fly.toml')) as Fly;

const folder = mkdtempSync(join(tmpdir(), 'dockside-image-'));
const ends: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const end of ends) await end();
  rmSync(folder, { recursive: true, force: true });
});

test("deploy/: every setting is one of the product's, none is missing, and secrets are only named", () => {
  const named = [...read('deploy/secrets.example').matchAll(/^(\w+)=(.*)$/gm)];
  expect(named.map(([, name]) => name).sort()).toEqual(Object.keys(SECRETS).sort());
  expect(named.filter(([, , value]) => value !== '')).toEqual([]);
  const given = { NODE_ENV: 'production', ...fly.env, ...SECRETS };
  const names = new Set(read('.env.example').match(/^\w+(?==)/gm));
  expect(Object.keys(given).filter((name) => !names.has(name))).toEqual([]);
  expect(loadEnv(given)).toMatchObject({ TRUST_PROXY: 2, DATABASE_REPLICA_PATH: '/data/copy.db' });
});

test('deploy/: the hosts fit the image, and the timer wakes the app', () => {
  expect(existsSync(join(root, 'deploy', fly.build.dockerfile))).toBe(true);
  const [, ...command] = fly.deploy.release_command.split(' ');
  expect(existsSync(join(root, command[0] ?? ''))).toBe(true);
  expect(read('Dockerfile')).toContain(`VOLUME ${fly.mounts.destination}`);
  expect(read('Dockerfile')).toContain(`PORT=${fly.http_service.internal_port} `);
  expect(fly.env.DATABASE_REPLICA_PATH).toStartWith(`${fly.mounts.destination}/`);
  expect(fly.http_service.checks.map(({ path }) => path)).toEqual(['/readyz']);
  expect(Number.parseInt(fly.kill_timeout, 10)).toBeGreaterThan(10);
  // An open page keeps one request open. Thousands of them must leave room for the requests that
  // place orders.
  const { type, soft_limit, hard_limit } = fly.http_service.concurrency;
  expect({ type, isRoomy: soft_limit >= 2_000 && hard_limit > soft_limit }).toEqual({
    type: 'requests',
    isRoomy: true,
  });
  const timer = Bun.TOML.parse(read('deploy/wake.toml')) as {
    env: Record<string, string>;
    processes: { timer: string };
  };
  expect(timer.env.APP_URL).toBe(fly.env.APP_URL as string);
  expect(timer.processes.timer).toContain('"X-Wake-Token: $WAKE_TOKEN" "$APP_URL/api/wake"');
});

/** The bytes of all files in a folder. */
const sizeOf = (folder: string) =>
  [...new Glob('**').scanSync({ cwd: folder, dot: true })]
    .map((file) => statSync(join(folder, file)).size)
    .reduce((sum, size) => sum + size, 0);

test('each Dockerfile step, run in plain folders, makes an image that serves, is healthy, and stops', async () => {
  const image = await replayDockerfile(join(root, 'Dockerfile'), root, folder);
  expect(existsSync(join(image.folder, 'node_modules/vite'))).toBe(false);
  expect(existsSync(join(image.folder, 'src'))).toBe(false);
  expect(image.user).toContain('RUN_AS');
  expect(read('Dockerfile')).toContain('\nARG RUN_AS=bun\n');
  // Bun's own slim image is about 190 MB, and both should stay below 250 MB.
  expect(sizeOf(image.folder)).toBeLessThan(60e6);
  // The image has only one of the photo decoder's builds.
  const pictures = createPictureDecoder(join(image.folder, 'dist/server/picture-reader.js'));
  const heic = Buffer.from(HEIC_BASE64, 'base64');
  expect((await pictures.toJpeg(heic, { side: 100, owner: 'image' })).width).toBeGreaterThan(0);
  const port = String(await freePort());
  const env = {
    ...image.env,
    PORT: port,
    APP_URL: 'https://dock.example',
    APP_SECRET: SECRETS.APP_SECRET ?? '',
    STRIPE_SANDBOX: '1',
    STRIPE_SANDBOX_DB: image.here('/data/sandbox.db'),
    ADMIN_USERNAME: SECRETS.ADMIN_USERNAME ?? '',
    ADMIN_PASSWORD: SECRETS.ADMIN_PASSWORD ?? '',
    FIRST_START: '1',
    WEATHER_FEED: 'local',
  };
  const release = Bun.spawn(fly.deploy.release_command.split(' '), { cwd: image.folder, env });
  expect(await release.exited).toBe(0);
  const [program = '', ...args] = image.start;
  const { spawn } = await import('node:child_process');
  const child = spawn(program, args, { cwd: image.folder, env });
  ends.push(async () => child.kill('SIGKILL'));
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (bytes) => {
      printed += bytes;
    });
  }
  const isHealthy = async () => {
    const check = Bun.spawn(image.healthcheck, { cwd: image.folder, env, stderr: 'ignore' });
    return (await check.exited) === 0;
  };
  const giveUpAt = Date.now() + 60_000;
  while (!(await isHealthy())) {
    if (child.exitCode !== null || Date.now() > giveUpAt) throw new Error(printed);
    await Bun.sleep(100);
  }
  await readiness(`http://localhost:${port}`);
  const page = await fetch(`http://localhost:${port}/`);
  expect(page.headers.get('content-type')).toContain('text/html');
  expect(await page.text()).toContain('<script');
  for (const kept of ['dockside.db', 'sandbox.db']) {
    expect(existsSync(image.here(`/data/${kept}`))).toBe(true);
  }
  child.kill('SIGTERM');
  const [code] = await once(child, 'exit');
  expect({ code, printed }).toMatchObject({ code: 0 });
}, 400_000);
