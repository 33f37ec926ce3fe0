import { useEffect } from 'react';

/** Lets the browser install the page with a manifest's name and icon. */
export function useManifest(href: string): void {
  useEffect(() => {
    const link = document.createElement('link');
    link.rel = 'manifest';
    link.href = href;
    document.head.append(link);
    return () => link.remove();
  }, [href]);
}
