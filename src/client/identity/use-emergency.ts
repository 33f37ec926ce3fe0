import { useMe } from '@/client/lib/session';
import { EMERGENCY_USER } from '@/domain/account/emergency';

/** True during emergency access. Screens then hide what it may not open. */
export const useIsEmergency = () => useMe()?.id === EMERGENCY_USER;
