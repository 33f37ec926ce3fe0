import type { Outputs } from '@/client/lib/trpc';

export type ClosingDay = Outputs['admin']['closingDay'];
export type TruckLine = ClosingDay['trucks'][number];
export type CashLine = ClosingDay['cash'][number];
