import { createContext, useContext } from 'react';
import { useInstants } from '@/client/lib/business-zone';
import { type InstantFormats, instantsIn } from '@/client/lib/instants';

/** The business's zone as the shown day tells it; undefined while no day is there. */
export const DayZone = createContext<string | undefined>(undefined);

/** How the driver's page writes instants: as the business's clock shows them, also without signal. */
export function useDayInstants(): InstantFormats {
  const known = useInstants();
  const timeZone = useContext(DayZone);
  return timeZone ? instantsIn(timeZone, true) : known;
}
