import { createContext, useContext } from 'react';
import { useInstants } from '@/client/lib/business-zone';
import { type InstantFormats, instantsIn } from '@/client/lib/instants';

/** The time zone of the shown day, or undefined until a day is loaded. */
export const DayZone = createContext<string | undefined>(undefined);

/** Formats instants in the business's time zone, even without signal. */
export function useDayInstants(): InstantFormats {
  const formats = useInstants();
  const timeZone = useContext(DayZone);
  return timeZone ? instantsIn(timeZone, true) : formats;
}
