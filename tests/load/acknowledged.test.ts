import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fetchApi } from '../support/api-document';
import { type Product, startProduct } from '../support/product';

let folder: string;
let one: Product;
let two: Product;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dockside-acknowledged-'));
  const env = { DEMO: '0', LOG_LEVEL: 'warn', RATE_LIMIT_FACTOR: '1000' };
  [one, two] = await Promise.all([startProduct({ folder, env }), startProduct({ folder, env })]);
}, 120_000);
afterAll(async () => {
  await Promise.all([one.stop(), two.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

type Day = { date: string; timeSlots: { label: string; state: string }[] };

async function stateOf(server: Product, date: string, label: string) {
  const answer = await fetch(`${server.url}/api/trpc/slots.window`);
  const { days } = (await answer.json()).result.data.json as { days: Day[] };
  return days.find((day) => day.date === date)?.timeSlots.find((at) => at.label === label)?.state;
}

test('no reader in either process sees a time slot open after its booking was acknowledged', async () => {
  const { days } = (await (await fetch(`${one.url}/api/trpc/slots.window`)).json()).result.data
    .json as { days: Day[] };
  const timeSlots = days
    .slice(1)
    .flatMap(({ date, timeSlots }) => timeSlots.map(({ label }) => ({ date, time: label })));

  let stop = false;
  let reads = 0;
  // Readers fill both processes' caches, so that an outdated answer is possible.
  const readers = [one, two, one, two].map(async (server) => {
    while (!stop) {
      await (await fetch(`${server.url}/api/trpc/slots.window`)).text();
      reads += 1;
    }
  });
  const late: string[] = [];
  for (const round of [1, 2]) {
    for (const [index, { date, time }] of timeSlots.entries()) {
      const writer = index % 2 ? one : two;
      const booked = await fetchApi(`${writer.url}/api/appointments`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          date,
          time,
          location: 'Dock 1',
          estimatedGallons: 5,
          customerPhone: '2695550100',
        }),
      });
      expect(booked.status).toBe(201);
      const { id, manageToken } = (await booked.json()) as { id: string; manageToken: string };
      const seen = await Promise.all([one, two].map((server) => stateOf(server, date, time)));
      if (seen.some((state) => state !== 'booked')) late.push(`${round} ${date} ${time}: ${seen}`);
      const cancelled = await fetchApi(`${writer.url}/api/appointments/${id}`, {
        method: 'DELETE',
        headers: { 'x-manage-token': manageToken },
      });
      expect(cancelled.status).toBe(200);
      const freed = await Promise.all([one, two].map((server) => stateOf(server, date, time)));
      if (freed.some((state) => state !== 'open')) late.push(`${round} ${date} ${time}: ${freed}`);
    }
  }
  stop = true;
  await Promise.all(readers);
  expect(late).toEqual([]);
  expect(reads).toBeGreaterThan(100);
}, 120_000);
