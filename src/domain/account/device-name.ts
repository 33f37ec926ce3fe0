const BROWSERS = ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari'] as const;
const SYSTEMS = ['iPhone', 'iPad', 'Android', 'Windows', 'Mac OS', 'Linux'] as const;
const NAMES: Partial<Record<string, string>> = { Edg: 'Edge', OPR: 'Opera', 'Mac OS': 'a Mac' };

/** Names a device by its browser's user agent, such as "Chrome on Android", so that people recognize it. */
export function deviceName(userAgent: string | null): string {
  const find = (names: readonly string[]) => names.find((name) => userAgent?.includes(name));
  const browser = find(BROWSERS);
  const system = find(SYSTEMS);
  if (!browser && !system) return 'Another device';
  const name = (part: string) => NAMES[part] ?? part;
  return system ? `${name(browser ?? 'A browser')} on ${name(system)}` : name(browser ?? '');
}
