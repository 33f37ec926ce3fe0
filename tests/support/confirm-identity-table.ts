/**
 * Every change that staff can make and emergency access can't. Five minutes after a sign-in, the
 * change requires a new proof of identity, or the table has the reason why not.
 */

/**
 * The calls that create or change lasting access, an identity, or an address, each with a valid
 * input.
 */
export const CONFIRMS_IDENTITY: Record<string, object> = {
  'auth.requireConfirmed': {},
  'auth.updateProfile': { fullName: 'Another Name' },
  'factors.begin': {},
  'factors.remove': { id: 'a-factor' },
  'factors.renewRecoveryCodes': {},
  'admin.addDriver': { username: 'eve', password: 'eve-password', name: 'Eve' },
  'admin.editDriver': { id: 1, name: 'Other Name' },
  'admin.restoreDriver': { id: 1, password: 'new-password' },
  'admin.resetDriverPassword': { id: 1, password: 'new-password' },
  'admin.apiKeys.create': { name: 'Ledger', scope: 'read' },
  'admin.saveSupport': { email: 'other.desk@lake.example' },
  'admin.changeBusinessSettings': { confirmRefundsAbove: 5_000 },
  'admin.changePrices': { serviceCharge: '1.25', readEntry: 0 },
  'admin.cancelPriceChange': { id: 1 },
  'calendar.createLink': { name: 'Office', driverId: null },
};

const ENDS_ACCESS = 'It only ends access, and must be quick where a key or a device is lost.';
const OWN_ORDERS = 'It is about orders of the own account, as customers have them.';
const NEEDS_PASSWORD = 'It takes the password of the account, or a link to its address, itself.';
const NO_ACCESS = 'It gives no access, and changes no address.';
const BEFORE_SIGN_IN = 'It is for callers who are not signed in.';
const FOLLOWS_BEGIN = 'Its challenge comes from `factors.begin`, which asks, or from a sign-in.';
const MONEY = 'It is about money: `confirm-concession` says what asks.';

export const CONFIRMS_NO_IDENTITY: Record<string, string> = {
  'admin.closeMonth': 'It writes down what the ledger says, moves nothing and gives no access.',
  'auth.register': BEFORE_SIGN_IN,
  'auth.passkeyQuestion': BEFORE_SIGN_IN,
  'auth.proveEmail': NEEDS_PASSWORD,
  'auth.requestPasswordReset': BEFORE_SIGN_IN,
  'auth.resetPassword': NEEDS_PASSWORD,
  'auth.changePassword': NEEDS_PASSWORD,
  'admin.changePassword': NEEDS_PASSWORD,
  'auth.requestEmailProof': 'It sends a link to the address that the account has already.',
  'auth.endSession': ENDS_ACCESS,
  'auth.endOtherSessions': ENDS_ACCESS,
  'admin.apiKeys.revoke': ENDS_ACCESS,
  'admin.retireDriver': ENDS_ACCESS,
  'calendar.revokeLink': ENDS_ACCESS,
  'booking.renewGuestLink':
    'It ends the link of before; the new one opens one appointment, to no more than staff see.',
  'admin.showLink':
    'It shows what the messages to the customer carry, and opens no more than staff see.',
  'admin.bookForCustomer': 'Its link opens the one appointment that it books.',
  'admin.sendPayLink': 'It sends the link to the address that the appointment has already.',
  'admin.addCustomer': 'The account has no rights, and its link goes to its own address.',
  'booking.provePhone': OWN_ORDERS,
  'booking.sendLink': OWN_ORDERS,
  'factors.newApp': FOLLOWS_BEGIN,
  'factors.newPasskey': FOLLOWS_BEGIN,
  'factors.add': FOLLOWS_BEGIN,
  'account.delete': NEEDS_PASSWORD,
  'account.addBoat': OWN_ORDERS,
  'account.editBoat': OWN_ORDERS,
  'account.removeBoat': OWN_ORDERS,
  'account.setDefaultBoat': OWN_ORDERS,
  'account.addDock': OWN_ORDERS,
  'account.editDock': OWN_ORDERS,
  'account.removeDock': OWN_ORDERS,
  'account.setDefaultDock': OWN_ORDERS,
  'account.setDefaultCard': OWN_ORDERS,
  'account.removeCard': OWN_ORDERS,
  'account.addRecurring': OWN_ORDERS,
  'account.changeRecurring': OWN_ORDERS,
  'booking.manage': OWN_ORDERS,
  'booking.removeFromBrowser': OWN_ORDERS,
  'booking.beginAsGuest': OWN_ORDERS,
  'booking.create': OWN_ORDERS,
  'booking.modify': OWN_ORDERS,
  'booking.patch': OWN_ORDERS,
  'booking.createPaymentAuthorization': OWN_ORDERS,
  'booking.confirmPaymentSetup': OWN_ORDERS,
  'booking.keepCard': OWN_ORDERS,
  'booking.useSavedCard': OWN_ORDERS,
  'booking.validatePromo': OWN_ORDERS,
  'admin.takeOverPayment': MONEY,
  'admin.refundDifference': MONEY,
  'admin.saveLegalText': NO_ACCESS,
  'admin.addCustomerNote': NO_ACCESS,
  'admin.removeCustomerNote': NO_ACCESS,
  'admin.addPromoCode': NO_ACCESS,
  'admin.editPromoCode': NO_ACCESS,
  'admin.retirePromoCode': NO_ACCESS,
};
