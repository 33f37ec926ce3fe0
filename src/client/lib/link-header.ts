/**
 * The header by which the page of a delivery says which link it was opened with, so that two tabs may
 * show two deliveries. Empty on every other page.
 */
export function linkHeader(): Record<string, string> {
  const [, token] = /^\/d\/([^/]+)\/?$/i.exec(window.location.pathname) ?? [];
  return token ? { 'x-delivery-link': token } : {};
}
