import { useMe } from '@/client/lib/session';
import { EMERGENCY_USER } from '@/domain/account/emergency';

/** Whether this browser is in by emergency access. Screens then leave out what it may not open. */
export const useIsEmergency = () => useMe()?.id === EMERGENCY_USER;
