import { Database } from 'bun:sqlite';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type Stripe from 'stripe';
import type { CreatedRange } from './params';
import type { CardBehavior } from './test-cards';

/** The kinds of stored objects, with Stripe's names. */
export interface StoredKinds {
  customer: Stripe.Customer;
  payment_method: Stripe.PaymentMethod;
  setup_intent: Stripe.SetupIntent;
  payment_intent: Stripe.PaymentIntent;
  charge: Stripe.Charge;
  refund: Stripe.Refund;
  dispute: Stripe.Dispute;
  event: Stripe.Event;
}
export type Kind = keyof StoredKinds;

/** A card's private data, in addition to its public object. The number is never stored. */
export interface CardSecret {
  behavior: CardBehavior;
  /** True after a successful SetupIntent. Some cards then no longer require authentication. */
  setUp: boolean;
  /** True after a card was used without a customer or was detached, so it can't be used again. */
  spent: boolean;
}

export interface ListQuery {
  customer?: string | undefined;
  /** The PaymentIntent of a charge, refund, or dispute, or the type of an event. */
  parent?: string | undefined;
  parents?: string[] | undefined;
  /** A prefix of `parent`, for event types such as `payment_intent.*`. */
  parentPrefix?: string | undefined;
  created?: CreatedRange | undefined;
  startingAfter?: string | undefined;
  endingBefore?: string | undefined;
  limit: number;
}

const SCHEMA = `
CREATE TABLE IF NOT EXISTS objects (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL,
  customer TEXT, parent TEXT, created INTEGER NOT NULL, json TEXT NOT NULL, secret TEXT,
  deleted INTEGER NOT NULL DEFAULT 0);
CREATE INDEX IF NOT EXISTS objects_by_kind ON objects (kind, seq);
CREATE INDEX IF NOT EXISTS objects_by_customer ON objects (customer, kind, seq) WHERE customer IS NOT NULL;
CREATE INDEX IF NOT EXISTS objects_by_parent ON objects (parent, kind, seq) WHERE parent IS NOT NULL;
CREATE TABLE IF NOT EXISTS idempotency (
  key TEXT PRIMARY KEY, endpoint TEXT NOT NULL, params TEXT NOT NULL, request_id TEXT NOT NULL,
  created INTEGER NOT NULL, status INTEGER, body TEXT);
CREATE TABLE IF NOT EXISTS deliveries (
  id INTEGER PRIMARY KEY AUTOINCREMENT, event TEXT NOT NULL, target TEXT NOT NULL, attempts INTEGER NOT NULL DEFAULT 0,
  due INTEGER NOT NULL, leased_until INTEGER NOT NULL DEFAULT 0, state TEXT NOT NULL DEFAULT 'pending', last_error TEXT);
CREATE INDEX IF NOT EXISTS deliveries_due ON deliveries (state, due);
CREATE TABLE IF NOT EXISTS tasks (
  id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, object TEXT NOT NULL, due INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS faults (
  id INTEGER PRIMARY KEY AUTOINCREMENT, method TEXT, path TEXT, fault TEXT NOT NULL,
  remaining INTEGER, probability REAL NOT NULL, seed INTEGER NOT NULL, seen INTEGER NOT NULL DEFAULT 0);
CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
`;

interface Row {
  json: string;
}

/** The sandbox's own SQLite file. Several processes can open the same file. */
export class Store {
  readonly db: Database;

  constructor(path: string) {
    if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true });
    this.db = new Database(path, { create: true, strict: true });
    // Another process may briefly hold the write lock. Its transactions take a few milliseconds.
    this.db.exec('PRAGMA busy_timeout = 5000');
    this.useWriteAheadLog();
    this.db.exec('PRAGMA synchronous = NORMAL');
    this.db.exec(SCHEMA);
  }

  /**
   * Turning on the write-ahead log ignores the busy timeout, so processes that start together
   * retry.
   */
  private useWriteAheadLog(): void {
    for (let left = 50; ; left -= 1) {
      try {
        this.db.exec('PRAGMA journal_mode = WAL');
        return;
      } catch (error) {
        if (left === 0 || !String(error).includes('locked')) throw error;
        Bun.sleepSync(20);
      }
    }
  }

  /**
   * Runs `work` as one write, completely or not at all. IMMEDIATE prevents deadlocks between
   * processes.
   */
  write<T>(work: () => T): T {
    return this.db.transaction(work).immediate();
  }

  insert<K extends Kind>(
    kind: K,
    object: StoredKinds[K],
    refs: { customer?: string | null; parent?: string | null; secret?: CardSecret } = {},
  ): void {
    this.db
      .query(
        'INSERT INTO objects (id, kind, customer, parent, created, json, secret) VALUES (?, ?, ?, ?, ?, ?, ?)',
      )
      .run(
        object.id,
        kind,
        refs.customer ?? null,
        refs.parent ?? null,
        object.created,
        JSON.stringify(object),
        refs.secret ? JSON.stringify(refs.secret) : null,
      );
  }

  /** Replaces an object. `customer` moves it to a customer's lists, or out of them. */
  update<K extends Kind>(kind: K, object: StoredKinds[K], customer?: string | null): void {
    if (customer === undefined) {
      this.db
        .query('UPDATE objects SET json = ? WHERE kind = ? AND id = ?')
        .run(JSON.stringify(object), kind, object.id);
    } else {
      this.db
        .query('UPDATE objects SET json = ?, customer = ? WHERE kind = ? AND id = ?')
        .run(JSON.stringify(object), customer, kind, object.id);
    }
  }

  get<K extends Kind>(kind: K, id: string): StoredKinds[K] | undefined {
    const row = this.db
      .query<Row, [string, string]>(
        'SELECT json FROM objects WHERE kind = ? AND id = ? AND deleted = 0',
      )
      .get(kind, id);
    return row ? (JSON.parse(row.json) as StoredKinds[K]) : undefined;
  }

  /** True if an object existed and was deleted. */
  wasDeleted(kind: Kind, id: string): boolean {
    return (
      this.db
        .query('SELECT 1 FROM objects WHERE kind = ? AND id = ? AND deleted = 1')
        .get(kind, id) !== null
    );
  }

  remove(kind: Kind, id: string): void {
    this.db.query('UPDATE objects SET deleted = 1 WHERE kind = ? AND id = ?').run(kind, id);
  }

  secret(id: string): CardSecret {
    const row = this.db
      .query<{ secret: string | null }, [string]>('SELECT secret FROM objects WHERE id = ?')
      .get(id);
    if (!row?.secret) throw new Error(`${id} has no card`);
    return JSON.parse(row.secret) as CardSecret;
  }

  setSecret(id: string, change: Partial<CardSecret>): void {
    const secret = { ...this.secret(id), ...change };
    this.db.query('UPDATE objects SET secret = ? WHERE id = ?').run(JSON.stringify(secret), id);
  }

  /**
   * Returns a page, newest first. Like Stripe, reads a page before an object in ascending order,
   * and then reverses it.
   */
  list<K extends Kind>(kind: K, query: ListQuery): { data: StoredKinds[K][]; hasMore: boolean } {
    const where = ['kind = ?', 'deleted = 0'];
    const values: (string | number)[] = [kind];
    const and = (sql: string, ...bound: (string | number)[]) => {
      where.push(sql);
      values.push(...bound);
    };
    if (query.customer !== undefined) and('customer = ?', query.customer);
    if (query.parent !== undefined) and('parent = ?', query.parent);
    if (query.parents)
      and(`parent IN (${query.parents.map(() => '?').join(',')})`, ...query.parents);
    if (query.parentPrefix !== undefined)
      and('substr(parent, 1, ?) = ?', query.parentPrefix.length, query.parentPrefix);
    const operators = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;
    for (const name of ['gt', 'gte', 'lt', 'lte'] as const) {
      const bound = query.created?.[name];
      if (bound !== undefined) and(`created ${operators[name]} ?`, bound);
    }
    if (query.startingAfter)
      and('seq < (SELECT seq FROM objects WHERE id = ?)', query.startingAfter);
    if (query.endingBefore) and('seq > (SELECT seq FROM objects WHERE id = ?)', query.endingBefore);
    const order = query.endingBefore ? 'ASC' : 'DESC';
    const rows = this.db
      .query<Row, (string | number)[]>(
        `SELECT json FROM objects WHERE ${where.join(' AND ')} ORDER BY seq ${order} LIMIT ?`,
      )
      .all(...values, query.limit + 1);
    const page = rows.slice(0, query.limit).map((row) => JSON.parse(row.json) as StoredKinds[K]);
    if (query.endingBefore) page.reverse();
    return { data: page, hasMore: rows.length > query.limit };
  }

  setting(name: string): string | undefined {
    return this.db
      .query<{ value: string }, [string]>('SELECT value FROM settings WHERE name = ?')
      .get(name)?.value;
  }

  setSetting(name: string, value: string): void {
    this.db
      .query(
        'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
      )
      .run(name, value);
  }

  close(): void {
    this.db.close(false);
  }
}
