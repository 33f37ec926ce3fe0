import type { Cents, GallonTenths } from '@/domain/money';

/**
 * A value whose amounts are the plain numbers that a test writes down, four levels deep: deeper is
 * more than the compiler can follow.
 */
type Plain<T, Depth extends 0[] = []> = T extends Cents | GallonTenths
  ? number
  : Depth['length'] extends 4
    ? T
    : T extends object
      ? { [K in keyof T]: Plain<T[K], [...Depth, 0]> }
      : T;

declare module 'bun:test' {
  interface MatchersBuiltin<T> {
    toBe(expected: Plain<T>): void;
    toEqual(expected: Plain<T>): void;
  }
}
