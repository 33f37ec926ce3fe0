import { useEffect } from 'react';

const NAME = 'Dockside';

/**
 * Returns the tab's title, such as "Schedule Delivery | Dockside". The home page doesn't have its
 * own.
 */
export function tabTitle(title?: string): string {
  return title ? `${title} | ${NAME}` : `${NAME}: fuel and ice delivered to your dock`;
}

/** Sets the tab's title. */
export function usePageTitle(title?: string): void {
  useEffect(() => {
    document.title = tabTitle(title);
  }, [title]);
}
