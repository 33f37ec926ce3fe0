const SIZES = { smallIceBags: 'Small', largeIceBags: 'Large' } as const;

/** An error of ice bags with their size: a call says only what bags must be. */
export const bagsError = (name: keyof typeof SIZES, error: string | undefined) =>
  error?.replace(/^Ice bags/, `${SIZES[name]} ice bags`);
