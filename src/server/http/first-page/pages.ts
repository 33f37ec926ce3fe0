import type { Deps } from '@/server/config/deps';
import { readCookies } from '@/server/modules/auth/cookies';
import { type PricesView, readPrices } from '@/server/modules/pricing/pricing.usecases';
import { type SlotsSnapshot, slotsMemoryOf } from '@/server/modules/slots/slots.memory';
import type { BookingWindow } from '@/server/modules/slots/slots.view';
import { readWeather, type WeatherView } from '@/server/modules/weather/weather.usecases';
import { commonHeaders } from '../request-pipeline';
import { documentWriter, type Page, type PageDocument, type WrittenPage } from './document';

const MINUTE_MS = 60_000;

export type FirstPagePath = '/' | '/schedule';

/** What a page shows to everyone. */
type Facts = { slots: BookingWindow; prices: PricesView; weather: WeatherView };

/** Renders a page; src/client/first-page/render.tsx does. `now` is the server's clock (ms). */
export type RenderPage = (
  page: Facts & { path: FirstPagePath; isVisitor: boolean; now: number },
) => Promise<Page>;

/** What the build has made for the first pages. */
export type FirstPageBuild = { render: RenderPage; document: PageDocument };

/** The facts of one moment, and the pages that were written from them. */
type Moment = {
  snapshot: SlotsSnapshot;
  facts: Facts;
  /** The facts as text, to tell whether they changed. */
  text: string;
  now: number;
  pages: Map<string, WrittenPage | Promise<WrittenPage>>;
};

/** Answers a request for the page at a path; rejects where it cannot be rendered. */
export type FirstPages = (request: Request, path: FirstPagePath) => Response | Promise<Response>;

/**
 * `/` and `/schedule` with the dates, states and prices of now in their first bytes. They hold nothing
 * personal: a person whom a cookie may name gets a page without the parts of a visitor, and the
 * browser asks for their own.
 *
 * The bytes are kept until what they show changes, or the minute by which they tell ages. The version that
 * the read of the time slots uses tells whether anything changed at all, without a read of its own.
 */
export function createFirstPages(deps: Deps, { render, document }: FirstPageBuild): FirstPages {
  const memory = slotsMemoryOf(deps);
  const write = documentWriter(document, commonHeaders(deps.settings, document.policy));
  let last: Moment | null = null;
  let reading: { snapshot: SlotsSnapshot; moment: Promise<Moment> } | null = null;

  /** Reads what else the pages show; requests that find the same snapshot share it. */
  function momentOf(snapshot: SlotsSnapshot): Promise<Moment> {
    if (reading?.snapshot === snapshot) return reading.moment;
    const moment = readMoment(snapshot).finally(() => {
      if (reading?.moment === moment) reading = null;
    });
    reading = { snapshot, moment };
    return moment;
  }

  async function readMoment(snapshot: SlotsSnapshot): Promise<Moment> {
    const [prices, weather] = await Promise.all([readPrices({ deps }), readWeather({ deps })]);
    const facts = { slots: snapshot.bookingWindow, prices, weather };
    const text = JSON.stringify(facts);
    const now = deps.clock.now();
    const lasts = last?.text === text && minuteOf(last.now) === minuteOf(now) ? last : null;
    last = lasts ? { ...lasts, snapshot } : { snapshot, facts, text, now, pages: new Map() };
    return last;
  }

  /** The written page; requests that come while it is rendered share it. */
  function pageOf({ facts, now, pages }: Moment, path: FirstPagePath, isVisitor: boolean) {
    const key = `${path} ${isVisitor}`;
    const kept = pages.get(key);
    if (kept) return kept;
    const page = render({ ...facts, path, isVisitor, now }).then((rendered) => {
      const written = write(path, rendered);
      pages.set(key, written);
      return written;
    });
    pages.set(key, page);
    return page;
  }

  function answer({ headers }: Request, moment: Moment, path: FirstPagePath) {
    const page = pageOf(moment, path, isVisitor(headers.get('cookie'), deps));
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

/** True where nothing in the browser tells who the person may be. */
function isVisitor(cookie: string | null, { settings }: Deps): boolean {
  if (cookie === null) return true;
  const { session, guest, keys, manage } = readCookies(cookie, settings.secureCookies);
  return [session, guest, keys, manage].every((value) => value === null);
}
