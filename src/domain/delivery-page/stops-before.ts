/** "2 stops before yours" */
export function stopsBeforeText(stops: number): string {
  if (stops === 0) return 'You’re the next stop';
  return stops === 1 ? '1 stop before yours' : `${stops} stops before yours`;
}
