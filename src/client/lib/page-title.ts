import { useEffect } from 'react';

const NAME = 'Dockside';

/** The text in the tab: "Schedule Delivery | Dockside". The home page has no title of its own. */
export function tabTitle(title?: string): string {
  return title ? `${title} | ${NAME}` : `${NAME}: fuel and ice delivered to your dock`;
}

/** Sets the title of the tab. */
export function usePageTitle(title?: string): void {
  useEffect(() => {
    document.title = tabTitle(title);
  }, [title]);
}
