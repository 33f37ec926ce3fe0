import { useEffect, useState } from 'react';
import { isForeignPhone, type PhoneForms, phoneForms } from '@/domain/phone-forms';
import { fetchedCode } from './fetched-code';

type ReadPhone = (typed: string) => PhoneForms;

const fetchWorldPhone = fetchedCode(
  () => import('@/domain/phone-number'),
  (module): ReadPhone => module.worldPhone,
);
/** Stored after the first fetch, so that the next number is right immediately. */
let worldPhone: ReadPhone | null = null;

/**
 * Returns how to show, call, and text a phone number. Foreign numbers need extra code, which the
 * first one fetches. Until it has loaded, or without a connection, they're shown and dialed as
 * typed.
 */
export function usePhone(typed: string): PhoneForms {
  const [, setFetched] = useState(worldPhone !== null);
  const isForeign = isForeignPhone(typed);
  useEffect(() => {
    if (!isForeign || worldPhone) return;
    let isShown = true;
    void fetchWorldPhone().then((code) => {
      worldPhone ??= code;
      if (isShown) setFetched(code !== null);
    });
    return () => {
      isShown = false;
    };
  }, [isForeign]);
  return isForeign && worldPhone ? worldPhone(typed) : phoneForms(typed);
}
