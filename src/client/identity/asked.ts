import type { FactorKind, FactorMethod } from '@/domain/account/second-factor';

/** What the server answers to a sign-in that needs more than the password. */
export type Asked = {
  challenge: string;
  /** How it can be proven; empty where a factor is to be set up first. */
  methods: FactorMethod[];
  enrol: FactorKind[];
};
