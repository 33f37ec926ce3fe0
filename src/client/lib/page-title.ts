import { useEffect } from 'react';
import { tabTitle } from '@/domain/company';
import { useCompany } from './company';

/** Sets the tab's title. */
export function usePageTitle(title?: string): void {
  const name = useCompany()?.name;
  useEffect(() => {
    if (name) document.title = tabTitle(name, title);
  }, [name, title]);
}
