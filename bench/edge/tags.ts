/** On a request to the product: the tag of the call that the bench measures. */
export const CALL_HEADER = 'x-bench-call';
/** On a trip of the product to its database: the tag of the call that it is made for. */
export const TRIP_HEADER = 'x-bench-trip';
