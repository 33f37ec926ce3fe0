import type { AppointmentRow } from '@/db/schema';
import { cents, toTenths } from '@/domain/money';
import { onlyZone } from '@/domain/time-zones';
import type { Settings } from '@/server/config/deps';
import type { FactsOf, MessageKind } from '.';

export const context = {
  settings: {
    appUrl: 'https://dock.example',
    timeZone: 'America/New_York',
    zones: onlyZone('America/New_York'),
  } as Settings,
  company: 'Dockside',
  now: Date.UTC(2026, 5, 13, 14, 0),
};

export const appointment = {
  id: 'appointment-1',
  publicCode: 'D-7KM3Q9',
  userId: null,
  date: '2026-06-13',
  slotIndex: 0,
  location: 'Pier 4',
  slipNumber: '12',
  boat: { name: 'Sea Breeze', type: 'Pontoon' },
  fuelType: 'Regular',
  canType: 'boat',
  fillUp: false,
  estimatedGallonsTenths: toTenths(20),
  actualGallonsTenths: toTenths(20.5),
  fuelTotalCents: cents(8405),
  smallIceBags: 2,
  mediumIceBags: 0,
  largeIceBags: 0,
  iceTotalCents: cents(1000),
  deliveryFeeCents: cents(3000),
  totalPriceCents: cents(12405),
  totalPaidCents: cents(12405),
  remainingBalanceCents: cents(12405),
  stripePaymentMethodId: 'pm_1',
  cardLast4: '4242',
  testMode: false,
  customerName: 'Sam Sailor',
  customerEmail: 'sam@lake.example',
  customerPhone: '2695550100',
} as AppointmentRow;
export const account = {
  id: 'user-1',
  email: 'sam@lake.example',
  emailProvenAt: 1,
  fullName: 'Sam Sailor',
};
const billed = {
  ...{ number: 7, userId: 'marina', sequence: 1, address: 'office@marina.example' },
  totalCents: cents(12405),
  dueOn: '2026-07-31',
  file: { name: 'Invoice 7.pdf', pdf: '' },
};
export const refund = { id: 'refund-1', amountCents: cents(1250), errorMessage: 'account closed' };
export const ownerLink = 'https://dock.example/d/token';
export const supportEmail = 'staff@dock.example';

const waiting = { appointment, ownerLink, entryId: 'entry-1', isAnyWindow: false, offers: 1 };

/** The delivery's details, which every email about it repeats. */
const DETAILS = [
  'Delivery: D-7KM3Q9',
  'When: Saturday, June 13, 2026, 10:00 AM - 12:00 PM Eastern Time',
  'Where: Pier 4, slip 12',
  'Boat: Sea Breeze',
  'Order: 20 gal Regular, 2 small ice bags',
  'Fuel goes into: your boat',
];

/**
 * Sample facts for every kind, and the words its text must contain. A missing kind is a type error.
 */
export const samples: { [K in MessageKind]: { facts: FactsOf<K>; says: string[] } } = {
  booked: {
    facts: { appointment, ownerLink },
    says: [
      'Sat, Jun 13, 10:00 AM - 12:00 PM',
      ...DETAILS,
      'Total: about $124.05',
      'You haven’t been charged',
      'change or cancel',
      ownerLink,
    ],
  },
  'booked-for-you': {
    facts: { appointment, ownerLink },
    says: [
      'As you asked',
      ...DETAILS,
      'You won’t be charged now',
      'Total: about $124.05',
      'change or cancel',
      ownerLink,
    ],
  },
  confirmed: {
    facts: { appointment, ownerLink },
    says: ['is confirmed', ...DETAILS, 'You haven’t been charged', 'change or cancel'],
  },
  rescheduled: {
    facts: {
      appointment,
      before: { ...appointment, date: '2026-06-12' },
      ownerLink,
      supportPhone: '2695550199',
    },
    says: [
      'Delivery moved: Sat, Jun 13',
      'planned for Friday, June 12, 2026, 10:00 AM - 12:00 PM Eastern Time',
      ...DETAILS,
      'call us at (269) 555-0199',
      'change or cancel',
    ],
  },
  'order-changed': {
    facts: { appointment, ownerLink, supportPhone: '2695550199' },
    says: [
      'Your order for Sat, Jun 13 was changed',
      'We changed your order',
      ...DETAILS,
      'Total: about $124.05',
      'You haven’t been charged',
      'call us at (269) 555-0199',
    ],
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
      ...DETAILS,
      'A storm is coming.',
      'You weren’t charged.',
      'call us at (269) 555-0199',
    ],
  },
  'from-office': {
    facts: { appointment, ownerLink, text: 'Please leave the key.', bulkId: 'bulk-1' },
    says: ['About your delivery', 'Please leave the key.', ...DETAILS],
  },
  'en-route': {
    facts: { appointment, ownerLink, driverName: 'Dana Rivers', arrivalAt: context.now },
    says: ['Dana is on the way', 'about 10:00 AM Eastern Time', ...DETAILS],
  },
  'turned-back': {
    facts: { appointment, ownerLink },
    says: ['isn’t on the way yet', 'email you again', ...DETAILS],
  },
  link: {
    facts: { appointment, ownerLink },
    says: [...DETAILS, 'this address', 'last 4 digits', ownerLink],
  },
  'link-replaced': {
    facts: { appointment, ownerLink },
    says: [...DETAILS, 'was replaced', 'contact us', ownerLink],
  },
  'messages-moved': {
    facts: { appointment, ownerLink },
    says: [...DETAILS, 'another email address', 'replace the link', ownerLink],
  },
  'in-account': {
    facts: { appointment, ownerLink },
    says: [...DETAILS, 'added to an account', 'still opens', 'contact us', ownerLink],
  },
  'not-delivered': {
    facts: {
      appointment,
      ownerLink,
      reason: 'no_access',
      tryAgain: false,
      supportPhone: '2695550199',
    },
    says: ['couldn’t get to the dock', 'You weren’t charged', ...DETAILS, '(269) 555-0199'],
  },
  reminder: {
    facts: { appointment, ownerLink, isByInvoice: false },
    says: [...DETAILS, 'fuel cap', 'slip and gate code', 'change or cancel', ownerLink],
  },
  'reminder-card': {
    facts: { appointment, ownerLink, trouble: 'missing' },
    says: [...DETAILS, 'No card is saved', 'Add a card', 'fuel cap', `${ownerLink}?pay=now`],
  },
  'card-gone': {
    facts: { appointment, ownerLink, card: 'Visa ending in 4242' },
    says: ['Visa ending in 4242', 'You haven’t been charged', ...DETAILS, ownerLink],
  },
  completed: {
    facts: { appointment, ownerLink },
    says: [
      '20.5 gallons of Regular and 2 small ice bags',
      'Fuel: $84.05',
      'Ice: $10.00',
      'Delivery fee: $30.00',
      'Total: $124.05',
      'ending in 4242',
    ],
  },
  corrected: {
    facts: {
      appointment: { ...appointment, remainingBalanceCents: cents(0) },
      requestId: 'a-request',
      oldTotalCents: cents(13655),
      plan: {
        refunds: [{ sequence: 1, amountCents: cents(1250), way: 'card' }],
        reductions: [],
        addition: null,
        extra: null,
      },
      ownerLink,
    },
    says: ['20.5 gallons', '$136.55', '$124.05', '$12.50 to your card'],
  },
  'balance-due': { facts: { appointment, sequence: 1, ownerLink }, says: ['$124.05', ownerLink] },
  'balance-received': {
    facts: { appointment, ownerLink, sequence: 1, paidCents: cents(12405), cardLast4: '4242' },
    says: ['$124.05', 'ending in 4242', 'paid in full'],
  },
  'paid-cash': {
    facts: { appointment, ownerLink, sequence: 1, paidCents: cents(12405) },
    says: ['$124.05', 'in cash'],
  },
  invoice: {
    facts: { ...billed, openCents: cents(12405) },
    says: ['Invoice 7 is attached', 'Total: $124.05', 'Due: Friday, July 31, 2026'],
  },
  'invoice-reminder': {
    facts: { ...billed, openCents: cents(2405) },
    says: ['$24.05 is unpaid', 'was due on'],
  },
  refund: { facts: { appointment, ownerLink, refund, way: 'card' }, says: ['$12.50', 'card'] },
  'refund-failed': {
    facts: { appointment, ownerLink, refund, supportPhone: '2695550199' },
    says: ['$12.50', 'didn’t accept', 'call us at (269) 555-0199'],
  },
  'refund-failed-staff': {
    facts: { appointment, refund, supportEmail },
    says: ['$12.50', 'account closed', 'We emailed the customer'],
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
    says: ['D-7KM3Q9', '$3.00 per gallon was for Regular', 'now costs $5.16'],
  },
  dispute: {
    facts: {
      appointment,
      dispute: {
        id: 'dp_1',
        amountCents: cents(12405),
        reason: 'fraudulent',
        status: 'needs_response',
        dueBy: Date.UTC(2026, 5, 23, 23, 59),
      },
      supportEmail,
    },
    says: [
      'Dispute for D-7KM3Q9: needs response',
      '$124.05',
      'they didn’t make this payment',
      'Tuesday, June 23, 2026, 7:59 PM Eastern Time',
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
    says: ['You owe $124.05', 'Pier 4', `${ownerLink}?pay=now`],
  },
  'account-made': {
    facts: { account, token: 'the-token', tokenHash: 'hash' },
    says: ['As you asked', 'within 1 hour', 'works once', '/reset-password?token=the-token'],
  },
  'staff-invited': {
    facts: { account, role: 'dispatcher', token: 'the-token', tokenHash: 'hash' },
    says: ['Your role: Dispatcher.', 'within 7 days', '/reset-password?token=the-token'],
  },
  'staff-access': {
    facts: { account, role: 'viewer' },
    says: ['changed your role to Viewer', 'https://dock.example/admin-login'],
  },
  'password-reset': {
    facts: { account, isStaff: false, token: 'secret-token', tokenHash: 'a'.repeat(64) },
    says: ['https://dock.example/reset-password?token=secret-token\n', 'within 1 hour'],
  },
  'password-changed': { facts: { account }, says: ['was just changed'] },
  'factor-changed': {
    facts: { account, change: { news: 'added', kind: 'passkey', about: 'factor-1' } },
    says: ['A passkey was just added', 'If this wasn’t you'],
  },
  'email-proof': {
    facts: {
      user: account,
      address: 'sam@lake.example',
      token: 'secret-token',
      tokenHash: 'a'.repeat(64),
    },
    says: ['https://dock.example/confirm-email?token=secret-token', '7 days'],
  },
  'email-changing': {
    facts: { account, by: 'owner', to: 'next@lake.example' },
    says: ['is being changed', 'next@lake.example', 'https://dock.example/'],
  },
  'email-changed': {
    facts: { account, to: 'next@lake.example' },
    says: ['was changed', 'next@lake.example', 'contact us'],
  },
  'recurring-skipped': {
    facts: { account, recurringId: 'plan-1', date: '2026-06-20', next: '2026-06-27' },
    says: ['June 20', 'June 27'],
  },
  'recurring-paused': {
    facts: { account, recurringId: 'plan-1', date: '2026-06-20', reason: 'No card is saved.' },
    says: ['June 20', 'No card is saved.', 'https://dock.example/account'],
  },
  'waitlist-confirm': {
    facts: { ...waiting, isAnyWindow: true },
    says: ['within 24 hours', 'Where: Pier 4, slip 12', 'ignore this email', ownerLink],
  },
  'waitlist-offer': {
    facts: { ...waiting, until: context.now },
    says: [
      'A spot opened for Sat, Jun 13, 10:00 AM - 12:00 PM',
      'When: Saturday, June 13, 2026, 10:00 AM - 12:00 PM Eastern Time',
      'for 20 minutes',
      '$0.00 is due now',
      ownerLink,
    ],
  },
  'waitlist-missed': {
    facts: waiting,
    says: ['went to the next person', 'Stay on the waiting list', ownerLink],
  },
  'waitlist-ended': { facts: waiting, says: ['No spot opened on Sat, Jun 13', ownerLink] },
  'waitlist-removed': { facts: waiting, says: ['off the waiting list', ownerLink] },
};
