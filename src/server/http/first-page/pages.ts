import type { Company } from '@/domain/company';
import { type Allowance, costMs, multipleOf, OWN_PAGE_ALLOWANCE, waitMs } from '@/domain/limits';
import type { Deps } from '@/server/config/deps';
import { readCookies } from '@/server/modules/auth/cookies';
import { readCompany } from '@/server/modules/legal/company.usecases';
import { type PricesView, readPrices } from '@/server/modules/pricing/pricing.usecases';
import { type SlotsSnapshot, slotsMemoryOf } from '@/server/modules/slots/slots.memory';
import type { BookingWindow } from '@/server/modules/slots/slots.view';
import { readWeather, type WeatherView } from '@/server/modules/weather/weather.usecases';
import { sharePicture } from '../company-mark';
import { commonHeaders } from '../request-pipeline';
import { withZone } from '../zone-mark';
import type { DeliveryRenderer } from './delivery-renderer';
import { documentWriter, type Page, type PageDocument, type WrittenPage } from './document';
import { type FirstPagePath, type OwnAnswers, readOwnAnswers } from './own-answers';

const MINUTE_MS = 60_000;

/** The data on a page that's the same for everyone. */
type Facts = {
  slots: BookingWindow;
  prices: PricesView;
  weather: WeatherView;
  company: Company;
};

/**
 * Renders a page (src/client/first-page/render.tsx). `own` has a person's own answers. It's null
 * for a visitor, and 'unknown' if the browser has to ask for them. `now` is the server's time (ms).
 */
export type RenderPage = (
  page: Facts & { path: FirstPagePath; own: OwnAnswers | null | 'unknown'; now: number },
) => Promise<Page>;

/** The build's output for the first pages. */
export type FirstPageBuild = {
  render: RenderPage;
  delivery: DeliveryRenderer;
  document: PageDocument;
};

/** The facts at one moment, and the pages made from them, without anyone's own data. */
type Moment = {
  snapshot: SlotsSnapshot;
  facts: Facts;
  /** The facts as text, to detect changes. */
  text: string;
  now: number;
  pages: Map<FirstPagePath | `${FirstPagePath} unknown`, WrittenPage | Promise<WrittenPage>>;
};

/** Answers a request for the page at a path. Rejects if the page can't be rendered. */
export type FirstPages = (request: Request, path: FirstPagePath) => Response | Promise<Response>;

/**
 * Serves `/` and `/schedule` with the current dates, states, and prices in their first bytes, and
 * `/account` with the customer's details. A visitor's bytes are reused until their content changes or a minute passes, because they show
 * times. The version of the time windows shows whether anything changed, without a separate read. A
 * person's page also contains their own data, so it's rendered for one request and never cached.
 */
export function createFirstPages(deps: Deps, { render, document }: FirstPageBuild): FirstPages {
  const memory = slotsMemoryOf(deps);
  const { html, policy, files } = document;
  const { appUrl } = deps.settings;
  // Link previews fetch a picture only from an absolute address.
  const tagsOf = ({ company }: Facts) => ({
    name: company.name,
    picture: `${appUrl}${sharePicture(company)}`,
  });
  const common = commonHeaders(deps.settings, policy);
  const newWriters = (zone: string) => {
    const zoned = { html: withZone(html, zone), policy, files };
    return {
      zone,
      write: documentWriter(zoned, common),
      writeOwn: documentWriter(zoned, { ...common, 'cache-control': 'private, no-store' }),
    };
  };
  let writers = newWriters(deps.settings.timeZone);
  /** Returns the writers for the company's time zone, which are created again after a change. */
  function writersFor({ company }: Facts) {
    if (writers.zone !== company.timeZone) writers = newWriters(company.timeZone);
    return writers;
  }
  const mayAsk = countInMemory(deps, OWN_PAGE_ALLOWANCE);
  let last: Moment | null = null;
  let reading: { snapshot: SlotsSnapshot; moment: Promise<Moment> } | null = null;

  /** Reads the other data of the pages. Requests with the same snapshot share one read. */
  function momentOf(snapshot: SlotsSnapshot): Promise<Moment> {
    if (reading?.snapshot === snapshot) return reading.moment;
    const moment = readMoment(snapshot).finally(() => {
      if (reading?.moment === moment) reading = null;
    });
    reading = { snapshot, moment };
    return moment;
  }

  async function readMoment(snapshot: SlotsSnapshot): Promise<Moment> {
    const [prices, weather, company] = await Promise.all([
      readPrices({ deps }),
      readWeather({ deps }),
      readCompany({ deps }),
    ]);
    const facts = { slots: snapshot.bookingWindow, prices, weather, company };
    const text = JSON.stringify(facts);
    const now = deps.clock.now();
    const lasts = last?.text === text && minuteOf(last.now) === minuteOf(now) ? last : null;
    last = lasts ? { ...lasts, snapshot } : { snapshot, facts, text, now, pages: new Map() };
    return last;
  }

  /**
   * Returns a page without anyone's data: a visitor's page, or a page that asks for the person's
   * own data in the browser. Requests that arrive while it's rendered get the same page.
   */
  function sharedPage({ facts, now, pages }: Moment, path: FirstPagePath, own: null | 'unknown') {
    const key = own ? (`${path} ${own}` as const) : path;
    const kept = pages.get(key);
    if (kept) return kept;
    const page = render({ ...facts, path, own, now }).then((rendered) => {
      const { write, writeOwn } = writersFor(facts);
      const written = (own ? writeOwn : write)(path, rendered, tagsOf(facts));
      pages.set(key, written);
      return written;
    });
    pages.set(key, page);
    return page;
  }

  /** Renders a person's page for this request only. */
  async function ownPage(request: Request, moment: Moment, path: FirstPagePath) {
    const own = await readOwnAnswers(deps, request, path, mayAsk);
    if (own === null || own === 'unknown') return sharedPage(moment, path, own);
    const now = deps.clock.now();
    const { facts } = moment;
    const rendered = await render({ ...facts, path, own, now });
    return writersFor(facts).writeOwn(path, rendered, tagsOf(facts));
  }

  function answer(request: Request, moment: Moment, path: FirstPagePath) {
    const { headers } = request;
    const page = isVisitor(headers.get('cookie'), deps)
      ? sharedPage(moment, path, null)
      : ownPage(request, moment, path);
    const encoding = headers.get('accept-encoding');
    return page instanceof Promise ? page.then((written) => written(encoding)) : page(encoding);
  }

  return (request, path) => {
    const answerAt = (snapshot: SlotsSnapshot) =>
      last?.snapshot === snapshot
        ? answer(request, last, path)
        : momentOf(snapshot).then((moment) => answer(request, moment, path));
    const snapshot = memory.read();
    return snapshot instanceof Promise ? snapshot.then(answerAt) : answerAt(snapshot);
  };
}

const minuteOf = (at: number) => Math.floor(at / MINUTE_MS);

/** True if none of the browser's cookies could identify a person. */
function isVisitor(cookie: string | null, { settings }: Deps): boolean {
  if (cookie === null) return true;
  const { session, keys, manage } = readCookies(cookie, settings.secureCookies);
  return [session, keys, manage].every((value) => value === null);
}

/**
 * More than the number of people who open pages at one time. Above it, full buckets are dropped.
 */
const MOST_COUNTED = 10_000;

/**
 * Counts attempts in this process's memory.
 * @returns a function that counts one more attempt for a key, or returns false if there are none
 * left
 */
function countInMemory({ clock, settings }: Deps, allowance: Allowance) {
  const allowed = multipleOf(allowance, settings.limitFactor);
  const usedUntil = new Map<string, number>();
  return (key: string): boolean => {
    if (settings.limitFactor === 0) return true;
    const now = clock.now();
    const until = usedUntil.get(key) ?? now;
    if (waitMs(allowed, until, now) > 0) return false;
    if (usedUntil.size >= MOST_COUNTED) {
      for (const [other, full] of usedUntil) if (full <= now) usedUntil.delete(other);
    }
    usedUntil.set(key, Math.max(until, now) + costMs(allowed));
    return true;
  };
}
