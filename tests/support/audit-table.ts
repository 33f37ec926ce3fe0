/** What each call that changes something writes to the audit log, or the reason why it writes nothing. */
import type { AuditAction } from '@/domain/audit/actions';

/** The actions of which a call writes one or more, or a reason. */
type Line = readonly AuditAction[] | string;

const LOOKS_ONLY = 'It changes nothing: it is a mutation to set a cookie, or to be counted.';

export const AUDITED: Record<string, Line> = {
  'auth.register': ['account.registered'],
  'auth.login': ['sign_in.staff'],
  'auth.adminLogin': ['sign_in.staff'],
  'auth.emergencyLogin': ['emergency.granted'],
  'auth.logout': 'It ends the session of its own browser, and gives nobody anything.',
  'auth.updateProfile': ['account.changed'],
  'auth.changePassword': ['account.password_changed'],
  'auth.requestPasswordReset': ['account.reset_requested'],
  'auth.resetPassword': ['account.password_reset'],
  'auth.requestEmailProof': 'It sends a link again, and changes nothing that anyone can see.',
  'auth.proveEmail': ['account.email_proven'],
  'auth.endSession': ['account.sessions_ended'],
  'auth.endOtherSessions': ['account.sessions_ended'],

  'account.delete': ['account.deleted'],
  'account.addBoat': ['boat.added'],
  'account.editBoat': ['boat.edited'],
  'account.removeBoat': ['boat.removed'],
  'account.setDefaultBoat': ['boat.default'],
  'account.setDefaultCard': ['card.default'],
  'account.removeCard': ['card.removed'],
  'account.addRecurring': ['recurring.added'],
  'account.changeRecurring': ['recurring.changed'],

  'booking.manage': LOOKS_ONLY,
  'booking.beginAsGuest': LOOKS_ONLY,
  'booking.validatePromo': LOOKS_ONLY,
  'booking.create':
    'The appointment itself says who booked what and when, and the entry of its card follows; a booking stays one statement.',
  'booking.modify': ['appointment.modified'],
  'booking.patch': ['appointment.modified'],
  'booking.renewGuestLink': ['appointment.link_renewed'],
  'booking.cancel': ['appointment.cancelled'],
  'booking.createPaymentAuthorization':
    'It asks Stripe for a form; the entry is written once a card is saved.',
  'booking.confirmPaymentSetup': ['appointment.card_saved'],
  'booking.useSavedCard': ['appointment.card_saved'],
  'booking.createBalancePayment':
    'It asks Stripe for a form; the entry is written once the balance is paid.',
  'booking.confirmBalancePayment': ['charge.succeeded'],

  'admin.confirm': ['appointment.confirmed'],
  'admin.schedule': ['appointment.scheduled'],
  'admin.editDetails': ['appointment.edited'],
  'admin.cancel': ['appointment.cancelled'],
  'admin.complete': ['appointment.completed'],
  'admin.correctDelivery': ['appointment.corrected'],
  'admin.recordDelivery': ['appointment.recorded'],
  'admin.reschedule': ['appointment.rescheduled'],
  'admin.patch': ['appointment.edited'],
  'admin.retryCharge': ['charge.retried'],
  'admin.recordCash': ['charge.cash'],
  'admin.refund': ['refund.begun'],
  'admin.releaseCharge': ['charge.released'],
  'admin.correctCharge': ['charge.corrected'],
  'admin.forgiveCharge': ['charge.forgiven'],
  'admin.resolveReviewItem': ['review.resolved'],
  'admin.takeOverPayment': ['appointment.completed', 'payment.taken_over'],
  'admin.refundDifference': ['payment.refunded'],
  'admin.resolveDriverReport': ['report.resolved'],

  'admin.switchTimeSlot': ['slots.blocked'],
  'admin.setTimeSlotCapacity': ['slots.capacity'],
  'admin.setDefaultCapacity': ['slots.default_capacity'],
  'admin.blockDays': ['slots.bulk_blocked'],
  'admin.openDays': ['slots.opened'],
  'admin.blockMonths': ['slots.bulk_blocked'],
  'admin.undoBlock': ['slots.bulk_undone'],

  'admin.addCustomerNote': ['customer.noted'],
  'admin.removeCustomerNote': ['customer.note_removed'],
  'admin.addDriver': ['driver.added'],
  'admin.editDriver': ['driver.edited'],
  'admin.retireDriver': ['driver.retired'],
  'admin.restoreDriver': ['driver.restored'],
  'admin.resetDriverPassword': ['driver.password_reset'],
  'admin.addPromoCode': ['promo.added'],
  'admin.editPromoCode': ['promo.edited'],
  'admin.retirePromoCode': ['promo.edited'],
  'admin.setFuelPrices': ['prices.set'],
  'admin.revertFuelPrices': ['prices.reverted'],
  'admin.changePassword': ['account.password_changed'],
  'admin.saveSupport': ['support.saved'],
  'admin.apiKeys.create': ['api_key.created'],
  'admin.apiKeys.revoke': ['api_key.revoked'],
  'calendar.createLink': ['calendar_link.created'],
  'calendar.revokeLink': ['calendar_link.revoked'],

  'driver.patch': ['appointment.en_route'],
  'driver.enRoute': ['appointment.en_route'],
  'driver.complete': ['appointment.completed'],
  'driver.completePhoto': ['appointment.photo_added'],
  'driver.notDelivered': ['appointment.not_delivered'],
  'driver.reportIssue': ['report.sent'],
  'driver.reportIssuePhoto': ['report.photo_added'],
  'driver.setDuty': ['driver.available', 'driver.offline'],
  'driver.setPosition':
    'It says where a driver is, every few seconds; not what they did. Only the latest is kept.',
  'driver.setRouteOrder': ['driver.route_ordered'],
};

/** Calls that only read, and are told of because data leaves with them. */
export const AUDITED_READS: Record<string, readonly AuditAction[]> = {
  'admin.exportCustomers': ['export.customers'],
  'GET /api/admin/customers': ['export.customers'],
  'GET /api/admin/export/customers.csv': ['export.customers'],
  'GET /api/admin/export/report.csv': ['export.report'],
  'GET /api/admin/export/activity.csv': ['export.activity'],
};
