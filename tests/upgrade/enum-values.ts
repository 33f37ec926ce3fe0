/**
 * Lists every value of each column that accepts only certain values. It doesn't compile if a column or a
 * value is missing.
 */
import type * as schema from '@/db/schema';
import { KEY_SCOPES } from '@/domain/access/access.schema';
import { FILLER_SIDES } from '@/domain/account/boats';
import { POSITION_SOURCES } from '@/domain/account/docks';
import { ACCOUNT_PAYMENT_WAYS, INVOICE_SEND_KINDS } from '@/domain/account/house-account';
import { DELIVERY_METHODS } from '@/domain/account/profile';
import { RECURRING_PLANS, RECURRING_STATUSES, WEEKDAYS } from '@/domain/account/recurring';
import { HOLD_KINDS } from '@/domain/appointment/hold-limits';
import { PROOF_KINDS } from '@/domain/appointment/proof';
import { APPOINTMENT_STATUSES } from '@/domain/appointment/status';
import { AUDIT_ACTION_LABELS } from '@/domain/audit/actions';
import { AUDIT_THING_LABELS } from '@/domain/audit/things';
import { BULK_KINDS, BULK_STATES, PART_STATES } from '@/domain/bulk/bulk-change';
import { NOT_DELIVERED_REASONS } from '@/domain/driver/not-delivered';
import { DRIVER_STATUSES } from '@/domain/driver/status';
import { CHANGED_BY } from '@/domain/driver/stop-change';
import { LEGAL_KINDS } from '@/domain/legal/legal-texts';
import { CAN_TYPES } from '@/domain/order/options';
import { CHARGE_STATES } from '@/domain/payment/charge';
import { DISPUTE_STATUSES } from '@/domain/payment/dispute';
import { LEDGER_KINDS } from '@/domain/payment/ledger';
import { REFUND_STATES } from '@/domain/payment/refund';
import { PAYMENT_METHODS, PAYMENT_STATUSES } from '@/domain/payment/status';
import { DISCOUNTED_LINES } from '@/domain/pricing/discount-rules';
import { FUEL_TYPES } from '@/domain/pricing/fuel';
import { REVIEW_KIND_LABELS, REVIEW_OUTCOME_LABELS } from '@/domain/review/review';
import { ROLES } from '@/domain/roles';
import { AREA_POLICIES } from '@/domain/route/service-area';
import { OFFICE_ROLES } from '@/domain/staff/areas';
import { WAITING_STATUSES } from '@/domain/waiting-list/waiting-list';

type RowOf<Table> = Table extends { $inferSelect: infer Row } ? Row : never;
/** True for a type of specific strings, but not for `string`. */
type Choice<Value> = [Value] extends [string] ? (string extends Value ? never : Value) : never;
type ChoiceFields<Row> = {
  [Field in keyof Row]: [Choice<NonNullable<Row[Field]>>] extends [never] ? never : Field;
}[keyof Row];
type Choices<Row> = {
  [Field in ChoiceFields<Row>]: Record<Choice<NonNullable<Row[Field]>>, true>;
};
type Every = {
  [Table in keyof typeof schema as ChoiceFields<RowOf<(typeof schema)[Table]>> extends never
    ? never
    : Table]: Choices<RowOf<(typeof schema)[Table]>>;
};

/** A list from the domain. Its own type makes sure that it's complete. */
function all<Value extends string>(values: readonly Value[]): Record<Value, true> {
  return Object.fromEntries(values.map((value) => [value, true])) as Record<Value, true>;
}
const keys = <Key extends string>(labels: Record<Key, unknown>) =>
  all(Object.keys(labels) as Key[]);

const notDelivered = all(NOT_DELIVERED_REASONS);
const orderChoices = { fuelType: all(FUEL_TYPES), canType: all(CAN_TYPES) };

const EVERY: Every = {
  stopChanges: { by: all(CHANGED_BY) },
  invoiceSends: { kind: all(INVOICE_SEND_KINDS) },
  accountPayments: { way: all(ACCOUNT_PAYMENT_WAYS) },
  apiKeys: { scope: all(KEY_SCOPES) },
  appointments: {
    ...orderChoices,
    status: all(APPOINTMENT_STATUSES),
    paymentMethod: all(PAYMENT_METHODS),
    paymentStatus: all(PAYMENT_STATUSES),
    notDeliveredReason: notDelivered,
    bookedBy: { driver: true, staff: true },
    holdKind: all(HOLD_KINDS),
  },
  auditLog: {
    action: keys(AUDIT_ACTION_LABELS),
    thing: keys(AUDIT_THING_LABELS),
  },
  boats: {
    fuelTaken: all(FUEL_TYPES),
    fuelNever: all(FUEL_TYPES),
    fillerSide: all(FILLER_SIDES),
  },
  challenges: {
    purpose: { 'sign-in': true, 'first-factor': true, 'add-factor': true, confirm: true },
  },
  changes: {
    topic: {
      appointments: true,
      slots: true,
      prices: true,
      support: true,
      weather: true,
      drivers: true,
      staff: true,
    },
  },
  businessSettings: { areaPolicy: all(AREA_POLICIES) },
  bulkChanges: { kind: all(BULK_KINDS), state: all(BULK_STATES) },
  bulkParts: { state: all(PART_STATES) },
  charges: {
    kind: { delivery: true, correction: true },
    state: all(CHARGE_STATES),
    paidBy: all(ACCOUNT_PAYMENT_WAYS),
  },
  discounts: { on: all(DISCOUNTED_LINES) },
  disputes: { status: all(DISPUTE_STATUSES) },
  docks: { positionSource: all(POSITION_SOURCES) },
  driverReports: { reason: notDelivered },
  drivers: { status: all(DRIVER_STATUSES) },
  ledger: { kind: keys(LEDGER_KINDS) },
  legalTexts: { kind: all(LEGAL_KINDS) },
  outbox: {
    channel: { mail: true, text: true, call: true, push: true },
    outcome: { delivered: true, failed: true },
  },
  photos: { kind: { receipt: true, fuel: true, issue: true, ...all(PROOF_KINDS) } },
  refunds: { state: all(REFUND_STATES) },
  reviewItems: {
    kind: keys(REVIEW_KIND_LABELS),
    state: { open: true, done: true },
    outcome: keys(REVIEW_OUTCOME_LABELS),
  },
  secondFactors: { kind: { totp: true, passkey: true } },
  sessions: { kind: { normal: true, emergency: true, hand_over: true } },
  standardTexts: { kind: all(LEGAL_KINDS) },
  subscriptions: {
    planType: keys(RECURRING_PLANS),
    fuelType: all(FUEL_TYPES),
    canType: all(CAN_TYPES),
    deliveryDay: all(WEEKDAYS),
    status: all(RECURRING_STATUSES),
  },
  waitlistEntries: {
    ...orderChoices,
    status: all(WAITING_STATUSES),
    reach: { email: true, text: true },
  },
  writtenMessages: {
    author: { customer: true, staff: true },
    channel: { mail: true, text: true, page: true },
  },
  users: {
    pendingEmailBy: { staff: true },
    role: all(ROLES),
    formerRole: all(OFFICE_ROLES),
    preferredFuelType: all(FUEL_TYPES),
    deliveryMethod: all(DELIVERY_METHODS),
    preferredCanType: all(CAN_TYPES),
  },
};

/** A column's values, by the schema's names of the table and field. Null if it accepts any. */
export function choicesOf(table: string, field: string): readonly string[] | null {
  const choices = (EVERY as Record<string, Record<string, Record<string, true>>>)[table]?.[field];
  return choices ? Object.keys(choices) : null;
}
