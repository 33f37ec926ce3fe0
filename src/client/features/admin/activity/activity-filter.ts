import type { Outputs } from '@/client/lib/trpc';
import type { AuditThing } from '@/domain/audit/things';

type Part = Partial<
  Record<'person' | 'subject' | 'appointment' | 'from' | 'to' | 'search', string>
>;

/** The filter in the page's address. A part that's missing doesn't filter. */
export type ActivityFilter = Part & { thing?: AuditThing };

/** A change to some parts of the filter. Undefined removes a part. */
export type FilterChange = { [K in keyof ActivityFilter]?: ActivityFilter[K] | undefined };

export type ActivityEntry = Outputs['admin']['activity']['entries'][number];
