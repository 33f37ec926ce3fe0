/**
 * Returns the header with the delivery link that opened this page, so that two tabs can show two
 * deliveries. It's empty on other pages.
 */
export function linkHeader(): Record<string, string> {
  const [, token] = /^\/d\/([^/]+)\/?$/i.exec(window.location.pathname) ?? [];
  return token ? { 'x-delivery-link': token } : {};
}
