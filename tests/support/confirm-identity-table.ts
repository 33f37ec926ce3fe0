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
  'admin.invitePerson': {
    ...{ username: 'olive', fullName: 'Olive', email: 'olive@lake.example', role: 'viewer' },
  },
  'admin.reinvitePerson': { id: 'a-person', email: 'olive@lake.example', role: 'viewer' },
  'admin.changePersonRole': { id: 'a-person', role: 'viewer', read: 'dispatcher' },
  'admin.deactivatePerson': { id: 'a-person' },
  'admin.addDriver': { username: 'eve', password: 'eve-password', name: 'Eve' },
  'admin.editDriver': { id: 1, name: 'Other Name' },
  'admin.restoreDriver': { id: 1, password: 'new-password' },
  'admin.resetDriverPassword': { id: 1, password: 'new-password' },
  'admin.apiKeys.create': { name: 'Ledger', scope: 'read' },
  'admin.saveSupport': { email: 'other.desk@lake.example' },
  'admin.changeBusinessSettings': { confirmRefundsAbove: 5_000 },
  'admin.saveLegalText': { kind: 'terms', text: 'Other terms.' },
  'admin.changePrices': { serviceCharge: '1.25', readEntry: 0 },
  'admin.cancelPriceChange': { id: 1 },
  'admin.changeTaxes': {
    startsOn: '2026-06-20',
    rates: { ice: { kind: 'percent', amount: '6' } },
    readEntry: 0,
  },
  'admin.cancelTaxChange': { id: 1 },
  'calendar.createLink': { name: 'Office', driverId: null },
};

const ENDS_ACCESS = 'It only ends access, and must be quick if a key or a device is lost.';
const OWN_ORDERS = "It only affects the account's own orders, as for customers.";
const NEEDS_PASSWORD =
  "It requires the account's password or a link to its address in the same call.";
const NO_ACCESS = "It doesn't give access or change an address.";
const BEFORE_SIGN_IN = "It's for callers who aren't signed in.";
const FOLLOWS_BEGIN = 'Its challenge comes from `factors.begin`, which asks, or from a sign-in.';
const MONEY = "It's about money. `confirm-concession` tests when it asks.";

export const CONFIRMS_NO_IDENTITY: Record<string, string> = {
  'admin.changeHours': NO_ACCESS,
  'admin.closeMonth': "It records the ledger's figures, moves no money, and gives no access.",
  'auth.register': BEFORE_SIGN_IN,
  'auth.passkeyQuestion': BEFORE_SIGN_IN,
  'auth.proveEmail': NEEDS_PASSWORD,
  'auth.requestPasswordReset': BEFORE_SIGN_IN,
  'auth.resetPassword': NEEDS_PASSWORD,
  'auth.changePassword': NEEDS_PASSWORD,
  'admin.changePassword': NEEDS_PASSWORD,
  'auth.requestEmailProof': "It sends a link to the account's current address.",
  'auth.endSession': ENDS_ACCESS,
  'auth.endOtherSessions': ENDS_ACCESS,
  'admin.apiKeys.revoke': ENDS_ACCESS,
  'admin.retireDriver': ENDS_ACCESS,
  'calendar.revokeLink': ENDS_ACCESS,
  'booking.renewGuestLink':
    'It ends the old link. The new one opens one appointment, and shows no more than staff see.',
  'admin.showLink': "It shows what the customer's messages contain, and no more than staff see.",
  'admin.bookForCustomer': 'Its link only opens the appointment that it books.',
  'admin.sendPayLink': "It sends the link to the appointment's current address.",
  'admin.addCustomer': 'The account has no rights, and its link goes to its own address.',
  'booking.provePhone': OWN_ORDERS,
  'booking.sendLink': OWN_ORDERS,
  'booking.setTexts': OWN_ORDERS,
  'account.setTexts': OWN_ORDERS,
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
  'account.beginCard': OWN_ORDERS,
  'account.confirmCard': OWN_ORDERS,
  'account.setDefaultCard': OWN_ORDERS,
  'account.removeCard': OWN_ORDERS,
  'account.addRecurring': OWN_ORDERS,
  'account.editRecurring': OWN_ORDERS,
  'account.showRecurringConsent': OWN_ORDERS,
  'account.skipRecurring': OWN_ORDERS,
  'account.bookRecurring': OWN_ORDERS,
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
  'admin.editCustomer':
    'A new address works only for its owner: signed in, or with the invitation of an unused account.',
  'admin.addCustomerBoat': NO_ACCESS,
  'admin.editCustomerBoat': NO_ACCESS,
  'admin.removeCustomerBoat': NO_ACCESS,
  'admin.setCustomerDefaultBoat': NO_ACCESS,
  'admin.addCustomerDock': NO_ACCESS,
  'admin.editCustomerDock': NO_ACCESS,
  'admin.removeCustomerDock': NO_ACCESS,
  'admin.setCustomerDefaultDock': NO_ACCESS,
  'admin.addCustomerTag': NO_ACCESS,
  'admin.removeCustomerTag': NO_ACCESS,
  'admin.changeExemption': NO_ACCESS,
  'admin.addCustomerNote': NO_ACCESS,
  'admin.removeCustomerNote': NO_ACCESS,
  'admin.addPromoCode': NO_ACCESS,
  'admin.editPromoCode': NO_ACCESS,
  'admin.retirePromoCode': NO_ACCESS,
  'admin.addDiscount': NO_ACCESS,
  'admin.editDiscount': NO_ACCESS,
  'admin.setDiscountActive': NO_ACCESS,
  'admin.savePlace': NO_ACCESS,
  'admin.removePlace': NO_ACCESS,
  'admin.previewPlaces': NO_ACCESS,
  'admin.importPlaces': NO_ACCESS,
  'admin.saveHomePhoto': NO_ACCESS,
  'admin.saveLogo': NO_ACCESS,
};
