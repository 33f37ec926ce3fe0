/** The columns of the Customer Data tab; each can be sorted by. No schema: addresses name them too. */
export const CUSTOMER_SORTS = [
  'name',
  'contact',
  'orders',
  'spent',
  'lastOrder',
  'status',
  'balance',
] as const;
export type CustomerSort = (typeof CUSTOMER_SORTS)[number];
