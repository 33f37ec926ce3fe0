import type { Outputs } from '@/client/lib/trpc';
import type { AuditThing } from '@/domain/audit/things';

type Part = Partial<
  Record<'person' | 'subject' | 'appointment' | 'from' | 'to' | 'search', string>
>;

/** What the address of the page says; a part that is left out filters nothing. */
export type ActivityFilter = Part & { thing?: AuditThing };

/** A change of some parts; undefined takes a part away. */
export type FilterChange = { [K in keyof ActivityFilter]?: ActivityFilter[K] | undefined };

export type ActivityEntry = Outputs['admin']['activity']['entries'][number];
