import { useMay } from '@/client/identity/use-may';
import { type Appointment, actionsOf } from './appointment';

/** @returns the actions that the signed-in person may take now */
export function useActions(appointment: Appointment) {
  const actions = actionsOf(appointment);
  if (useMay()('concessions')) return actions;
  return { ...actions, cash: false, correct: false, refund: false };
}
