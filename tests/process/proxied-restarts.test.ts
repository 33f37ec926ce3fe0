/**
 * Books through a real Caddy and nginx while the processes behind them restart. The proxies get the
 * examples from docs/operations.md. As root on Debian, the test installs them. Without them, there's
 * no test. RESTARTS=10 restarts each process ten times and prints the answers.
 */
import { afterAll, expect, test } from 'bun:test';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { timeSlotsOf } from '../load/rush';
import { openBeside } from '../support/beside';
import { readiness } from '../support/database-health';
import { freePort } from '../support/free-port';
import { type Product, startProduct } from '../support/product';

const RESTARTS = Number(process.env.RESTARTS ?? 1);
const WITHIN_MS = 120_000 + RESTARTS * 60_000;
const GUESTS_PER_PROXY = 10;
/**
 * Guests pause for a random time between bookings, so that some of the proxy's connections are
 * idle.
 */
const LONGEST_PAUSE_MS = 400;

const root = join(import.meta.dir, '../..');
const top = mkdtempSync(join(tmpdir(), 'dockside-restarts-'));
const running: { kill(): unknown }[] = [];
afterAll(() => {
  for (const program of running) program.kill();
  rmSync(top, { recursive: true, force: true });
});

/** The first example under a heading in docs/operations.md. */
function exampleUnder(heading: string): string {
  const text = readFileSync(join(root, 'docs/operations.md'), 'utf8');
  return /```\w*\n([\s\S]*?)```/.exec(text.split(`${heading}\n`)[1] ?? '')?.[1] ?? '';
}

const withPorts = (example: string, first: number) =>
  example
    .replace('127.0.0.1:3000', `127.0.0.1:${first}`)
    .replace('127.0.0.1:3001', `127.0.0.1:${first + 1}`);

type Proxy = { name: string; port: number; process: ChildProcess; output(): string };

async function startProxy(name: string, port: number, args: string[]): Promise<Proxy> {
  const env = { ...process.env, HOME: top, XDG_DATA_HOME: top, XDG_CONFIG_HOME: top };
  const child = spawn(name, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  running.push(child);
  let printed = '';
  child.stderr.on('data', (chunk) => (printed += chunk));
  const proxy = { name, port, process: child, output: () => printed };
  const isUp = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until(isUp, proxy);
  return proxy;
}

async function until(isSo: () => boolean | Promise<boolean>, { name, output }: Proxy) {
  for (const giveUpAt = Date.now() + 60_000; !(await isSo()); await Bun.sleep(50)) {
    if (Date.now() > giveUpAt) throw new Error(`${name} printed: ${output()}`);
  }
}

async function startCaddy(folder: string, first: number) {
  const port = await freePort();
  const site = withPorts(exampleUnder('### Behind Caddy'), first).replace(
    /^dock.example/m,
    `http://127.0.0.1:${port}`,
  );
  const file = join(folder, 'Caddyfile');
  writeFileSync(file, `{\n\tadmin off\n}\n${site}`);
  return startProxy('caddy', port, ['run', '--adapter', 'caddyfile', '--config', file]);
}

async function startNginx(folder: string, first: number) {
  const port = await freePort();
  const server = withPorts(exampleUnder('### Behind nginx'), first)
    .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
    .replaceAll(/^\s*ssl_.*\n/gm, '');
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `daemon off; pid ${folder}/nginx.pid; events {} http { access_log off; ${paths.join(' ')} ${server} }`,
  );
  return startProxy('nginx', port, ['-c', file, '-e', 'stderr']);
}

type Answer = { status: number | 'none'; body: string };

/** Sends one booking once. */
function book(port: number, agent: Agent, input: object): Promise<Answer> {
  const body = JSON.stringify(input);
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  const { promise, resolve } = Promise.withResolvers<Answer>();
  const fail = (error: Error) => resolve({ status: 'none', body: String(error) });
  const target = { host: '127.0.0.1', port, path: '/api/appointments', method: 'POST' };
  const call = request({ ...target, agent, headers }, (answer) => {
    let text = '';
    answer.on('data', (chunk) => (text += chunk));
    answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: text }));
    answer.on('error', fail);
  });
  call.on('error', fail);
  call.end(body);
  return promise;
}

/**
 * Returns true if the guest books again. A 503 from the product has a body. It means that the
 * machine is busy, and our pages repeat the call. On a busy machine, a stopping process may also
 * close a connection that it hasn't read yet. The proxy can't know whether a POST was handled, so
 * it answers 502, and people press the button again. While no process can be reached, every press
 * gets 502.
 */
const isRepeated = ({ status, body }: Answer, tries: number) =>
  (status === 503 && body !== '') || (status === 502 && tries === 1);

/** Processes on one database file and consecutive ports, with production's drain. */
async function startProcesses(folder: string, count: number) {
  mkdirSync(folder, { recursive: true });
  const first = await freePort(count);
  const products = new Map<number, Product>();
  const start = async (port: number) => {
    const env = {
      ...{ DEMO: '0', LOG_LEVEL: 'warn', PORT: String(port), TRUST_PROXY: '1' },
      ...{ DRAIN_SECONDS: '6', RATE_LIMIT_FACTOR: '0', HOLD_SHARE: '1' },
    };
    const product = await startProduct({ folder, env });
    running.push(product.process);
    products.set(port, product);
    await readiness(product.url);
  };
  const ports = Array.from({ length: count }, (_, index) => first + index);
  for (const port of ports) await start(port);
  const timeSlots = (await timeSlotsOf(products.get(first)!)).slice(3);
  const database = openBeside(folder);
  await database.execute({
    sql: `insert into availability_slots (date, slot_index, is_available, max_bookings, created_at, updated_at)
      select days.value, windows.value, 1, 9999, 0, 0 from json_each(?) days, json_each('[0, 1, 2]') windows`,
    args: [JSON.stringify([...new Set(timeSlots.map(({ date }) => date))])],
  });
  return {
    ports,
    timeSlots,
    async restart(port: number) {
      await products.get(port)?.stop();
      await start(port);
    },
    async bookings() {
      const { rows } = await database.execute('select location from appointments');
      return rows.map(({ location }) => String(location)).toSorted();
    },
    async stop() {
      database.close();
      await Promise.all([...products.values()].map((product) => product.stop()));
    },
  };
}

/**
 * Guests book through the proxies until `whileBooking` ends. Every booking must be there exactly
 * once.
 */
async function expectNoneLost(
  processes: Awaited<ReturnType<typeof startProcesses>>,
  proxies: Proxy[],
  whileBooking: () => Promise<void>,
) {
  const sent: { id: string; proxy: string; answer: Answer }[] = [];
  let isOver = false;
  const guest = async ({ name, port }: Proxy, number: number) => {
    const agent = new Agent({ keepAlive: true });
    for (let index = 0; !isOver; index += 1) {
      const id = `restart-${name}-${number}-${index}`;
      const input = {
        ...processes.timeSlots[sent.length % processes.timeSlots.length],
        ...{ requestId: id, location: `Dock ${id}`, estimatedGallons: 10 },
        customerPhone: `269${String(5_550_000 + sent.length)}`,
      };
      let answer: Answer;
      let tries = 0;
      do {
        answer = await book(port, agent, input);
        tries += 1;
      } while (isRepeated(answer, tries));
      sent.push({ id, proxy: name, answer });
      await Bun.sleep(Math.random() * LONGEST_PAUSE_MS);
    }
    agent.destroy();
  };
  const numbers = Array.from({ length: GUESTS_PER_PROXY }, (_, number) => number);
  const guests = proxies.flatMap((proxy) => numbers.map((number) => guest(proxy, number)));
  await whileBooking();
  isOver = true;
  await Promise.all(guests);

  const answers = Object.groupBy(sent, ({ proxy, answer }) => `${proxy} ${answer.status}`);
  if (process.env.RESTARTS) {
    for (const [answer, all] of Object.entries(answers)) console.log(answer, all?.length);
  }
  const refused = sent.filter(({ answer }) => answer.status !== 201);
  expect(refused.map(({ proxy, answer }) => `${proxy} ${answer.status} ${answer.body}`)).toEqual(
    [],
  );
  expect(Object.keys(answers)).toHaveLength(proxies.length);
  expect(await processes.bookings()).toEqual(sent.map(({ id }) => `Dock ${id}`).toSorted());
}

const areHere = () => ['caddy', 'nginx'].every((name) => Bun.which(name));

/** Installs the proxies where tests may: as root on Debian. */
function installed(): boolean {
  if (areHere()) return true;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  const options = { stdio: 'ignore', timeout: 180_000 } as const;
  spawnSync('apt-get', ['update', '-qq'], options);
  spawnSync('apt-get', ['install', '-y', '-qq', 'caddy', 'nginx-light'], options);
  return areHere();
}

if (installed())
  test(
    'two processes behind Caddy and nginx restart in turn, and every booking arrives once',
    async () => {
      const folder = join(top, 'two');
      const processes = await startProcesses(folder, 2);
      const [first = 0] = processes.ports;
      const caddy = await startCaddy(folder, first);
      const nginx = await startNginx(folder, first);
      const timesUp = (port: number) =>
        caddy
          .output()
          .split('\n')
          .filter((line) => /"host is up".*:(\d+)"/.exec(line)?.[1] === `${port}`).length;
      await expectNoneLost(processes, [caddy, nginx], async () => {
        for (let restart = 0; restart < RESTARTS; restart += 1) {
          for (const port of processes.ports) {
            const before = timesUp(port);
            await processes.restart(port);
            // As in docs/operations.md, the operator waits until Caddy has noticed the restarted
            // process.
            await until(() => timesUp(port) > before, caddy);
          }
        }
      });
      await processes.stop();
    },
    WITHIN_MS,
  );
