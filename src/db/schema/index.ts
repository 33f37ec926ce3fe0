export * from './access';
export * from './appointments';
export * from './business';
export * from './drivers';
export * from './payments';
export * from './records';
export * from './slots';
export * from './users';
