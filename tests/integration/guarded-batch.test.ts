import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { and, eq, sql } from 'drizzle-orm';
import { createDb, type Db } from '@/db/client';
import { isUniqueViolation } from '@/db/engine/failures';
import {
  inserting,
  retryOnConflict,
  tryWriteGuarded,
  unchanged,
  WROTE_BEFORE,
} from '@/db/guarded-batch';
import { migrateDb } from '@/db/migrate';
import { auditLog, drivers, outbox } from '@/db/schema';
import { openOnServer, sqldName, sqldPath, startSqld } from '../support/sqld';

const databases: [name: string, isServer: boolean][] = [
  ['a file', false],
  [sqldName, true],
];

describe.each(databases)('on %s', (_name, isServer) => {
  if (isServer && !sqldPath()) {
    test.skip('no batch was tried', () => {});
    return;
  }

  let folder: string;
  let db: Db;
  let stop: (() => Promise<void>) | undefined;
  let driver: typeof drivers.$inferSelect;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'dockside-guarded-'));
    const server = isServer ? await startSqld(join(folder, 'server')) : null;
    stop = server?.stop;
    db = await (server
      ? openOnServer(server)
      : createDb({ url: `file:${join(folder, 'test.db')}` }));
    await migrateDb(db);
    const [row] = await db.write((orm) =>
      orm.insert(drivers).values({ name: 'Dana', createdAt: 1 }).returning(),
    );
    if (!row) throw new Error('the driver was not inserted');
    driver = row;
  });
  afterAll(async () => {
    await db.close();
    await stop?.();
    rmSync(folder, { recursive: true, force: true });
  });

  const readDriver = async () => {
    const [[row]] = await db.read((orm) => [
      orm.select().from(drivers).where(eq(drivers.id, driver.id)),
    ]);
    if (!row) throw new Error('the driver is gone');
    return row;
  };

  const countOf = async (table: 'audit_log' | 'outbox') =>
    Number((await db.client.execute(`select count(*) as n from ${table}`)).rows[0]?.n);

  function rename(from: typeof driver, name: string, dedupeKey = name) {
    const id = crypto.randomUUID();
    const { orm } = db;
    return tryWriteGuarded(db, {
      guard: orm
        .update(drivers)
        .set({ name })
        .where(and(eq(drivers.id, from.id), unchanged(drivers, from)))
        .returning(),
      audit: {
        id,
        write: inserting(auditLog, {
          id,
          actorKind: 'system',
          actorName: 'test',
          action: 'driver.edited',
          before: { name: from.name },
          after: { name },
          at: 1,
        }),
      },
      also: [
        null,
        inserting(
          outbox,
          { id, recipient: 'a@b.c', subject: name, body: name, dedupeKey, createdAt: 1 },
          { unlessKnown: outbox.dedupeKey },
        ),
      ],
      view: [orm.select({ name: drivers.name }).from(drivers).where(eq(drivers.id, from.id))],
    });
  }

  test('one batch writes the change, its audit entry, and its message, and returns the view', async () => {
    const written = await rename(driver, 'Dana Dockhand');
    expect(written?.changed).toEqual({ ...driver, name: 'Dana Dockhand' });
    expect(written?.view).toEqual([[{ name: 'Dana Dockhand' }]]);
    const [entry] = await db.orm.select().from(auditLog);
    expect(entry).toMatchObject({ before: { name: 'Dana' }, after: { name: 'Dana Dockhand' } });
    const [message] = await db.orm.select().from(outbox);
    // Columns that the row doesn't have get their defaults.
    expect(message).toMatchObject({ channel: 'mail', attempts: 0, sentAt: null });
  });

  test('a guard that fails writes nothing', async () => {
    const counts = async () => [await countOf('audit_log'), await countOf('outbox')];
    const before = await counts();
    expect(await rename(driver, 'Too late')).toBeNull();
    expect(await counts()).toEqual(before);
    expect((await readDriver()).name).toBe('Dana Dockhand');
  });

  test('one of sixty simultaneous batches changes the row', async () => {
    const from = await readDriver();
    const before = await countOf('audit_log');
    const written = await Promise.all(
      Array.from({ length: 60 }, (_, index) => rename(from, `Name ${index}`)),
    );
    const won = written.filter((one) => one !== null);
    expect(won).toHaveLength(1);
    expect((await readDriver()).name).toBe(won[0]?.changed.name as string);
    expect(await countOf('audit_log')).toBe(before + 1);
  });

  test('a batch skips a known message and writes the rest', async () => {
    const before = await countOf('outbox');
    expect(await rename(await readDriver(), 'Renamed', 'Dana Dockhand')).not.toBeNull();
    expect(await countOf('outbox')).toBe(before);
  });

  test('a batch without an audit entry depends on a condition that shows the guard passed', async () => {
    const from = await readDriver();
    const subject = crypto.randomUUID();
    const once = () =>
      tryWriteGuarded(db, {
        guard: db.orm
          .update(drivers)
          .set({ name: subject })
          .where(and(eq(drivers.id, from.id), unchanged(drivers, from)))
          .returning(),
        matched: WROTE_BEFORE,
        also: [
          inserting(outbox, {
            id: crypto.randomUUID(),
            recipient: 'a@b.c',
            subject,
            body: subject,
            dedupeKey: crypto.randomUUID(),
            createdAt: 1,
          }),
        ],
        view: [db.orm.select().from(outbox).where(eq(outbox.subject, subject))],
      });
    const entries = await countOf('audit_log');
    expect((await once())?.view[0]).toHaveLength(1);
    const messages = await countOf('outbox');
    expect(await once()).toBeNull();
    expect(await countOf('outbox')).toBe(messages);
    expect(await countOf('audit_log')).toBe(entries);
  });

  test('a failed batch writes nothing, and other batches write everything', async () => {
    const before = await countOf('audit_log');
    const mark = (id: string) =>
      db.batch((orm) => [
        orm.insert(auditLog).values({
          id,
          actorKind: 'system',
          actorName: 'test',
          action: 'driver.edited',
          at: 1,
        }),
        orm.insert(auditLog).values({
          id: `${id} second`,
          actorKind: 'system',
          actorName: 'test',
          action: 'driver.edited',
          at: 1,
        }),
      ]);
    const [first, repeated, last] = await Promise.allSettled([mark('a'), mark('a'), mark('b')]);
    // On a server, either of the two may be first.
    const failed = [first, repeated, last].filter((one) => one.status === 'rejected');
    expect(failed.map(({ reason }) => isUniqueViolation(reason))).toEqual([true]);
    expect(last.status).toBe('fulfilled');
    expect(await countOf('audit_log')).toBe(before + 4);
  });

  test('each statement of a batch sees the writes before it', async () => {
    const [, rows] = await db.batch((orm) => [
      orm.update(drivers).set({ phone: '2695550100' }),
      orm.select({ phone: drivers.phone, isAdult: sql<number>`1 = 1` }).from(drivers),
    ]);
    expect(rows).toEqual([{ phone: '2695550100', isAdult: 1 }]);
  });
});

test('a use case decides again after a lost race, and stops after a few tries', async () => {
  let tries = 0;
  expect(await retryOnConflict(async () => (++tries < 3 ? null : tries))).toBe(3);
  const failure = await retryOnConflict(async () => null).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'conflict' });
});
