import { useEffect } from 'react';

const NAME = 'Dockside';

/** Sets the title of the tab: "Schedule Delivery | Dockside". The home page has no title of its own. */
export function usePageTitle(title?: string): void {
  useEffect(() => {
    document.title = title ? `${title} | ${NAME}` : `${NAME}: fuel and ice delivered to your dock`;
  }, [title]);
}
