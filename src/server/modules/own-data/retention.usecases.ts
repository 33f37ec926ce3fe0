import { addDays } from '@/domain/dates';
import type { AnyCall } from '@/server/config/call';
import { todayOf } from '@/server/config/deps';
import {
  anonymiseAppointments,
  emptyMessages,
  endUnusedSessions,
  forgetPositions,
} from './retention.repository';

const DAY_MS = 86_400_000;

/**
 * Forgets what was kept for as long as the settings say (D79): texts of messages, positions of
 * drivers, unused sign-ins, and who past deliveries were for. Amounts stay. An appointment that is not
 * settled keeps its customer.
 */
export async function forgetOldData({ deps }: AnyCall): Promise<void> {
  const { messages, positions, sessions, details } = deps.settings.keepDays;
  const daysAgo = (days: number) => deps.clock.now() - days * DAY_MS;
  await forgetPositions(deps.db, daysAgo(positions));
  await endUnusedSessions(deps.db, daysAgo(sessions));
  while ((await emptyMessages(deps.db, daysAgo(messages))) > 0);
  while ((await anonymiseAppointments(deps.db, addDays(todayOf(deps), -details))) > 0);
}
