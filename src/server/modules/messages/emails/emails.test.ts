import { describe, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { getTableColumns } from 'drizzle-orm';
import { type AppointmentRow, appointments } from '@/db/schema';
import { cents, NO_CENTS, toTenths } from '@/domain/money';
import type { Settings } from '@/server/config/deps';
import { bodyOf, type Email, type EmailTemplate } from '../email';
import { textsOf } from '../message';
import { EMAILS, type FactsOf, type MessageKind, STAFF_KINDS } from '.';

const context = {
  settings: { appUrl: 'https://dock.example', timeZone: 'America/New_York' } as Settings,
  now: Date.UTC(2026, 5, 13, 14, 0),
};

const appointment = {
  id: 'appointment-1',
  publicCode: 'D-7KM3Q9',
  userId: null,
  date: '2026-06-13',
  slotIndex: 0,
  location: 'Pier 4',
  fuelType: 'Regular',
  estimatedGallonsTenths: toTenths(20),
  actualGallonsTenths: toTenths(20.5),
  fuelTotalCents: cents(8405),
  iceTotalCents: cents(0),
  deliveryFeeCents: cents(2500),
  totalPriceCents: cents(10905),
  totalPaidCents: cents(10905),
  remainingBalanceCents: cents(10905),
  stripePaymentMethodId: 'pm_1',
  cardLast4: '4242',
  testMode: false,
  customerName: 'Sam Sailor',
  customerEmail: 'sam@lake.example',
  customerPhone: '2695550100',
} as AppointmentRow;
const account = {
  id: 'user-1',
  email: 'sam@lake.example',
  emailProvenAt: 1,
  fullName: 'Sam Sailor',
};
const refund = { id: 'refund-1', amountCents: cents(1250), errorMessage: 'account closed' };
const ownerLink = 'https://dock.example/d/token';
const supportEmail = 'staff@dock.example';

/** A kind without facts here is a type error; each comes with what its text must say. */
const samples: { [K in MessageKind]: { facts: FactsOf<K>; says: string[] } } = {
  booked: {
    facts: { appointment, ownerLink },
    says: ['D-7KM3Q9', 'Saturday, June 13', 'Pier 4', '$109.05', ownerLink],
  },
  'booked-for-you': {
    facts: { appointment, ownerLink },
    says: ['As you asked', 'D-7KM3Q9', 'Pier 4', 'Nothing is charged now', '$109.05', ownerLink],
  },
  confirmed: { facts: { appointment, ownerLink }, says: ['is confirmed', 'Pier 4'] },
  rescheduled: {
    facts: { appointment, ownerLink, supportPhone: '2695550199' },
    says: ['has moved', 'Pier 4', 'call us at (269) 555-0199'],
  },
  cancelled: {
    facts: {
      appointment,
      ownerLink,
      reason: 'A storm is coming.',
      supportPhone: '2695550199',
    },
    says: [
      'had to cancel',
      'Pier 4',
      'A storm is coming.',
      'Nothing was charged.',
      'call us at (269) 555-0199',
    ],
  },
  'from-office': {
    facts: { appointment, ownerLink, text: 'Please leave the key.', bulkId: 'bulk-1' },
    says: ['About your delivery', 'Please leave the key.'],
  },
  'en-route': {
    facts: { appointment, ownerLink, driverName: 'Dana', arrivalAt: context.now },
    says: ['Dana is on the way', '10:00'],
  },
  link: {
    facts: { appointment, ownerLink },
    says: ['D-7KM3Q9', 'Pier 4', 'this address', ownerLink],
  },
  'link-replaced': {
    facts: { appointment, ownerLink },
    says: ['D-7KM3Q9', 'was replaced', 'Pier 4', 'contact us', ownerLink],
  },
  'messages-moved': {
    facts: { appointment, ownerLink },
    says: ['D-7KM3Q9', 'another email address', 'Pier 4', 'replace the link', ownerLink],
  },
  'in-account': {
    facts: { appointment, ownerLink },
    says: ['D-7KM3Q9', 'added to an account', 'Pier 4', 'still opens', 'contact us', ownerLink],
  },
  'not-delivered': {
    facts: {
      ...{ appointment, ownerLink, reason: 'no_access', tryAgain: false },
      supportPhone: '2695550199',
    },
    says: ['could not get to the dock', 'Nothing was charged', '(269) 555-0199'],
  },
  'card-gone': {
    facts: { appointment, ownerLink, card: 'Visa ending in 4242' },
    says: ['Visa ending in 4242', 'Nothing was charged.', ownerLink],
  },
  completed: {
    facts: { appointment, ownerLink },
    says: ['20.5 gallons', '$84.05', '$25.00', '$109.05', 'ending in 4242'],
  },
  corrected: {
    facts: {
      appointment: { ...appointment, remainingBalanceCents: cents(0) },
      requestId: 'a-request',
      oldTotalCents: cents(12155),
      plan: {
        refunds: [{ sequence: 1, amountCents: cents(1250), isCash: false }],
        reductions: [],
        addition: null,
        extra: null,
      },
      ownerLink,
    },
    says: ['20.5 gallons', '$121.55', '$109.05', '$12.50 back to your card'],
  },
  'balance-due': { facts: { appointment, sequence: 1, ownerLink }, says: ['$109.05', ownerLink] },
  'balance-received': {
    facts: { appointment, ownerLink, sequence: 1, paidCents: cents(10905), cardLast4: '4242' },
    says: ['$109.05', 'ending in 4242', 'Nothing is left to pay'],
  },
  'paid-cash': {
    facts: { appointment, ownerLink, sequence: 1, paidCents: cents(10905) },
    says: ['$109.05', 'in cash'],
  },
  refund: { facts: { appointment, ownerLink, refund, isCash: false }, says: ['$12.50', 'card'] },
  'refund-failed': {
    facts: { appointment, ownerLink, refund, supportPhone: '2695550199' },
    says: ['$12.50', 'did not take', 'call us at (269) 555-0199'],
  },
  'refund-failed-staff': {
    facts: { appointment, refund, supportEmail },
    says: ['$12.50', 'account closed', 'has been told by mail'],
  },
  'custom-price-changed': {
    facts: {
      before: { ...appointment, customUnitPriceCents: cents(300) },
      after: {
        ...appointment,
        fuelType: 'Premium',
        unitPriceCents: cents(516),
        customUnitPriceCents: null,
      },
      supportEmail,
    },
    says: ['D-7KM3Q9', '$3.00 a gallon was for Regular', 'now costs $5.16'],
  },
  dispute: {
    facts: {
      appointment,
      dispute: {
        id: 'dp_1',
        amountCents: cents(10905),
        reason: 'fraudulent',
        status: 'needs_response',
        dueBy: Date.UTC(2026, 5, 23, 23, 59),
      },
      supportEmail,
    },
    says: [
      'Dispute of D-7KM3Q9: needs an answer',
      '$109.05',
      'they did not make this payment',
      'Tuesday, June 23, 2026, 7:59 PM',
      'https://dock.example/admin/evidence/appointment-1',
    ],
  },
  'driver-report': {
    facts: {
      report: { id: 'report-1', reason: 'unsafe', text: 'High waves', spill: null },
      driverName: 'Dana',
      appointment,
      supportEmail,
    },
    says: ['Not delivered: D-7KM3Q9, unsafe', 'High waves', 'Sam Sailor, (269) 555-0100'],
  },
  'pay-link': {
    facts: { appointment, ownerLink },
    says: ['$109.05 is to be paid', 'Pier 4', `${ownerLink}?pay=now`],
  },
  'account-made': {
    facts: { account, token: 'the-token', tokenHash: 'hash' },
    says: ['As you asked', 'once, for one hour', '/reset-password?token=the-token'],
  },
  'password-reset': {
    facts: { account, isStaff: false, token: 'secret-token', tokenHash: 'a'.repeat(64) },
    says: ['https://dock.example/reset-password?token=secret-token\n', 'one hour'],
  },
  'password-changed': { facts: { account }, says: ['was just changed'] },
  'factor-changed': {
    facts: { account, change: { news: 'added', kind: 'passkey', about: 'factor-1' } },
    says: ['A passkey was just added', 'If it was not you'],
  },
  'email-proof': {
    facts: {
      user: account,
      address: 'sam@lake.example',
      token: 'secret-token',
      tokenHash: 'a'.repeat(64),
    },
    says: ['https://dock.example/confirm-email?token=secret-token', 'seven days'],
  },
  'email-changing': {
    facts: { account, by: 'owner' },
    says: ['is being changed', 'https://dock.example/'],
  },
  'recurring-skipped': {
    facts: { account, recurringId: 'plan-1', date: '2026-06-20', next: '2026-06-27' },
    says: ['June 20', 'June 27'],
  },
  'recurring-paused': {
    facts: { account, recurringId: 'plan-1', date: '2026-06-20', reason: 'No card is saved.' },
    says: ['June 20', 'No card is saved.', 'https://dock.example/account'],
  },
};

const emailOf = <K extends MessageKind>(kind: K, facts: FactsOf<K> = samples[kind].facts): Email =>
  (EMAILS[kind] as EmailTemplate<FactsOf<K>>)(facts, context);
const textOf = (email: Email) => `${email.subject}\n${bodyOf(email, context)}`;

const kinds = Object.keys(samples) as MessageKind[];

describe.each(kinds)('the e-mail %s', (kind) => {
  const email = emailOf(kind);
  const body = bodyOf(email, context);

  test('says what it has to say', () => {
    for (const words of samples[kind].says) expect(textOf(email)).toContain(words);
  });

  test('greets customers, leads staff to the dashboard, and is signed', () => {
    const isToStaff = email.to.address === supportEmail;
    // The link that proves an address comes before anyone has proven it.
    const greeting = kind === 'email-proof' ? 'Hello,\n\n' : 'Hello Sam Sailor,\n\n';
    expect(body.startsWith(greeting)).toBe(!isToStaff);
    expect(body.includes('See it here: https://dock.example/admin')).toBe(isToStaff);
    expect(body).toEndWith('\n\nDockside');
  });

  test('names the zone of its times, and no zone without times', () => {
    const hasTime = /\d:\d\d [AP]M/.test(email.lines.join('\n'));
    expect(body.includes('\n\nAll times are Eastern Time.\n\nDockside')).toBe(hasTime);
  });

  test('has a subject of one line and no hole in its text', () => {
    expect(email.subject).toMatch(/^\S.{5,80}$/);
    expect(textOf(email)).not.toMatch(/undefined|null|NaN|\[object/);
  });
});

/** Columns of an appointment that people don't fill in with words of their own. */
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

/** A marker in every column that people fill in; in those of several facts, in each of them. */
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

test('the markers stand in every column that people fill in', () => {
  expect(TYPED).toEqual(
    expect.arrayContaining(['location', 'slipNumber', 'customerName', 'notes']),
  );
  expect(JSON.stringify(marked).match(/Marker/g)?.length).toBeGreaterThanOrEqual(TYPED.length);
});

test.each(kinds)('the e-mail %s repeats nothing to an address that is not proven', (kind) => {
  const { email, plain, full } = textsOf(kind, markedFacts(kind), context);
  if (email.to.audience === 'staff') return;
  expect(`${plain.subject}\n${plain.body}`).not.toContain('Marker');
  expect(plain.body).toStartWith('Hello,\n\n');
  // The rest of the message is the same.
  expect(plain.subject).toBe(full.subject);
  expect(plain.body.split('\n').length).toBe(full.body.split('\n').length);
});

test('to a proven address the name and the dock are said', () => {
  const { full } = textsOf(
    'booked',
    { appointment: { ...marked, location: 'Pier 4' }, ownerLink },
    context,
  );
  expect(full.body).toStartWith('Hello Marker customerName,');
  expect(full.body).toContain('at Pier 4');
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

test('the kinds for staff are those that go to staff', () => {
  const toStaff = kinds.filter((kind) => emailOf(kind).to.audience === 'staff');
  expect(toStaff.sort()).toEqual([...STAFF_KINDS].sort());
});

test('every message about a delivery to its customer leads to the page of the delivery, once', () => {
  for (const kind of kinds) {
    const email = emailOf(kind);
    const isAboutDelivery = email.to.audience === 'customer' && email.to.appointmentId !== null;
    const links = textOf(email).split(ownerLink).length - 1;
    expect([kind, links]).toEqual([kind, isAboutDelivery ? 1 : 0]);
  }
});

test('who is asked to call reads the number', () => {
  for (const kind of kinds) {
    const text = textOf(emailOf(kind));
    if (/call us/i.test(text)) expect(text).toContain('call us at (269) 555-0199');
  }
});

test('each kind has the file of its name', () => {
  const files = readdirSync(import.meta.dir).filter((file) => !/^(index|.*\.test)\.ts$/.test(file));
  expect(files.sort()).toEqual(kinds.map((kind) => `${kind}.ts`).sort());
});

test('an order in test mode is told that nothing is charged', () => {
  const facts = { appointment: { ...appointment, testMode: true }, ownerLink };
  expect(textOf(emailOf('booked', facts))).toContain('This is a test booking.');
  expect(textOf(emailOf('completed', facts))).toContain('nothing is charged');
});

test('a delivery without a card, or without a price, tells how it is paid', () => {
  const noCard = { appointment: { ...appointment, stripePaymentMethodId: null }, ownerLink };
  expect(textOf(emailOf('completed', noCard))).toContain(
    `You can pay it here: ${ownerLink}?pay=now`,
  );
  const free = { appointment: { ...appointment, totalPriceCents: NO_CENTS }, ownerLink };
  expect(textOf(emailOf('completed', free))).toContain('There is nothing to pay.');
});

test('staff hear that a customer without an address was not told', () => {
  const facts = { appointment: { ...appointment, customerEmail: null }, refund, supportEmail };
  expect(textOf(emailOf('refund-failed-staff', facts))).toContain('does not know yet');
});

test('staff hear that a custom price holds for an order that grew', () => {
  const before = { ...appointment, customUnitPriceCents: cents(300) };
  const after = { ...before, estimatedGallonsTenths: toTenths(70) };
  const text = textOf(emailOf('custom-price-changed', { before, after, supportEmail }));
  expect(text).toContain('changed 20 gal Regular to 70 gal Regular');
  expect(text).toContain('$3.00 a gallon still holds');
});

test('a report that names no delivery says who reports', () => {
  const report = { id: 'report-2', reason: null, text: 'The pump leaks', spill: null };
  const facts = { report, driverName: 'Dana', appointment: null, supportEmail };
  const email = emailOf('driver-report', facts);
  expect(email.subject).toBe('Dana reports an issue');
  expect(bodyOf(email, context)).toStartWith('Dana: The pump leaks\n\nSee it here');
});
