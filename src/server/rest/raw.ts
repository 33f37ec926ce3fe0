/** Operations without a tRPC procedure: Stripe's events, photos, files, and feeds. */
import * as z from 'zod/mini';
import { customerExportSchema } from '@/domain/account/customers';
import { journalExportSchema } from '@/domain/accounting/accounts.schema';
import { appointmentExportSchema } from '@/domain/appointment/appointment.schema';
import { activityFilterSchema } from '@/domain/audit/activity.schema';
import { DomainError, MESSAGES } from '@/domain/errors';
import { ledgerExportSchema, reportSchema } from '@/domain/reports';
import { rolesIn } from '@/domain/staff/areas';
import { errorFields } from '@/server/config/log';
import { appointmentsCsv } from '@/server/modules/appointments/appointments-export.usecases';
import { readReceipt } from '@/server/modules/appointments/receipt.usecases';
import { activityCsv } from '@/server/modules/audit/activity.usecases';
import { customerCsv } from '@/server/modules/customers/customers.usecases';
import { readPhoto } from '@/server/modules/deliveries/completion/photos.usecases';
import { readFeed } from '@/server/modules/feeds/feeds.usecases';
import { receiveReply, receiveTextStatus } from '@/server/modules/outbox/text-callbacks.usecases';
import { receiveWebhook } from '@/server/modules/payments/webhook.usecases';
import { journalCsv } from '@/server/modules/reports/journal-export.usecases';
import { ledgerCsv } from '@/server/modules/reports/ledger-export.usecases';
import { reportCsv } from '@/server/modules/reports/reports.usecases';
import { salesCsv } from '@/server/modules/reports/sales-export.usecases';
import { ticketsCsv } from '@/server/modules/trucks/tickets-export.usecases';
import { wake } from '@/server/modules/wake/wake.usecases';
import type { Context } from '@/server/trpc/init';
import { refused } from './errors';
import type { RawOperation, Schema } from './operation';

const names = z.array(z.string());
const wokenAnswer = z.object({ done: names, failed: names, underWay: names });

const SIGNED_BY_TWILIO =
  'Send the form exactly as Twilio signed it, with the signature in the header X-Twilio-Signature. Without a valid one, the response is 403.';

export const rawOperations: readonly RawOperation[] = [
  {
    method: 'POST',
    path: '/api/stripe/webhook',
    id: 'receiveStripeEvent',
    tag: 'Payment',
    summary: 'Receive an event from Stripe',
    notes:
      'Send the body exactly as Stripe signed it, with the signature in the header Stripe-Signature.',
    access: 'anyone',
    // Access depends on Stripe's signature alone, so emergency access makes no difference.
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
    path: '/api/texts/status',
    id: 'receiveTextStatus',
    tag: 'Messages',
    summary: 'Receive the state of a text message from Twilio',
    notes: `The query parameter \`message\` is the text’s ID. ${SIGNED_BY_TWILIO}`,
    access: 'anyone',
    // Access depends on Twilio's signature alone, so emergency access makes no difference.
    emergency: 'works',
    keys: 'none',
    sends: { type: 'text/xml' },
    async respond({ context: { deps }, request }) {
      await receiveTextStatus({ deps }, await textCallback(request));
      return noReply();
    },
  },
  {
    method: 'POST',
    path: '/api/texts/inbound',
    id: 'receiveText',
    tag: 'Messages',
    summary: 'Receive a text message from Twilio',
    notes: `STOP ends all texts to the number until START. Staff see other texts in Needs attention. ${SIGNED_BY_TWILIO}`,
    access: 'anyone',
    // Access depends on Twilio's signature alone, so emergency access makes no difference.
    emergency: 'works',
    keys: 'none',
    sends: { type: 'text/xml' },
    async respond({ context: { deps }, request }) {
      await receiveReply({ deps }, await textCallback(request));
      return noReply();
    },
  },
  {
    method: 'POST',
    path: '/api/wake',
    id: 'wake',
    tag: 'Information',
    summary: 'Run all due work',
    notes:
      'For a timer that wakes a sleeping host. Send the WAKE_TOKEN setting in the header X-Wake-Token. Without it, the response is 401. The response lists the jobs. Jobs in underWay are still running.',
    access: 'anyone',
    // Access depends on the token alone, so emergency access makes no difference.
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
    summary: 'Get a delivery photo or a fuel-fill photo',
    notes:
      'Admins, dispatchers, the customer, and the delivery’s driver can get a photo. Today’s driver can also get the boat’s fuel-fill photo. Everyone else gets a 404.',
    access: 'anyone',
    // The photo may show a person, a signature, or a boat's name.
    needs: 'people',
    errors: [404],
    sends: { type: 'image/jpeg' },
    async respond({ context, params: { photoId = '' } }) {
      const jpeg = await readPhoto(context, { id: photoId });
      if (!jpeg) return refused(404, MESSAGES.notFound);
      return new Response(jpeg as Uint8Array<ArrayBuffer>, {
        headers: {
          'content-type': 'image/jpeg',
          // If a browser cached the photo, it would still be there after the person signs out.
          'cache-control': 'private, no-store',
          'content-disposition': 'inline',
        },
      });
    },
  },
  {
    method: 'GET',
    path: '/api/receipts/{id}',
    id: 'getReceipt',
    tag: 'Booking',
    summary: 'Download the receipt of a completed delivery as a PDF',
    notes: 'For the customer, and for browsers that opened the delivery’s link.',
    access: 'anyone',
    keys: 'none',
    errors: [404, 429],
    sends: { type: 'application/pdf' },
    async respond({ context, params: { id = '' } }) {
      const { name, pdf } = await readReceipt(context, { id });
      return new Response(pdf as Uint8Array<ArrayBuffer>, {
        headers: {
          'content-type': 'application/pdf',
          'cache-control': 'private, no-store',
          'content-disposition': `attachment; filename="${name}"`,
        },
      });
    },
  },
  {
    method: 'GET',
    path: '/api/calendar/{file}',
    id: 'getCalendarFeed',
    tag: 'Drivers',
    summary: 'Get the deliveries as a calendar feed',
    notes: 'The file name is a secret. After its link is revoked, the response is 404.',
    access: 'anyone',
    keys: 'none',
    errors: [404],
    sends: { type: 'text/calendar' },
    async respond({ context: { deps }, params: { file = '' } }) {
      const [, token] = /^([\w-]{20,100})\.ics$/.exec(file) ?? [];
      const feed = token === undefined ? null : await readFeed({ deps }, { token });
      if (feed === null) return refused(404, 'We couldn’t find that calendar.');
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
    summary: 'Download all customers, or those that match a search, as CSV',
    access: rolesIn('exports'),
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
    summary: 'Download the appointments that match a filter, as CSV',
    notes: 'Latest first. `held=true` includes appointments whose card isn’t saved yet.',
    access: rolesIn('exports'),
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
    summary: 'Download revenue, gallons, ice, and deliveries as CSV',
    access: rolesIn('exports'),
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
    summary: 'Download the ledger as CSV for accounting software',
    notes:
      'One line per entry: Date, Kind, Gross, Fee, Net, Reference, Description, Appointment, Delivered on, Counts in, Entry, Tax. Without `from` and `to`, it includes all entries. docs/ledger-csv.md explains each column.',
    access: rolesIn('exports'),
    needs: 'export',
    errors: [409],
    query: ledgerExportSchema,
    sends: { type: 'text/csv' },
    respond: async ({ context, query }) =>
      csv('ledger', context, ledgerCsv(context, checked(ledgerExportSchema, query))),
  },
  {
    method: 'GET',
    path: '/api/admin/export/sales.csv',
    id: 'exportSales',
    tag: 'Staff',
    summary: 'Download the sales by day and product as CSV for accounting software',
    notes:
      'One line per day and product: Date, Product, Deliveries, Quantity, Unit, Gross, Tax, Net, Exempt. Without `from` and `to`, it includes all deliveries. docs/sales-csv.md explains each column.',
    access: rolesIn('exports'),
    needs: 'export',
    errors: [409],
    query: ledgerExportSchema,
    sends: { type: 'text/csv' },
    respond: async ({ context, query }) =>
      csv('sales', context, salesCsv(context, checked(ledgerExportSchema, query))),
  },
  {
    method: 'GET',
    path: '/api/admin/export/journal.csv',
    id: 'exportJournal',
    tag: 'Staff',
    summary: 'Download the double-entry journal as CSV for QuickBooks Online or Xero',
    notes:
      'Set `program` to quickbooks or xero. One journal entry for the sales and one for the payments of each day, in the columns of that program’s own template. Without `from` and `to`, it includes all days. docs/journal.md explains each account.',
    access: rolesIn('exports'),
    needs: 'export',
    errors: [409],
    query: journalExportSchema,
    sends: { type: 'text/csv' },
    respond: async ({ context, query }) => {
      const input = checked(journalExportSchema, query);
      return csv(`journal-${input.program}`, context, journalCsv(context, input));
    },
  },
  {
    method: 'GET',
    path: '/api/admin/export/tickets.csv',
    id: 'exportTickets',
    tag: 'Staff',
    summary: 'Download all ticket numbers as CSV, including void ones',
    notes:
      'One line per number: Date, Ticket, State (Delivered or Void), Order, Truck, Meter, Gallons, Start reading, End reading. Without `from` and `to`, it includes all numbers. docs/tickets.md explains them.',
    access: rolesIn('exports'),
    needs: 'export',
    errors: [409],
    query: ledgerExportSchema,
    sends: { type: 'text/csv' },
    respond: async ({ context, query }) =>
      csv('tickets', context, ticketsCsv(context, checked(ledgerExportSchema, query))),
  },
  {
    method: 'GET',
    path: '/api/admin/export/activity.csv',
    id: 'exportActivity',
    tag: 'Staff',
    summary: 'Download the audit log entries that match a filter, as CSV',
    access: rolesIn('business'),
    needs: 'export',
    errors: [409],
    query: activityFilterSchema,
    sends: { type: 'text/csv' },
    respond: async ({ context, query }) =>
      csv('activity', context, activityCsv(context, checked(activityFilterSchema, query))),
  },
];

const textCallback = async (request: Request) => ({
  url: new URL(request.url),
  body: await request.text(),
  signature: request.headers.get('x-twilio-signature'),
});

/** Makes Twilio send no reply. */
const noReply = () =>
  new Response('<?xml version="1.0" encoding="UTF-8"?><Response/>', {
    headers: { 'content-type': 'text/xml; charset=utf-8' },
  });

/** Reads a query with its schema. @throws invalid_input */
function checked<T>(schema: Schema<T>, query: Record<string, string>): T {
  const { data, error } = schema.safeParse(query);
  if (data) return data;
  const [issue] = error?.issues ?? [];
  throw new DomainError('invalid_input', issue?.message ?? 'That input isn’t valid.');
}

const csvHeaders = (name: string) => ({
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': `attachment; filename="dockside-${name}.csv"`,
});

/**
 * Streams a CSV file as fast as the caller reads it. The first lines are produced before the answer
 * starts, so that most failures still get their own status. A later failure breaks the connection,
 * because a file that ends normally would look complete.
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
        deps.log.error('a CSV download was cut off', {
          request: request.id,
          ...errorFields(error),
        });
        // No error is passed, because the runtime would print all of it.
        controller.error();
      }
    },
    async cancel() {
      await lines.return(undefined);
    },
  });
  return new Response(body, { headers: csvHeaders(name) });
}
