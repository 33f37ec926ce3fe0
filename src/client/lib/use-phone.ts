import { useEffect, useState } from 'react';
import { isForeignPhone, type PhoneForms, phoneForms } from '@/domain/phone-forms';
import { fetchedCode } from './fetched-code';

type ReadPhone = (typed: string) => PhoneForms;

const fetchWorldPhone = fetchedCode(
  () => import('@/domain/phone-number'),
  (module): ReadPhone => module.worldPhone,
);
/** Kept once it has come, so that the next number is right at once. */
let worldPhone: ReadPhone | null = null;

/**
 * How a phone number is shown, called and texted. Numbers of other countries need code of their own, which
 * the first one fetches. Until it's there, and without a connection, they're shown and dialed as typed.
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
