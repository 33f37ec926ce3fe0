/** The accounts that the journal posts to, with their names in the accountant's program. */
import { PRODUCT_FACTS, type PRODUCTS, type Product } from '../tax/tax';

/** The programs that can import the journal. */
export const JOURNAL_PROGRAMS = ['quickbooks', 'xero'] as const;
export type JournalProgram = (typeof JOURNAL_PROGRAMS)[number];
export const PROGRAM_LABELS: Record<JournalProgram, string> = {
  quickbooks: 'QuickBooks',
  xero: 'Xero',
};

/** An account's name in QuickBooks, and its code in Xero. */
export type AccountNames = Record<JournalProgram, string>;

type AccountFact = {
  label: string;
  /** What it's for, and which type of account it should be. */
  hint: string;
  usual: AccountNames;
};

const sales = (product: Product, quickbooks: string, xero: string) => ({
  label: `${PRODUCT_FACTS[product].label} Sales`,
  hint: 'Income, without tax and before discounts.',
  usual: { quickbooks, xero },
});

/**
 * The accounts with their defaults. A program doesn't let a journal post to its own accounts for
 * customers' invoices and for banks, so none of the defaults is one of those.
 */
export const ACCOUNT_FACTS = {
  balances: {
    label: 'Customer Balances',
    hint: 'Current asset. What customers owe.',
    usual: { quickbooks: 'Customer Balances', xero: '611' },
  },
  stripe: {
    label: 'Stripe',
    hint: 'Current asset. Card payments until Stripe pays them out.',
    usual: { quickbooks: 'Stripe Clearing', xero: '612' },
  },
  cash: {
    label: 'Cash',
    hint: 'Current asset. Cash until it’s in the bank.',
    usual: { quickbooks: 'Cash on Hand', xero: '613' },
  },
  disputed: {
    label: 'Disputed Payments',
    hint: 'Current asset. Funds that banks withdrew in open disputes.',
    usual: { quickbooks: 'Disputed Payments', xero: '614' },
  },
  unmatched: {
    label: 'Unmatched Payments',
    hint: 'Current liability. Payments without a charge.',
    usual: { quickbooks: 'Unmatched Payments', xero: '821' },
  },
  fuelTax: {
    label: 'Fuel Tax',
    hint: 'Current liability. The tax in Regular and Premium.',
    usual: { quickbooks: 'Fuel Tax Payable', xero: '822' },
  },
  salesTax: {
    label: 'Sales Tax',
    hint: 'Current liability. The tax in ice, delivery fees, and service charges.',
    usual: { quickbooks: 'Sales Tax Collected', xero: '823' },
  },
  Regular: sales('Regular', 'Regular Fuel Sales', '201'),
  Premium: sales('Premium', 'Premium Fuel Sales', '202'),
  ice: sales('ice', 'Ice Sales', '203'),
  delivery: sales('delivery', 'Delivery Fees', '204'),
  service: sales('service', 'Service Charges', '205'),
  discounts: {
    label: 'Discounts',
    hint: 'Reduces income.',
    usual: { quickbooks: 'Discounts Given', xero: '206' },
  },
  refunds: {
    label: 'Refunds',
    hint: 'Reduces income. Refunds that don’t come from a correction.',
    usual: { quickbooks: 'Refunds', xero: '207' },
  },
  fees: {
    label: 'Stripe Fees',
    hint: 'Expense. Fees for payments and disputes.',
    usual: { quickbooks: 'Stripe Fees', xero: '405' },
  },
  disputes: {
    label: 'Lost Disputes',
    hint: 'Expense. Payments that banks returned to cardholders.',
    usual: { quickbooks: 'Dispute Losses', xero: '406' },
  },
  differences: {
    label: 'Payment Differences',
    hint: 'Expense. Amounts too small for a card, and other differences that nobody owes.',
    usual: { quickbooks: 'Payment Differences', xero: '407' },
  },
} as const satisfies Record<Product, AccountFact> & Record<string, AccountFact>;
export type Account = keyof typeof ACCOUNT_FACTS;
export const ACCOUNTS = Object.keys(ACCOUNT_FACTS) as readonly Account[];

/** The account for the tax in each product. */
export const TAX_ACCOUNTS = {
  Regular: 'fuelTax',
  Premium: 'fuelTax',
  ice: 'salesTax',
  delivery: 'salesTax',
  service: 'salesTax',
} as const satisfies Record<(typeof PRODUCTS)[number], Account>;

/** Xero's name for the rate of a line whose amount has no tax to add. */
export const USUAL_XERO_TAX_RATE = 'Tax Exempt';

/** The names that someone saved. Accounts and programs left out have their defaults. */
export type SavedAccounts = {
  accounts: { readonly [A in Account]?: Partial<AccountNames> };
  xeroTaxRate: string | null;
};
export type AccountMap = { accounts: Record<Account, AccountNames>; xeroTaxRate: string };

/** Returns the name of every account: the saved one, or its default. */
export function accountMap(saved: SavedAccounts | null): AccountMap {
  const accounts = ACCOUNTS.map((account) => {
    const { quickbooks, xero } = ACCOUNT_FACTS[account].usual;
    return [account, { quickbooks, xero, ...saved?.accounts[account] }];
  });
  return {
    accounts: Object.fromEntries(accounts),
    xeroTaxRate: saved?.xeroTaxRate ?? USUAL_XERO_TAX_RATE,
  };
}
