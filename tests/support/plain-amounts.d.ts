import type { GallonTenths, UnitPrice } from '@/domain/money';

/**
 * A value with plain numbers as amounts, as tests write them, up to 4 levels deep. The compiler
 * can't follow deeper ones.
 */
type Plain<T, Depth extends 0[] = []> = T extends UnitPrice | GallonTenths
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
