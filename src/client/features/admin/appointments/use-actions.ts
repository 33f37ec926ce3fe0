import { useIsEmergency } from '@/client/identity/use-emergency';
import { useMay } from '@/client/identity/use-may';
import { type Appointment, actionsOf } from './appointment';

/** @returns the actions that the signed-in person may take now */
export function useActions(appointment: Appointment) {
  const may = useMay();
  const isEmergency = useIsEmergency();
  const actions = { ...actionsOf(appointment), messages: may('deliveries') && !isEmergency };
  if (may('concessions')) return actions;
  return { ...actions, cash: false, correct: false, refund: false };
}
