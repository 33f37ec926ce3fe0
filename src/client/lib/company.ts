import { trpc } from './trpc';

/** The company that runs this site. The server writes it into each page, so it's rarely undefined. */
export const useCompany = () => trpc.support.company.useQuery().data;
