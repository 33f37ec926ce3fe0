/** A header on requests to the product, with the tag of the measured call. */
export const CALL_HEADER = 'x-bench-call';
/** A header on the product's round trips to its database, with the tag of the call they belong to. */
export const TRIP_HEADER = 'x-bench-trip';
