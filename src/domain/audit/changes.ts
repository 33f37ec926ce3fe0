import { FUEL_FILL_SIDE_LABELS } from '../account/boats';
import { deviceName } from '../account/device-name';
import { PROGRAM_LABELS } from '../accounting/accounts';
import { PROOF_LABELS, type ProofKind } from '../appointment/proof';
import { type AppointmentStatus, STATUS_LABELS } from '../appointment/status';
import { BULK_LABELS } from '../bulk/bulk-change';
import { SETTING_FACTS } from '../business-settings';
import { formatLongDate, formatMonth, isCalendarDate } from '../dates';
import { NOT_DELIVERED_LABELS, type NotDeliveredReason } from '../driver/not-delivered';
import { formatDollars, formatGallons } from '../money';
import { ORDER_FACTS } from '../order/order';
import type { DisputeStatus } from '../payment/dispute';
import { DISPUTE_STATUS_LABELS, disputeReasonText } from '../payment/dispute-texts';
import { formatPhone } from '../phone';
import { PRICE_FACTS } from '../pricing/price-book';
import { timeSlotLabel } from '../slots/time-slots';
import { OFFICE_ROLE_LABELS } from '../staff/people';
import { formatNetworkAddress, yesOrNo } from '../text';
import type { AuditFacts, AuditValues, StoredFacts } from './values';

/** The names of the drivers that an entry's values refer to, by ID. */
export type DriverNames = Readonly<Record<string, string>>;

/** The values of an entry before and after the change. */
type ChangedValues = {
  before: AuditValues | null;
  after: AuditValues | null;
  driverNames: DriverNames;
};

/** @returns the actor of an entry, such as "Ada Admin, admin" */
export function actorText({ actorName, actorKind }: { actorName: string; actorKind: string }) {
  const hasNoRole = ['system', 'guest', 'visitor'].includes(actorKind);
  return hasNoRole || actorName.toLowerCase() === actorKind
    ? actorName
    : `${actorName}, ${actorKind}`;
}

/** The label and text of a value. */
type Fact<V> = { label: string; text: (value: NonNullable<V>) => string };

const photoText = (kind: string) => PROOF_LABELS[kind as ProofKind]?.toLowerCase() ?? kind;

/** @returns the first 3 names and the number of the others, to keep long lists readable */
function listed(names: string[]): string {
  const first = names.slice(0, 3).join(', ');
  return names.length > 3 ? `${first} and ${names.length - 3} more` : first;
}

const driverFact = (names: DriverNames): Fact<number> => ({
  label: 'Driver',
  text: (id) => names[id] ?? `#${id}`,
});

/** The values that staff see, in this order. IDs and instants are left out. */
const FACTS: { readonly [K in keyof AuditFacts]: Fact<AuditFacts[K]> } = {
  status: {
    label: 'Status',
    text: (status) => STATUS_LABELS[status as AppointmentStatus] ?? String(status),
  },
  date: {
    label: 'Date',
    text: (date) => (isCalendarDate(date) ? formatLongDate(date) : date),
  },
  slotIndex: {
    label: 'Time',
    text: timeSlotLabel,
  },
  ...ORDER_FACTS,
  actualGallonsTenths: { label: 'Actual gallons', text: formatGallons },
  meterStartTenths: { label: 'Start reading', text: formatGallons },
  meterEndTenths: { label: 'End reading', text: formatGallons },
  customUnitPriceCents: { label: 'Custom fuel price', text: formatDollars },
  totalPriceCents: { label: 'Total', text: formatDollars },
  seenTotalCents: { label: 'Total on the device', text: formatDollars },
  concededCents: { label: 'Written off', text: formatDollars },
  amountCents: { label: 'Amount', text: formatDollars },
  driverId: driverFact({}),
  noCardReason: { label: 'Reason', text: String },
  overCapacityReason: { label: 'Reason for overbooking', text: String },
  reason: {
    label: 'Reason',
    text: (reason) => NOT_DELIVERED_LABELS[reason as NotDeliveredReason] ?? reason,
  },
  dispute: {
    label: 'Dispute',
    text: (status) => DISPUTE_STATUS_LABELS[status as DisputeStatus] ?? status,
  },
  disputeReason: { label: 'Cardholder says', text: disputeReasonText },
  money: { label: 'Payment', text: (texts) => texts.join(', ') },
  note: { label: 'Note', text: String },
  text: { label: 'Text', text: String },
  tag: { label: 'Tag', text: String },
  forDriver: { label: 'For the driver', text: yesOrNo },
  fullName: { label: 'Name', text: String },
  username: { label: 'Username', text: String },
  signIn: { label: 'Username', text: String },
  officeRole: { label: 'Role', text: (role) => OFFICE_ROLE_LABELS[role] ?? role },
  name: { label: 'Name', text: String },
  email: { label: 'Email', text: String },
  phone: { label: 'Phone', text: formatPhone },
  address: { label: 'Address', text: String },
  boatName: { label: 'Boat', text: String },
  type: { label: 'Type', text: String },
  length: { label: 'Length (ft)', text: String },
  fuelCapacity: { label: 'Tank size (gal)', text: String },
  fuelTaken: { label: 'Fuel type', text: String },
  fuelNever: { label: 'Never fill with', text: String },
  fillerSide: { label: 'Fuel fill side', text: (side) => FUEL_FILL_SIDE_LABELS[side] },
  fillerPlace: { label: 'Fuel fill location', text: String },
  card: { label: 'Card', text: String },
  planType: { label: 'Plan', text: String },
  deliveryDay: { label: 'Day', text: String },
  gallons: { label: 'Gallons', text: String },
  recurringStatus: { label: 'Recurring delivery', text: String },
  regularCents: { label: 'Regular', text: formatDollars },
  premiumCents: { label: 'Premium', text: formatDollars },
  aliases: { label: 'Other names', text: String },
  position: { label: 'Position', text: String },
  added: { label: 'Added', text: String },
  changed: { label: 'Changed', text: String },
  code: { label: 'Code', text: String },
  isActive: { label: 'Active', text: yesOrNo },
  isAvailable: { label: 'Open', text: yesOrNo },
  month: { label: 'Month', text: formatMonth },
  revenueCents: { label: 'Revenue', text: formatDollars },
  feeCents: { label: 'Stripe fees', text: formatDollars },
  netCents: { label: 'Net', text: formatDollars },
  capacity: { label: 'Capacity', text: String },
  timeSlots: { label: 'Time windows', text: listed },
  bulkKind: { label: 'Change', text: (kind) => BULK_LABELS[kind] ?? kind },
  deliveries: { label: 'Deliveries', text: String },
  stops: { label: 'Stops', text: String },
  hoursSunday: { label: 'Sunday', text: String },
  hoursMonday: { label: 'Monday', text: String },
  hoursTuesday: { label: 'Tuesday', text: String },
  hoursWednesday: { label: 'Wednesday', text: String },
  hoursThursday: { label: 'Thursday', text: String },
  hoursFriday: { label: 'Friday', text: String },
  hoursSaturday: { label: 'Saturday', text: String },
  leadTime: { label: 'Lead time', text: String },
  daysAhead: { label: 'Days ahead', text: String },
  season: { label: 'Season', text: String },
  closedDays: { label: 'Closed days', text: String },
  regularGallonsTenths: { label: 'Gallons of Regular', text: formatGallons },
  premiumGallonsTenths: { label: 'Gallons of Premium', text: formatGallons },
  scope: { label: 'Permissions', text: String },
  from: { label: 'From', text: formatNetworkAddress },
  to: { label: 'To', text: String },
  by: { label: 'By', text: String },
  search: { label: 'Search', text: String },
  thing: { label: 'About', text: String },
  userAgent: { label: 'Device', text: (agent) => deviceName(String(agent)) },
  call: { label: 'Call', text: String },
  ...SETTING_FACTS,
  ...PRICE_FACTS,
  accountNames: { label: 'Accounts', text: (names) => names.join(', ') },
  program: { label: 'For', text: (program) => PROGRAM_LABELS[program] },
  taxRates: { label: 'Tax rates', text: (rates) => rates.join(', ') },
  truck: { label: 'Truck', text: String },
  loaded: { label: 'Loaded', text: String },
  counted: { label: 'Counted', text: String },
  variance: { label: 'Variance', text: String },
  dueCents: { label: 'Cash due', text: formatDollars },
  handedInCents: { label: 'Cash handed in', text: formatDollars },
  truckId: { label: 'Truck', text: (id) => `#${id}` },
  ticketNumbers: { label: 'Unused numbers of', text: String },
  meterSerial: { label: 'Meter serial number', text: String },
  paymentTerms: { label: 'Payment terms', text: String },
  creditLimit: { label: 'Credit limit', text: String },
  houseAccount: { label: 'House account', text: String },
  invoice: { label: 'Invoice', text: String },
  certificate: { label: 'Exemption certificate', text: String },
  startsAt: { label: 'Applies from', text: String },
  errorMessage: { label: 'Response', text: String },
  photos: {
    label: 'Photos',
    text: (kinds) => kinds.map(photoText).join(', ') || 'none',
  },
};

export type Change = { label: string; before: string | null; after: string };

/** @returns the values that an entry changed, with labels */
export function changesOf(entry: ChangedValues): Change[] {
  // If the thing was removed, its last values are shown.
  const before = entry.after ? (entry.before ?? {}) : {};
  const after = entry.after ?? entry.before ?? {};
  const facts = { ...FACTS, driverId: driverFact(entry.driverNames) };
  return COLUMNS.flatMap((column) => changeOf(column, facts, { before, after }) ?? []);
}

const COLUMNS = Object.keys(FACTS) as (keyof AuditFacts)[];

function changeOf<K extends keyof AuditFacts>(
  column: K,
  facts: typeof FACTS,
  { before, after }: { before: StoredFacts; after: StoredFacts },
): Change | null {
  if (!(column in after) || JSON.stringify(after[column]) === JSON.stringify(before[column])) {
    return null;
  }
  const { label, text }: Fact<AuditFacts[K]> = facts[column];
  const was = textOf(before[column], text);
  const is = textOf(after[column], text);
  // If a value was missing and is now empty or 0 (no ice, no reason), it didn't change.
  if (was === null && (is === null || after[column] === 0)) return null;
  return { label, before: was, after: is ?? 'none' };
}

function textOf<V>(value: V | null | undefined, text: Fact<V>['text']): string | null {
  return value === undefined || value === null || value === '' ? null : text(value);
}
