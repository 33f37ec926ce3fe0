import { DomainError, SENTENCES } from '@/domain/errors';
import { type ReportInput, reportSchema } from '@/domain/reports';
import type { Deps } from '@/server/deps';
import { readCalendarFeed } from '@/server/modules/calendar-feeds/calendar-feeds.usecases';
import { customerCsv } from '@/server/modules/customers/customers.usecases';
import { receiveWebhook } from '@/server/modules/payments/webhook.usecases';
import { readPhoto } from '@/server/modules/photos/photos.usecases';
import { reportCsv } from '@/server/modules/reports/reports.usecases';
import type { Context } from '@/server/trpc/init';

/** Stripe's events: the body must stay as it was signed, so it never passes a parser. */
export async function webhook(deps: Deps, request: Request): Promise<Response> {
  try {
    await receiveWebhook(
      { deps },
      { body: await request.text(), signature: request.headers.get('stripe-signature') },
    );
    return Response.json({ received: true });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return Response.json({ message: error.message }, { status: 400 });
  }
}

/** Deliveries for a calendar program, under a secret link; 404 once it was revoked. */
export async function calendarFeed(deps: Deps, file: string): Promise<Response> {
  const [, token] = /^([\w-]{20,100})\.ics$/.exec(file) ?? [];
  const calendar = token === undefined ? null : await readCalendarFeed({ deps }, { token });
  if (calendar === null) {
    return Response.json({ message: 'There is no such calendar.' }, { status: 404 });
  }
  return new Response(calendar, {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'inline; filename="dockside.ics"',
    },
  });
}

/** A delivery photo, for staff and for whoever booked; 404 for everybody else. */
export async function photo(context: Context, id: string): Promise<Response> {
  const jpeg = await readPhoto(context, { id });
  if (!jpeg) return Response.json({ message: SENTENCES.notFound }, { status: 404 });
  return new Response(jpeg as Uint8Array<ArrayBuffer>, {
    headers: {
      'content-type': 'image/jpeg',
      'cache-control': 'private, max-age=3600',
      'content-disposition': 'inline',
    },
  });
}

type Export = (context: Context, query: Record<string, string>) => Promise<BodyInit>;

/** The files staff may download, by name. */
const EXPORTS: Record<string, Export> = {
  'customers.csv': async (context) => streamOf(customerCsv(context)),
  'report.csv': (context, query) => reportCsv(context, reportOf(query)),
};

function reportOf(query: Record<string, string>): ReportInput {
  const { data, error } = reportSchema.safeParse(query);
  if (data) return data;
  const [issue] = error.issues;
  throw new DomainError('invalid_input', issue?.message ?? 'That input is not valid.');
}

/**
 * A CSV file; a long one is sent while it is made. 404 for another name, 400 for a strange question,
 * 401 or 403 for whoever is not staff.
 */
export async function exported(context: Context, name: string, url: URL): Promise<Response> {
  const write = EXPORTS[name];
  if (!write) return Response.json({ message: 'There is no such file.' }, { status: 404 });
  if (context.actor.kind !== 'user') {
    return Response.json({ message: 'Please sign in first.' }, { status: 401 });
  }
  try {
    return new Response(await write(context, Object.fromEntries(url.searchParams)), {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="dockside-${name}"`,
      },
    });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const status = error.code === 'invalid_input' ? 400 : 403;
    return Response.json({ message: error.message }, { status });
  }
}

/** The lines as bytes, asked for as fast as they are taken, and no longer than somebody takes them. */
function streamOf(lines: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await lines.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await lines.return(undefined);
    },
  });
}
