/** The results of a run and their goals. */
import type { Audited, Waiting } from './browser';
import type { FirstPage } from './first-page';
import type { Measured, MeasuredTarget } from './load-process';
import type { Weights } from './page-weight';
import type { Figure } from './report';
import type { bookings, mixed, reads, startUp, uncached } from './stages';

type Parts = {
  starts: Awaited<ReturnType<typeof startUp>>;
  read: Awaited<ReturnType<typeof reads>>;
  booked: Awaited<ReturnType<typeof bookings>>;
  both: Awaited<ReturnType<typeof mixed>>;
  fresh: Awaited<ReturnType<typeof uncached>>;
  weights: Weights | null;
  page: FirstPage | null;
  waited: Waiting | null;
};

const DATES_IN_A_WINDOW = 14;

/** All results of a run. The goals are for 2 cores and a warmed-up product. */
export function figuresOf(parts: Parts): Figure[] {
  return [...serverFigures(parts), ...pageFigures(parts)];
}

function serverFigures({ starts, read, booked, both, fresh }: Parts): Figure[] {
  const of = read.measured;
  const oneDate = speed(of['product: tRPC, one date'], 'read');
  const window = speed(of['product: tRPC, 14 dates'], 'read');
  const restDate = speed(of['product: REST, one date'], 'read');
  const restWindow = speed(of['product: REST, 14 dates one by one'], 'read') / DATES_IN_A_WINDOW;
  const bareDate = speed(of['bare: constant, one date'], 'read');
  const bareWindow = speed(of['bare: constant, 14 dates'], 'read');
  const sqliteBook = speed(booked.measured['sqlite: book'], 'book');
  return [
    higher('read one date, tRPC / bare', oneDate / bareDate, 0.6, 0.75),
    higher('read 14 dates, tRPC / bare', window / bareWindow, 0.45, 0.55),
    higher('read one date, REST / bare', restDate / bareDate, 0.6, 0.75),
    ratio('read 14 dates, REST one by one / bare', restWindow / bareWindow),
    ratio('read one date, tRPC / sqlite', oneDate / speed(of['sqlite: one date'], 'read')),
    ratio('read 14 dates, tRPC / sqlite', window / speed(of['sqlite: 14 dates'], 'read')),
    ratio('read one date, REST / sqlite', restDate / speed(of['sqlite: one date'], 'read')),
    higher(
      'read one date after a booking / sqlite',
      kindOf(fresh.measured['sqlite: after a booking'], 'read').p50Ms /
        kindOf(fresh.measured['product: after a booking'], 'read').p50Ms,
      0.15,
      0.3,
    ),
    higher(
      'book, tRPC / sqlite',
      speed(booked.measured['product: book, tRPC'], 'book') / sqliteBook,
      0.7,
      1,
    ),
    higher(
      'book, REST / sqlite',
      speed(booked.measured['product: book, REST'], 'book') / sqliteBook,
      0.7,
      1,
    ),
    higher(
      '9 reads of 14 dates, 1 booking / sqlite',
      total(both.measured['product: 9 reads, 1 booking']) /
        total(both.measured['sqlite: 9 reads, 1 booking']),
      1.5,
      1.9,
    ),
    most('read one date, tRPC, p99', p99(of['product: tRPC, one date'], 'read'), 2.5, 'ms', 1.5),
    most('book, tRPC, p99', p99(booked.measured['product: book, tRPC'], 'book'), 15, 'ms', 7),
    lower('start to first answer / bare', starts.productMs / starts.bareMs, 5, 4),
    lower('memory after 10,000 reads / bare', read.memory.product / read.memory.bare, 2.6, 2.2),
  ];
}

/** A page's size, rendering time, and waiting times. Empty without a build. */
function pageFigures({ weights, page, waited }: Parts): Figure[] {
  return [
    ...(weights ? [most('all JS for /, gzip', weights['/'].allJs.gzip, 210, 'kB', 190)] : []),
    ...(page ? firstPageFigures(page) : []),
    ...(waited ? waitingFigures(waited) : []),
  ];
}

function firstPageFigures({ kB, renderingMs, measured }: FirstPage): Figure[] {
  const product = speed(measured['product: the page /'], 'read');
  return [
    higher(
      'the page /, answered / bare',
      product / speed(measured['bare: constant, the page /'], 'read'),
      0.5,
      0.7,
    ),
    most('render and compress the page /', renderingMs, 10, 'ms'),
    most('HTML of the page /, brotli', kB, 22, 'kB'),
  ];
}

/** The figures of pages in a browser. */
export function waitingFigures({ audited, slow, slowestReactionMs }: Waiting): Figure[] {
  return [
    ...Object.entries(audited).flatMap(([path, figures]) => auditFigures(path, figures)),
    most('slow line: dates are seen', slow.datesMs, 1_200, 'ms'),
    most('slow line: the page answers', slow.answersMs, 4_800, 'ms'),
    most('slow line: layout shift', slow.shift, 0.01, ''),
    most('slow phone: slowest reaction', slowestReactionMs, 100, 'ms'),
  ];
}

function auditFigures(path: string, figures: Audited): Figure[] {
  const points = (name: string, value: number, goal: number): Figure => {
    return { name: `${path} ${name}`, value, unit: 'points', goal, better: 'higher' };
  };
  return [
    points('performance', figures.performance, 98),
    points('accessibility', figures.accessibility, 100),
    points('best practices', figures['best-practices'], 100),
    points('SEO', figures.seo, 100),
    most(`${path} first paint`, figures.fcpMs, 1_100, 'ms'),
    most(`${path} largest paint`, figures.lcpMs, 1_200, 'ms'),
    most(`${path} blocking time`, figures.blockingMs, 150, 'ms'),
    most(`${path} layout shift`, figures.shift, 0.01, ''),
  ];
}

function most(
  name: string,
  value: number,
  goal: number,
  unit: Figure['unit'],
  stretch?: number,
): Figure {
  return { name, value, unit, goal, stretch, better: 'lower' };
}

const ratio = (name: string, value: number): Figure => ({ name, value, unit: '×' });
const higher = (name: string, value: number, goal: number, stretch: number): Figure => ({
  ...ratio(name, value),
  goal,
  stretch,
  better: 'higher',
});
const lower = (name: string, value: number, goal: number, stretch: number) =>
  most(name, value, goal, '×', stretch);

function kindOf(target: MeasuredTarget, kind: string): Measured {
  const result = target.kinds[kind];
  if (!result) throw new Error(`${kind} was not measured`);
  return result;
}

const speed = (target: MeasuredTarget, kind: string) => kindOf(target, kind).perSecond;
const p99 = (target: MeasuredTarget, kind: string) => kindOf(target, kind).p99Ms;
const total = (target: MeasuredTarget) =>
  Object.values(target.kinds).reduce((sum, { perSecond }) => sum + perSecond, 0);
