import { useState } from 'react';
import { useMe } from '@/client/lib/session';
import type { Role } from '@/domain/roles';
import { type Area, mayWorkIn } from '@/domain/staff/areas';

/**
 * Returns the role of the signed-in person; undefined until it's known. If the session ends, it's
 * still the last one, because the screen stays until the same person signs in again.
 */
export function useRole(): Role | undefined {
  const role = useMe()?.role;
  const [last, setLast] = useState(role);
  if (role !== undefined && role !== last) setLast(role);
  return role ?? last;
}

/**
 * Returns a function that says whether the signed-in person works in an area. Screens hide the rest,
 * which the server refuses.
 */
export function useMay(): (area: Area) => boolean {
  const role = useRole();
  return (area) => role !== undefined && mayWorkIn(area, role);
}
