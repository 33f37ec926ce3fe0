/**
 * The sortable columns of the Customer Data tab. They aren't in a schema file because page
 * addresses use them too.
 */
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
