import { describe, expect, test } from 'bun:test';
import { getTableColumns } from 'drizzle-orm';
import { type AppointmentRow, appointments } from '@/db/schema';
import { cents, NO_CENTS, toTenths } from '@/domain/money';
import { bodyOf, contactLines, type Email, type EmailTemplate, withContact } from '../email';
import { textsOf } from '../message';
import { EMAILS, type FactsOf, isAboutWaiting, type MessageKind, STAFF_KINDS } from '.';
import * as accountEmails from './account-emails';
import * as appointmentEmails from './appointment-emails';
import { appointment, context, ownerLink, refund, samples, supportEmail } from './emails.fixture';
import * as invoiceEmails from './invoice-emails';
import * as linkEmails from './link-emails';
import * as paymentEmails from './payment-emails';
import * as staffEmails from './staff-emails';
import * as waitingEmails from './waiting-emails';

const emailOf = <K extends MessageKind>(kind: K, facts: FactsOf<K> = samples[kind].facts): Email =>
  (EMAILS[kind] as EmailTemplate<FactsOf<K>>)(facts, context);
const textOf = (email: Email) => `${email.subject}\n${bodyOf(email, context)}`;

/**
 * Kinds that greet nobody by name. The link that verifies an address is sent before anyone has
 * verified it, and an office reads its invoices.
 */
const NAMELESS: readonly MessageKind[] = ['email-proof', 'invoice', 'invoice-reminder'];

const kinds = Object.keys(samples) as MessageKind[];

describe.each(kinds)('the email %s', (kind) => {
  const email = emailOf(kind);
  const body = bodyOf(email, context);

  test('contains the required words', () => {
    for (const words of samples[kind].says) expect(textOf(email)).toContain(words);
  });

  test('greets customers, leads staff to the dashboard, and is signed', () => {
    const isToStaff = email.to.address === supportEmail;
    const greeting = NAMELESS.includes(kind) ? 'Hello,\n\n' : 'Hello Sam Sailor,\n\n';
    expect(body.startsWith(greeting)).toBe(!isToStaff);
    expect(body.includes('Open the dashboard: https://dock.example/admin')).toBe(isToStaff);
    expect(body).toEndWith('\n\nDockside');
  });

  test('has the name of the company, whichever it is', () => {
    const other = { ...context, company: 'Sister Lakes Fuel' };
    const named = (EMAILS[kind] as EmailTemplate<FactsOf<MessageKind>>)(samples[kind].facts, other);
    expect(`${named.subject}\n${bodyOf(named, other)}`).not.toContain('Dockside');
    expect(bodyOf(named, other)).toEndWith('\n\nSister Lakes Fuel');
  });

  test('names the zone of each time', () => {
    expect(body.match(/\d:\d\d [AP]M(?! - )(?! Eastern Time)/g)).toBeNull();
  });

  test('has a one-line subject and no unfilled placeholders', () => {
    expect(email.subject).toMatch(/^\S.{5,59}$/);
    expect(textOf(email)).not.toMatch(/undefined|null|NaN|\[object/);
  });
});

/** Columns of an appointment that don't contain text typed by people. */
const NOT_TYPED = new Set<keyof AppointmentRow>([
  ...(['id', 'publicCode', 'requestId', 'requestHash', 'userId', 'linkHash', 'date'] as const),
  ...(['status', 'heldByBrowser', 'heldByPhone', 'heldByAddress', 'heldByKey'] as const),
  ...(['fuelType', 'canType', 'boatId', 'dockId', 'customerEmail', 'paymentMethod'] as const),
  ...(['paymentStatus', 'setupIntentId', 'stripePaymentMethodId', 'stripeCustomerId'] as const),
  ...(['cardBrand', 'cardLast4', 'paymentIntentId', 'bookedBy', 'notDeliveredReason'] as const),
]);
const TYPED = (Object.keys(getTableColumns(appointments)) as (keyof AppointmentRow)[]).filter(
  (name) => ['string', 'json'].includes(appointments[name].dataType) && !NOT_TYPED.has(name),
);

/** An appointment with a marker in every text that people type. */
const marked = {
  ...appointment,
  ...Object.fromEntries(TYPED.map((name) => [name, `Marker ${name}`])),
  boat: { name: 'Marker boat', type: 'Marker type', fillerPlace: 'Marker filler' },
  dock: { slip: 'Marker slip', gateCode: 'Marker gate', note: 'Marker note' },
} as unknown as AppointmentRow;

function markedFacts<K extends MessageKind>(kind: K): FactsOf<K> {
  const entries = Object.entries(samples[kind].facts).map(([name, value]) => {
    if (name === 'appointment' || name === 'before' || name === 'after') {
      return [name, { ...marked, customUnitPriceCents: null, unitPriceCents: cents(516) }];
    }
    const isPerson = name === 'account' || name === 'user';
    return [name, isPerson ? { ...(value as object), fullName: 'Marker name' } : value];
  });
  return Object.fromEntries(entries) as FactsOf<K>;
}

test('every column that people fill in has a marker', () => {
  expect(TYPED).toEqual(
    expect.arrayContaining(['location', 'slipNumber', 'customerName', 'notes']),
  );
  expect(JSON.stringify(marked).match(/Marker/g)?.length).toBeGreaterThanOrEqual(TYPED.length);
});

test.each(kinds)('the email %s repeats no typed text to an unverified address', (kind) => {
  const { email, plain, full } = textsOf(kind, markedFacts(kind), context);
  if (email.to.audience === 'staff') return;
  expect(`${plain.subject}\n${plain.body}`).not.toContain('Marker');
  expect(plain.body).toStartWith('Hello,\n\n');
  // The rest of the message is the same.
  expect(plain.subject).toBe(full.subject);
  expect(plain.body.split('\n').length).toBe(full.body.split('\n').length);
});

test('an email to a verified address has the name and the dock', () => {
  const { full } = textsOf(
    'booked',
    { appointment: { ...marked, location: 'Pier 4' }, ownerLink },
    context,
  );
  expect(full.body).toStartWith('Hello Marker customerName,');
  expect(full.body).toContain('Where: Pier 4');
});

test('no message to staff repeats a link that people typed', () => {
  const evil = {
    ...appointment,
    location: 'Pay at https://evil.example',
    customUnitPriceCents: null,
    unitPriceCents: cents(516),
  };
  const { full } = textsOf(
    'custom-price-changed',
    { before: evil, after: evil, supportEmail },
    context,
  );
  expect(full.body).not.toContain('evil');
});

test('the kinds for staff are those sent to staff', () => {
  const toStaff = kinds.filter((kind) => emailOf(kind).to.audience === 'staff');
  expect(toStaff.sort()).toEqual([...STAFF_KINDS].sort());
});

test('every email about a delivery or the waiting list links to its page once', () => {
  for (const kind of kinds) {
    const email = emailOf(kind);
    const isAboutDelivery = email.to.audience === 'customer' && email.to.appointmentId !== null;
    const hasPage = isAboutDelivery || isAboutWaiting({ dedupeKey: kind });
    const links = textOf(email).split(ownerLink).length - 1;
    expect([kind, links]).toEqual([kind, hasPage ? 1 : 0]);
  }
});

test('an email that asks for a call has the number', () => {
  for (const kind of kinds) {
    const text = textOf(emailOf(kind));
    if (/call us/i.test(text)) expect(text).toContain('call us at (269) 555-0199');
  }
});

test('every email template has a kind', () => {
  const files = [
    ...[accountEmails, appointmentEmails, invoiceEmails],
    ...[linkEmails, paymentEmails, staffEmails, waitingEmails],
  ];
  const templates = files.flatMap((file) => Object.values(file));
  expect(new Set<unknown>(templates)).toEqual(new Set(Object.values(EMAILS)));
});

test('an email about a test order says that nothing will be charged', () => {
  const facts = { appointment: { ...appointment, testMode: true }, ownerLink };
  expect(textOf(emailOf('booked', facts))).toContain('This is a test order.');
  expect(textOf(emailOf('completed', facts))).toContain('you won’t be charged');
});

test('the receipt of a delivery without a card, or without a price, says how to pay', () => {
  const noCard = { appointment: { ...appointment, stripePaymentMethodId: null }, ownerLink };
  expect(textOf(emailOf('completed', noCard))).toContain(
    `You owe $124.05. Pay here: ${ownerLink}?pay=now`,
  );
  const free = { appointment: { ...appointment, totalPriceCents: NO_CENTS }, ownerLink };
  expect(textOf(emailOf('completed', free))).toContain('There’s nothing to pay.');
});

test('staff read that a customer without an address wasn’t notified', () => {
  const facts = { appointment: { ...appointment, customerEmail: null }, refund, supportEmail };
  expect(textOf(emailOf('refund-failed-staff', facts))).toContain('hasn’t been notified');
});

test('staff read that a custom price applies to an order that grew', () => {
  const before = { ...appointment, customUnitPriceCents: cents(300) };
  const after = { ...before, estimatedGallonsTenths: toTenths(70) };
  const text = textOf(emailOf('custom-price-changed', { before, after, supportEmail }));
  expect(text).toContain('changed 20 gal Regular to 70 gal Regular');
  expect(text).toContain('$3.00 per gallon still applies');
});

test('a report about no delivery names the driver', () => {
  const report = { id: 'report-2', reason: null, text: 'The pump leaks', spill: null };
  const facts = { report, driverName: 'Dana', appointment: null, supportEmail };
  const email = emailOf('driver-report', facts);
  expect(email.subject).toBe('Dana reported an issue');
  expect(bodyOf(email, context)).toStartWith('Dana: The pump leaks\n\nOpen the dashboard');
});

test('the words follow the style guide', () => {
  const unlike =
    /['"]|e-mail|;|\b(cannot|(is|are|was|were|do|does|did|has|have|will|would|could) not)\b/i;
  for (const kind of kinds)
    expect([kind, textOf(emailOf(kind)).match(unlike)?.[0]]).toEqual([kind, undefined]);
});

test('a receipt lists only what was delivered and charged', () => {
  const iceOnly = {
    ...appointment,
    actualGallonsTenths: toTenths(0),
    smallIceBags: 1,
    fuelTotalCents: NO_CENTS,
    iceTotalCents: cents(500),
    deliveryFeeCents: cents(1000),
    totalPriceCents: cents(1500),
  };
  const text = textOf(emailOf('completed', { appointment: iceOnly, ownerLink }));
  expect(text).toContain('We delivered 1 small ice bag to Pier 4');
  expect(text).not.toMatch(/Fuel:|gallon/);
  expect(text).toContain('Total: $15.00');
});

test('a move to another place at the same time is announced as that', () => {
  const facts = {
    appointment,
    before: { ...appointment, location: 'Pier 5' },
    ownerLink,
    supportPhone: '2695550199',
  };
  expect(textOf(emailOf('rescheduled', facts))).toContain(
    'to another location. The window hasn’t changed.',
  );
});

test('a slip or a boat that may contain a link is left out', () => {
  const evil = {
    ...appointment,
    slipNumber: 'www.evil.example',
    boat: { name: 'evil.example' } as AppointmentRow['boat'],
  };
  const { full } = textsOf('booked', { appointment: evil, ownerLink }, context);
  expect(full.body).not.toContain('evil');
  expect(full.body).toContain('Where: Pier 4\nBoat: your boat\n');
});

test('a sent email names the company and how to reach us', () => {
  const body = bodyOf(emailOf('booked'), context);
  const how = 'Dockside\nFuel and ice delivered to your boat\nQuestions? ';
  const contact = { phone: '2695550199', appUrl: 'https://lake.example', cancellation: '' };
  const legal = '\nTerms: https://lake.example/terms\nPrivacy: https://lake.example/privacy';
  expect(withContact(body, contactLines({ ...contact, canReply: true }))).toEndWith(
    `${how}Reply to this email or call (269) 555-0199.${legal}`,
  );
  expect(withContact(body, contactLines({ ...contact, canReply: false }))).toEndWith(
    `${how}Call (269) 555-0199.${legal}`,
  );
  const cancellation = 'Cancel by 6 PM the day before.';
  expect(withContact(body, contactLines({ ...contact, canReply: false, cancellation }))).toEndWith(
    `(269) 555-0199.\nCancellation: ${cancellation}${legal}`,
  );
});
