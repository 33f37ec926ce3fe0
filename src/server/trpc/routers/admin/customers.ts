import {
  customerAppointmentsSchema,
  customerListSchema,
  customerNoteSchema,
  customerStretchSchema,
} from '@/domain/account/customers';
import { newCustomerSchema } from '@/domain/account/new-customer.schema';
import { byIdSchema } from '@/domain/fields';
import { searchSchema } from '@/domain/search';
import { addCustomer } from '@/server/modules/auth/add-customer.usecases';
import {
  addCustomerNote,
  exportCustomers,
  listCustomerAppointments,
  listCustomers,
  readCustomer,
  removeCustomerNote,
} from '@/server/modules/customers/customers.usecases';
import { searchAll } from '@/server/modules/search/search.usecases';
import { confirmed } from '@/server/trpc/confirmed';
import { office, officeAlways } from '@/server/trpc/init';

/** Customer Data and the search. */
export const customerProcedures = {
  /** Finds customers, drivers, and appointments by their search text. */
  search: officeAlways('customers')
    .input(searchSchema)
    .query(({ ctx, input }) => searchAll(ctx, input)),

  customers: office('customers')
    .input(customerListSchema)
    .query(({ ctx, input }) => listCustomers(ctx, input)),

  /** Creates an account for a customer on the phone. */
  addCustomer: office('customers')
    .input(newCustomerSchema)
    .mutation(({ ctx, input }) => addCustomer(ctx, input)),

  /** All customers, in portions. */
  exportCustomers: office('exports')
    .use(confirmed)
    .input(customerStretchSchema)
    .query(({ ctx, input }) => exportCustomers(ctx, input)),

  /** A customer with their balance and notes. */
  customer: office('customers')
    .input(byIdSchema)
    .query(({ ctx, input }) => readCustomer(ctx, input)),

  customerOrders: office('customers')
    .input(customerAppointmentsSchema)
    .query(({ ctx, input }) => listCustomerAppointments(ctx, input)),

  addCustomerNote: office('customers')
    .input(customerNoteSchema)
    .mutation(({ ctx, input }) => addCustomerNote(ctx, input)),

  removeCustomerNote: office('customers')
    .input(byIdSchema)
    .mutation(({ ctx, input }) => removeCustomerNote(ctx, input)),
};
