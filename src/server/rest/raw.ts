/** Operations that no procedure stands behind: Stripe's events, photos, files and feeds. */
import * as z from 'zod/mini';
import { customerExportSchema } from '@/domain/account/customers';
import { appointmentExportSchema } from '@/domain/appointment/appointment.schema';
import { activityFilterSchema } from '@/domain/audit/activity.schema';
import { DomainError, MESSAGES } from '@/domain/errors';
import { ledgerExportSchema, reportSchema } from '@/domain/reports';
import { errorFields } from '@/server/config/log';
import { appointmentsCsv } from '@/server/modules/appointments/appointments-export.usecases';
import { activityCsv } from '@/server/modules/audit/activity.usecases';
import { customerCsv } from '@/server/modules/customers/customers.usecases';
import { readPhoto } from '@/server/modules/deliveries/photos.usecases';
import { readFeed } from '@/server/modules/feeds/feeds.usecases';
import { receiveWebhook } from '@/server/modules/payments/webhook.usecases';
import { ledgerCsv } from '@/server/modules/reports/ledger-export.usecases';
import { reportCsv } from '@/server/modules/reports/reports.usecases';
import { wake } from '@/server/modules/wake/wake.usecases';
import type { Context } from '@/server/trpc/init';
import { refused } from './errors';
import type { RawOperation, Schema } from './operation';

const names = z.array(z.string());
const wokenAnswer = z.object({ done: names, failed: names, underWay: names });

export const rawOperations: readonly RawOperation[] = [
  {
    method: 'POST',
    path: '/api/stripe/webhook',
    id: 'receiveStripeEvent',
    tag: 'Payment',
    summary: "Stripe's events",
    notes: 'The body must stay as Stripe signed it; the signature is the header Stripe-Signature.',
    access: 'anyone',
    // Stripe calls it, and its signature decides.
    emergency: 'works',
    keys: 'none',
    errors: [409, 503],
    takes: z.looseObject({}),
    sends: { type: 'application/json', schema: z.object({ received: z.boolean() }) },
    async respond({ context: { deps }, request }) {
      const signature = request.headers.get('stripe-signature');
      await receiveWebhook({ deps }, { body: await request.text(), signature });
      return Response.json({ received: true });
    },
  },
  {
    method: 'POST',
    path: '/api/wake',
    id: 'wake',
    tag: 'Information',
    summary: 'Does all that is due',
    notes:
      'For a timer that wakes a host which sleeps. The header X-Wake-Token holds the WAKE_TOKEN of the settings; without it 401. The answer names jobs; one under way goes on.',
    access: 'anyone',
    // Its token decides.
    emergency: 'works',
    keys: 'none',
    errors: [429],
    sends: { type: 'application/json', schema: wokenAnswer },
    async respond({
      context: {
        deps,
        request: { address },
      },
      request,
    }) {
      const token = request.headers.get('x-wake-token');
      return Response.json(await wake({ deps }, { token, address }));
    },
  },
  {
    method: 'GET',
    path: '/api/photos/{photoId}',
    id: 'getPhoto',
    tag: 'Booking',
    summary: 'A photo of a delivery, or of the filler of a boat',
    notes:
      'For staff, the owner and the driver of the delivery; of a filler for its driver of today. 404 for all others.',
    access: 'anyone',
    // It may show a person, a signature or the name of a boat.
    needs: 'people',
    errors: [404],
    sends: { type: 'image/jpeg' },
    async respond({ context, params: { photoId = '' } }) {
      const jpeg = await readPhoto(context, { id: photoId });
      if (!jpeg) return refused(404, MESSAGES.notFound);
      return new Response(jpeg as Uint8Array<ArrayBuffer>, {
        headers: {
          'content-type': 'image/jpeg',
          // A copy in the browser would outlive the sign-in.
          'cache-control': 'private, no-store',
          'content-disposition': 'inline',
        },
      });
    },
  },
  {
    method: 'GET',
    path: '/api/calendar/{file}',
    id: 'getCalendarFeed',
    tag: 'Drivers',
    summary: 'Deliveries for a calendar program',
    notes: 'The name of the file is a secret; 404 once its link is revoked.',
    access: 'anyone',
    keys: 'none',
    errors: [404],
    sends: { type: 'text/calendar' },
    async respond({ context: { deps }, params: { file = '' } }) {
      const [, token] = /^([\w-]{20,100})\.ics$/.exec(file) ?? [];
      const feed = token === undefined ? null : await readFeed({ deps }, { token });
      if (feed === null) return refused(404, 'There is no such calendar.');
      return new Response(feed, {
        headers: {
          'content-type': 'text/calendar; charset=utf-8',
          'content-disposition': 'inline; filename="dockside.ics"',
        },
      });
    },
  },
  {
    method: 'GET',
    path: '/api/admin/export/customers.csv',
    id: 'exportCustomers',
    tag: 'Staff',
    summary: 'Every customer, or those that a search finds, as a file',
    access: ['admin'],
    needs: 'export',
    errors: [409],
    query: customerExportSchema,
    sends: { type: 'text/csv' },
    respond: async ({ context, query }) =>
      csv('customers', context, customerCsv(context, checked(customerExportSchema, query))),
  },
  {
    method: 'GET',
    path: '/api/admin/export/appointments.csv',
    id: 'exportAppointments',
    tag: 'Staff',
    summary: 'The appointments that a filter lets through, as a file',
    notes: 'The latest first. `held=true` adds those whose card is not saved yet.',
    access: ['admin'],
    needs: 'export',
    errors: [409],
    query: appointmentExportSchema,
    sends: { type: 'text/csv' },
    respond: async ({ context, query }) =>
      csv(
        'appointments',
        context,
        appointmentsCsv(context, checked(appointmentExportSchema, query)),
      ),
  },
  {
    method: 'GET',
    path: '/api/admin/export/report.csv',
    id: 'exportReport',
    tag: 'Staff',
    summary: 'Revenue, gallons, ice and deliveries, as a file',
    access: ['admin'],
    needs: 'export',
    errors: [409],
    query: reportSchema,
    sends: { type: 'text/csv' },
    respond: async ({ context, query }) =>
      new Response(await reportCsv(context, checked(reportSchema, query)), {
        headers: csvHeaders('report'),
      }),
  },
  {
    method: 'GET',
    path: '/api/admin/export/ledger.csv',
    id: 'exportLedger',
    tag: 'Staff',
    summary: 'All money that moved, as a file for accounting software',
    notes:
      'One line for each entry: Date, Kind, Gross, Fee, Net, Reference, Description, Appointment, Delivered on, Counts in, Entry. Without `from` and `to` it has every entry. docs/ledger-csv.md tells what each column means.',
    access: ['admin'],
    needs: 'export',
    errors: [409],
    query: ledgerExportSchema,
    sends: { type: 'text/csv' },
    respond: async ({ context, query }) =>
      csv('ledger', context, ledgerCsv(context, checked(ledgerExportSchema, query))),
  },
  {
    method: 'GET',
    path: '/api/admin/export/activity.csv',
    id: 'exportActivity',
    tag: 'Staff',
    summary: 'The entries of the audit log that a filter lets through, as a file',
    access: ['admin'],
    needs: 'export',
    errors: [409],
    query: activityFilterSchema,
    sends: { type: 'text/csv' },
    respond: async ({ context, query }) =>
      csv('activity', context, activityCsv(context, checked(activityFilterSchema, query))),
  },
];

/** A query as its schema reads it. Throws `invalid_input`. */
function checked<T>(schema: Schema<T>, query: Record<string, string>): T {
  const { data, error } = schema.safeParse(query);
  if (data) return data;
  const [issue] = error?.issues ?? [];
  throw new DomainError('invalid_input', issue?.message ?? 'That input is not valid.');
}

const csvHeaders = (name: string) => ({
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': `attachment; filename="dockside-${name}.csv"`,
});

/**
 * A CSV file that is sent while it is made, only as fast as the caller takes it. Its first lines are made
 * before the answer begins, so that most failures get a status of their own. After that, a failure can only
 * cut the connection: a file that ended as usual would look complete.
 */
async function csv(
  name: string,
  { deps, request }: Context,
  lines: AsyncGenerator<string>,
): Promise<Response> {
  const encoder = new TextEncoder();
  const first = [await lines.next(), await lines.next()];
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = first.shift() ?? (await lines.next());
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      } catch (error) {
        deps.log.error('a file was cut off', { request: request.id, ...errorFields(error) });
        // With a reason, the runtime would print it in whole.
        controller.error();
      }
    },
    async cancel() {
      await lines.return(undefined);
    },
  });
  return new Response(body, { headers: csvHeaders(name) });
}
