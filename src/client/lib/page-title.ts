import { useEffect } from 'react';

const NAME = 'Dockside';

/** Names the tab: "Schedule Delivery | Dockside". Without a title it is the name and what we do. */
export function usePageTitle(title?: string): void {
  useEffect(() => {
    document.title = title ? `${title} | ${NAME}` : `${NAME}: fuel and ice delivered to your dock`;
  }, [title]);
}
